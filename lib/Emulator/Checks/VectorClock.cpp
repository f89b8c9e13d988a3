//===- VectorClock.cpp - Vector clocks and knowledge ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/VectorClock.h"

#include "tileiras/Emulator/Machine/TensorMap.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {
auto findAgent(auto &sparse, AgentId agent) {
  return partition_point(sparse,
                         [&](const Epoch &each) { return each.agent < agent; });
}
} // namespace

Tick VectorClock::ofSparse(AgentId agent) const {
  auto found = findAgent(sparse, agent);
  return found != sparse.end() && found->agent == agent ? found->tick : 0;
}

void VectorClock::advance(Epoch epoch) {
  if (epoch.agent - first < dense.size()) {
    Tick &tick = dense[epoch.agent - first];
    tick = std::max(tick, epoch.tick);
    return;
  }
  auto found = findAgent(sparse, epoch.agent);
  if (found != sparse.end() && found->agent == epoch.agent)
    found->tick = std::max(found->tick, epoch.tick);
  else
    sparse.insert(found, epoch);
}

void VectorClock::limit(Epoch epoch) {
  if (epoch.agent - first < dense.size()) {
    Tick &tick = dense[epoch.agent - first];
    tick = std::min(tick, epoch.tick);
    return;
  }
  auto found = findAgent(sparse, epoch.agent);
  if (found != sparse.end() && found->agent == epoch.agent)
    found->tick = std::min(found->tick, epoch.tick);
}

void VectorClock::join(const VectorClock &other) {
  if (&other == this || other.empty())
    return;
  if (empty()) {
    *this = other;
    return;
  }
  bool sameCta = first == other.first && dense.size() == other.dense.size();
  for (auto [index, tick] : enumerate(other.dense)) {
    if (sameCta)
      dense[index] = std::max(dense[index], tick);
    else if (tick)
      advance({AgentId(other.first + index), tick});
  }
  joinSparse(other.sparse);
}

/// Both lists are sorted, so that one pass suffices.
void VectorClock::joinSparse(ArrayRef<Epoch> others) {
  SmallVector<Epoch> added;
  auto mine = sparse.begin();
  for (Epoch epoch : others) {
    if (epoch.agent - first < dense.size()) {
      advance(epoch);
      continue;
    }
    while (mine != sparse.end() && mine->agent < epoch.agent)
      ++mine;
    if (mine != sparse.end() && mine->agent == epoch.agent)
      mine->tick = std::max(mine->tick, epoch.tick);
    else
      added.push_back(epoch);
  }
  if (added.empty())
    return;
  SmallVector<Epoch, 0> both(sparse.size() + added.size());
  std::merge(sparse.begin(), sparse.end(), added.begin(), added.end(),
             both.begin(),
             [](const Epoch &a, const Epoch &b) { return a.agent < b.agent; });
  sparse = std::move(both);
}

//===-- Knowledge -------------------------------------------------------===//

bool Knowledge::covers(Epoch epoch, unsigned lane) const {
  if (ordered.covers(epoch))
    return true;
  for (const LaneTicks &each : lanes)
    if (each.agent == epoch.agent)
      return epoch.tick <= each.ticks[lane];
  return false;
}

void Knowledge::limitToLanes(AgentId agent, uint32_t mask, Tick base,
                             Tick now) {
  ordered.limit({agent, base});
  LaneTicks made{agent, {}};
  for (unsigned lane = 0; lane < made.ticks.size(); ++lane)
    made.ticks[lane] = mask >> lane & 1 ? now : base;
  joinLanes(made);
}

//===-- Tensor maps -----------------------------------------------------===//

bool Knowledge::seesTensormap(uint64_t address, Epoch epoch) const {
  return any_of(acquiredMaps, [&](const AcquiredMap &map) {
    return address - map.address < kTensorMapBytes && map.visible.covers(epoch);
  });
}

VectorClock &Knowledge::visibleOf(uint64_t address) {
  for (AcquiredMap &map : acquiredMaps)
    if (map.address == address)
      return map.visible;
  return acquiredMaps.emplace_back(AcquiredMap{address, {}}).visible;
}

void Knowledge::acquireTensormap(uint64_t address) {
  acquireTensormap(address, *this);
}

void Knowledge::acquireTensormap(uint64_t address, const Knowledge &other) {
  visibleOf(address).join(other.tensormapReleased);
}

//===-- Knowledge of others ---------------------------------------------===//

void Knowledge::join(const Knowledge &other) {
  ordered.join(other.ordered);
  asyncVisible.join(other.asyncVisible);
  tensormapReleased.join(other.tensormapReleased);
  tcgen05Fenced.join(other.tcgen05Fenced);
  for (const AcquiredMap &map : other.acquiredMaps)
    visibleOf(map.address).join(map.visible);
  for (const LaneTicks &each : other.lanes)
    joinLanes(each);
  forgetLanesOfWarps();
}

void Knowledge::join(const LaneTicks &other) {
  joinLanes(other);
  forgetLanesOfWarps();
}

/// Drops warps whose lanes have no knowledge beyond that of the warp.
void Knowledge::forgetLanesOfWarps() {
  erase_if(lanes, [&](const LaneTicks &each) {
    return *max_element(each.ticks) <= ordered.of(each.agent);
  });
}

/// A time that all lanes have released is known for the whole warp.
void Knowledge::joinLanes(const LaneTicks &other) {
  auto found = find_if(
      lanes, [&](const LaneTicks &each) { return each.agent == other.agent; });
  if (found == lanes.end()) {
    lanes.push_back(other);
    found = std::prev(lanes.end());
  }
  for (auto [mine, theirs] : zip(found->ticks, other.ticks))
    mine = std::max(mine, theirs);
  ordered.advance({other.agent, *min_element(found->ticks)});
}

} // namespace tileiras::emu
