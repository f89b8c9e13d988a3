//===- CheckerAsync.cpp - Asynchronous operations ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Asynchronous operations": an operation's accesses are recorded when
// it is issued, as those of the agent whose time covers the completion: its
// warp's engine of the kind, or the mbarrier that it signals.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
Engine engineOf(AsyncKind kind, bool writes) {
  switch (kind) {
  case AsyncKind::Copy:
    return Engine::CopyGroup;
  case AsyncKind::Wgmma:
    return Engine::Wgmma;
  case AsyncKind::TensorCore:
    return Engine::Tcgen05;
  case AsyncKind::TensorLoad:
    return Engine::TensorLoad;
  case AsyncKind::TensorStore:
    return Engine::TensorStore;
  default:
    return writes ? Engine::BulkWrite : Engine::BulkRead;
  }
}
} // namespace

/// Prefetches change nothing; tensor memory is checked separately
/// (CheckerTensorMemory.cpp).
bool Checker::isChecked(const AsyncOperation &operation) const {
  switch (operation.kind) {
  case AsyncKind::Copy:
  case AsyncKind::Wgmma:
  case AsyncKind::TensorCore:
    return true;
  case AsyncKind::Bulk:
  case AsyncKind::Store:
    return operation.grouped || !operation.signals.empty();
  default:
    return false;
  }
}

/// The agent as which the operation completes; of several mbarriers
/// (.multicast), the one in the CTA of the data.
std::optional<Checker::Completion>
Checker::completionOf(const AsyncOperation &operation, const Cta *destination) {
  Warp &warp = *operation.origin.warp;
  if (!operation.signals.empty() && !operation.grouped) {
    const MbarrierSignal *chosen = &operation.signals.front();
    for (const MbarrierSignal &signal : operation.signals)
      if (signal.mbarrier.cta == destination)
        chosen = &signal;
    const MbarrierChecks &object = mbarrierAt(chosen->mbarrier);
    Epoch phase{object.agent, object.phase};
    return Completion{phase, phase};
  }
  uint64_t cta = of(warp.cta()).index;
  auto epoch = [&](bool writes) {
    return Epoch{
        agents.engine(cta, warp.index(), engineOf(operation.kind, writes)),
        Tick(operation.id)};
  };
  return Completion{epoch(false), epoch(true)};
}

Epoch Checker::completionOfRegisters(Warp &warp,
                                     const AsyncOperation &operation) {
  return {agents.engine(of(warp.cta()).index, warp.index(),
                        engineOf(operation.kind, true)),
          Tick(operation.id)};
}

void Checker::asyncIssue(const AsyncOperation &operation) {
  Warp &warp = *operation.origin.warp;
  settle(warp);
  WarpChecks &state = of(warp);
  state.lastIssued[unsigned(operation.kind)] = Tick(operation.id);
  useRegisters(operation);
  checkSignals(operation);
  checkTensorMemory(operation);
  if (operation.kind == AsyncKind::Arrival)
    return arriveAfterOthers(operation);
  if (!isChecked(operation) || warp.faulted())
    return;
  if (operation.reads.empty() || operation.writes.empty()) {
    Completion completion = *completionOf(operation, nullptr);
    of(warp.cluster()).operations[operation.id] =
        std::make_unique<ClusterChecks::Issued>(ClusterChecks::Issued{
            state.clock, completion.reads, completion.writes,
            operation.reads.empty(), operation.writes.empty()});
    if (operation.kind == AsyncKind::Wgmma)
      remember(operation, completion.reads, &warp.cta());
  }
  auto recordAll = [&](ArrayRef<MemoryRange> ranges, bool writes) {
    for (const MemoryRange &range : ranges) {
      const Cta *cta = writes ? range.start.cta : nullptr;
      Completion completion = *completionOf(operation, cta);
      Epoch by = writes ? completion.writes : completion.reads;
      recordRange(operation, state.clock, range, writes, by, operation.proxy);
      if (range.start.space == Space::Shared)
        remember(operation, by, range.start.cta);
    }
  };
  if (operation.tensorMap)
    recordRange(operation, state.clock, *operation.tensorMap, /*writes=*/false,
                completionOf(operation, nullptr)->reads, Proxy::TensorMap);
  recordAll(operation.reads, false);
  recordAll(operation.writes, true);
  state.clock.advance();
}

void Checker::asyncLand(const AsyncOperation &operation) {
  of(operation.origin.warp->cluster()).operations.erase(operation.id);
}

void Checker::remember(const AsyncOperation &operation, Epoch completion,
                       const Cta *memory) {
  const Origin &origin = operation.origin;
  WarpChecks::Issued made{completion,
                          memory,
                          operation.kind,
                          operation.kind == AsyncKind::Bulk &&
                              operation.grouped,
                          unsigned(__builtin_ctz(origin.lanes)),
                          origin.function,
                          origin.instruction};
  for (WarpChecks::Issued &each : of(*origin.warp).issued)
    if (each.completion.agent == completion.agent && each.memory == memory &&
        (!made.isLanes || each.lane == made.lane)) {
      each = made;
      return;
    }
  of(*origin.warp).issued.push_back(made);
}

bool Checker::isFinished(const WarpChecks::Issued &issued) const {
  return !issued.isLanes &&
         any_of(issued.memory->warps, [&](const std::unique_ptr<Warp> &warp) {
           return of(*warp).clock.known().ordered.covers(issued.completion);
         });
}

/// The synchronisation that is missing if an operation outlives the memory that
/// it uses.
std::string Checker::missingBeforeExit(const WarpChecks::Issued &issued) const {
  if (issued.isLanes)
    return "cp.async.bulk.wait_group.read of this lane, before it exits";
  return waitFor(agents.name(issued.completion.agent).engine);
}

/// An operation that uses a CTA's shared memory must not outlive it: some
/// thread of that CTA has to know that it is complete.
void Checker::checkFinished(Cluster &cluster) {
  if (!checks.unfinished)
    return;
  for (std::unique_ptr<Cta> &cta : cluster.ctas)
    for (std::unique_ptr<Warp> &warp : cta->warps)
      for (const WarpChecks::Issued &each : of(*warp).issued) {
        if (isFinished(each) || warp->faulted())
          continue;
        std::string owner = each.memory == cta.get()
                                ? "the CTA's threads end"
                                : "the threads of the CTA of rank " +
                                      std::to_string(each.memory->rank) +
                                      " end";
        warp->faultAt(*each.function, each.instruction, FaultKind::Other,
                      "unfinished: " + owner +
                          ", and none has waited for this asynchronous "
                          "operation on its shared memory; missing: " +
                          missingBeforeExit(each),
                      int(each.lane));
      }
}

void Checker::recordRange(const AsyncOperation &operation,
                          const WarpClock &clock, const MemoryRange &range,
                          bool writes, Epoch by, Proxy proxy) {
  if (!memoryOf(range.start))
    return;
  const Origin &origin = operation.origin;
  StringRef words = origin.instruction->info->words;
  CheckedAccess made;
  made.address = range.start.address;
  made.bytes = range.bytes;
  made.kind.writes = writes;
  // Reductions are relaxed atomic operations on what they write.
  bool reduces = words.starts_with("cp.reduce") || words.starts_with("red.");
  made.kind.strong = writes && reduces;
  made.kind.scope = Scope::Gpu;
  made.throughTensormapProxy = proxy == Proxy::TensorMap;
  made.kind.throughAsyncProxy =
      proxy != Proxy::Generic && !made.throughTensormapProxy;
  made.by = by;
  made.site = sites.of(*origin.function, *origin.instruction);
  made.lane = range.lane >= 0 ? range.lane : __builtin_ctz(origin.lanes);
  made.collective = range.lane < 0 && origin.lanes == kAllLanes;
  record(*origin.warp, clock, range.start, made, *origin.function,
         *origin.instruction);
}

/// A bulk copy signals its mbarrier through the async proxy, to which the
/// initialisation of the object must be visible: fence.mbarrier_init or
/// fence.proxy.async.
void Checker::checkSignals(const AsyncOperation &operation) {
  if (!checks.mbarriers)
    return;
  Warp &warp = *operation.origin.warp;
  int lane = __builtin_ctz(operation.origin.lanes);
  for (const MbarrierSignal &signal : operation.signals) {
    const MbarrierChecks &object = mbarrierAt(signal.mbarrier);
    std::string name =
        "mbarrier at shared 0x" + utohexstr(signal.mbarrier.address, true);
    if (!object.isLive) {
      warp.fault(name + " is signalled, but it isn't initialised", lane);
      return;
    }
    const Knowledge &known = of(warp).clock.known();
    if (operation.kind != AsyncKind::Bulk || object.isFenced ||
        known.asyncVisible.covers(object.initialized))
      continue;
    warp.fault(name + " was initialised at " +
                   sites.text(object.initializedAt) +
                   ", and no fence.mbarrier_init or fence.proxy.async makes "
                   "that visible to this asynchronous operation",
               lane);
    return;
  }
}

/// tcgen05.commit and cp.async.mbarrier.arrive: a thread that waits for the
/// mbarrier's phase may rely on operations that the arriving thread has issued
/// before. An MMA comes after the copies that its thread knew of, which filled
/// its operands, so that the next copies into the same buffers come after them,
/// too (CUTLASS's pipelines rely on it). The commit implies
/// tcgen05.fence::before_thread_sync.
void Checker::arriveAfterOthers(const AsyncOperation &operation) {
  Warp &warp = *operation.origin.warp;
  StringRef words = operation.origin.instruction->info->words;
  AsyncKind kind =
      words.starts_with("tcgen05") ? AsyncKind::TensorCore : AsyncKind::Copy;
  Tick latest = of(warp).lastIssued[unsigned(kind)];
  Epoch epoch{
      agents.engine(of(warp.cta()).index, warp.index(), engineOf(kind, false)),
      latest};
  Knowledge known;
  if (kind == AsyncKind::TensorCore) {
    tcgen05Fence(warp, /*isAfter=*/false);
    known = of(warp).clock.release(lanesOf(warp, operation.origin.lanes));
    known.tcgen05Fenced.advance(epoch);
  }
  for (const MbarrierSignal &signal : operation.signals) {
    Knowledge &arriving = mbarrierAt(signal.mbarrier).arriving;
    arriving.ordered.advance(epoch);
    arriving.join(known);
  }
}

void Checker::asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                        const uint64_t (&horizons)[kWarpSize], bool,
                        Stage stage) {
  settle(warp);
  erase_if(of(warp).issued, [&](const WarpChecks::Issued &issued) {
    return issued.isLanes && issued.kind == kind &&
           (lanes >> issued.lane & 1) &&
           issued.completion.tick < horizons[issued.lane];
  });
  uint64_t horizon = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    horizon = std::max(horizon, horizons[__builtin_ctz(rest)]);
  if (!horizon)
    return;
  auto complete = [&](bool writes) {
    of(warp).clock.complete({agents.engine(of(warp.cta()).index, warp.index(),
                                           engineOf(kind, writes)),
                             Tick(horizon - 1)});
  };
  complete(false);
  if (stage == Stage::Landed)
    complete(true);
  if (kind == AsyncKind::TensorLoad || kind == AsyncKind::TensorStore)
    of(warp).clock.completeTensor(
        {agents.engine(of(warp.cta()).index, warp.index(),
                       engineOf(kind, /*writes=*/true)),
         Tick(horizon - 1)});
}

} // namespace tileiras::emu
