//===- CheckerMbarrier.cpp - mbarrier objects -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "mbarrier": arriving releases and waiting acquires, at the scope of
// the CTA unless the instruction says .cluster or .relaxed.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

MbarrierChecks &Checker::mbarrierAt(MemoryLocation location) {
  CtaChecks &cta = of(*location.cta);
  auto [entry, isNew] = cta.mbarriers.try_emplace(location.address);
  if (isNew)
    entry->second.agent = agents.mbarrier(cta.index, cta.mbarriers.size() - 1);
  return entry->second;
}

void Checker::mbarrier(MbarrierEvent event, MemoryLocation location,
                       uint64_t amount, Warp *warp, int lane,
                       const AsyncOperation *operation) {
  if (warp && !operation)
    settle(*warp);
  MbarrierChecks &object = mbarrierAt(location);
  auto isRelaxed = [&] {
    const Instruction &instruction = *warp->origin().instruction;
    return Order(instruction.modifiers.get(Group::Order)) == Order::Relaxed;
  };
  if (checks.mbarriers && warp && !operation && !object.isLive &&
      event != MbarrierEvent::Initialize) {
    warp->fault("mbarrier at shared 0x" + utohexstr(location.address, true) +
                    " is used, but it isn't initialised",
                lane);
    return;
  }
  switch (event) {
  case MbarrierEvent::Initialize:
    initialize(object, location, *warp, lane);
    return;
  case MbarrierEvent::Invalidate:
    object.isLive = false;
    return;
  case MbarrierEvent::Arrive:
    if (!warp || operation)
      return;
    arrived(object, *warp, lanesOf(*warp, LaneMask(1) << lane), isRelaxed());
    return;
  case MbarrierEvent::PhaseComplete:
    object.completed.join(object.arriving);
    object.completed.ordered.advance({object.agent, object.phase});
    object.arriving = Knowledge();
    ++object.phase;
    return;
  case MbarrierEvent::WaitFailure:
    return polled(object, location, *warp, lane);
  case MbarrierEvent::WaitSuccess:
    waited(object, *warp, lane);
    if (isRelaxed())
      of(*warp).clock.acquireTensor(object.completed.tcgen05Fenced);
    else
      of(*warp).clock.acquire(object.completed, LaneMask(1) << lane);
    return;
  default:
    return;
  }
}

void Checker::initialize(MbarrierChecks &object, MemoryLocation location,
                         Warp &warp, int lane) {
  if (object.isLive && checks.mbarriers) {
    warp.fault("mbarrier at shared 0x" + utohexstr(location.address, true) +
                   " is initialised again without mbarrier.inval; it was at " +
                   sites.text(object.initializedAt),
               lane);
    return;
  }
  WarpChecks &state = of(warp);
  object.isLive = true;
  object.isFenced = false;
  object.initialized = {state.clock.agent(), state.clock.tick()};
  object.initializedAt = siteOf(warp);
  ++object.phase;
}

void Checker::arrived(MbarrierChecks &object, Warp &warp, LaneMask lanes,
                      bool isRelaxed) {
  WarpClock &clock = of(warp).clock;
  if (isRelaxed)
    object.arriving.tcgen05Fenced.join(clock.fencedBy(lanes));
  else
    object.arriving.join(clock.release(lanes));
}

void Checker::waited(MbarrierChecks &object, Warp &warp, int lane) {
  AgentId agent = of(warp).clock.agent();
  object.polls.erase(uint64_t(agent) << 5 | unsigned(lane));
  MbarrierChecks::Wait wait{agent, siteOf(warp), object.phase - 1};
  for (MbarrierChecks::Wait &each : object.waits)
    if (each.warp == agent) {
      each = wait;
      return;
    }
  object.waits.push_back(wait);
}

/// A lane that polls for the end of a phase must see it before the next phase
/// ends, which restores the parity.
void Checker::polled(MbarrierChecks &object, MemoryLocation location,
                     Warp &warp, int lane) {
  uint64_t key = uint64_t(of(warp).clock.agent()) << 5 | unsigned(lane);
  auto [entry, isNew] = object.polls.try_emplace(key, object.phase);
  if (!checks.mbarriers || isNew || entry->second == object.phase)
    return;
  warp.fault("mbarrier at shared 0x" + utohexstr(location.address, true) +
                 ": the phase that this lane waits for has ended, and the next "
                 "one too, before it has seen that",
             lane);
}

/// fence.mbarrier_init: the warp's objects become visible to the operations of
/// all threads.
void Checker::fenceInitializations(Warp &warp) {
  AgentId agent = of(warp).clock.agent();
  for (auto &[offset, object] : of(warp.cta()).mbarriers)
    if (object.initialized.agent == agent)
      object.isFenced = true;
}

} // namespace tileiras::emu
