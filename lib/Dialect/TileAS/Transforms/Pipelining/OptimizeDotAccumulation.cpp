//===- OptimizeDotAccumulation.cpp - Accumulators that stay in flight -----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds MMAs to a carried accumulator waits for the MMAs of the
// iteration before instead of those of the same iteration, so that the matrix
// unit has work while threads synchronise and start copies:
//
//   for iter_args(%c = %0)            %z = async.to_async %0
//     %f = async.dot %a, %b, %c       for iter_args(%c = %z)
//     %d = async.future_wait %f   =>    %f = async.dot %a, %b, %c
//     yield %d                          %g = async.future_wait %f {pending = 1}
//                                       yield %g
//                                     %d = async.future_wait %result
//
// Where an iteration waits for another MMA before it uses the accumulator, that
// wait covers the MMAs of the iteration before, too. So they run while the
// other one starts, and tiles that they read in registers are carried with
// them:
//
//   for iter_args(%c = %0)            %z = async.to_async %0
//     %s = async.dot %q, %k, %zero    for iter_args(%c = %z, %o = %zeros)
//     %t = async.future_wait %s         %s = async.dot %q, %k, %zero
//     %p, %r = … %t, %c                 %t = async.future_wait %s
//     %f = async.dot %p, %v, %r   =>    %e = async.future_wait %c keep(%o)
//     %d = async.future_wait %f         %p, %r = … %t, %e
//          keep(%p)                     %f = async.dot %p, %v, %r
//     yield %d                          yield %f, %p
//                                     %d = async.future_wait %result keep(%p)
//
// Where an iteration only adds, but A is read from a buffer to registers, these
// can't be overwritten before the MMA that reads them is complete. So the
// iteration becomes one MMA for each of a few K slices, of which one is in
// flight while the registers of the next are filled, also across iterations:
//
//   for iter_args(%c = %0)            %z = async.to_async %0
//     %a = copy %q                    for iter_args(%c = %z, %o = %zeros)
//     %f = async.dot %a, %b, %c         %a0 = copy %q slice [0, 0]
//     %d = async.future_wait %f   =>    %f0 = async.dot %a0, %b, %c
//          keep(%a)                     %g0 = async.future_wait %f0 keep(%o)
//     yield %d                                {pending = 1}
//                                       %a1 = copy %q slice [0, 16]
//                                       %f1 = async.dot %a1, %b from 16, %g0
//                                       %g1 = async.future_wait %f1 keep(%a0)
//                                             {pending = 1}
//                                       yield %g1, %a1
//                                     %d = async.future_wait %result keep(%a1)
//
// The operands are then read until the end of the next iteration. That is right
// for buffers that are not written in the loop, and for circular buffers that
// release a stage one iteration later: tileas-lower-loads-to-async gives them
// another stage, and tileas-unspecialized-pipeline starts copies an iteration
// later.
//
// The initial accumulator is a constant. Where a loop with an unknown trip
// count gets another one, ptxas finds registers that are written between the
// MMAs of the loop and the last wait, and serialises the MMAs (C7515).
//
//===----------------------------------------------------------------------===//

#include "Slicing/OperandSlice.h"
#include "tileiras/Dialect/TileAS/Analysis/DotAccumulation.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-optimize-dot-accumulation"

namespace tileiras {
#define GEN_PASS_DEF_TILEASOPTIMIZEDOTACCUMULATION
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Minimum stages of a circular buffer whose stages are read for two
/// iterations: one more that is filled meanwhile.
static constexpr int64_t kMinStages = 3;
/// MMA instructions per K slice, if there are at least two slices: the unit
/// multiplies 256 bits of K at a time.
static constexpr int64_t kInstructionsPerSlice = 2;
/// Users of an operand in registers: the MMA, and the wait that keeps it.
static constexpr unsigned kUsersOfSlices = 2;

namespace {

class OptimizeDotAccumulation
    : public tileiras::impl::TileASOptimizeDotAccumulationBase<
          OptimizeDotAccumulation> {
public:
  void runOnOperation() override {
    SmallVector<scf::ForOp> loops;
    getOperation().walk([&](scf::ForOp loop) { loops.push_back(loop); });
    for (scf::ForOp loop : loops) {
      SmallVector<DotAccumulation> found = findDotAccumulations(loop);
      llvm::erase_if(found, [&](const DotAccumulation &accumulation) {
        AsyncDotOp dot = accumulation.dot;
        return !mayReadLonger(loop, dot.getA()) ||
               !mayReadLonger(loop, dot.getB()) ||
               (accumulation.bySlices && getSliceDepth(dot) == 0);
      });
      if (!found.empty())
        carryFutures(loop, found);
    }
  }

private:
  /// Returns whether an operand of an MMA is valid until the end of the next
  /// iteration. Registers are, since the wait keeps them.
  static bool mayReadLonger(scf::ForOp loop, Value operand) {
    if (isa<RankedTensorType>(operand.getType()))
      return true;
    auto buffer = dyn_cast<nv_tileaa::StridedMemRefType>(operand.getType());
    AllocationOpInterface allocation =
        buffer ? getAllocation(operand) : AllocationOpInterface();
    if (!allocation || loop->isAncestor(allocation))
      return false;
    auto ring = dyn_cast<AllocTensorOp>(allocation.getOperation());
    if (ring && ring.getType().isRing())
      return ring.getType().getStages() >= kMinStages;
    return llvm::none_of(loop.getBody()->getOps<CopyOp>(), [&](CopyOp copy) {
      return copy.isStore() &&
             getAllocation(copy.getDestination()) == allocation;
    });
  }

  static void carryFutures(scf::ForOp loop,
                           ArrayRef<DotAccumulation> accumulations) {
    auto numDots = llvm::range_size(loop.getBody()->getOps<AsyncDotOp>());
    IRRewriter rewriter(loop.getContext());
    for (DotAccumulation accumulation : accumulations) {
      LDBG() << accumulation.dot.getLoc() << ": in flight into the next "
             << "iteration, "
             << (accumulation.bySlices ? "slice by slice"
                 : accumulation.before ? "waited for where it is first used"
                                       : "waited for after the next MMA");
      if (accumulation.bySlices) {
        loop = carrySlices(rewriter, loop, accumulation);
        continue;
      }
      SmallVector<Value> keep(accumulation.wait.getKeep());
      loop = carryTiles(rewriter, loop, keep);
      ValueRange carried = loop.getRegionIterArgs().take_back(keep.size());
      BlockArgument accumulator = carryFuture(rewriter, loop, accumulation);
      if (accumulation.before)
        moveWait(rewriter, accumulation, accumulator, carried);
      else
        waitForPreviousIteration(accumulation, numDots);
      waitAfterLoop(rewriter, loop, accumulation, keep.size());
    }
  }

  /// Returns the K extent of a slice of a dot whose A comes from a buffer; 0
  /// where there are not two slices.
  static int64_t getSliceDepth(AsyncDotOp dot) {
    int64_t atom = dot.getAtom()->K,
            depth = AsyncDotOp::getTile(dot.getA()).getShape().back();
    int64_t size = std::min(kInstructionsPerSlice * atom, depth / 2);
    OperandSlice a(dot.getA(), /*dim=*/1, size, kUsersOfSlices);
    return size >= atom && a.getCopy() && a.isPossible() && a.mayBeReadAt(dot)
               ? size
               : 0;
  }

  /// Splits the MMA into one for each slice. Each is waited for after the next
  /// one, the last one in the next iteration.
  static scf::ForOp carrySlices(IRRewriter &rewriter, scf::ForOp loop,
                                DotAccumulation accumulation) {
    AsyncDotOp dot = accumulation.dot;
    int64_t size = getSliceDepth(dot),
            depth = AsyncDotOp::getTile(dot.getA()).getShape().back();
    OperandSlice a(dot.getA(), /*dim=*/1, size, kUsersOfSlices);
    rewriter.setInsertionPoint(dot);
    SmallVector<AsyncDotOp> mmas;
    Value accumulator = dot.getC();
    for (int64_t first = 0; first < depth; first += size) {
      Value slice = a.get(rewriter, dot.getLoc(), first / size);
      auto mma = AsyncDotOp::create(
          rewriter, dot.getLoc(), dot.getType(), slice, dot.getB(), accumulator,
          /*accumulate=*/Value(), first, dot.getAtom(),
          dot.getSignednessAAttr(), dot.getSignednessBAttr());
      accumulator = mma.getResult();
      mmas.push_back(mma);
    }
    rewriter.replaceAllUsesWith(accumulation.wait.getResult(), accumulator);
    rewriter.eraseOp(accumulation.wait);
    rewriter.eraseOp(dot);
    a.eraseRead();
    accumulation.dot = mmas.back();
    loop = carryTiles(rewriter, loop, mmas.back().getA());
    Value kept = loop.getRegionIterArgs().back();
    for (AsyncDotOp mma : mmas) {
      rewriter.setInsertionPointAfter(mma);
      auto wait = FutureWaitOp::create(rewriter, mma.getLoc(), mma.getType(),
                                       kept.getType(), mma, kept,
                                       rewriter.getI64IntegerAttr(1));
      rewriter.replaceAllUsesExcept(mma.getResult(), wait.getResult(), wait);
      kept = mma.getA();
    }
    carryFuture(rewriter, loop, accumulation);
    waitAfterLoop(rewriter, loop, accumulation, /*numKept=*/1);
    return loop;
  }

  /// Makes the loop carry `tiles` of each iteration to the next one.
  static scf::ForOp carryTiles(IRRewriter &rewriter, scf::ForOp loop,
                               ArrayRef<Value> tiles) {
    if (tiles.empty())
      return loop;
    rewriter.setInsertionPoint(loop);
    SmallVector<Value> inits = llvm::map_to_vector(tiles, [&](Value tile) {
      return Value(arith::ConstantOp::create(
          rewriter, tile.getLoc(),
          rewriter.getZeroAttr(cast<RankedTensorType>(tile.getType()))));
    });
    auto yield = [&](OpBuilder &, Location, ArrayRef<BlockArgument>) {
      return SmallVector<Value>(tiles);
    };
    return cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
        rewriter, inits, /*replaceInitOperandUsesInLoop=*/false, yield));
  }

  /// Changes the types of what the loop carries in place.
  static BlockArgument carryFuture(IRRewriter &rewriter, scf::ForOp loop,
                                   const DotAccumulation &accumulation) {
    AsyncDotOp dot = accumulation.dot;
    FutureType type = dot.getType();
    OpOperand &init = loop.getInitArgsMutable()[accumulation.index];
    rewriter.setInsertionPoint(loop);
    init.set(ToAsyncOp::create(rewriter, dot.getLoc(), type, init.get()));
    BlockArgument accumulator = loop.getRegionIterArgs()[accumulation.index];
    accumulator.setType(type);
    loop->getResult(accumulation.index).setType(type);
    return accumulator;
  }

  /// Only the MMA reads what is carried.
  static void waitForPreviousIteration(DotAccumulation accumulation,
                                       int64_t numDots) {
    accumulation.wait.getResult().setType(accumulation.dot.getType());
    accumulation.wait.setPending(numDots);
  }

  /// Moves the wait for the MMA to the next iteration, after the one before the
  /// first use.
  static void moveWait(IRRewriter &rewriter,
                       const DotAccumulation &accumulation,
                       BlockArgument accumulator, ValueRange keep) {
    auto [dot, wait, index, before, bySlices] = accumulation;
    rewriter.setInsertionPointAfter(before);
    auto moved =
        FutureWaitOp::create(rewriter, wait.getLoc(), dot.getAccumulatorType(),
                             keep.getTypes(), accumulator, keep,
                             /*pending=*/IntegerAttr());
    rewriter.replaceAllUsesExcept(accumulator, moved.getResult(), moved);
    rewriter.replaceAllUsesWith(wait.getResult(), dot.getResult());
    rewriter.eraseOp(wait);
  }

  /// Waits for the MMA of the last iteration, which reads the last `numKept`
  /// results of the loop.
  static void waitAfterLoop(IRRewriter &rewriter, scf::ForOp loop,
                            const DotAccumulation &accumulation,
                            size_t numKept) {
    OpResult result = loop->getResult(accumulation.index);
    ValueRange keep = loop.getResults().take_back(numKept);
    rewriter.setInsertionPointAfter(loop);
    AsyncDotOp dot = accumulation.dot;
    auto last =
        FutureWaitOp::create(rewriter, dot.getLoc(), dot.getAccumulatorType(),
                             keep.getTypes(), result, keep,
                             /*pending=*/IntegerAttr());
    rewriter.replaceAllUsesExcept(result, last.getResult(), last);
  }
};

} // namespace
