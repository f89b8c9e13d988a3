//===- DeviceMemory.h - Memory of a kernel's arrays -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_DEVICEMEMORY_H
#define TILEIRAS_LAUNCH_DEVICEMEMORY_H

#include "tileiras/Emulator/Machine/TensorMap.h"

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"
#include "llvm/Support/Error.h"

#include <cstdint>

namespace tileiras::launch {

/// The global memory of the device that runs a kernel, the emulator or a GPU.
class DeviceMemory {
public:
  virtual ~DeviceMemory() = default;

  /// Returns an address aligned to 256 of \p size bytes, which live as long as
  /// this object; messages name the array \p name. Fails if there isn't enough
  /// memory.
  virtual llvm::Expected<uint64_t> allocate(uint64_t size,
                                            llvm::StringRef name) = 0;
  virtual llvm::Error copyIn(uint64_t address,
                             llvm::ArrayRef<uint8_t> bytes) = 0;
  virtual llvm::Error copyOut(uint64_t address,
                              llvm::MutableArrayRef<uint8_t> bytes) = 0;
  /// Writes \p map in the form that this device reads; each device has another.
  virtual llvm::Error encode(const emu::TensorMap &map,
                             uint8_t (&bytes)[emu::kTensorMapBytes]) = 0;
};

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_DEVICEMEMORY_H
