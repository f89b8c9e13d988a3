//===- Mbarrier.cpp - mbarrier objects --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Parallel Synchronization and Communication Instructions: mbarrier".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Mbarrier.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// Changes the object of each active lane: change(object, lane). Writes the old
/// state to \p state.
template <class Change>
Flow update(Warp &w, const Instruction &i, unsigned operand, Slot state,
            Change change) {
  w.forActive([&](unsigned lane) {
    std::optional<MbarrierObject> object = mbarrierOf(w, i, operand, lane);
    if (!object || w.faulted())
      return;
    change(*object, lane);
    object->settle();
    if (state.exists())
      w.writeAny(state, lane, object->before());
  });
  return w.next();
}

uint64_t countOperand(Warp &w, Slot slot, unsigned lane) {
  return slot.exists() ? uint32_t(w.readAny(slot, lane)) : 1;
}

void tell(Warp &w, const Instruction &i, MbarrierEvent event, uint64_t amount,
          unsigned lane, unsigned operand = 0) {
  Monitor *monitor = w.monitor();
  if (!monitor)
    return;
  std::optional<MemoryLocation> location =
      w.locate(i.modifiers.space(), w.address(i, operand, 0, lane), lane);
  if (location)
    monitor->mbarrier(event, *location, amount, &w, lane, nullptr);
}

/// mbarrier.init [addr], count
Flow initialize(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    uint64_t count = uint32_t(w.readAny(i[1], lane));
    if (count == 0 || count > Mbarrier::kMaxCount) {
      w.fault("mbarrier count " + llvm::Twine(count) +
                  " is not between 1 and 2^20 - 1",
              lane);
      return;
    }
    uint64_t address = w.address(i, 0, 0, lane);
    uint8_t *data =
        w.memory(i.modifiers.space(), address, 8, Access::Write, lane);
    if (!data || !locateMbarrier(w, i, 0, lane))
      return;
    Mbarrier barrier(0);
    barrier.expected = barrier.pending = count;
    uint64_t bits = barrier.pack();
    std::memcpy(data, &bits, 8);
    tell(w, i, MbarrierEvent::Initialize, count, lane);
  });
  return w.next();
}

Flow invalidate(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (mbarrierOf(w, i, 0, lane))
      tell(w, i, MbarrierEvent::Invalidate, 0, lane);
  });
  return w.next();
}

/// mbarrier.arrive state, [addr] [, count]; Drop also lowers later phases'.
template <bool Drop> Flow arrive(Warp &w, const Instruction &i) {
  return update(w, i, 1, i[0], [&](MbarrierObject &object, unsigned lane) {
    uint64_t count = countOperand(w, i[2], lane);
    if (Drop)
      object.drop(count);
    else
      object.arrive(count);
    if (i.modifiers.has(Group::NoComplete) && object.isDone())
      w.fault("mbarrier.arrive.noComplete completes the phase", lane);
  });
}

/// mbarrier.arrive{_drop}.expect_tx state, [addr], bytes
template <bool Drop> Flow arriveExpect(Warp &w, const Instruction &i) {
  return update(w, i, 1, i[0], [&](MbarrierObject &object, unsigned lane) {
    object.expectBytes(w.readAny(i[2], lane));
    if (Drop)
      object.drop(1);
    else
      object.arrive(1);
  });
}

/// mbarrier.expect_tx and complete_tx [addr], bytes
template <bool Complete> Flow changeBytes(Warp &w, const Instruction &i) {
  return update(w, i, 0, Slot(), [&](MbarrierObject &object, unsigned lane) {
    uint64_t bytes = w.readAny(i[1], lane);
    if (Complete)
      object.completeBytes(bytes);
    else
      object.expectBytes(bytes);
  });
}

/// Returns whether the phase that \p waited names is complete. If not, asks for
/// the operations that the object waits for.
bool isOver(Warp &w, const Instruction &i, bool waited, unsigned lane) {
  while (std::optional<MbarrierObject> object = mbarrierOf(w, i, 1, lane)) {
    if (Mbarrier(object->before()).phase != waited)
      return true;
    if (w.async().demand(object->location))
      continue;
    w.poll = Warp::Poll{object->location, waited};
    tell(w, i, MbarrierEvent::WaitFailure, 0, lane, 1);
    return false;
  }
  return false;
}

/// test_wait and try_wait done, [addr], state; with .parity the phase's parity
/// instead of the state.
template <bool ByParity> Flow test(Warp &w, const Instruction &i) {
  LaneMask done = 0;
  w.forActive([&](unsigned lane) {
    uint64_t state = w.readAny(i[2], lane);
    bool waited = ByParity ? state & 1 : Mbarrier(state).phase;
    if (w.faulted() || !isOver(w, i, waited, lane))
      return;
    done |= LaneMask(1) << lane;
    tell(w, i, MbarrierEvent::WaitSuccess, 0, lane, 1);
  });
  w.setPredicate(i[0], done);
  if (done != w.active)
    w.yield();
  else
    w.poll.reset();
  return w.next();
}

Flow pendingCount(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    w.writeAny(i[0], lane, Mbarrier(w.readAny(i[1], lane)).pending);
  });
  return Flow::Next;
}

} // namespace

namespace bind {
Handler mbarrierInit(const Instruction &) { return initialize; }
Handler mbarrierArrive(const Instruction &) { return arrive<false>; }
Handler mbarrierArriveDrop(const Instruction &) { return arrive<true>; }
Handler mbarrierInval(const Instruction &) { return invalidate; }
Handler mbarrierArriveExpect(const Instruction &) {
  return arriveExpect<false>;
}
Handler mbarrierArriveDropExpect(const Instruction &) {
  return arriveExpect<true>;
}
Handler mbarrierExpect(const Instruction &) { return changeBytes<false>; }
Handler mbarrierComplete(const Instruction &) { return changeBytes<true>; }
Handler mbarrierTest(const Instruction &) { return test<false>; }
Handler mbarrierTestParity(const Instruction &) { return test<true>; }
Handler mbarrierPending(const Instruction &) { return pendingCount; }
} // namespace bind

} // namespace tileiras::emu
