//===- Agents.h - Who accesses memory ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The agents of a launch are numbered: CTA by CTA, warp by warp, and for each
// warp itself and then its engines. An engine is what is waited for in the
// order of issue: the warp's cp.async copies, the reads and the writes of its
// bulk copies, its wgmma and its tcgen05 operations. The time of an engine is
// the number of the operation, so that "all but the latest N groups are
// complete" is one number in a vector clock.
//
// What completes through an mbarrier has no such order. There the mbarrier
// itself is the agent and its phase the time: whoever has waited for a phase
// knows that everything that was to arrive in it is there.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_AGENTS_H
#define TILEIRAS_EMULATOR_CHECKS_AGENTS_H

#include "tileiras/Emulator/Checks/VectorClock.h"
#include "tileiras/Emulator/Program.h"

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
  Mbarrier // an agent of its own
};

/// In Knowledge::tensorFenced, where these engines have no times of their own.
constexpr Engine IssuedByAll = Engine::Warp, IssuedByOne = Engine::Wgmma;

/// Who an agent is; for Mbarrier, warp is the mbarrier's number.
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
    return warpsPerCta * unsigned(Engine::NumEngines) + MbarriersPerCta;
  }
  /// Are there numbers enough?
  bool fit() const { return grid.count() <= ~AgentId(0) / perCta(); }

  AgentId firstOf(uint64_t cta) const { return AgentId(cta * perCta()); }
  AgentId engine(uint64_t cta, unsigned warp, Engine engine) const {
    return firstOf(cta) + warp * unsigned(Engine::NumEngines) +
           unsigned(engine);
  }
  /// The CTA's mbarrier \p number; those beyond the last share its agent.
  AgentId mbarrier(uint64_t cta, unsigned number) const {
    return firstOf(cta) + warpsPerCta * unsigned(Engine::NumEngines) +
           std::min(number, MbarriersPerCta - 1);
  }
  AgentName name(AgentId agent) const;
  Dim3 ctaIdOf(AgentId agent) const;

  uint64_t ctaOf(AgentId agent) const { return agent / perCta(); }
  bool sameCluster(AgentId a, AgentId b) const;
  /// Does an access of \p from with this scope include \p other?
  bool includes(Scope scope, AgentId from, AgentId other) const;

private:
  static constexpr unsigned MbarriersPerCta = 64;

  Dim3 grid, cluster;
  unsigned warpsPerCta;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_AGENTS_H
