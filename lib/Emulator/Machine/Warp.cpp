//===- Warp.cpp - Execution and scheduling of a warp ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/Support/Compiler.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The instructions after which a fragment lets the warp's other lanes
/// continue.
constexpr uint64_t kFragmentSlice = 1 << 12;
} // namespace

Warp::Warp(Cta &cta, unsigned index, LaneMask lanes)
    : owner(cta), grid(cta.launch), core(cta.cluster.processor),
      watcher(grid.monitor()), number(index), live(lanes),
      specials(kSpecialUnits), sink() {
  frames.push_back(newFrame(grid.kernel));
  frames.back()->members = lanes;
  bases[Slot::Constant] = grid.constantsOf(owner.rank);
  bases[Slot::Special] = specials.data();
  bases[Slot::None] = sink;
  setSpecials();
  fragments.push_back({frames.back().get(), 0, lanes});
}

Warp::~Warp() {
  for (std::unique_ptr<Frame> &kept : frames)
    core.frames.give(std::move(kept));
  core.residentBytes -= 2 * kWarpSize * localStride;
}

bool Warp::faulted() const { return grid.faulted(); }

void Warp::noteProgress() { owner.cluster.noteProgress(); }
Cluster &Warp::cluster() { return owner.cluster; }
AsyncEngine &Warp::async() { return owner.cluster.async; }

Origin Warp::origin() const {
  return {const_cast<Warp *>(this), active, frame->function,
          &frame->function->code[pc]};
}

//===-- Execution -------------------------------------------------------===//

Warp::Outcome Warp::run(uint64_t budget) {
  // Lanes that polled let other lanes of the warp run, as lanes that ran long
  // do.
  bool rotate = yielding;
  yielding = blocked = guessing = false;
  while (schedule(rotate || slice >= kFragmentSlice)) {
    rotate = false;
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
      if (LLVM_UNLIKELY(frame->watched && (*frame->watched)[pc])) {
        fragments[current].pc = pc;
        held = false;
        watcher->beforeInstruction(*this, instruction,
                                   fragments[current].lanes);
        if (faulted())
          return Outcome::Fault;
        if (held)
          return Outcome::Held;
      }
      ++frame->warpCounts[pc];
      frame->laneCounts[pc] +=
          active == kAllLanes ? kWarpSize : __builtin_popcount(active);
      ++core.clock;
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
      if (slice >= kFragmentSlice && fragments.size() > 1)
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
    if (fragment.state >= Fragment::AtBarrier)
      blocked = true;
  if (blocked)
    return Outcome::Blocked;
  reportWaiting(deadlockMessage());
  return Outcome::Fault;
}

void Warp::reportWaiting(const Twine &message, FaultKind kind) {
  current = 0;
  useFrame(fragments[0].frame);
  pc = fragments[0].pc;
  fault(kind, message);
}

//===-- Scheduling ------------------------------------------------------===//

void Warp::useFrame(Frame *next) {
  frame = next;
  bases[Slot::Frame] = frame->registers.data();
}

/// Joins fragments at the same instruction; a fragment that waited tries again.
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

/// Chooses the fragment to run; returns false if none can. With \p rotate it is
/// the one that has waited longest, so that spinning lanes can't starve others.
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
  best->lastRun = core.clock;
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
  if (guardedOff && needed == kAllLanes)
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

/// Releases the fragments at bar.warp.sync whose lanes have all arrived.
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
    if (watcher)
      watcher->warpSync(*this, arrived);
    for (unsigned j = 0; j < fragments.size(); ++j) {
      Fragment &other = fragments[j];
      if (other.state != Fragment::AtWarpSync || other.needs != needed)
        continue;
      release(j, 1);
    }
  }
}

/// Blocks the active lanes at this instruction in \p state; the others
/// continue.
Flow Warp::block(Fragment::State state) {
  if (LaneMask others = fragments[current].lanes & ~active)
    fragments.push_back({frame, pc + 1, others});
  fragments[current].lanes = active;
  fragments[current].pc = pc;
  fragments[current].state = state;
  return Flow::Blocked;
}

/// Releases fragment \p index and advances its pc by \p advance.
void Warp::release(unsigned index, uint32_t advance) {
  Fragment &fragment = fragments[index];
  fragment.state = Fragment::Ready;
  fragment.pc += advance;
  if (index == current)
    pc = fragment.pc;
}

Flow Warp::blockAtBarrier(unsigned barrier) {
  Flow flow = block(Fragment::AtBarrier);
  fragments[current].barrier = barrier;
  return flow;
}
Flow Warp::blockAtCluster() { return block(Fragment::AtCluster); }
Flow Warp::blockOnAsync() { return block(Fragment::AtAsync); }
Flow Warp::blockAtRegisters() { return block(Fragment::AtRegisters); }

void Warp::releaseBarrier(unsigned barrier) {
  for (unsigned i = 0; i < fragments.size(); ++i)
    if (fragments[i].state == Fragment::AtBarrier &&
        fragments[i].barrier == barrier)
      release(i, 1);
}

/// Wakes the lanes that wait in \p state.
void Warp::wake(Fragment::State state) {
  for (unsigned i = 0; i < fragments.size(); ++i)
    if (fragments[i].state == state)
      release(i, 0);
}

void Warp::wakeCluster() { wake(Fragment::AtCluster); }
void Warp::wakeAsync() { wake(Fragment::AtAsync); }
void Warp::wakeRegisters() { wake(Fragment::AtRegisters); }

} // namespace tileiras::emu
