//===- AsyncGroupCounts.cpp - Groups that waits leave pending -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/AsyncGroupCounts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace {

/// The number of commits ahead of waits; none where it is unknown.
using Ahead = std::optional<int64_t>;

Ahead minimum(Ahead lhs, Ahead rhs) {
  return lhs && rhs ? Ahead(std::min(*lhs, *rhs)) : Ahead();
}

class GroupCounter {
public:
  explicit GroupCounter(Value pipeline) : pipeline(pipeline) {}

  /// Walks from the first operation to the end of the block. With `sets` the
  /// waits on the way get their numbers.
  Ahead walk(Block::iterator first, Block::iterator end, Ahead ahead,
             bool sets) {
    for (Operation &op : llvm::make_range(first, end))
      ahead = visit(&op, ahead, sets);
    return ahead;
  }

private:
  bool isOf(Value other) const { return other == pipeline; }

  Ahead visit(Operation *op, Ahead ahead, bool sets) {
    if (auto wait = dyn_cast<ConsumerWaitOp>(op);
        wait && isOf(wait.getPipeline())) {
      Ahead after = ahead ? Ahead(*ahead - 1) : Ahead();
      if (sets && !wait.getPending())
        wait.setPending(std::max<int64_t>(0, after.value_or(0)));
      return after;
    }
    if (commits(op))
      return ahead ? Ahead(*ahead + 1) : Ahead();
    if (op->getNumRegions() == 0)
      return ahead;
    if (auto loop = dyn_cast<scf::ForOp>(op))
      return visitLoop(loop, ahead, sets);
    if (auto branch = dyn_cast<scf::IfOp>(op))
      return minimum(walk(branch.getThenRegion(), ahead, sets),
                     walk(branch.getElseRegion(), ahead, sets));
    return visitOther(op, ahead, sets);
  }

  bool commits(Operation *op) const {
    if (auto commit = dyn_cast<ProducerCommitOp>(op))
      return isOf(commit.getPipeline());
    if (auto produce = dyn_cast<ProduceOneOp>(op))
      return isOf(produce.getPipeline());
    if (auto produce = dyn_cast<ProduceOneAsyncOp>(op))
      return isOf(produce.getPipeline());
    return false;
  }

  Ahead walk(Region &region, Ahead ahead, bool sets) {
    for (Block &block : region)
      ahead = walk(block.begin(), block.end(), ahead, sets);
    return ahead;
  }

  Ahead visitLoop(scf::ForOp loop, Ahead ahead, bool sets) {
    Ahead step = walk(loop.getRegion(), 0, /*sets=*/false);
    Ahead atStart = step && *step >= 0 ? ahead : Ahead();
    if (sets)
      walk(loop.getRegion(), atStart, sets);
    return atStart;
  }

  /// The number of executions of its regions is unknown.
  Ahead visitOther(Operation *op, Ahead ahead, bool sets) {
    bool uses = op->walk([&](Operation *inner) {
                    return inner != op && llvm::is_contained(
                                              inner->getOperands(), pipeline)
                               ? WalkResult::interrupt()
                               : WalkResult::advance();
                  }).wasInterrupted();
    if (!uses)
      return ahead;
    for (Region &region : op->getRegions())
      walk(region, Ahead(), sets);
    return Ahead();
  }

  Value pipeline;
};

} // namespace

void tileiras::countPendingGroups(CreatePipelineOp pipeline) {
  if (pipeline.getType().hasBarriers())
    return;
  GroupCounter(pipeline).walk(std::next(pipeline->getIterator()),
                              pipeline->getBlock()->end(), 0, /*sets=*/true);
}
