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
// The window of .shared holds the memories of a cluster's CTAs, each aligned to
// 16 MiB in the order of their ranks, and .shared::cta is the part that is the
// CTA's own: so an address of .shared::cta is one of .shared::cluster as it is,
// mapa changes bits 24 and above, and getctarank reads them. Programs know:
// those with pairs of CTAs clear bit 24 to reach the even one.
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

constexpr unsigned SharedRankShift = 24;
/// What shared memory a CTA may have at most, whatever the target.
constexpr uint64_t MaxSharedBytes = uint64_t(1) << SharedRankShift;
/// Where the shared memory of the CTA of \p rank begins in .shared.
constexpr uint64_t sharedBaseOf(unsigned rank) {
  return uint64_t(rank) << SharedRankShift;
}

/// First address of a space's window; .global and .const have none.
constexpr uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
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
