//===- Agents.cpp - Agents of memory accesses -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Agents.h"

namespace tileiras::emu {

AgentName Agents::name(AgentId agent) const {
  constexpr unsigned engines = unsigned(Engine::NumEngines);
  unsigned inCta = agent % perCta();
  if (inCta >= warpsPerCta * engines)
    return {Engine::Mbarrier, ctaOf(agent), inCta - warpsPerCta * engines};
  return {Engine(inCta % engines), ctaOf(agent), inCta / engines};
}

Dim3 Agents::ctaIdOf(AgentId agent) const {
  uint64_t index = ctaOf(agent);
  return {uint32_t(index % grid.x), uint32_t(index / grid.x % grid.y),
          uint32_t(index / grid.x / grid.y)};
}

bool Agents::sameCluster(AgentId a, AgentId b) const {
  auto clusterOf = [&](AgentId agent) {
    Dim3 id = ctaIdOf(agent);
    return Dim3{id.x / cluster.x, id.y / cluster.y, id.z / cluster.z};
  };
  return clusterOf(a) == clusterOf(b);
}

bool Agents::includes(Scope scope, AgentId from, AgentId other) const {
  switch (scope) {
  case Scope::Cta:
    return ctaOf(from) == ctaOf(other);
  case Scope::Cluster:
    return sameCluster(from, other);
  default:
    return true;
  }
}

} // namespace tileiras::emu
