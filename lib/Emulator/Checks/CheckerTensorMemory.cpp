//===- CheckerTensorMemory.cpp - Accesses to tensor memory ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Memory Consistency Model for 5th generation of TensorCore
// operations". All instructions that access tensor memory, except
// tcgen05.dealloc, are asynchronous and not ordered by themselves. Of two
// accesses that overlap and don't both read, the first comes before the second
// if
//
//   one thread has started both, and the tensor core executes them in order:
//     tcgen05.mma, .cp and .shift, but MMAs only with the same accumulator;
//   or the first is complete (tcgen05.wait::ld, ::st, or an mbarrier that
//     tcgen05.commit signals), and the thread that starts the second knows it;
//   or the tensor core executes them in order, and fences order the threads.
//
// Threads learn of each other's accesses in two ways. If barriers release and
// acquire, "the standard memory consistency model synchronization mechanisms
// also apply": complete operations are known. If they are relaxed, and for
// incomplete operations, tcgen05.fence::before_thread_sync publishes the
// operations before it, and ::after_thread_sync orders later operations after
// those; tcgen05.commit implies the former. The ISA's examples always have both
// fences, and the check tensor-fences requires them everywhere.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

bool isMma(const TmemAccess &access) {
  return StringRef(access.instruction->info->words).starts_with("tcgen05.mma");
}

Engine engineOf(AsyncKind kind) {
  switch (kind) {
  case AsyncKind::TensorLoad:
    return Engine::TensorLoad;
  case AsyncKind::TensorStore:
    return Engine::TensorStore;
  default:
    return Engine::Tcgen05;
  }
}

bool isTensorCore(const Agents &agents, const TmemAccess &access) {
  return !access.isSynchronous &&
         agents.name(access.complete.agent).engine == Engine::Tcgen05;
}

/// "Pipelined tcgen05 Instructions". A copy of scales after the MMAs that read
/// the previous scales is not in the list there, but CUTLASS's block-scaled
/// main loops rely on it.
bool arePipelined(const Agents &agents, const TmemAccess &earlier,
                  const TmemAccess &later) {
  if (!isTensorCore(agents, earlier) || !isTensorCore(agents, later))
    return false;
  if (!isMma(earlier) || !isMma(later))
    return true;
  const TmemRange &first = earlier.range, &second = later.range;
  return first.writes && second.writes && first.contains(second) &&
         second.contains(first);
}

/// "lanes 0 to 31, columns 64 to 127"
std::string spelling(const TmemRange &range) {
  unsigned first = 0, last = TmemRange::kLanes - 1;
  while (first < last && !range.lanes[first])
    ++first;
  while (first < last && !range.lanes[last])
    --last;
  return ("lanes " + Twine(first) + " to " + Twine(last) + ", columns " +
          Twine(range.first) + " to " + Twine(range.end - 1))
      .str();
}

} // namespace

void Checker::tcgen05Fence(Warp &warp, bool isAfter) {
  settle(warp);
  WarpChecks &state = of(warp);
  if (isAfter)
    return state.clock.fenceTensorAfter();
  state.clock.fenceTensorBefore(*max_element(state.lastIssued));
}

Checker::TmemOrder Checker::tensorOrder(const TmemAccess &earlier, Warp &warp,
                                        const TmemAccess &later) const {
  const WarpClock &clock = of(warp).clock;
  const Knowledge &known = clock.known();
  bool isPipelined = arePipelined(agents, earlier, later);
  bool isOfOneWarp = earlier.started.agent == later.started.agent;
  if (isPipelined && isOfOneWarp)
    return TmemOrder::Ordered;
  // All lanes of a warp load and store; one of them may have arrived alone.
  bool ofAllLanes = !isTensorCore(agents, earlier) && !isOfOneWarp;
  auto isIn = [&](const VectorClock &order) {
    if (ofAllLanes)
      return order.covers(earlier.complete) && order.covers(earlier.issued);
    return order.covers(earlier.complete) ||
           (isPipelined && order.covers(earlier.issued));
  };
  bool isFenced = isIn(known.tcgen05Fenced);
  if (isIn(clock.tensorOrdered()) || (later.isSynchronous && isFenced))
    return TmemOrder::Ordered;
  if (!known.ordered.covers(earlier.complete))
    return isFenced ? TmemOrder::NoFenceAfter : TmemOrder::Unordered;
  if (ofAllLanes && !known.ordered.covers(earlier.started))
    return TmemOrder::OtherLanes;
  if (!checks.tensorFences)
    return TmemOrder::Ordered;
  return isFenced ? TmemOrder::NoFenceAfter : TmemOrder::NoFenceBefore;
}

void Checker::checkTensorMemory(const AsyncOperation &operation) {
  const Origin &origin = operation.origin;
  Warp &warp = *origin.warp;
  uint64_t cta = of(warp.cta()).index;
  Tick id = Tick(operation.id);
  Engine issued =
      operation.kind == AsyncKind::TensorCore ? kIssuedByOne : kIssuedByAll;
  for (const TmemRange &range : operation.tensorMemory)
    recordTensor(
        warp, {range,
               {agents.engine(cta, warp.index(), engineOf(operation.kind)), id},
               {agents.engine(cta, warp.index(), issued), id},
               {of(warp).clock.agent(), of(warp).clock.tick()},
               /*isSynchronous=*/false,
               origin.function,
               origin.instruction});
}

/// Later accesses to these columns need a new allocation, which comes after
/// this release.
void Checker::tmemRelease(Warp &warp, const TmemRange &range) {
  settle(warp);
  Origin origin = warp.origin();
  recordTensor(warp, {range,
                      {},
                      {},
                      {of(warp).clock.agent(), of(warp).clock.tick()},
                      /*isSynchronous=*/true,
                      origin.function,
                      origin.instruction});
  erase_if(of(*range.cta).tensorMemory, [&](const TmemAccess &earlier) {
    return range.contains(earlier.range);
  });
}

/// An access is dropped if every thread that knows the new one knows it, too.
void Checker::recordTensor(Warp &warp, const TmemAccess &made) {
  if ((!checks.races && !checks.tensorFences) || warp.faulted())
    return;
  std::vector<TmemAccess> &accesses = of(*made.range.cta).tensorMemory;
  erase_if(accesses, [&](const TmemAccess &earlier) {
    bool isSame = earlier.complete.agent == made.complete.agent &&
                  earlier.complete.tick == made.complete.tick;
    if (isSame || !made.range.overlaps(earlier.range))
      return false;
    bool isCovered = made.range.contains(earlier.range);
    if (!made.range.writes && !earlier.range.writes)
      return isCovered && made.complete.agent == earlier.complete.agent;
    TmemOrder order = tensorOrder(earlier, warp, made);
    if (order != TmemOrder::Ordered && !warp.faulted())
      warp.faultAt(*made.function, made.instruction, FaultKind::Other,
                   tensorRaceText(earlier, warp, made, order), -1);
    return isCovered && made.range.writes;
  });
  accesses.push_back(made);
}

std::string Checker::tensorRaceText(const TmemAccess &earlier, Warp &warp,
                                    const TmemAccess &later, TmemOrder lacks) {
  AgentName name = agents.name(earlier.complete.agent);
  Dim3 cta = agents.ctaIdOf(earlier.complete.agent);
  StringRef words = earlier.instruction->info->words;
  std::string text;
  raw_string_ostream os(text);
  os << "race on tensor memory: this " << later.instruction->info->words
     << " of " << spelling(later.range) << " is not ordered after the\n  "
     << words << " of " << spelling(earlier.range) << " by CTA (" << cta.x
     << ", " << cta.y << ", " << cta.z << "), warp " << name.warp << " (at "
     << sites.text(sites.of(*earlier.function, *earlier.instruction))
     << ")\n  missing: ";
  switch (lacks) {
  case TmemOrder::OtherLanes:
    os << "bar.warp.sync between the lanes of that warp, before one of them "
          "arrives or releases";
    break;
  case TmemOrder::NoFenceAfter:
    os << "tcgen05.fence::after_thread_sync between the wait that tells this "
          "warp of it and this";
    break;
  case TmemOrder::NoFenceBefore:
    os << "tcgen05.fence::before_thread_sync between that and where its warp "
          "arrives";
    break;
  default:
    os << missingWait(warp, earlier.complete, name);
  }
  return text;
}

} // namespace tileiras::emu
