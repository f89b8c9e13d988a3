//===- Barrier.cpp - CTA barriers and fences --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions": bar,
// barrier, bar.warp.sync. The .aligned forms count whole warps.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cluster.h"

#include <atomic>

namespace tileiras::emu {

namespace {

enum class Reduction { None, Popc, And, Or };

template <Reduction R>
void finishReduction(const Barrier::Waiter &waiter, const Barrier &barrier) {
  Slot result = waiter.instruction->operands[0];
  if (!result.exists())
    return;
  uint32_t threads = barrier.expected ? barrier.expected : barrier.arrived;
  if (R == Reduction::Popc) {
    uint32_t *cells = waiter.frame->registers[result.unit()].lanes;
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      if (waiter.lanes >> lane & 1)
        cells[lane] = barrier.trueCount;
    return;
  }
  bool value = R == Reduction::And ? barrier.trueCount == threads
                                   : barrier.trueCount != 0;
  LaneMask &mask = waiter.frame->predicates[result.unit()];
  mask = (mask & ~waiter.lanes) | (value ? waiter.lanes : 0);
}

struct Arrival {
  Slot id, count;
  bool aligned, waits;
  LaneMask trueLanes = 0;
  void (*finish)(const Barrier::Waiter &, const Barrier &) = nullptr;
};

Flow arrive(Warp &w, const Instruction &i, const Arrival &arrival) {
  if (arrival.aligned && !w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  unsigned first = __builtin_ctz(w.active);
  uint32_t id = w.readAny(arrival.id, first);
  if (id >= w.cta().barriers.size())
    return w.fault("barrier " + llvm::Twine(id) + " does not exist", first);
  Barrier &barrier = w.cta().barriers[id];
  uint32_t lanes = __builtin_popcount(w.active);
  if (arrival.count.exists()) {
    uint32_t expected = w.readAny(arrival.count, first);
    if (expected == 0 || expected % kWarpSize)
      return w.fault("barrier count " + llvm::Twine(expected) +
                     " is not a positive multiple of 32");
    if (barrier.arrived && barrier.expected != expected)
      return w.fault("barrier " + llvm::Twine(id) + " expects " +
                     llvm::Twine(barrier.expected) +
                     " threads, this instruction " + llvm::Twine(expected));
    barrier.expected = expected;
    if (arrival.aligned)
      lanes = kWarpSize;
  }
  if (Monitor *monitor = w.monitor())
    monitor->barrierArrive(w, w.active, id, arrival.waits);
  barrier.arrived += lanes;
  barrier.trueCount += __builtin_popcount(arrival.trueLanes & w.active);
  if (!arrival.waits) {
    w.cta().completeBarrier(id);
    return Flow::Next;
  }
  barrier.waiters.push_back(
      {&w, &w.currentFrame(), &i, w.active, arrival.finish});
  Flow flow = w.blockAtBarrier(id);
  w.cta().completeBarrier(id);
  return flow;
}

/// bar and the .aligned barrier need all lanes of the warp at once.
bool isAligned(const Instruction &i) {
  return llvm::StringRef(i.info->words).starts_with("bar.") ||
         i.modifiers.has(Group::Aligned);
}

Flow sync(Warp &w, const Instruction &i) {
  return arrive(w, i, {i[0], i[1], isAligned(i), true});
}
Flow arriveOnly(Warp &w, const Instruction &i) {
  return arrive(w, i, {i[0], i[1], isAligned(i), false});
}
/// bar.red d, id [, count], predicate
template <Reduction R> Flow reduce(Warp &w, const Instruction &i) {
  bool counted = i.numOperands == 4;
  Slot predicate = i[counted ? 3 : 2];
  return arrive(w, i,
                {i[1], counted ? i[2] : Slot(), isAligned(i), true,
                 w.predicate(predicate), finishReduction<R>});
}

Flow warpSync(Warp &w, const Instruction &i) {
  uint32_t mask = w.readAny(i[0], __builtin_ctz(w.active));
  if (LaneMask outside = w.active & ~mask)
    return w.fault("bar.warp.sync's member mask 0x" +
                       llvm::Twine::utohexstr(mask) +
                       " doesn't name the lane that executes it",
                   __builtin_ctz(outside));
  if (!w.together(mask))
    return w.awaitWarpSync(mask);
  if (Monitor *monitor = w.monitor())
    monitor->warpSync(w, w.active & mask);
  return Flow::Next;
}

/// fence, membar, fence.proxy: no wait is needed, since memory changes at once;
/// a fence of the host orders the changes for its other threads.
Flow fence(Warp &w, const Instruction &i) {
  std::atomic_thread_fence(std::memory_order_seq_cst);
  if (Monitor *monitor = w.monitor())
    monitor->fence(w, i);
  return Flow::Next;
}

} // namespace

namespace bind {
Handler barSync(const Instruction &) { return sync; }
Handler barArrive(const Instruction &) { return arriveOnly; }
Handler barRedPopc(const Instruction &) { return reduce<Reduction::Popc>; }
Handler barRedAnd(const Instruction &) { return reduce<Reduction::And>; }
Handler barRedOr(const Instruction &) { return reduce<Reduction::Or>; }
Handler barWarpSync(const Instruction &) { return warpSync; }
Handler fence(const Instruction &) { return tileiras::emu::fence; }
} // namespace bind

} // namespace tileiras::emu
