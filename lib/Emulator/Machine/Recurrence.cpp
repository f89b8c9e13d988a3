//===- Recurrence.cpp - Finds clusters that go round in circles -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Recurrence.h"
#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/STLExtras.h"

#include <utility>

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The instructions without a change outside before the first comparison, and
/// between comparisons.
constexpr uint64_t kPatience = 1 << 18, kInterval = 1 << 14;

template <class T> void append(std::vector<uint8_t> &to, ArrayRef<T> values) {
  auto bytes = reinterpret_cast<const uint8_t *>(values.data());
  to.insert(to.end(), bytes, bytes + values.size() * sizeof(T));
}

/// Operations in flight and tensor memory have state that is not compared.
bool isComparable(const Cluster &cluster) {
  return cluster.launch.config.schedule.kind == Schedule::InOrder &&
         cluster.async.empty() &&
         none_of(cluster.ctas, [](const std::unique_ptr<Cta> &cta) {
           return bool(cta->tensorMemory);
         });
}
} // namespace

void Warp::appendState(std::vector<uint8_t> &to) const {
  append<LaneMask>(to, {live, carry, clusterArrived, clusterOwesWait});
  for (const Fragment &fragment : fragments) {
    append<const Frame *>(to, {fragment.frame});
    append<uint32_t>(to, {fragment.pc, fragment.lanes, fragment.state,
                          fragment.barrier, fragment.needs});
  }
  for (const std::unique_ptr<Frame> &each : frames) {
    append<const Frame *>(to, {each.get(), each->caller});
    append<uint32_t>(to, {each->returnPc, each->members});
    append(to, ArrayRef(each->registers));
    append(to, ArrayRef(each->predicates));
    append(to, ArrayRef(each->params));
  }
  append(to, ArrayRef(localMemory));
}

static std::vector<uint8_t> stateOf(const Cluster &cluster) {
  std::vector<uint8_t> state;
  for (const std::unique_ptr<Cta> &cta : cluster.ctas) {
    append(state, ArrayRef(cta->shared));
    for (const Barrier &barrier : cta->barriers)
      append<uint32_t>(state,
                       {barrier.expected, barrier.arrived, barrier.trueCount});
    for (const std::unique_ptr<Warp> &warp : cta->warps)
      warp->appendState(state);
  }
  return state;
}

bool Recurrence::hasChangedOutside() {
  uint64_t ours = cluster.processor.globalChanges;
  uint64_t others = cluster.launch.progress();
  bool isSame = std::exchange(changes, ours) == ours;
  return std::exchange(progress, others) != others || !isSame;
}

bool Recurrence::look() {
  std::vector<uint8_t> state = stateOf(cluster);
  if (state == kept)
    return true;
  if (++compared < renewAfter)
    return false;
  kept = std::move(state);
  compared = 0;
  renewAfter *= 2;
  return false;
}

bool Recurrence::isThere() {
  uint64_t now = cluster.processor.clock;
  if (now < lookAt)
    return false;
  lookAt = now + kInterval;
  if (!isComparable(cluster))
    return false;
  looking = !hasChangedOutside();
  if (looking)
    return look();
  kept.clear();
  compared = 0;
  renewAfter = 1;
  lookAt = now + kPatience;
  return false;
}

} // namespace tileiras::emu
