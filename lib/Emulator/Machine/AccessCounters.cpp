//===- AccessCounters.cpp - Sectors and bank conflicts ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory moves sectors of 32 bytes. Shared memory has 32 banks of four
// bytes; different words of one bank need one wavefront each, and accesses of 8
// (16) bytes are split into half (quarter) warps.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Processor.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include "llvm/ADT/SmallSet.h"
#include "llvm/Support/MathExtras.h"

#include <array>

using namespace llvm;

namespace tileiras::emu {

namespace {

using Addresses = const uint64_t (&)[kWarpSize];

unsigned countSectors(LaneMask active, Addresses addresses, unsigned bytes) {
  SmallSet<uint64_t, 32> sectors;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    uint64_t first = addresses[__builtin_ctz(rest)], last = first + bytes - 1;
    for (uint64_t sector = first / 32; sector <= last / 32; ++sector)
      sectors.insert(sector);
  }
  return sectors.size();
}

/// The passes over the banks that the lanes of \p group need.
unsigned countPasses(LaneMask group, Addresses addresses, unsigned bytes) {
  std::array<SmallSet<uint64_t, 4>, 32> banks;
  size_t most = 0;
  for (LaneMask rest = group; rest; rest &= rest - 1) {
    uint64_t first = addresses[__builtin_ctz(rest)], last = first + bytes - 1;
    for (uint64_t word = first / 4; word <= last / 4; ++word) {
      banks[word % 32].insert(word);
      most = std::max(most, banks[word % 32].size());
    }
  }
  return most;
}

/// The wavefronts of a request, and the conflicts among them: all except the
/// first of each group of lanes.
struct Wavefronts {
  unsigned all = 0, conflicts = 0;
};

Wavefronts countWavefronts(LaneMask active, Addresses addresses,
                           unsigned bytes) {
  unsigned lanes = bytes >= 16 ? 8 : bytes == 8 ? 16 : 32;
  Wavefronts wavefronts;
  for (unsigned first = 0; first < kWarpSize; first += lanes) {
    LaneMask group = kAllLanes >> (kWarpSize - lanes) << first;
    unsigned passes = countPasses(active & group, addresses, bytes);
    wavefronts.all += passes;
    wavefronts.conflicts += passes ? passes - 1 : 0;
  }
  return wavefronts;
}

/// The units of \p unit bytes that would hold the distinct requested bytes.
unsigned minUnits(LaneMask active, Addresses addresses, unsigned bytes,
                  unsigned unit) {
  SmallSet<uint64_t, 32> distinct;
  for (LaneMask rest = active; rest; rest &= rest - 1)
    distinct.insert(addresses[__builtin_ctz(rest)]);
  return divideCeil(uint64_t(bytes) * distinct.size(), unit);
}

} // namespace

void Warp::countAccess(Space space, LaneMask lanes,
                       const uint64_t (&addresses)[kWarpSize], unsigned bytes) {
  if (!lanes)
    return;
  if (space == Space::Generic)
    space = spaceOf(addresses[__builtin_ctz(lanes)]);
  bool inShared = isShared(space);
  if (!inShared && space != Space::Global)
    return;
  Counters &counters = core.counters;
  uint64_t total = uint64_t(bytes) * __builtin_popcount(lanes);
  ++(inShared ? counters.sharedRequests : counters.globalRequests);
  (inShared ? counters.sharedBytes : counters.globalBytes) += total;
  if (!grid.config.countMemory && !grid.config.profile)
    return;
  Wavefronts wavefronts;
  if (inShared)
    wavefronts = countWavefronts(lanes, addresses, bytes);
  unsigned units =
      inShared ? wavefronts.all : countSectors(lanes, addresses, bytes);
  (inShared ? counters.sharedWavefronts : counters.globalSectors) += units;
  counters.bankConflicts += wavefronts.conflicts;
  if (!grid.config.profile)
    return;
  InstructionCost &cost = core.profile.of(*frame->function)[pc];
  cost[inShared ? Cost::Passes : Cost::Sectors] += units;
  cost[inShared ? Cost::MinPasses : Cost::MinSectors] +=
      minUnits(lanes, addresses, bytes, inShared ? 128 : 32);
  cost[Cost::Conflicts] += wavefronts.conflicts;
}

} // namespace tileiras::emu
