//===- Mbarrier.cpp - mbarrier objects --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
// The object's 64 bits are opaque to programs; here they hold
//
//   bits 0-19 expected arrivals, 20-39 arrivals still pending,
//   40-62 pending transaction bytes (two's complement), 63 phase
//
// and the state that arrive returns is the object before the arrival.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Semantics/AsyncCopy.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include <cstring>

namespace tileiras::emu {

namespace {

struct Mbarrier {
  uint64_t expected, pending;
  int64_t bytes;
  bool phase;

  explicit Mbarrier(uint64_t bits)
      : expected(bits & 0xfffff), pending(bits >> 20 & 0xfffff),
        bytes(int64_t(bits << 1) >> 41), phase(bits >> 63) {}

  uint64_t pack() const {
    return expected | pending << 20 | (uint64_t(bytes) & 0x7fffff) << 40 |
           uint64_t(phase) << 63;
  }
  /// The phase ends when nothing is pending any more.
  void complete() {
    if (pending || bytes)
      return;
    phase = !phase;
    pending = expected;
  }
};

/// Changes the object of each active lane; change(barrier, lane) after which
/// the phase may end. Writes the old state to \p state.
template <class Change>
Flow update(Warp &w, const Instruction &i, unsigned operand, Slot state,
            Change change) {
  w.forActive([&](unsigned lane) {
    uint8_t *data =
        w.memory(i.modifiers.space(), w.address(i, operand, 0, lane), 8,
                 Access::Atomic, lane);
    if (!data)
      return;
    uint64_t old;
    std::memcpy(&old, data, 8);
    Mbarrier barrier(old);
    change(barrier, lane);
    barrier.complete();
    uint64_t bits = barrier.pack();
    std::memcpy(data, &bits, 8);
    if (state.exists())
      w.writeAny(state, lane, old);
  });
  return w.next();
}

uint64_t countOperand(Warp &w, Slot slot, unsigned lane) {
  return slot.exists() ? w.readAny(slot, lane) : 1;
}

void takeArrivals(Warp &w, Mbarrier &barrier, uint64_t count, unsigned lane) {
  if (count > barrier.pending)
    w.fault("mbarrier arrival of " + llvm::Twine(count) +
                " exceeds the pending count " + llvm::Twine(barrier.pending),
            lane);
  else
    barrier.pending -= count;
}

/// mbarrier.init [addr], count
Flow initialize(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), w.address(i, 0, 0, lane), 8,
                             Access::Write, lane);
    if (!data)
      return;
    Mbarrier barrier(0);
    barrier.expected = barrier.pending = w.readAny(i[1], lane) & 0xfffff;
    uint64_t bits = barrier.pack();
    std::memcpy(data, &bits, 8);
  });
  return w.next();
}

/// mbarrier.arrive state, [addr] [, count]; Drop also lowers later phases'.
template <bool Drop> Flow arrive(Warp &w, const Instruction &i) {
  return update(w, i, 1, i[0], [&](Mbarrier &barrier, unsigned lane) {
    uint64_t count = countOperand(w, i[2], lane);
    takeArrivals(w, barrier, count, lane);
    if (Drop)
      barrier.expected -= count;
  });
}

/// mbarrier.arrive.expect_tx state, [addr], bytes
Flow arriveExpect(Warp &w, const Instruction &i) {
  return update(w, i, 1, i[0], [&](Mbarrier &barrier, unsigned lane) {
    barrier.bytes += int64_t(w.readAny(i[2], lane));
    takeArrivals(w, barrier, 1, lane);
  });
}

/// mbarrier.expect_tx and complete_tx [addr], bytes
template <int Sign> Flow changeBytes(Warp &w, const Instruction &i) {
  return update(w, i, 0, Slot(), [&](Mbarrier &barrier, unsigned lane) {
    barrier.bytes += Sign * int64_t(w.readAny(i[1], lane));
  });
}

/// test_wait and try_wait done, [addr], state; with .parity the phase's parity
/// instead of the state.
template <bool ByParity> Flow test(Warp &w, const Instruction &i) {
  LaneMask done = 0;
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), w.address(i, 1, 0, lane), 8,
                             Access::Atomic, lane);
    if (!data)
      return;
    uint64_t bits, state = w.readAny(i[2], lane);
    std::memcpy(&bits, data, 8);
    bool waited = ByParity ? state & 1 : Mbarrier(state).phase;
    done |= LaneMask(Mbarrier(bits).phase != waited) << lane;
  });
  w.setPredicate(i[0], done);
  if (done != w.active)
    w.yield();
  return w.next();
}

Flow pendingCount(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    w.writeAny(i[0], lane, Mbarrier(w.readAny(i[1], lane)).pending);
  });
  return Flow::Next;
}

/// cp.async.mbarrier.arrive: arrives when the lane's copies so far are done.
/// They are done at once here. Without .noinc the arrival is an extra one,
/// which the pending count was raised for.
Flow arriveAfterCopies(Warp &w, const Instruction &i) {
  landCopies(w, 0, true);
  bool extra = !i.modifiers.has(Group::NoIncrement);
  return update(w, i, 0, Slot(), [&](Mbarrier &barrier, unsigned lane) {
    if (!extra)
      takeArrivals(w, barrier, 1, lane);
  });
}

} // namespace

namespace bind {
Handler mbarrierInit(const Instruction &) { return initialize; }
Handler mbarrierArrive(const Instruction &) { return arrive<false>; }
Handler mbarrierArriveDrop(const Instruction &) { return arrive<true>; }
Handler mbarrierArriveExpect(const Instruction &) { return arriveExpect; }
Handler mbarrierExpect(const Instruction &) { return changeBytes<1>; }
Handler mbarrierComplete(const Instruction &) { return changeBytes<-1>; }
Handler mbarrierTest(const Instruction &) { return test<false>; }
Handler mbarrierTestParity(const Instruction &) { return test<true>; }
Handler mbarrierPending(const Instruction &) { return pendingCount; }
Handler cpAsyncMbarrier(const Instruction &) { return arriveAfterCopies; }
} // namespace bind

} // namespace tileiras::emu
