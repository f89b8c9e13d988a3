//===- TensorMapNote.h - Tensor maps that a launch makes --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel may have tensor maps as parameters after those that its callers
// pass. A variable of the module describes these maps,
// `__tileiras_tensor_maps_<kernel>` in global memory, an array of 64-bit words:
//
//   1                   the version of this form
//   maps                the number of maps; then for each of them
//     parameter         the index of the parameter that is the map
//     base              the index of the parameter that points to the array
//     element           CUtensorMapDataType
//     swizzle           CUtensorMapSwizzle
//     fill              CUtensorMapFloatOOBfill
//     rank              dimensions; then for each of them, the innermost first
//       extent kind, extent     in elements
//       stride kind, stride     in elements; 1 for the innermost
//       box extent              in elements
//
// A value of kind 0 is a constant, one of kind 1 is the index of a parameter
// that holds it, an unsigned integer. Element strides are 1, and nothing is
// interleaved.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_TENSORMAPNOTE_H
#define TILEIRAS_EMULATOR_MACHINE_TENSORMAPNOTE_H

#include "tileiras/Emulator/Machine/TensorMap.h"
#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace tileiras::emu {

class TensorMapNote {
public:
  /// Returns the note of \p kernel, without maps if the module has no such
  /// variable.
  static llvm::Expected<TensorMapNote> read(const Program &program,
                                            const Function &kernel);

  /// The number of parameters that a caller passes, which are before the maps.
  size_t countArguments() const { return arguments; }

  /// Writes a map in the form that the device reads.
  using Encoder = llvm::function_ref<llvm::Error(
      const TensorMap &map, uint8_t (&bytes)[kTensorMapBytes])>;

  /// Makes the maps in \p parameters from the other parameters.
  llvm::Error makeMaps(llvm::MutableArrayRef<uint8_t> parameters,
                       Encoder encode) const;

private:
  /// A constant, or the index of the parameter that holds the value.
  struct Source {
    bool isParameter = false;
    uint64_t value = 0;
  };
  struct Map {
    uint64_t parameter = 0, base = 0;
    /// The map, except the fields that depend on parameters.
    TensorMap map;
    std::array<Source, kMaxTensorRank> extents, strides;
  };

  llvm::Expected<TensorMap> makeMap(const Map &map,
                                    llvm::ArrayRef<uint8_t> parameters) const;
  uint64_t get(Source source, llvm::ArrayRef<uint8_t> parameters) const;

  const Function *kernel = nullptr;
  size_t arguments = 0;
  std::vector<Map> maps;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_TENSORMAPNOTE_H
