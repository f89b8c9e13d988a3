//===- Tcgen05Memory.cpp - tcgen05.alloc, .commit, .wait --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: tcgen05.alloc, .dealloc, .relinquish_alloc_permit, .commit, .wait,
// .fence. With .cta_group::2 each CTA of the pair allocates for itself, and
// since both do the same in the same order they get the same columns.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Monitor.h"
#include "tileiras/Emulator/Semantics/AsyncOrder.h"
#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include "llvm/Support/MathExtras.h"

#include <cstring>

namespace tileiras::emu {

llvm::SmallVector<Cta *, 2> groupOf(Warp &w, const Instruction &i) {
  Cta &cta = w.cta();
  if (i.modifiers.get(Group::CtaGroup) == 1)
    return {&cta};
  auto &ctas = cta.cluster.ctas;
  unsigned even = cta.rank & ~1u;
  if (even + 1 >= ctas.size()) {
    w.fault(".cta_group::2 needs a pair of CTAs, the cluster has " +
            llvm::Twine(ctas.size()));
    return {};
  }
  return {ctas[even].get(), ctas[even + 1].get()};
}

TensorMemory *tensorMemoryOf(Warp &w, Cta &cta) {
  if (!cta.tensorMemory)
    w.fault("CTA of rank " + llvm::Twine(cta.rank) +
            " has allocated no tensor memory");
  return cta.tensorMemory.get();
}

void issueTensorCore(Warp &w, AsyncOperation operation) {
  runAfterEarlier(w, AsyncKind::TensorCore, operation);
  operation.after.append(w.tensorEarlier);
  w.async().issue(w, std::move(operation));
}

namespace {

/// Returns Next if all lanes of the warp have reached the instruction.
Flow gather(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  if (w.active != kAllLanes)
    return w.fault("a .sync.aligned tcgen05 instruction needs all 32 lanes of "
                   "the warp");
  return Flow::Next;
}

bool checkColumns(Warp &w, uint32_t columns) {
  if (!llvm::isPowerOf2_32(columns) || columns < TensorMemory::kUnit ||
      columns > TensorMemory::kColumns)
    w.fault("tensor memory is allocated in 32, 64, 128, 256 or 512 columns, "
            "not " +
            llvm::Twine(columns));
  return !w.faulted();
}

/// Wakes the warps that wait for free columns.
void wakeAllocators(Warp &w) {
  for (auto &cta : w.cta().cluster.ctas)
    for (auto &warp : cta->warps)
      warp->wakeAsync();
  w.cta().cluster.noteProgress();
}

Flow allocate(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w, i); flow != Flow::Next)
    return flow;
  uint32_t columns = w.readAny(i[1], 0);
  if (!checkColumns(w, columns))
    return Flow::Fault;
  if (!w.cta().tensorMemory)
    w.cta().tensorMemory = std::make_unique<TensorMemory>();
  TensorMemory &memory = *w.cta().tensorMemory;
  if (!memory.hasPermit)
    return w.fault("tcgen05.alloc after tcgen05.relinquish_alloc_permit");
  if (columns > memory.lastSize)
    return w.fault("tcgen05.alloc of " + llvm::Twine(columns) +
                   " columns after one of " + llvm::Twine(memory.lastSize) +
                   ": sizes must not increase");
  std::optional<unsigned> first = memory.allocate(columns);
  if (!first)
    return w.blockOnAsync();
  memory.origin = w.origin();
  uint32_t address = *first;
  uint8_t *to =
      w.memory(i.modifiers.space(), w.address(i, 0, 0, 0), 4, Access::Write, 0);
  if (to)
    std::memcpy(to, &address, 4);
  return w.next();
}

Flow deallocate(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w, i); flow != Flow::Next)
    return flow;
  uint32_t address = w.readAny(i[0], 0), columns = w.readAny(i[1], 0);
  if (!checkColumns(w, columns))
    return Flow::Fault;
  TensorMemory *memory = tensorMemoryOf(w, w.cta());
  if (!memory)
    return Flow::Fault;
  if (!memory->release(address, columns))
    return w.fault("tcgen05.dealloc: no allocation of " + llvm::Twine(columns) +
                   " columns begins at column " + llvm::Twine(address));
  if (Monitor *monitor = w.monitor()) {
    TmemRange range{&w.cta(), {}, address, address + columns, /*writes=*/true};
    range.lanes.set();
    monitor->tmemRelease(w, range);
  }
  wakeAllocators(w);
  return w.next();
}

Flow relinquish(Warp &w, const Instruction &i) {
  if (Flow flow = gather(w, i); flow != Flow::Next)
    return flow;
  if (!w.cta().tensorMemory)
    w.cta().tensorMemory = std::make_unique<TensorMemory>();
  w.cta().tensorMemory->hasPermit = false;
  return Flow::Next;
}

/// tcgen05.commit [mbarrier] {, mask of CTAs}
template <bool Multicast> Flow commitOperations(Warp &w, const Instruction &i) {
  unsigned lane = __builtin_ctz(w.active);
  if (w.active & (w.active - 1))
    return w.fault("tcgen05.commit is for one thread, not for several lanes of "
                   "a warp");
  Space space = i.modifiers.space();
  auto location =
      w.locate(space == Space::Generic ? space : Space::SharedCluster,
               w.address(i, 0, 0, lane), lane);
  if (!location)
    return Flow::Fault;
  if (location->space != Space::Shared || location->address % 8)
    return w.fault("the mbarrier of tcgen05.commit is not 8 aligned bytes of "
                   "shared memory",
                   int(lane));
  AsyncOperation operation;
  operation.kind = AsyncKind::Arrival;
  auto signal = [&](Cta *cta) {
    MbarrierSignal arrival;
    arrival.mbarrier = {Space::Shared, cta, location->address};
    arrival.arrivals = 1;
    operation.signals.push_back(arrival);
  };
  if constexpr (!Multicast) {
    signal(location->cta);
  } else {
    uint32_t mask = w.readAny(i[1], lane) & 0xffff;
    auto &ctas = w.cta().cluster.ctas;
    if (mask >> ctas.size())
      return w.fault("the mask 0x" + llvm::Twine::utohexstr(mask) +
                     " of tcgen05.commit names CTAs that the cluster of " +
                     llvm::Twine(ctas.size()) + " doesn't have");
    for (unsigned rank = 0; rank < ctas.size(); ++rank)
      if (mask >> rank & 1)
        signal(ctas[rank].get());
  }
  issueTensorCore(w, std::move(operation));
  w.async().fenceBefore(w); // implied
  return w.next();
}

template <AsyncKind Kind> Flow waitFor(Warp &w, const Instruction &i) {
  Flow flow = gather(w, i);
  return flow == Flow::Next ? w.async().waitAll(w, Kind) : flow;
}

/// For values the fences matter only if a thread starts operations after others
/// have started theirs; the checks find missing ones.
template <bool IsAfter> Flow orderThreads(Warp &w, const Instruction &) {
  if (IsAfter)
    w.async().fenceAfter(w);
  else
    w.async().fenceBefore(w);
  if (Monitor *monitor = w.monitor())
    monitor->tcgen05Fence(w, IsAfter);
  return Flow::Next;
}

} // namespace

namespace bind {
Handler tcgen05Alloc(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? allocate : nullptr;
}
Handler tcgen05Dealloc(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? deallocate : nullptr;
}
Handler tcgen05Relinquish(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? relinquish : nullptr;
}
Handler tcgen05Commit(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? commitOperations<false> : nullptr;
}
Handler tcgen05CommitMulticast(const Instruction &i) {
  return i.modifiers.has(Group::CtaGroup) ? commitOperations<true> : nullptr;
}
Handler tcgen05WaitLoad(const Instruction &) {
  return waitFor<AsyncKind::TensorLoad>;
}
Handler tcgen05WaitStore(const Instruction &) {
  return waitFor<AsyncKind::TensorStore>;
}
Handler tcgen05FenceBefore(const Instruction &) { return orderThreads<false>; }
Handler tcgen05FenceAfter(const Instruction &) { return orderThreads<true>; }
} // namespace bind

} // namespace tileiras::emu
