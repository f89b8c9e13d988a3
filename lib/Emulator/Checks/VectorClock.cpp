//===- VectorClock.cpp - Who knows how much of whom -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/VectorClock.h"

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
  for (Epoch epoch : other.sparse)
    advance(epoch);
}

} // namespace tileiras::emu
