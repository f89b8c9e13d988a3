//===- Agents.h - Agents of memory accesses ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The agents of a launch are numbered: CTA by CTA, warp by warp, and for each
// warp itself and then its engines. An engine executes operations that complete
// in the order of issue: the warp's cp.async copies, the reads and the writes
// of its bulk copies, its wgmma and its tcgen05 operations. The time of an
// engine is the number of the operation, so that "all but the latest N groups
// are complete" is one number in a vector clock.
//
// Operations that complete through an mbarrier have no such order. There the
// mbarrier itself is the agent and its phase the time: a thread that has waited
// for a phase knows that all operations of the phase are complete.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_AGENTS_H
#define TILEIRAS_EMULATOR_CHECKS_AGENTS_H

#include "tileiras/Emulator/Checks/VectorClock.h"
#include "tileiras/Emulator/Program/Program.h"

#include <algorithm>

namespace tileiras::emu {

enum class Engine : uint8_t {
  Warp, // no engine: the lanes themselves
  CopyGroup,
  BulkRead,
  BulkWrite,
  Wgmma,
  Tcgen05,
  TensorLoad,
  TensorStore,
  NumEngines,
  Mbarrier // a separate agent
};

/// The engines whose times mean issued operations in Knowledge::tcgen05Fenced,
/// where these engines have no other times.
constexpr Engine kIssuedByAll = Engine::Warp, kIssuedByOne = Engine::Wgmma;

/// The name of an agent; for Mbarrier, `warp` is the mbarrier's index.
struct AgentName {
  Engine engine;
  uint64_t cta;
  uint32_t warp;
};

class Agents {
public:
  Agents(Dim3 grid, Dim3 cluster, unsigned warpsPerCta)
      : grid(grid), cluster(cluster), warpsPerCta(warpsPerCta) {}

  unsigned perCta() const {
    return warpsPerCta * unsigned(Engine::NumEngines) + kMbarriersPerCta;
  }
  /// Returns whether 32 bits suffice for the agents of the grid.
  bool fit() const { return grid.count() <= ~AgentId(0) / perCta(); }

  AgentId firstOf(uint64_t cta) const { return AgentId(cta * perCta()); }
  AgentId engine(uint64_t cta, unsigned warp, Engine engine) const {
    return firstOf(cta) + warp * unsigned(Engine::NumEngines) +
           unsigned(engine);
  }
  /// The agent of the CTA's mbarrier \p number; mbarriers beyond the last share
  /// its agent.
  AgentId mbarrier(uint64_t cta, unsigned number) const {
    return firstOf(cta) + warpsPerCta * unsigned(Engine::NumEngines) +
           std::min(number, kMbarriersPerCta - 1);
  }
  AgentName name(AgentId agent) const;
  Dim3 ctaIdOf(AgentId agent) const;

  uint64_t ctaOf(AgentId agent) const { return agent / perCta(); }
  bool sameCluster(AgentId a, AgentId b) const;
  /// Returns whether an access of \p from with this scope includes \p other.
  bool includes(Scope scope, AgentId from, AgentId other) const;

private:
  static constexpr unsigned kMbarriersPerCta = 64;

  Dim3 grid, cluster;
  unsigned warpsPerCta;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_AGENTS_H
