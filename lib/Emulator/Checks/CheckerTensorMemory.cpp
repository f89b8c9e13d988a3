//===- CheckerTensorMemory.cpp - Accesses to tensor memory ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Memory Consistency Model for 5th generation of TensorCore
// operations". All that touches tensor memory but tcgen05.dealloc is
// asynchronous and ordered with nothing by itself. Of two accesses that overlap
// and don't both read, the first comes before the second if
//
//   one thread has started both, and the tensor core takes them in order:
//     tcgen05.mma, .cp and .shift, but products only with the same sums;
//   or it is complete (tcgen05.wait::ld, ::st, or an mbarrier that
//     tcgen05.commit signals), and whoever starts the second knows that;
//   or the tensor core takes them in order, and fences order the threads.
//
// Threads know of each other in two ways. Where barriers release and acquire,
// "the standard memory consistency model synchronization mechanisms also
// apply": what is complete is known. Where they are relaxed, and for what isn't
// complete, tcgen05.fence::before_thread_sync hands on what came before it, and
// ::after_thread_sync lets what follows come after that; tcgen05.commit implies
// the former. The ISA's examples have both fences everywhere, and with the
// check tensor-fences they are asked for everywhere.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

bool isProduct(const TensorAccess &access) {
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

bool isTensorCore(const Agents &agents, const TensorAccess &access) {
  return !access.isSynchronous &&
         agents.name(access.complete.agent).engine == Engine::Tcgen05;
}

/// "Pipelined tcgen05 Instructions". Not in the list there, but relied on by
/// CUTLASS's main loops of block-scaled products: a copy of scales after the
/// products that read the last ones.
bool arePipelined(const Agents &agents, const TensorAccess &earlier,
                  const TensorAccess &later) {
  if (!isTensorCore(agents, earlier) || !isTensorCore(agents, later))
    return false;
  if (!isProduct(earlier) || !isProduct(later))
    return true;
  const TensorRange &first = earlier.range, &second = later.range;
  return first.writes && second.writes && first.contains(second) &&
         second.contains(first);
}

/// "lanes 0 to 31, columns 64 to 127"
std::string spelling(const TensorRange &range) {
  unsigned first = 0, last = TensorRange::Lanes - 1;
  while (first < last && !range.lanes[first])
    ++first;
  while (first < last && !range.lanes[last])
    --last;
  return ("lanes " + Twine(first) + " to " + Twine(last) + ", columns " +
          Twine(range.first) + " to " + Twine(range.end - 1))
      .str();
}

} // namespace

void Checker::tensorFence(Warp &warp, bool isAfter) {
  settle(warp);
  WarpChecks &state = of(warp);
  if (isAfter)
    return state.clock.fenceTensorAfter();
  state.clock.fenceTensorBefore(*max_element(state.lastIssued));
}

Checker::TensorOrder Checker::tensorOrder(const TensorAccess &earlier,
                                          Warp &warp,
                                          const TensorAccess &later) const {
  const WarpClock &clock = of(warp).clock;
  const Knowledge &known = clock.known();
  bool isPipelined = arePipelined(agents, earlier, later);
  bool isOfOneWarp = earlier.started.agent == later.started.agent;
  if (isPipelined && isOfOneWarp)
    return TensorOrder::Ordered;
  // All lanes of a warp load and store; one of them may have arrived alone.
  bool ofAllLanes = !isTensorCore(agents, earlier) && !isOfOneWarp;
  auto isIn = [&](const VectorClock &order) {
    if (ofAllLanes)
      return order.covers(earlier.complete) && order.covers(earlier.issued);
    return order.covers(earlier.complete) ||
           (isPipelined && order.covers(earlier.issued));
  };
  bool isFenced = isIn(known.tensorFenced);
  if (isIn(clock.tensorOrdered()) || (later.isSynchronous && isFenced))
    return TensorOrder::Ordered;
  if (!known.ordered.covers(earlier.complete))
    return isFenced ? TensorOrder::NoFenceAfter : TensorOrder::Unordered;
  if (ofAllLanes && !known.ordered.covers(earlier.started))
    return TensorOrder::OtherLanes;
  if (!checks.tensorFences)
    return TensorOrder::Ordered;
  return isFenced ? TensorOrder::NoFenceAfter : TensorOrder::NoFenceBefore;
}

void Checker::checkTensorMemory(const AsyncOperation &operation) {
  const Origin &origin = operation.origin;
  Warp &warp = *origin.warp;
  uint64_t cta = of(warp.cta()).index;
  Tick id = Tick(operation.id);
  Engine issued =
      operation.kind == AsyncKind::TensorCore ? IssuedByOne : IssuedByAll;
  for (const TensorRange &range : operation.tensorMemory)
    recordTensor(
        warp, {range,
               {agents.engine(cta, warp.index(), engineOf(operation.kind)), id},
               {agents.engine(cta, warp.index(), issued), id},
               {of(warp).clock.agent(), of(warp).clock.tick()},
               /*isSynchronous=*/false,
               origin.function,
               origin.instruction});
}

/// What follows in these columns needs a new allocation, which comes after the
/// old one has been given back.
void Checker::tensorRelease(Warp &warp, const TensorRange &range) {
  settle(warp);
  Origin origin = warp.origin();
  recordTensor(warp, {range,
                      {},
                      {},
                      {of(warp).clock.agent(), of(warp).clock.tick()},
                      /*isSynchronous=*/true,
                      origin.function,
                      origin.instruction});
  erase_if(of(*range.cta).tensorMemory, [&](const TensorAccess &earlier) {
    return range.contains(earlier.range);
  });
}

/// One access is dropped for another where whoever knows that knows the former,
/// too.
void Checker::recordTensor(Warp &warp, const TensorAccess &made) {
  if ((!checks.races && !checks.tensorFences) || warp.faulted())
    return;
  std::vector<TensorAccess> &accesses = of(*made.range.cta).tensorMemory;
  erase_if(accesses, [&](const TensorAccess &earlier) {
    bool isSame = earlier.complete.agent == made.complete.agent &&
                  earlier.complete.tick == made.complete.tick;
    if (isSame || !made.range.overlaps(earlier.range))
      return false;
    bool isCovered = made.range.contains(earlier.range);
    if (!made.range.writes && !earlier.range.writes)
      return isCovered && made.complete.agent == earlier.complete.agent;
    TensorOrder order = tensorOrder(earlier, warp, made);
    if (order != TensorOrder::Ordered && !warp.faulted())
      warp.faultAt(*made.function, made.instruction, FaultKind::Other,
                   tensorRaceText(earlier, warp, made, order), -1);
    return isCovered && made.range.writes;
  });
  accesses.push_back(made);
}

std::string Checker::tensorRaceText(const TensorAccess &earlier, Warp &warp,
                                    const TensorAccess &later,
                                    TensorOrder lacks) {
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
  case TensorOrder::OtherLanes:
    os << "bar.warp.sync between the lanes of that warp, before one of them "
          "arrives or releases";
    break;
  case TensorOrder::NoFenceAfter:
    os << "tcgen05.fence::after_thread_sync between the wait that tells this "
          "warp of it and this";
    break;
  case TensorOrder::NoFenceBefore:
    os << "tcgen05.fence::before_thread_sync between that and where its warp "
          "arrives";
    break;
  default:
    os << missingWait(warp, earlier.complete, name);
  }
  return text;
}

} // namespace tileiras::emu
