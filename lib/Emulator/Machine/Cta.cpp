//===- Cta.cpp - A cooperative thread array ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cta.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// Instructions a warp runs before the next one gets its turn.
constexpr uint64_t WarpSlice = 1 << 16;
/// Turns of all warps, every one ending in a failed poll, that make a CTA idle.
constexpr unsigned IdleTurns = 1 << 12;
} // namespace

Cta::Cta(Launch &launch, Dim3 id)
    : launch(launch), id(id), shared(launch.sharedBytes),
      written(launch.sharedBytes) {
  uint64_t threads = launch.block.count();
  for (uint64_t first = 0; first < threads; first += WarpSize) {
    uint64_t lanes = std::min<uint64_t>(WarpSize, threads - first);
    LaneMask mask = lanes == WarpSize ? AllLanes : (LaneMask(1) << lanes) - 1;
    warps.push_back(
        std::make_unique<Warp>(*this, launch, first / WarpSize, mask));
  }
}

Cta::~Cta() = default;

Cta::Outcome Cta::run(uint64_t budget) {
  uint64_t start = launch.clock;
  for (unsigned idle = 0; launch.clock - start < budget; ++idle) {
    if (idle == IdleTurns)
      return Outcome::Idle;
    bool anyLeft = false, anyRan = false;
    for (std::unique_ptr<Warp> &warp : warps) {
      if (!warp->liveLanes())
        continue;
      uint64_t before = launch.clock;
      Warp::Outcome outcome = warp->run(WarpSlice);
      if (outcome == Warp::Outcome::Fault)
        return Outcome::Fault;
      anyLeft |= outcome != Warp::Outcome::Finished;
      anyRan |= launch.clock != before;
      if (outcome == Warp::Outcome::Finished || !warp->isPolling())
        idle = 0;
    }
    if (!anyLeft)
      return Outcome::Finished;
    if (!anyRan) {
      reportDeadlock();
      return Outcome::Fault;
    }
  }
  return Outcome::Running;
}

uint32_t Cta::liveThreads() const {
  uint32_t count = 0;
  for (const std::unique_ptr<Warp> &warp : warps)
    count += __builtin_popcount(warp->liveLanes());
  return count;
}

bool Cta::completeBarrier(unsigned index) {
  Barrier &barrier = barriers[index];
  uint32_t expected = barrier.expected ? barrier.expected : liveThreads();
  if (!barrier.arrived || barrier.arrived < expected)
    return false;
  Barrier done = std::move(barrier);
  barrier = Barrier();
  ++launch.counters.barriers;
  for (const Barrier::Waiter &waiter : done.waiters) {
    if (waiter.finish)
      waiter.finish(waiter, done);
    waiter.warp->releaseBarrier(index);
  }
  return true;
}

void Cta::recheckBarriers() {
  for (unsigned index = 0; index < barriers.size(); ++index)
    if (barriers[index].arrived && !barriers[index].expected)
      completeBarrier(index);
}

} // namespace tileiras::emu
