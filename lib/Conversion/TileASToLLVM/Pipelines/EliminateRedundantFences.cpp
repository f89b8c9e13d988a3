//===- EliminateRedundantFences.cpp - Remove proxy fences -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each copy to or from tensor memory is lowered with a
// tcgen05.fence::before_thread_sync behind it, each pipeline with a fence
// behind the initialisation of its barriers. Where the same threads come to
// another such fence before anybody else can rely on this one, that does for
// both. So does one meeting of a warp's lanes for arrivals that follow one
// another.
//
// Who can: other agents that use tensor memory, from the next arrival or
// barrier on; and the one thread that starts products, or the warp that gives
// tensor memory back. A warp's own loads and stores need no fence between them,
// nor do those of other warps where each has lanes of its own.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"
#include "tileiras/Dialect/TileAS/Contract/PipelineContract.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using nv_tileas::AgentSwitchOp;

namespace tileiras::to_llvm {

namespace {

/// So many have lanes of tensor memory to themselves.
constexpr unsigned kThreadsOfLanes = 128;

bool isCopy(Operation *op) {
  return isa<TmemLoadOp, TmemStoreOp, TmemWaitLoadsOp, TmemWaitStoresOp>(op);
}

/// Operations on tensor memory that other threads make than those who copy.
bool isOfOneThread(Operation *op) {
  return isa<Tcgen05MmaOp, TmemCopyOp, DeallocTmemOp>(op);
}

/// Nobody learns by it how far this thread is.
bool isSilent(Operation *op) {
  return isMemoryEffectFree(op) || isCopy(op) ||
         isa<Tcgen05FenceAfterOp, FenceProxyAsyncOp, BarWarpSyncOp,
             MbarrierTryWaitOp, MbarrierTestWaitOp, MbarrierTryWaitStateOp,
             LdsmOp, StsmOp, LoadOp, StoreOp>(op);
}

class TensorFence {
public:
  explicit TensorFence(Tcgen05FenceBeforeOp fence)
      : fence(fence), othersCare(isUsedByOthers(fence) ||
                                 countThreadsAt(fence) > kThreadsOfLanes) {}

  bool isCovered() {
    Operation *from = fence;
    while (true) {
      Outcome outcome = walk(from->getIterator(), from->getBlock()->end());
      if (outcome != Outcome::Open)
        return outcome == Outcome::Covered;
      Operation *parent = from->getParentOp();
      if (!isa<scf::ForOp, scf::WhileOp, scf::IfOp>(parent))
        return isa<AgentSwitchOp, FunctionOpInterface>(parent);
      // Once more from the beginning of a loop.
      if (isa<LoopLikeOpInterface>(parent) && visit(parent) == Outcome::Needed)
        return false;
      from = parent;
    }
  }

private:
  /// Of the ways from here: all come to another fence; or some to what needs
  /// this one; or some to the end.
  enum class Outcome { Covered, Needed, Open };

  static bool isUsedByOthers(Operation *op) {
    auto agents = op->getParentOfType<AgentSwitchOp>();
    if (!agents)
      return false;
    for (Region &region : agents->getRegions()) {
      if (region.isAncestor(op->getParentRegion()))
        continue;
      WalkResult result = region.walk([](Operation *each) {
        return isCopy(each) || isOfOneThread(each) ? WalkResult::interrupt()
                                                   : WalkResult::advance();
      });
      if (result.wasInterrupted())
        return true;
    }
    return false;
  }

  /// Behind \p begin.
  Outcome walk(Block::iterator begin, Block::iterator end) {
    for (Operation &op : llvm::make_range(std::next(begin), end))
      if (Outcome outcome = visit(&op); outcome != Outcome::Open)
        return outcome;
    return Outcome::Open;
  }

  Outcome walk(Region &region) {
    if (region.empty())
      return Outcome::Open;
    for (Operation &op : region.front())
      if (Outcome outcome = visit(&op); outcome != Outcome::Open)
        return outcome;
    return Outcome::Open;
  }

  Outcome visit(Operation *op) {
    if (isa<Tcgen05FenceBeforeOp>(op))
      return Outcome::Covered;
    if (isOfOneThread(op))
      return Outcome::Needed;
    if (isa<scf::ForOp, scf::WhileOp, scf::IfOp>(op)) {
      SmallVector<Outcome> outcomes = llvm::map_to_vector(
          op->getRegions(), [&](Region &region) { return walk(region); });
      if (llvm::is_contained(outcomes, Outcome::Needed))
        return Outcome::Needed;
      bool coversAll = isa<scf::IfOp>(op) && llvm::all_equal(outcomes) &&
                       outcomes.front() == Outcome::Covered;
      return coversAll ? Outcome::Covered : Outcome::Open;
    }
    if (op->getNumRegions() != 0)
      return Outcome::Needed;
    return othersCare && !isSilent(op) && !op->hasTrait<OpTrait::IsTerminator>()
               ? Outcome::Needed
               : Outcome::Open;
  }

  Tcgen05FenceBeforeOp fence;
  bool othersCare;
};

/// Initialisations alone stand between it and another one.
bool isFollowedByAnother(FenceMbarrierInitOp fence) {
  for (Operation *op = fence->getNextNode(); op; op = op->getNextNode()) {
    if (isa<FenceMbarrierInitOp>(op))
      return true;
    if (!isMemoryEffectFree(op) && !isa<MbarrierInitOp>(op))
      return false;
  }
  return false;
}

/// Its threads signal something, and do nothing else.
bool isArrival(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && branch.getElseRegion().empty() &&
         llvm::all_of(*branch.thenBlock(), [](Operation &inner) {
           return isMemoryEffectFree(&inner) || isa<MbarrierArriveOp>(inner);
         });
}

/// Since the lanes of the warp met, they have done nothing.
bool haveLanesMet(BarWarpSyncOp barrier) {
  for (Operation *op = barrier->getPrevNode(); op; op = op->getPrevNode()) {
    if (isa<BarWarpSyncOp>(op))
      return true;
    if (!isMemoryEffectFree(op) && !isArrival(op))
      return false;
  }
  return false;
}

} // namespace

void removeCoveredFences(Operation *root) {
  root->walk([](FenceMbarrierInitOp fence) {
    if (isFollowedByAnother(fence))
      fence.erase();
  });
  root->walk([](BarWarpSyncOp barrier) {
    if (haveLanesMet(barrier))
      barrier.erase();
  });
  root->walk([](Tcgen05FenceBeforeOp fence) {
    if (TensorFence(fence).isCovered())
      fence.erase();
  });
}

} // namespace tileiras::to_llvm
