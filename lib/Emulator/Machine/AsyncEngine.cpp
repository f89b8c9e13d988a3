//===- AsyncEngine.cpp - Asynchronous operations ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/AsyncEngine.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Mbarrier.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

//===-- Groups ----------------------------------------------------------===//

uint64_t AsyncGroups::horizon(unsigned lane, uint32_t pending) const {
  for (const Commit &commit : reverse(commits))
    if ((commit.lanes >> lane & 1) && pending-- == 0)
      return commit.horizon;
  return 0;
}

void AsyncGroups::forget(LaneMask lanes, uint32_t pending) {
  std::array<uint32_t, kWarpSize> kept = {};
  for (Commit &commit : reverse(commits))
    for (LaneMask rest = commit.lanes & lanes; rest; rest &= rest - 1) {
      unsigned lane = __builtin_ctz(rest);
      if (kept[lane]++ > pending) // the last one waited for is the horizon
        commit.lanes &= ~(LaneMask(1) << lane);
    }
  erase_if(commits, [](const Commit &commit) { return !commit.lanes; });
}

//===-- Issue and groups ------------------------------------------------===//

uint64_t AsyncEngine::issue(Warp &warp, AsyncOperation operation) {
  return issue(warp, std::move(operation), warp.active);
}

uint64_t AsyncEngine::issue(Warp &warp, AsyncOperation operation,
                            LaneMask lanes) {
  operation.id = nextId++;
  operation.origin = warp.origin();
  warp.processor().counters.asyncBytes += operation.writtenBytes();
  operation.origin.lanes = lanes;
  uint64_t id = operation.id;
  AsyncOperation &issued =
      operations.emplace_hint(operations.end(), id, std::move(operation))
          ->second;
  if (Monitor *monitor = warp.monitor())
    monitor->asyncIssue(issued);
  return id;
}

/// Returns whether active lanes of \p warp issued it.
static bool isOf(const AsyncOperation &operation, const Warp &warp,
                 AsyncKind kind) {
  return operation.kind == kind && operation.origin.warp == &warp &&
         (operation.origin.lanes & warp.active);
}

SmallVector<uint64_t, 2> AsyncEngine::outstanding(const Warp &warp,
                                                  AsyncKind kind) const {
  SmallVector<uint64_t, 2> ids;
  for (auto &[id, operation] : operations)
    if (isOf(operation, warp, kind))
      ids.push_back(id);
  return ids;
}

std::optional<uint64_t> AsyncEngine::latest(const Warp &warp,
                                            AsyncKind kind) const {
  for (auto &[id, operation] : reverse(operations))
    if (isOf(operation, warp, kind))
      return id;
  return std::nullopt;
}

void AsyncEngine::fenceBefore(Warp &warp) { warp.tcgen05Fenced = nextId; }

void AsyncEngine::fenceAfter(Warp &warp) {
  warp.tensorEarlier.clear();
  for (auto &[id, operation] : operations) {
    const Warp &other = *operation.origin.warp;
    if (operation.kind == AsyncKind::TensorCore && &other != &warp &&
        id < other.tcgen05Fenced)
      warp.tensorEarlier.push_back(id);
  }
}

void AsyncEngine::commit(Warp &warp, AsyncKind kind) {
  warp.asyncGroups(kind).commit(warp.active, nextId);
}

Flow AsyncEngine::waitGroups(Warp &warp, AsyncKind kind, uint32_t pending,
                             Stage stage) {
  AsyncGroups &groups = warp.asyncGroups(kind);
  uint64_t horizons[kWarpSize] = {};
  warp.forActive(
      [&](unsigned lane) { horizons[lane] = groups.horizon(lane, pending); });
  LaneMask lanes = warp.active;
  Flow flow = wait(warp, kind, horizons, /*groupedOnly=*/true, stage);
  if (flow == Flow::Next && stage == Stage::Landed)
    groups.forget(lanes, pending);
  return flow;
}

Flow AsyncEngine::waitAll(Warp &warp, AsyncKind kind) {
  uint64_t horizons[kWarpSize];
  fill(horizons, nextId);
  return wait(warp, kind, horizons, /*groupedOnly=*/false, Stage::Landed);
}

Flow AsyncEngine::wait(Warp &warp, AsyncKind kind,
                       const uint64_t (&horizons)[kWarpSize], bool groupedOnly,
                       Stage stage) {
  auto isDue = [&](const AsyncOperation &operation) {
    if (!isOf(operation, warp, kind) || (groupedOnly && !operation.grouped) ||
        (stage == Stage::SourcesRead && operation.sourcesRead))
      return false;
    for (LaneMask rest = operation.origin.lanes & warp.active; rest;
         rest &= rest - 1)
      if (operation.id < horizons[__builtin_ctz(rest)])
        return true;
    return false;
  };
  SmallVector<uint64_t, 8> due;
  for (auto &[id, operation] : operations) {
    if (!isDue(operation))
      continue;
    operation.demanded = std::max(operation.demanded, std::optional(stage));
    due.push_back(id);
  }
  if (!due.empty()) {
    if (mayDelay())
      return warp.blockOnAsync();
    sortBySchedule(due);
    for (uint64_t id : due)
      bring(id, stage);
  }
  if (Monitor *monitor = warp.monitor())
    monitor->asyncWait(warp, warp.active, kind, horizons, groupedOnly, stage);
  return warp.next();
}

//===-- Landing ---------------------------------------------------------===//

namespace {
Schedule::Kind scheduleOf(Cluster &cluster) {
  return cluster.launch.config.schedule.kind;
}
} // namespace

/// Returns whether a wait whose operations haven't landed lets other warps run
/// first.
bool AsyncEngine::mayDelay() {
  switch (scheduleOf(cluster)) {
  case Schedule::InOrder:
    return false;
  case Schedule::Random:
    return cluster.processor.random.below(2);
  case Schedule::Adversarial:
    return true;
  }
  return false;
}

void AsyncEngine::sortBySchedule(MutableArrayRef<uint64_t> ids) {
  if (scheduleOf(cluster) == Schedule::Random)
    for (size_t i = ids.size(); i > 1; --i)
      std::swap(ids[i - 1], ids[cluster.processor.random.below(i)]);
}

void AsyncEngine::takeSources(AsyncOperation &operation) {
  if (operation.sourcesRead)
    return;
  operation.sourcesRead = true;
  if (operation.demanded == Stage::SourcesRead)
    operation.demanded.reset();
  if (operation.read)
    operation.read(operation);
  if (Monitor *monitor = cluster.launch.monitor())
    monitor->asyncSourcesRead(operation);
}

/// Brings an operation to \p stage after its predecessors. The loop replaces a
/// recursion, since the chain may include all operations.
void AsyncEngine::bring(uint64_t id, Stage stage) {
  SmallVector<std::pair<uint64_t, Stage>> pending = {{id, stage}};
  while (!pending.empty() && !cluster.launch.faulted()) {
    auto found = operations.find(pending.back().first);
    if (found == operations.end()) {
      pending.pop_back();
    } else if (AsyncOperation &operation = found->second;
               !operation.after.empty()) {
      SmallVector<uint64_t, 2> before = std::exchange(operation.after, {});
      for (uint64_t each : reverse(before))
        pending.push_back({each, Stage::Landed});
    } else {
      advance(operation, pending.pop_back_val().second);
    }
  }
  wakeWarps();
}

/// An operation that reads and writes at once lands when its sources are to be
/// read.
void AsyncEngine::advance(AsyncOperation &operation, Stage stage) {
  bool lands = stage == Stage::Landed || !operation.read;
  takeSources(operation);
  cluster.noteProgress();
  if (!lands)
    return;
  if (operation.land)
    operation.land(operation);
  for (const MbarrierSignal &signal : operation.signals)
    deliver(operation, signal);
  if (Monitor *monitor = cluster.launch.monitor())
    monitor->asyncLand(operation);
  operations.erase(operations.find(operation.id));
}

void AsyncEngine::wakeWarps() {
  for (std::unique_ptr<Cta> &cta : cluster.ctas)
    for (std::unique_ptr<Warp> &warp : cta->warps)
      warp->wakeAsync();
}

bool AsyncEngine::demand(MemoryLocation mbarrier) {
  bool delay = mayDelay();
  for (auto &[id, operation] : operations) {
    if (none_of(operation.signals, [&](const MbarrierSignal &signal) {
          return signal.mbarrier == mbarrier;
        }))
      continue;
    operation.demanded = Stage::Landed;
    if (delay)
      continue;
    bring(id, Stage::Landed);
    return !cluster.launch.faulted(); // a fault ends the warp that tests again
  }
  return false;
}

/// Chooses the first (in order), any (random) or the last (adversarial)
/// operation, preferably one that a warp waits for.
uint64_t AsyncEngine::choose() {
  SmallVector<uint64_t, 16> ids;
  auto collect = [&](bool demandedOnly) {
    for (auto &[id, operation] : operations)
      if (operation.demanded || !demandedOnly)
        ids.push_back(id);
  };
  collect(/*demandedOnly=*/true);
  if (ids.empty())
    collect(/*demandedOnly=*/false);
  switch (scheduleOf(cluster)) {
  case Schedule::InOrder:
    return ids.front();
  case Schedule::Random:
    return ids[cluster.processor.random.below(ids.size())];
  case Schedule::Adversarial:
    return ids.back();
  }
  return ids.front();
}

bool AsyncEngine::landOne() {
  if (operations.empty())
    return false;
  uint64_t id = choose();
  bring(id, operations.at(id).demanded.value_or(Stage::Landed));
  return true;
}

void AsyncEngine::landSome() {
  RandomNumbers &random = cluster.processor.random;
  while (!operations.empty() && random.below(4) == 0) {
    auto any = std::next(operations.begin(), random.below(operations.size()));
    bring(any->first, random.below(4) ? Stage::Landed : Stage::SourcesRead);
  }
}

void AsyncEngine::drain() {
  while (!operations.empty() && !cluster.launch.faulted())
    bring(operations.begin()->first, Stage::Landed);
  operations.clear();
}

void AsyncEngine::deliver(AsyncOperation &operation,
                          const MbarrierSignal &signal) {
  uint8_t *data = operation.memory(signal.mbarrier, 8, Access::Atomic);
  if (!data)
    return;
  MbarrierObject mbarrier(signal.mbarrier, data, operation);
  if (signal.bytes)
    mbarrier.completeBytes(signal.bytes);
  if (signal.arrivals)
    mbarrier.arrive(signal.arrivals);
  mbarrier.settle();
}

//===-- Operations ------------------------------------------------------===//

void AsyncOperation::fault(FaultKind kind, const Twine &message) {
  origin.warp->faultAt(*origin.function, origin.instruction, kind, message,
                       __builtin_ctz(origin.lanes));
}

uint8_t *AsyncOperation::memory(MemoryLocation location, uint64_t bytes,
                                Access access) {
  Warp &warp = *origin.warp;
  if (Monitor *monitor = warp.monitor())
    monitor->access({location, bytes, access, proxy, &warp,
                     unsigned(__builtin_ctz(origin.lanes)), origin.instruction,
                     this});
  warp.processor().globalChanges += !location.cta && access != Access::Read;
  Problem problem;
  const Allocation *hit = nullptr;
  uint8_t *data =
      location.cta
          ? location.cta->bytes(location.address, bytes, access, problem)
          : warp.launch().memory.bytes(location.address, bytes, access, hit,
                                       problem);
  if (!data)
    fault(problem.kind, problem.message);
  return data;
}

std::string AsyncEngine::describeOutstanding() const {
  std::string text;
  for (auto &[id, operation] : operations)
    text += ("\n  operation of warp " + Twine(operation.origin.warp->index()) +
             " at line " + Twine(operation.origin.instruction->line) +
             " has not completed")
                .str();
  return text;
}

} // namespace tileiras::emu
