//===- EliminateRedundantFences.cpp - Remove proxy fences -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each copy to or from tensor memory is lowered with a
// tcgen05.fence::before_thread_sync after it, each pipeline with a fence after
// the initialisation of its barriers. A fence is redundant where the same
// threads execute another such fence before other threads can depend on the
// first. For the same reason, one bar.warp.sync is enough for consecutive
// arrivals.
//
// Threads that can depend on it are other agents that use tensor memory, from
// the next arrival or barrier on; and the thread that issues MMAs, or the warp
// that deallocates tensor memory. No fence is needed between a warp's own loads
// and stores, nor between those of different warps where each accesses its own
// lanes.
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

/// The number of threads that have disjoint lanes of tensor memory.
constexpr unsigned kThreadsOfLanes = 128;

bool isCopy(Operation *op) {
  return isa<TmemLoadOp, TmemStoreOp, TmemWaitLoadsOp, TmemWaitStoresOp>(op);
}

/// Returns whether an operation on tensor memory is executed by other threads
/// than copies are.
bool isIssuedByOneThread(Operation *op) {
  return isa<Tcgen05MmaOp, TmemCopyOp, DeallocTmemOp>(op);
}

/// Returns whether other threads can't observe by the operation that this
/// thread has reached it.
bool isUnobservable(Operation *op) {
  return isMemoryEffectFree(op) || isCopy(op) ||
         isa<Tcgen05FenceAfterOp, FenceProxyAsyncOp, BarWarpSyncOp,
             MbarrierTryWaitOp, MbarrierTestWaitOp, MbarrierTryWaitStateOp,
             LdsmOp, StsmOp, LoadOp, StoreOp>(op);
}

class Tcgen05Fence {
public:
  explicit Tcgen05Fence(Tcgen05FenceBeforeOp fence)
      : fence(fence), othersDepend(isUsedByOthers(fence) ||
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
      // The next iteration of a loop starts at its beginning.
      if (isa<LoopLikeOpInterface>(parent) && visit(parent) == Outcome::Needed)
        return false;
      from = parent;
    }
  }

private:
  /// The result over all paths from here: all reach another fence; some reach
  /// an operation that needs this fence; some reach the end.
  enum class Outcome { Covered, Needed, Open };

  static bool isUsedByOthers(Operation *op) {
    auto agents = op->getParentOfType<AgentSwitchOp>();
    if (!agents)
      return false;
    for (Region &region : agents->getRegions()) {
      if (region.isAncestor(op->getParentRegion()))
        continue;
      WalkResult result = region.walk([](Operation *each) {
        return isCopy(each) || isIssuedByOneThread(each)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      });
      if (result.wasInterrupted())
        return true;
    }
    return false;
  }

  /// Visits the operations after \p begin.
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
    if (isIssuedByOneThread(op))
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
    return othersDepend && !isUnobservable(op) &&
                   !op->hasTrait<OpTrait::IsTerminator>()
               ? Outcome::Needed
               : Outcome::Open;
  }

  Tcgen05FenceBeforeOp fence;
  bool othersDepend;
};

/// Returns whether only initialisations are between this fence and the next.
bool isFollowedByAnother(FenceMbarrierInitOp fence) {
  for (Operation *op = fence->getNextNode(); op; op = op->getNextNode()) {
    if (isa<FenceMbarrierInitOp>(op))
      return true;
    if (!isMemoryEffectFree(op) && !isa<MbarrierInitOp>(op))
      return false;
  }
  return false;
}

/// Returns whether the threads of a branch only arrive at barriers.
bool isArrival(Operation *op) {
  auto branch = dyn_cast<scf::IfOp>(op);
  return branch && branch.getElseRegion().empty() &&
         llvm::all_of(*branch.thenBlock(), [](Operation &inner) {
           return isMemoryEffectFree(&inner) || isa<MbarrierArriveOp>(inner);
         });
}

/// Returns whether the lanes have only arrived at barriers since the last
/// bar.warp.sync.
bool areLanesSynchronized(BarWarpSyncOp barrier) {
  for (Operation *op = barrier->getPrevNode(); op; op = op->getPrevNode()) {
    if (isa<BarWarpSyncOp>(op))
      return true;
    if (!isMemoryEffectFree(op) && !isArrival(op))
      return false;
  }
  return false;
}

} // namespace

void eliminateRedundantFences(Operation *root) {
  root->walk([](FenceMbarrierInitOp fence) {
    if (isFollowedByAnother(fence))
      fence.erase();
  });
  root->walk([](BarWarpSyncOp barrier) {
    if (areLanesSynchronized(barrier))
      barrier.erase();
  });
  root->walk([](Tcgen05FenceBeforeOp fence) {
    if (Tcgen05Fence(fence).isCovered())
      fence.erase();
  });
}

} // namespace tileiras::to_llvm
