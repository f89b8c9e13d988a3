//===- AccessCounters.cpp - What memory requests cost -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Global memory moves sectors of 32 bytes. Shared memory has 32 banks of four
// bytes; different words of one bank take one wavefront after the other, and
// accesses of 8 (16) bytes go by half (quarter) warps.
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

using Addresses = const uint64_t (&)[WarpSize];

unsigned countSectors(LaneMask active, Addresses addresses, unsigned bytes) {
  SmallSet<uint64_t, 32> sectors;
  for (LaneMask rest = active; rest; rest &= rest - 1) {
    uint64_t first = addresses[__builtin_ctz(rest)], last = first + bytes - 1;
    for (uint64_t sector = first / 32; sector <= last / 32; ++sector)
      sectors.insert(sector);
  }
  return sectors.size();
}

/// Passes over the banks that the lanes of \p group need.
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

unsigned countWavefronts(LaneMask active, Addresses addresses, unsigned bytes) {
  unsigned lanes = bytes >= 16 ? 8 : bytes == 8 ? 16 : 32, wavefronts = 0;
  for (unsigned first = 0; first < WarpSize; first += lanes) {
    LaneMask group = AllLanes >> (WarpSize - lanes) << first;
    wavefronts += countPasses(active & group, addresses, bytes);
  }
  return wavefronts;
}

/// Units of \p unit bytes that would hold the bytes asked for, each once.
unsigned leastUnits(LaneMask active, Addresses addresses, unsigned bytes,
                    unsigned unit) {
  SmallSet<uint64_t, 32> distinct;
  for (LaneMask rest = active; rest; rest &= rest - 1)
    distinct.insert(addresses[__builtin_ctz(rest)]);
  return divideCeil(uint64_t(bytes) * distinct.size(), unit);
}

} // namespace

void Warp::countAccess(Space space, const uint64_t (&addresses)[WarpSize],
                       unsigned bytes) {
  if (space == Space::Generic)
    space = spaceOf(addresses[__builtin_ctz(active)]);
  bool inShared = isShared(space);
  if (!inShared && space != Space::Global)
    return;
  Counters &counters = core.counters;
  uint64_t total = uint64_t(bytes) * __builtin_popcount(active);
  ++(inShared ? counters.sharedRequests : counters.globalRequests);
  (inShared ? counters.sharedBytes : counters.globalBytes) += total;
  if (!grid.config.countMemory && !grid.config.profile)
    return;
  unsigned units = inShared ? countWavefronts(active, addresses, bytes)
                            : countSectors(active, addresses, bytes);
  (inShared ? counters.sharedWavefronts : counters.globalSectors) += units;
  if (!grid.config.profile)
    return;
  InstructionCost &cost = core.profile.of(*frame->function)[pc];
  cost[inShared ? Cost::Passes : Cost::Sectors] += units;
  cost[inShared ? Cost::LeastPasses : Cost::LeastSectors] +=
      leastUnits(active, addresses, bytes, inShared ? 128 : 32);
}

} // namespace tileiras::emu
