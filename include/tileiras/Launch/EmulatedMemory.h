//===- EmulatedMemory.h - Arrays on the emulator ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_EMULATEDMEMORY_H
#define TILEIRAS_LAUNCH_EMULATEDMEMORY_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Launch/DeviceMemory.h"

namespace tileiras::launch {

/// Allocates in the memory of \p machine, which outlives this object.
class EmulatedMemory : public DeviceMemory {
public:
  explicit EmulatedMemory(emu::Machine &machine) : machine(machine) {}

  llvm::Expected<uint64_t> allocate(uint64_t size,
                                    llvm::StringRef name) override;
  llvm::Error copyIn(uint64_t address, llvm::ArrayRef<uint8_t> bytes) override;
  llvm::Error copyOut(uint64_t address,
                      llvm::MutableArrayRef<uint8_t> bytes) override;
  llvm::Error encode(const emu::TensorMap &map,
                     uint8_t (&bytes)[emu::kTensorMapBytes]) override;

private:
  emu::Machine &machine;
};

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_EMULATEDMEMORY_H
