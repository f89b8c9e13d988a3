//===- AddressSpaces.h - Windows of the state spaces ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A generic address is a 64-bit number. Host addresses and allocations are
// below 2^48; each other space has its own window above, so that the two
// directions of cvta are an addition and a subtraction, and isspacep is a
// comparison. Inside their windows, addresses are offsets from 0.
//
// The window of .shared holds the memories of a cluster's CTAs, each aligned to
// 16 MiB in the order of their ranks, and .shared::cta is the part that belongs
// to the CTA: so an address of .shared::cta is an address of .shared::cluster
// without any change, mapa changes bits 24 and above, and getctarank reads
// them. Programs rely on this: those with pairs of CTAs clear bit 24 to reach
// the even CTA.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_ADDRESSSPACES_H
#define TILEIRAS_EMULATOR_ISA_ADDRESSSPACES_H

#include "tileiras/Emulator/ISA/Modifiers.h"

#include <cstdint>

namespace tileiras::emu {

constexpr uint64_t kSharedWindow = uint64_t(1) << 48;
constexpr uint64_t kLocalWindow = uint64_t(2) << 48;
constexpr uint64_t kParamWindow = uint64_t(3) << 48;
/// "Addresses" of functions, for indirect calls: kFunctionWindow + index * 16.
constexpr uint64_t kFunctionWindow = uint64_t(4) << 48;

/// In .param space, launch parameters begin at 0 and a frame's call parameters
/// here.
constexpr uint64_t kFrameParams = uint64_t(1) << 31;

constexpr unsigned kSharedRankShift = 24;
/// The maximum of shared memory of a CTA, for every target.
constexpr uint64_t kMaxSharedBytes = uint64_t(1) << kSharedRankShift;
/// The address in .shared at which the memory of the CTA of \p rank begins.
constexpr uint64_t sharedBaseOf(unsigned rank) {
  return uint64_t(rank) << kSharedRankShift;
}

/// The first address of a space's window; .global and .const have no window.
constexpr uint64_t windowOf(Space space) {
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return kSharedWindow;
  case Space::Local:
    return kLocalWindow;
  case Space::Param:
    return kParamWindow;
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

#endif // TILEIRAS_EMULATOR_ISA_ADDRESSSPACES_H
