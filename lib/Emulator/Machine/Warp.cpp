//===- Warp.cpp - Execution and scheduling of a warp ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Machine/Cta.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// Instructions after which a fragment lets the warp's other lanes go on.
constexpr uint64_t FragmentSlice = 1 << 12;
} // namespace

Warp::Warp(Cta &cta, Launch &launch, unsigned index, LaneMask lanes)
    : owner(cta), grid(launch), number(index), live(lanes),
      specials(SpecialUnits) {
  frames.push_back(newFrame(launch.kernel));
  frames.back()->members = lanes;
  bases[Slot::Constant] = launch.constants.data();
  bases[Slot::Special] = specials.data();
  bases[Slot::None] = sink;
  setSpecials();
  fragments.push_back({frames.back().get(), 0, lanes});
}

Warp::~Warp() {
  for (std::unique_ptr<Frame> &kept : frames)
    grid.frames.give(std::move(kept));
}

bool Warp::faulted() const { return grid.fault != nullptr; }

//===-- Execution -------------------------------------------------------===//

Warp::Outcome Warp::run(uint64_t budget) {
  yielding = blocked = false;
  while (schedule(slice >= FragmentSlice)) {
    slice = 0;
    const Instruction *code = frame->function->code.data();
    uint32_t end = frame->function->code.size();
    rescheduling = false;
    while (!rescheduling) {
      if (LLVM_UNLIKELY(pc >= end)) {
        fragments[current].pc = pc;
        fault("control runs past the end of function '" +
              frame->function->name + "'");
        return Outcome::Fault;
      }
      const Instruction &instruction = code[pc];
      active = fragments[current].lanes;
      if (instruction.guard.exists())
        active &= predicate(instruction.guard);
      ++frame->warpCounts[pc];
      frame->laneCounts[pc] += __builtin_popcount(active);
      ++grid.clock;
      ++slice;
      Flow flow = active ? instruction.execute(*this, instruction) : Flow::Next;
      if (LLVM_LIKELY(flow == Flow::Next)) {
        if (++pc >= limit)
          rescheduling = true;
      } else if (flow == Flow::Fault) {
        return Outcome::Fault;
      } else if (flow != Flow::Jump || pc >= limit) {
        rescheduling = true;
      }
      if (slice >= FragmentSlice && fragments.size() > 1)
        rescheduling = true;
      if (LLVM_UNLIKELY(--budget == 0 || yielding)) {
        if (current < fragments.size())
          fragments[current].pc = pc;
        return Outcome::Yielded;
      }
    }
    if (current < fragments.size())
      fragments[current].pc = pc;
  }
  if (fragments.empty())
    return Outcome::Finished;
  for (const Fragment &fragment : fragments)
    if (fragment.state == Fragment::AtBarrier)
      blocked = true;
  if (blocked)
    return Outcome::Blocked;
  reportWaiting(deadlockMessage());
  return Outcome::Fault;
}

void Warp::reportWaiting(const Twine &message) {
  current = 0;
  useFrame(fragments[0].frame);
  pc = fragments[0].pc;
  fault(message);
}

//===-- Scheduling ------------------------------------------------------===//

void Warp::useFrame(Frame *next) {
  frame = next;
  bases[Slot::Frame] = frame->registers.data();
}

/// Fragments at the same place become one; one that waited tries again.
void Warp::joinFragments() {
  auto canJoin = [](const Fragment &fragment) {
    return fragment.state == Fragment::Ready ||
           fragment.state == Fragment::Converging;
  };
  for (unsigned i = 0; i < fragments.size(); ++i) {
    for (unsigned j = i + 1; j < fragments.size();) {
      Fragment &a = fragments[i], &b = fragments[j];
      if (a.frame != b.frame || a.pc != b.pc || !canJoin(a) || !canJoin(b)) {
        ++j;
        continue;
      }
      a.lanes |= b.lanes;
      a.state = Fragment::Ready;
      fragments.erase(&b);
    }
  }
}

/// Chooses the fragment to run; false when none can. With \p rotate the one
/// that has waited longest, so that lanes that spin can't starve others.
bool Warp::schedule(bool rotate) {
  if (fragments.size() > 1)
    joinFragments();
  Fragment *best = nullptr;
  auto before = [&](const Fragment &a, const Fragment &b) {
    if (rotate)
      return a.lastRun < b.lastRun;
    if (a.frame->depth != b.frame->depth)
      return a.frame->depth > b.frame->depth;
    return a.pc < b.pc;
  };
  for (Fragment &fragment : fragments)
    if (fragment.state == Fragment::Ready && (!best || before(fragment, *best)))
      best = &fragment;
  if (!best)
    return false;
  current = best - fragments.begin();
  pc = best->pc;
  best->lastRun = grid.clock;
  useFrame(best->frame);
  limit = ~0u;
  for (const Fragment &fragment : fragments)
    if (fragment.frame == frame && fragment.pc > pc)
      limit = std::min(limit, fragment.pc);
  return true;
}

void Warp::wakeConverging() {
  for (Fragment &fragment : fragments)
    if (fragment.state == Fragment::Converging)
      fragment.state = Fragment::Ready;
  releaseWarpSync();
}

Flow Warp::awaitLanes(LaneMask needed) {
  LaneMask guardedOff = needed & fragments[current].lanes & ~active;
  if (guardedOff && needed == AllLanes)
    return fault("an instruction that the whole warp must execute is "
                 "predicated off in lane " +
                 Twine(__builtin_ctz(guardedOff)));
  if (guardedOff)
    return fault("lane " + Twine(__builtin_ctz(guardedOff)) +
                 " is named in the member mask but its predicate is false");
  Fragment &fragment = fragments[current];
  if (LaneMask others = fragment.lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  fragments[current].lanes = active;
  fragments[current].state = Fragment::Converging;
  fragments[current].needs = needed;
  return Flow::Wait;
}

Flow Warp::awaitWarpSync(LaneMask needed) {
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  fragments[current].lanes = active;
  fragments[current].pc = pc;
  fragments[current].state = Fragment::AtWarpSync;
  fragments[current].needs = needed;
  releaseWarpSync();
  return Flow::Wait;
}

/// Lets go the fragments at bar.warp.sync whose lanes have all come.
void Warp::releaseWarpSync() {
  for (unsigned i = 0; i < fragments.size(); ++i) {
    if (fragments[i].state != Fragment::AtWarpSync)
      continue;
    LaneMask needed = fragments[i].needs, arrived = 0;
    for (const Fragment &other : fragments)
      if (other.state == Fragment::AtWarpSync && other.needs == needed)
        arrived |= other.lanes;
    if (needed & live & ~arrived)
      continue;
    for (unsigned j = 0; j < fragments.size(); ++j) {
      Fragment &other = fragments[j];
      if (other.state != Fragment::AtWarpSync || other.needs != needed)
        continue;
      other.state = Fragment::Ready;
      ++other.pc;
      if (j == current)
        pc = other.pc;
    }
  }
}

Flow Warp::blockAtBarrier(unsigned barrier) {
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  fragments[current].lanes = active;
  fragments[current].pc = pc;
  fragments[current].state = Fragment::AtBarrier;
  fragments[current].barrier = barrier;
  return Flow::Blocked;
}

void Warp::releaseBarrier(unsigned barrier) {
  for (unsigned i = 0; i < fragments.size(); ++i) {
    Fragment &fragment = fragments[i];
    if (fragment.state != Fragment::AtBarrier || fragment.barrier != barrier)
      continue;
    fragment.state = Fragment::Ready;
    ++fragment.pc;
    if (i == current)
      pc = fragment.pc;
  }
}

//===-- Control flow ----------------------------------------------------===//

Flow Warp::branch(uint32_t target) {
  LaneMask others = fragments[current].lanes & ~active;
  if (others) {
    fragments.push_back({frame, pc + 1, others});
    fragments[current].lanes = active;
    rescheduling = true;
  }
  pc = target;
  return Flow::Jump;
}

void Warp::keepBehind(LaneMask lanes) {
  fragments.push_back({frame, pc, lanes});
  fragments[current].lanes &= ~lanes;
  active &= ~lanes;
  rescheduling = true;
}

void Warp::releaseMembers(Frame *leaving, LaneMask lanes) {
  leaving->members &= ~lanes;
  if (leaving->members || !leaving->caller)
    return;
  for (std::unique_ptr<Frame> &kept : frames) {
    if (kept.get() != leaving)
      continue;
    grid.frames.give(std::move(kept));
    frames.erase(frames.begin() + (&kept - frames.data()));
    return;
  }
}

Flow Warp::exitLanes() {
  LaneMask leaving = active;
  live &= ~leaving;
  fragments[current].lanes &= ~leaving;
  Frame *innermost = frame;
  if (!fragments[current].lanes) {
    fragments.erase(fragments.begin() + current);
    current = fragments.size();
  } else {
    fragments[current].pc = ++pc;
  }
  for (Frame *each = innermost; each;) {
    Frame *caller = each->caller;
    releaseMembers(each, leaving);
    each = caller;
  }
  wakeConverging();
  owner.recheckBarriers();
  rescheduling = true;
  return Flow::Jump;
}

std::unique_ptr<Frame> Warp::newFrame(const Function &function) {
  std::unique_ptr<Frame> made = grid.frames.take(function);
  ExecutionCounts &counts = grid.countsOf(function);
  made->warpCounts = counts.warps.data();
  made->laneCounts = counts.lanes.data();
  made->caller = frame;
  made->depth = frame ? frame->depth + 1 : 0;
  made->site = nullptr;
  made->localBase =
      frame ? alignTo(frame->localBase + frame->function->localBytes, 16) : 0;
  uint64_t needed = made->localBase + function.localBytes;
  if (needed > localBytes) {
    std::vector<uint8_t> larger(WarpSize * needed);
    for (unsigned lane = 0; lane < WarpSize && localBytes; ++lane)
      std::copy_n(&localMemory[lane * localBytes], localBytes,
                  &larger[lane * needed]);
    localMemory = std::move(larger);
    localBytes = needed;
  }
  for (auto [slot, offset] : function.localAddresses) {
    Lanes<uint64_t> addresses(made->registers.data() + slot.unit());
    for (unsigned lane = 0; lane < WarpSize; ++lane)
      addresses.set(lane, made->localBase + offset);
  }
  return made;
}

Flow Warp::enter(const Function &callee, const CallSite *site) {
  if (frame->depth >= 1000)
    return fault("call depth exceeds 1000");
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  std::unique_ptr<Frame> made = newFrame(callee);
  made->site = site;
  made->members = active;
  made->returnPc = pc + 1;
  for (unsigned i = 0; i < callee.params.size(); ++i) {
    const CallSite::Copy &argument = site->arguments[i];
    forActive([&](unsigned lane) {
      std::copy_n(frame->param(lane, argument.offset),
                  std::min(argument.size, callee.params[i].size),
                  made->param(lane, callee.params[i].offset));
    });
  }
  fragments[current].frame = made.get();
  fragments[current].lanes = active;
  frames.push_back(std::move(made));
  pc = 0;
  rescheduling = true;
  return Flow::Jump;
}

Flow Warp::leave() {
  if (!frame->caller)
    return exitLanes();
  const Function &callee = *frame->function;
  Frame *leaving = frame, *caller = frame->caller;
  for (unsigned i = 0; i < leaving->site->results.size(); ++i) {
    const CallSite::Copy &result = leaving->site->results[i];
    forActive([&](unsigned lane) {
      std::copy_n(leaving->param(lane, callee.results[i].offset),
                  std::min(result.size, callee.results[i].size),
                  caller->param(lane, result.offset));
    });
  }
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({leaving, pc + 1, others});
  fragments[current].frame = caller;
  fragments[current].lanes = active;
  pc = leaving->returnPc;
  useFrame(caller);
  releaseMembers(leaving, active);
  rescheduling = true;
  return Flow::Jump;
}

} // namespace tileiras::emu
