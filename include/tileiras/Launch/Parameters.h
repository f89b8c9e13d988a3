//===- Parameters.h - Parameters that a launch passes to a kernel ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// cuTile passes an array as its base pointer, all sizes and all strides in
// elements, each a parameter, and a scalar as one parameter. After these a
// kernel may have tensor maps as parameters (Emulator/TensorMapNote.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_PARAMETERS_H
#define TILEIRAS_LAUNCH_PARAMETERS_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Launch/DeviceMemory.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>
#include <string>
#include <vector>

namespace tileiras::launch {

/// A scalar, or an array in C order. The memory that it refers to outlives it.
struct Argument {
  std::string name; // in messages
  /// The value of a scalar or structure, little endian, or the contents of an
  /// array.
  llvm::ArrayRef<uint8_t> bytes;
  bool isArray = false;
  /// True if only the array's pointer is passed, without sizes and strides.
  bool pointerOnly = false;
  llvm::ArrayRef<int64_t> shape;
  /// The address of an array, once it is in memory.
  uint64_t address = 0;
};

/// Copies the arrays of \p arguments into \p memory, sets their addresses, and
/// returns the bytes of the parameters of \p kernel; tensor maps that \p module
/// describes are encoded. Fails if the number or widths of the arguments don't
/// match the parameters.
llvm::Expected<std::vector<uint8_t>>
passArguments(DeviceMemory &memory, const emu::Module &module,
              const emu::Function &kernel,
              llvm::MutableArrayRef<Argument> arguments);

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_PARAMETERS_H
