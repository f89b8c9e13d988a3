//===- AssignNamedBarriers.cpp - Ids of the barriers of agents ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All barriers of one agent may be one named barrier: the same threads arrive
// at all of them, in one order. So each group needs as many as it has agents,
// with consecutive ids (AgentContract.h), in addition to those that have an id
// already.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "llvm/Support/MathExtras.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNNAMEDBARRIERS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

uint32_t maskOf(unsigned first, unsigned count) {
  return llvm::maskTrailingOnes<uint32_t>(count) << first;
}

/// Returns the ids in use; barrier 0 is the CTA's.
uint32_t findUsed(AgentSwitchOp agents) {
  uint32_t used = maskOf(0, 1);
  agents.walk([&](BarrierOp barrier) {
    if (barrier.getId() && needsNamedBarrier(barrier))
      used |= maskOf(*barrier.getId(), countNamedBarriers(barrier));
  });
  return used;
}

/// The barriers that belong to single agents; `given` is the id that one of
/// them has.
struct AgentBarriers {
  SmallVector<BarrierOp> missing;
  std::optional<uint32_t> given;

  explicit AgentBarriers(Region &region) {
    region.walk([&](BarrierOp barrier) {
      if (barrier.getThreads() || !needsNamedBarrier(barrier))
        return;
      if (barrier.getId())
        given = barrier.getId();
      else
        missing.push_back(barrier);
    });
  }
};

class AssignNamedBarriers
    : public tileiras::impl::TileASAssignNamedBarriersBase<
          AssignNamedBarriers> {
public:
  void runOnOperation() override {
    AgentSwitchOp agents = getAgentSwitch(getOperation());
    if (!agents)
      return markAllAnalysesPreserved();
    uint32_t used = findUsed(agents);
    for (const AgentGroup &group : agents.getAgentGroups()) {
      AgentBarriers barriers(*group.region);
      if (barriers.missing.empty())
        continue;
      std::optional<uint32_t> id =
          barriers.given ? barriers.given : findFree(used, group.numAgents);
      if (!id) {
        barriers.missing.front().emitOpError("fails to assign named barrier: ")
            << group.numAgents << " agents take one each, and of the "
            << kLastNamedBarrier << " of a CTA " << llvm::popcount(used) - 1
            << " are in use; agents of one warp take none";
        return signalPassFailure();
      }
      used |= maskOf(*id, group.numAgents);
      for (BarrierOp barrier : barriers.missing)
        barrier.setId(*id);
    }
  }

private:
  /// Returns the lowest of `count` consecutive free ids.
  static std::optional<uint32_t> findFree(uint32_t used, unsigned count) {
    for (unsigned id = 1; id + count <= kLastNamedBarrier + 1; ++id)
      if (!(used & maskOf(id, count)))
        return id;
    return std::nullopt;
  }
};

} // namespace
