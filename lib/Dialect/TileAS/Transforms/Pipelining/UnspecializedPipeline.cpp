//===- UnspecializedPipeline.cpp - Software pipelining of copies ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All warps run the same code. A loop that fills and reads circular buffers of
// S stages (tileas-lower-loads-to-async) becomes
//
//   copies of iterations 0 … S - 2
//   for each iteration i:
//     wait for the copies of iteration i; barrier
//     the first dot of iteration i, where warps run several
//     copies of iteration i + S - 1, if there is one
//     the rest of iteration i
//
// in which the barrier has two purposes: the copies of other threads for
// iteration i have arrived, and all threads have finished iteration i - 1,
// whose stage the copies of iteration i + S - 1 fill.
//
// Where the loop carries asynchronous MMAs (tileas-optimize-dot-accumulation),
// those of iteration i - 1 are complete at the end of iteration i: copies are
// started S - 2 iterations ahead.
//
// Where an iteration has several dots, the wait and the barrier of iteration i
// + 1 come before the last one of iteration i (EarlyReads.h).
//
// For TMA one thread starts each copy, and the wait is for the phase of an
// mbarrier of the stage.
//
// A kernel with a schedule in mode `pipelined` is expanded as that says
// (ScheduledOrder.h), and one in mode `serial` stays as it is.
//
// Where there are no dots, loads are issued together (HoistLoads.h).
//
// The scalars that the copies need run ahead with them. The expansion is MLIR's
// (scf::pipelineForLoop): a schedule (LoopSchedule.h) gives for each operation
// its stage, of S stages of the software pipeline, and the order of the
// operations in the new loop.
//
//===----------------------------------------------------------------------===//

#include "HoistLoads.h"
#include "Scheduling/ScheduledOrder.h"
#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"
#include "tileiras/Dialect/TileAS/Analysis/EarlyReads.h"
#include "tileiras/Dialect/TileAS/Analysis/LoopSchedule.h"

#include "tileiras/Dialect/TileAS/IR/Schedule.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Dialect/SCF/Transforms/Transforms.h"
#include "mlir/IR/Remarks.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-unspecialized-pipeline"

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

/// The load of an index runs ahead with the copies, unless it synchronises.
Operation *predicateIndex(RewriterBase &rewriter, LoadOp load,
                          Value predicate) {
  if (load.getMemSemantic() != nv_tileaa::MemSemantic::WEAK ||
      isa<TensorType>(load.getResult().getType()))
    return nullptr;
  rewriter.modifyOpInPlace(load, [&]() { addMask(rewriter, load, predicate); });
  return load;
}

/// Predicates the operation. Pure operations may run for nothing, a group
/// without copies is still a group, and all threads wait and synchronise once
/// more than there are iterations.
Operation *predicate(RewriterBase &rewriter, Operation *op, Value predicate,
                     Operation *outside) {
  if (isPure(op) || isa<AsyncCommitOp, AsyncWaitOp, BarrierOp>(op))
    return op;
  if (auto read = dyn_cast<CopyOp>(op))
    return predicateRead(rewriter, read, predicate,
                         op->getParentOp() == outside);
  if (auto load = dyn_cast<LoadOp>(op))
    return predicateIndex(rewriter, load, predicate);
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
    std::optional<FunctionSchedule> schedule =
        getFunctionSchedule(getOperation());
    if (schedule && schedule->mode != ScheduleMode::WarpSpecialized) {
      if (failed(expandSchedule(schedule->mode)))
        signalPassFailure();
      return;
    }
    if (schedule)
      ignoreSchedule(getOperation());
    hoistLoads(getOperation());
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (getNumStages(loop) > 1)
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      separateViews(findEarlyReads(loop));
      if (failed(pipeline(loop, getLoopOrder)))
        return signalPassFailure();
    }
  }

private:
  /// No pass expands a schedule with several partitions yet.
  static void ignoreSchedule(nv_tileaa::FuncOp func) {
    remark::missed(func.getLoc(), remark::RemarkOpts::name("Schedule")
                                      .category("memory")
                                      .function(func.getSymName()))
        << remark::reason("the schedule of the kernel's attributes is not "
                          "expanded: its loops get that of the built-in "
                          "templates");
    dropSchedule(func);
  }

  /// Expands the loops whose operations have a stage or an order as they say
  /// (ScheduledOrder.h).
  LogicalResult expandSchedule(ScheduleMode mode) {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) {
      if (mode == ScheduleMode::Pipelined && hasStages(loop))
        loops.push_back(loop);
    });
    for (scf::ForOp loop : loops) {
      if (failed(verifyRings(loop)) || failed(verifyScheduledOrder(loop)))
        return failure();
      separateViewsOfStages(loop);
      if (failed(pipeline(loop, getScheduledOrder)))
        return failure();
    }
    dropSchedule(getOperation());
    return success();
  }

  /// Checks that slots of rings, which the loop counts, are as many as the
  /// schedule has copies.
  static LogicalResult verifyRings(scf::ForOp loop) {
    WalkResult result = loop->getParentOfType<nv_tileaa::FuncOp>()->walk(
        [](AllocTensorOp buffer) {
          int64_t stages = buffer.getType().getStages(),
                  copies = getBufferSchedule(buffer).copies;
          if (stages == copies)
            return WalkResult::advance();
          buffer.emitOpError("expected as many stages as the ")
              << copies << " copies of the schedule, got " << stages;
          return WalkResult::interrupt();
        });
    return failure(result.wasInterrupted());
  }

  using OrderFn = std::vector<std::pair<Operation *, unsigned>>(scf::ForOp);

  LogicalResult pipeline(scf::ForOp loop, OrderFn *getOrder) {
    scf::PipeliningOption options;
    options.peelEpilogue = false;
    options.supportDynamicLoops = true;
    options.predicateFn =
        [outside = loop->getParentOp()](RewriterBase &rewriter, Operation *op,
                                        Value holds) {
          return predicate(rewriter, op, holds, outside);
        };
    options.getScheduleFn =
        [getOrder](scf::ForOp loop,
                   std::vector<std::pair<Operation *, unsigned>> &order) {
          order = getOrder(loop);
          for (auto [op, stage] : order)
            LDBG() << "stage " << stage << ": " << op->getName() << " at "
                   << op->getLoc();
        };
    IRRewriter rewriter(loop.getContext());
    rewriter.setInsertionPoint(loop);
    Location loc = loop.getLoc();
    bool isModified = false;
    if (succeeded(scf::pipelineForLoop(rewriter, loop, options, &isModified)))
      return success();
    // A schedule that was asked for is no hint.
    if (getOrder == &getScheduledOrder)
      return emitError(loc, "expected a loop that can be expanded as its "
                            "schedule says: it carries only what an iteration "
                            "computes for the next one");
    remark::missed(loc, remark::RemarkOpts::name("Pipeline").category("memory"))
        << remark::reason("Failed to pipeline loop");
    if (isModified)
      return emitError(loc, "failed to pipeline a loop: an operation that runs "
                            "ahead can't be predicated");
    return success();
  }
};

} // namespace
