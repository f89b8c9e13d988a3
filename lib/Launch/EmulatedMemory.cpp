//===- EmulatedMemory.cpp - Arrays on the emulator --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/EmulatedMemory.h"

using namespace llvm;

namespace tileiras::launch {

Expected<uint64_t> EmulatedMemory::allocate(uint64_t size, StringRef name) {
  if (uint64_t address = machine.allocate(size, name))
    return address;
  return createStringError("out of host memory: " + name + " has " +
                           Twine(size) + " bytes");
}

Error EmulatedMemory::copyIn(uint64_t address, ArrayRef<uint8_t> bytes) {
  return machine.copyIn(address, bytes);
}

Error EmulatedMemory::copyOut(uint64_t address,
                              MutableArrayRef<uint8_t> bytes) {
  return machine.copyOut(address, bytes);
}

Error EmulatedMemory::encode(const emu::TensorMap &map,
                             uint8_t (&bytes)[emu::kTensorMapBytes]) {
  map.write(bytes);
  return Error::success();
}

} // namespace tileiras::launch
