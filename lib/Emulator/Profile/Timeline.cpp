//===- Timeline.cpp - Logical time of a launch ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/Timeline.h"

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include "llvm/Support/MathExtras.h"
#include "llvm/Support/Path.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
constexpr uint64_t kBytesPerTick = 32;

StringRef name(AsyncKind kind) {
  switch (kind) {
  case AsyncKind::Copy:
    return "cp.async";
  case AsyncKind::Bulk:
    return "bulk and tensor copies";
  case AsyncKind::Store:
    return "st.async";
  case AsyncKind::Wgmma:
    return "wgmma";
  case AsyncKind::TensorCore:
    return "tcgen05";
  case AsyncKind::TensorLoad:
    return "tcgen05.ld";
  case AsyncKind::TensorStore:
    return "tcgen05.st";
  default:
    return "arrivals";
  }
}

/// The index of the CTA in the grid, with %ctaid.x fastest.
uint32_t processOf(const Cta &cta) {
  Dim3 grid = cta.launch.grid;
  return cta.id.x + grid.x * (cta.id.y + grid.y * cta.id.z);
}

const Location *locationOf(const Function &function,
                           const Instruction &instruction) {
  if (instruction.location >= function.locations.size())
    return nullptr;
  const Location &location = function.locations[instruction.location];
  return location.line ? &location : nullptr;
}

/// Returns "softmax.py:12", or the line of the PTX if there is no .loc.
std::string locationText(const Program &program, const Function &function,
                         const Instruction &instruction) {
  if (const Location *at = locationOf(function, instruction)) {
    auto file = program.files.find(at->file);
    if (file != program.files.end())
      return sys::path::filename(file->second).str() + ":" +
             std::to_string(at->line);
  }
  return "PTX line " + std::to_string(instruction.line);
}

/// Returns whether both are on the same line of the source; without source,
/// always.
bool sameLine(const Function &function, const Instruction &a,
              const Instruction &b) {
  const Location *first = locationOf(function, a);
  const Location *second = locationOf(function, b);
  if (!first || !second)
    return first == second;
  return first->file == second->file && first->line == second->line;
}
} // namespace

//===-- Warps -----------------------------------------------------------===//

void Timeline::clusterStart(Cluster &cluster) {
  for (const std::unique_ptr<Cta> &cta : cluster.ctas)
    for (const std::unique_ptr<Warp> &warp : cta->warps)
      warps[warp.get()] = {};
  if (!trace)
    return;
  for (const std::unique_ptr<Cta> &cta : cluster.ctas) {
    auto number = [](uint32_t axis) { return std::to_string(axis); };
    trace->nameProcess(processOf(*cta), "CTA (" + number(cta->id.x) + ", " +
                                            number(cta->id.y) + ", " +
                                            number(cta->id.z) + ")");
    for (const std::unique_ptr<Warp> &warp : cta->warps)
      trace->nameTrack(processOf(*cta), warp->index(),
                       "warp " + number(warp->index()));
  }
}

void Timeline::clusterEnd(Cluster &cluster) {
  for (const std::unique_ptr<Cta> &cta : cluster.ctas)
    for (const std::unique_ptr<Warp> &warp : cta->warps) {
      closeSlice(*warp, warps[warp.get()]);
      warps.erase(warp.get());
    }
  auto forget = [](auto &map, auto isGone) {
    for (auto each = map.begin(); each != map.end();)
      each = isGone(each->first) ? map.erase(each) : std::next(each);
  };
  auto ofCluster = [&](const auto &key) {
    return any_of(cluster.ctas,
                  [&](const auto &cta) { return cta.get() == key.first; });
  };
  forget(barriers, ofCluster);
  forget(mbarriers, ofCluster);
  forget(engines, ofCluster);
  forget(completions, [&](const auto &key) { return key.first == &cluster; });
  clusterArrivals.erase(&cluster);
}

void Timeline::threadsExit(Warp &warp, LaneMask lanes) {
  if (!(warp.liveLanes() & ~lanes))
    closeSlice(warp, warps[&warp]);
}

void Timeline::frameStart(Warp &, Frame &frame) {
  std::vector<bool> &all = everything[frame.function];
  all.assign(frame.function->code.size(), true);
  frame.watched = &all;
}

void Timeline::beforeInstruction(Warp &warp, const Instruction &instruction,
                                 LaneMask) {
  WarpTime &time = warps[&warp];
  const Function *function = warp.currentFrame().function;
  if (time.instruction &&
      (time.function != function ||
       !sameLine(*function, *time.instruction, instruction)))
    closeSlice(warp, time);
  time.function = function;
  time.instruction = &instruction;
  ++time.now;
}

void Timeline::closeSlice(Warp &warp, WarpTime &time) {
  if (trace && time.instruction && time.now > time.sliceStart)
    trace->add(
        processOf(warp.cta()), warp.index(), time.sliceStart,
        time.now - time.sliceStart,
        locationText(warp.launch().program, *time.function, *time.instruction));
  time.sliceStart = time.now;
}

void Timeline::waitUntil(Warp &warp, Time at, StringRef what) {
  WarpTime &time = warps[&warp];
  if (at <= time.now)
    return;
  closeSlice(warp, time);
  if (profile && time.instruction) {
    size_t pc = time.instruction - time.function->code.data();
    profile->of(*time.function)[pc][Cost::Stalls] += at - time.now;
  }
  if (trace)
    trace->add(processOf(warp.cta()), warp.index(), time.now, at - time.now,
               ("wait: " + what).str(),
               time.instruction
                   ? locationText(warp.launch().program, *time.function,
                                  *time.instruction)
                   : "");
  time.now = time.sliceStart = at;
}

//===-- Barriers --------------------------------------------------------===//

void Timeline::barrierArrive(Warp &warp, LaneMask, unsigned id, bool waits) {
  Arrivals &arrivals = barriers[{&warp.cta(), id}];
  arrivals.latest = std::max(arrivals.latest, warps[&warp].now);
  if (waits)
    arrivals.waiting.push_back(&warp);
}

void Timeline::barrierComplete(Cta &cta, unsigned id) {
  Arrivals arrivals = std::exchange(barriers[{&cta, id}], {});
  for (Warp *warp : arrivals.waiting)
    waitUntil(*warp, arrivals.latest, "barrier " + std::to_string(id));
}

void Timeline::clusterArrive(Warp &warp, LaneMask, const Instruction &) {
  Time &latest = clusterArrivals[&warp.cluster()];
  latest = std::max(latest, warps[&warp].now);
}

void Timeline::clusterWait(Warp &warp, LaneMask, const Instruction &) {
  waitUntil(warp, clusterArrivals[&warp.cluster()], "cluster barrier");
}

void Timeline::mbarrier(MbarrierEvent event, MemoryLocation mbarrier, uint64_t,
                        Warp *warp, int, const AsyncOperation *operation) {
  Phase &phase = mbarriers[{mbarrier.cta, mbarrier.address}];
  switch (event) {
  case MbarrierEvent::Arrive:
  case MbarrierEvent::CompleteBytes: {
    Time at = warp ? warps[warp].now : 0;
    if (operation) {
      auto found =
          completions.find({&operation->origin.warp->cluster(), operation->id});
      at = found == completions.end() ? 0 : found->second.at;
    }
    phase.pending = std::max(phase.pending, at);
    break;
  }
  case MbarrierEvent::PhaseComplete:
    phase.complete = std::exchange(phase.pending, 0);
    break;
  case MbarrierEvent::WaitSuccess:
    waitUntil(*warp, phase.complete, "mbarrier");
    break;
  default:
    break;
  }
}

//===-- Asynchronous operations -----------------------------------------===//

Timeline::Time &Timeline::engineOf(const Cta &cta, AsyncKind kind) {
  auto [entry, isNew] = engines.try_emplace({&cta, kind}, 0);
  if (isNew && trace)
    trace->nameTrack(processOf(cta), Trace::kFirstEngine + unsigned(kind),
                     name(kind));
  return entry->second;
}

void Timeline::asyncIssue(const AsyncOperation &operation) {
  Warp &warp = *operation.origin.warp;
  Time &engine = engineOf(warp.cta(), operation.kind);
  uint64_t bytes = operation.writtenBytes();
  Time start = std::max(engine, warps[&warp].now);
  engine = start + 1 + divideCeil(bytes, kBytesPerTick);
  completions[{&warp.cluster(), operation.id}] = {&warp, operation.kind,
                                                  engine};
  const Function *function = operation.origin.function;
  const Instruction *instruction = operation.origin.instruction;
  if (profile) {
    size_t pc = instruction - function->code.data();
    profile->of(*function)[pc][Cost::AsyncBytes] += bytes;
  }
  if (trace)
    trace->add(processOf(warp.cta()),
               Trace::kFirstEngine + unsigned(operation.kind), start,
               engine - start,
               locationText(warp.launch().program, *function, *instruction),
               "warp " + std::to_string(warp.index()) + ", " +
                   std::to_string(bytes) + " bytes");
}

void Timeline::asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                         const uint64_t (&horizons)[kWarpSize], bool, Stage) {
  uint64_t horizon = 0;
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    horizon = std::max(horizon, horizons[__builtin_ctz(rest)]);
  const Cluster *cluster = &warp.cluster();
  Time at = 0;
  for (auto each = completions.lower_bound({cluster, 0});
       each != completions.end() && each->first.first == cluster &&
       each->first.second < horizon;
       ++each)
    if (each->second.warp == &warp && each->second.kind == kind)
      at = std::max(at, each->second.at);
  waitUntil(warp, at, name(kind));
}

} // namespace tileiras::emu
