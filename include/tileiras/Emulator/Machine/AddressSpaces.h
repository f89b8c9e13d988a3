//===- AddressSpaces.h - Where the state spaces lie -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic address is a 64-bit number. Host addresses and allocations lie
// below 2^48; each other space has a window of its own above, so that the two
// directions of cvta are an addition and a subtraction, and isspacep is a
// comparison. Inside their windows, addresses are offsets from 0.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_ADDRESSSPACES_H
#define TILEIRAS_EMULATOR_MACHINE_ADDRESSSPACES_H

#include "tileiras/Emulator/Modifiers.h"

#include <cstdint>

namespace tileiras::emu {

constexpr uint64_t SharedWindow = uint64_t(1) << 48;
constexpr uint64_t LocalWindow = uint64_t(2) << 48;
constexpr uint64_t ParamWindow = uint64_t(3) << 48;
/// "Addresses" of functions, for indirect calls: FunctionWindow + index * 16.
constexpr uint64_t FunctionWindow = uint64_t(4) << 48;

/// In .param space: launch parameters from 0, a frame's call parameters here.
constexpr uint64_t FrameParams = uint64_t(1) << 31;

/// First address of a space's window; .global and .const have none.
constexpr uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
    return SharedWindow;
  case Space::Local:
    return LocalWindow;
  case Space::Param:
    return ParamWindow;
  default:
    return 0;
  }
}

/// The space of a generic address.
constexpr Space spaceOf(uint64_t address) {
  switch (address >> 48) {
  case 1:
    return Space::Shared;
  case 2:
    return Space::Local;
  case 3:
    return Space::Param;
  default:
    return Space::Global;
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_ADDRESSSPACES_H
