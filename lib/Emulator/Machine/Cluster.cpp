//===- Cluster.cpp - CTAs that run together ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/Sequence.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The instructions that a warp runs before the next warp is scheduled.
constexpr uint64_t kWarpSlice = 1 << 16;
constexpr uint64_t kLongSlice = 1 << 20, kShortSlice = 1 << 12;
/// The rounds in which all warps poll without success before an operation
/// lands.
constexpr unsigned kQuietRounds = 4;
/// The number of such rounds, without any operation to land, after which a
/// cluster is idle; more if the polling of a warp is only a guess.
constexpr unsigned kIdleRounds = 1 << 9, kGuessedIdleRounds = 1 << 15;
} // namespace

Cluster::Cluster(Processor &processor, Dim3 id)
    : processor(processor), launch(processor.launch), id(id), async(*this) {
  Dim3 shape = launch.cluster;
  for (uint32_t z = 0; z < shape.z; ++z)
    for (uint32_t y = 0; y < shape.y; ++y)
      for (uint32_t x = 0; x < shape.x; ++x) {
        Dim3 cta{id.x * shape.x + x, id.y * shape.y + y, id.z * shape.z + z};
        ctas.push_back(std::make_unique<Cta>(*this, cta, ctas.size()));
        for (std::unique_ptr<Warp> &warp : ctas.back()->warps)
          warps.push_back(warp.get());
      }
  if (Monitor *monitor = launch.monitor())
    monitor->clusterStart(*this);
}

Cluster::~Cluster() = default;

Cta *Cluster::ctaAt(uint64_t address) const {
  uint64_t rank = address >> kSharedRankShift;
  return rank < ctas.size() ? ctas[rank].get() : nullptr;
}

//===-- Running ---------------------------------------------------------===//

Cluster::Outcome Cluster::run(uint64_t budget) {
  uint64_t start = processor.clock;
  for (unsigned idle = 0; processor.clock - start < budget;) {
    if (idle >= (guessing ? kGuessedIdleRounds : kIdleRounds))
      return Outcome::Idle;
    switch (runRound()) {
    case Round::Fault:
      return Outcome::Fault;
    case Round::Finished:
      return finish() ? Outcome::Finished : Outcome::Fault;
    case Round::Stuck:
      if (async.landOne())
        break;
      reportDeadlock();
      return Outcome::Fault;
    case Round::Quiet:
      ++idle;
      if (++quietRounds < kQuietRounds || !async.landOne())
        break;
      [[fallthrough]];
    case Round::Busy:
      quietRounds = idle = 0;
      guessing = false;
      if (recurrence.isThere())
        return Outcome::Idle;
    }
  }
  return Outcome::Running;
}

Cluster::Round Cluster::runRound() {
  bool anyRan = false, anyWorked = false;
  uint64_t before = progress;
  for (unsigned index : warpOrder()) {
    Warp &warp = *warps[index];
    if (!warp.liveLanes())
      continue;
    if (processor.isStopped()) {
      reportStopped();
      return Round::Fault;
    }
    uint64_t clock = processor.clock;
    Warp::Outcome outcome = warp.run(sliceOf());
    if (outcome == Warp::Outcome::Fault || launch.faulted())
      return Round::Fault;
    anyRan |= processor.clock != clock || outcome == Warp::Outcome::Held;
    anyWorked |= outcome == Warp::Outcome::Finished || !warp.isPolling();
    guessing |= warp.isGuess();
    if (launch.config.schedule.kind == Schedule::Random)
      async.landSome();
  }
  if (none_of(warps, [](Warp *warp) { return warp->liveLanes(); }))
    return Round::Finished;
  if (!anyRan && progress == before)
    return Round::Stuck;
  return anyWorked || progress != before ? Round::Busy : Round::Quiet;
}

/// The order is by index (in order), shuffled (random), or alternately
/// ascending and descending (adversarial), so that the warp that ran last runs
/// on.
std::vector<unsigned> Cluster::warpOrder() {
  auto numbers = seq<unsigned>(0, warps.size());
  std::vector<unsigned> order(numbers.begin(), numbers.end());
  if (launch.config.schedule.kind == Schedule::Random)
    for (unsigned i = order.size(); i > 1; --i)
      std::swap(order[i - 1], order[processor.random.below(i)]);
  if (launch.config.schedule.kind == Schedule::Adversarial) {
    if (descending)
      std::reverse(order.begin(), order.end());
    descending = !descending;
  }
  return order;
}

uint64_t Cluster::sliceOf() {
  switch (launch.config.schedule.kind) {
  case Schedule::InOrder:
    return recurrence.isLooking() ? kShortSlice : kWarpSlice;
  case Schedule::Random: // 1 to 2048 instructions, short ones as often as long
    return uint64_t(1) << processor.random.below(12);
  case Schedule::Adversarial:
    return kLongSlice;
  }
  return kWarpSlice;
}

/// PTX ISA, "tcgen05.dealloc": all allocations must be freed.
static void reportLeak(const Cta &cta) {
  if (!cta.tensorMemory || !cta.tensorMemory->allocated())
    return;
  const Origin &origin = cta.tensorMemory->origin;
  origin.warp->faultAt(*origin.function, origin.instruction, FaultKind::Other,
                       Twine(cta.tensorMemory->allocated()) +
                           " columns of tensor memory are still allocated at "
                           "the end of the kernel",
                       -1);
}

/// Ends the cluster, all of whose threads have exited; returns false after a
/// fault.
bool Cluster::finish() {
  Monitor *monitor = launch.monitor();
  if (monitor)
    monitor->clusterEnd(*this);
  async.drain();
  for (std::unique_ptr<Cta> &cta : ctas)
    reportLeak(*cta);
  for (std::unique_ptr<Cta> &cta : ctas)
    if (monitor)
      monitor->ctaEnd(*cta);
  return !launch.faulted();
}

//===-- barrier.cluster -------------------------------------------------===//

Flow Cluster::arrive(Warp &warp, const Instruction &instruction) {
  if (LaneMask twice = warp.active & warp.clusterOwesWait)
    return warp.fault("the thread has arrived at the cluster's barrier before "
                      "and not yet waited",
                      __builtin_ctz(twice));
  if (Monitor *monitor = warp.monitor())
    monitor->clusterArrive(warp, warp.active, instruction);
  warp.clusterArrived |= warp.active;
  warp.clusterOwesWait |= warp.active;
  recheckBarrier();
  return Flow::Next;
}

Flow Cluster::wait(Warp &warp, const Instruction &instruction) {
  if (LaneMask without = warp.active & ~warp.clusterOwesWait)
    return warp.fault("the thread waits at the cluster's barrier without "
                      "having arrived",
                      __builtin_ctz(without));
  if (warp.active & warp.clusterArrived)
    return warp.blockAtCluster();
  warp.clusterOwesWait &= ~warp.active;
  if (Monitor *monitor = warp.monitor())
    monitor->clusterWait(warp, warp.active, instruction);
  return Flow::Next;
}

void Cluster::recheckBarrier() {
  bool anyArrived = false;
  for (Warp *warp : warps) {
    if (warp->liveLanes() & ~warp->clusterArrived)
      return;
    anyArrived |= warp->clusterArrived != 0;
  }
  if (!anyArrived)
    return;
  noteProgress();
  for (Warp *warp : warps) {
    warp->clusterArrived = 0;
    warp->wakeCluster();
  }
}

} // namespace tileiras::emu
