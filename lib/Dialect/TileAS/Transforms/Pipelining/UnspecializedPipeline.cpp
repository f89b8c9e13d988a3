//===- UnspecializedPipeline.cpp - Copies start steps ahead ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All warps do the same. A loop that fills and reads rings of S stages
// (tileas-lower-loads-to-async) becomes
//
//   copies of steps 0 … S - 2
//   for each step i:
//     wait for the copies of step i; barrier
//     the first product of step i, where warps make several
//     copies of step i + S - 1, if there is one
//     the rest of step i
//
// in which the barrier says two things: the copies that other threads made for
// step i are there, and everybody is done with step i - 1, whose stage the
// copies of step i + S - 1 fill.
//
// Where the loop carries products in flight (tileas-optimize-dot-accumulation),
// those of step i - 1 are done at the end of step i: copies are started S - 2
// steps ahead.
//
// Where a step makes several products, the wait and the barrier of step i + 1
// stand before the last one of step i (EarlyReads.h).
//
// Of copies by TMA one thread starts each, and the wait is for the phase of a
// barrier object of the stage.
//
// Where there are no products, loads start together (HoistLoads.h).
//
// What the copies need of the loop, scalars, runs ahead with them. The
// expansion is MLIR's (scf::pipelineForLoop): a schedule (LoopSchedule.h) says
// for each operation in which of S stages of the software pipeline it is, and
// in which order the operations stand in the new loop.
//
//===----------------------------------------------------------------------===//

#include "HoistLoads.h"
#include "tileiras/Dialect/TileAS/Analysis/EarlyReads.h"
#include "tileiras/Dialect/TileAS/Analysis/LoopSchedule.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASUNSPECIALIZEDPIPELINE
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Adds a predicate to one that has an operand for it.
template <typename OpTy>
Operation *addPredicate(RewriterBase &rewriter, OpTy op, Value predicate) {
  rewriter.setInsertionPoint(op);
  if (Value own = op.getPredicate())
    predicate = arith::AndIOp::create(rewriter, op.getLoc(), own, predicate);
  rewriter.modifyOpInPlace(
      op, [&]() { op.getPredicateMutable().assign(predicate); });
  return op;
}

/// The operation where `predicate` holds. What only computes may run for
/// nothing, a group without copies is still a group, and all threads wait and
/// meet once more than there are steps.
Operation *predicate(RewriterBase &rewriter, Operation *op, Value predicate,
                     Operation *outside) {
  if (isPure(op) || isa<AsyncCommitOp, AsyncWaitOp, BarrierOp>(op))
    return op;
  if (auto read = dyn_cast<CopyOp>(op))
    return predicateRead(rewriter, read, predicate,
                         op->getParentOp() == outside);
  if (auto copy = dyn_cast<AsyncCopyOp>(op))
    return addPredicate(rewriter, copy, predicate);
  if (auto copy = dyn_cast<TiledTmaLoadOp>(op))
    return addPredicate(rewriter, copy, predicate);
  if (auto arrival = dyn_cast<AsyncMBarrierExpectTxOp>(op))
    return addPredicate(rewriter, arrival, predicate);
  return nullptr;
}

class UnspecializedPipeline
    : public tileiras::impl::TileASUnspecializedPipelineBase<
          UnspecializedPipeline> {
public:
  void runOnOperation() override {
    startLoadsTogether(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (getNumStages(loop) > 1)
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops)
      if (failed(pipeline(loop)))
        return signalPassFailure();
  }

private:
  LogicalResult pipeline(scf::ForOp loop) {
    separateViews(findEarlyReads(loop));
    scf::PipeliningOption options;
    options.peelEpilogue = false;
    options.supportDynamicLoops = true;
    options.predicateFn =
        [outside = loop->getParentOp()](RewriterBase &rewriter, Operation *op,
                                        Value holds) {
          return predicate(rewriter, op, holds, outside);
        };
    options.getScheduleFn =
        [](scf::ForOp loop,
           std::vector<std::pair<Operation *, unsigned>> &order) {
          order = getLoopOrder(loop);
        };
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(loop);
    Location loc = loop.getLoc();
    bool isModified = false;
    if (succeeded(scf::pipelineForLoop(rewriter, loop, options, &isModified)))
      return success();
    remark::missed(loc, remark::RemarkOpts::name("Pipeline").category("memory"))
        << remark::reason("Failed to pipeline loop");
    if (isModified)
      return emitError(loc, "failed to pipeline a loop: an operation that runs "
                            "ahead can't be predicated");
    return success();
  }
};

} // namespace
