//===- OptimizeDotAccumulation.cpp - Sums that stay in flight ----*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that adds products to what it carries waits for the products of the
// step before instead of those of the same step, so that the matrix unit has
// work while threads meet and start copies:
//
//   for iter_args(%c = %0)            %z = async.to_async %0
//     %f = async.dot %a, %b, %c       for iter_args(%c = %z)
//     %d = async.future_wait %f   =>    %f = async.dot %a, %b, %c
//     yield %d                          %g = async.future_wait %f {pending = 1}
//                                       yield %g
//                                     %d = async.future_wait %result
//
// The operands are then read until the end of the next step. That is right for
// what is not written in the loop, and for rings that leave a stage alone for
// one step more: tileas-lower-loads-to-async gives them another stage, and
// tileas-unspecialized-pipeline starts copies a step later.
//
// Sums begin with a constant. Where a loop that may not run at all gets others,
// ptxas finds registers that are written between the products of the loop and
// the last wait, and serialises the products (C7515).
//
//===----------------------------------------------------------------------===//

#include "DotAccumulation.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/IR/Matchers.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASOPTIMIZEDOTACCUMULATION
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Fewest stages of a ring whose stages are read for two steps: one more that
/// is filled meanwhile.
static constexpr int64_t kFewestStages = 3;

/// What is printed and asserted is a call, over which ptxas keeps no product in
/// flight (C7510).
static bool hasCalls(scf::ForOp loop) {
  return loop
      .walk([](Operation *op) {
        return isa<nv_tileaa::PrintOp, nv_tileaa::AssertOp>(op)
                   ? WalkResult::interrupt()
                   : WalkResult::advance();
      })
      .wasInterrupted();
}

SmallVector<DotAccumulation> tileiras::findDotAccumulations(scf::ForOp loop) {
  SmallVector<DotAccumulation> result;
  if (hasCalls(loop))
    return result;
  for (auto [number, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!matchPattern(loop.getInitArgs()[number], m_Constant()))
      continue;
    auto wait = loop.getYieldedValues()[number].getDefiningOp<FutureWaitOp>();
    if (!argument.hasOneUse() || !wait || wait->getBlock() != loop.getBody() ||
        !wait.getResult().hasOneUse() ||
        wait.getResult() != loop.getYieldedValues()[number])
      continue;
    auto dot = wait.getFuture().getDefiningOp<AsyncDotOp>();
    if (dot && dot->getBlock() == loop.getBody() && dot.getC() == argument &&
        dot.getResult().hasOneUse() && wait.getKeep().empty())
      result.push_back({dot, wait, unsigned(number)});
  }
  return result;
}

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
               !mayReadLonger(loop, dot.getB());
      });
      if (!found.empty())
        carryFutures(loop, found);
    }
  }

private:
  /// Whether what a product reads stays as it is until the end of the next
  /// step.
  static bool mayReadLonger(scf::ForOp loop, Value operand) {
    auto buffer = dyn_cast<nv_tileaa::StridedMemRefType>(operand.getType());
    AllocationOpInterface allocation =
        buffer ? getAllocation(operand) : AllocationOpInterface();
    if (!allocation || loop->isAncestor(allocation))
      return false;
    auto ring = dyn_cast<AllocTensorOp>(allocation.getOperation());
    if (ring && ring.getType().isRing())
      return ring.getType().getStages() >= kFewestStages;
    return llvm::none_of(loop.getBody()->getOps<CopyOp>(), [&](CopyOp copy) {
      return copy.isStore() &&
             getAllocation(copy.getDestination()) == allocation;
    });
  }

  static void carryFutures(scf::ForOp loop,
                           ArrayRef<DotAccumulation> accumulations) {
    auto numDots = llvm::range_size(loop.getBody()->getOps<AsyncDotOp>());
    IRRewriter rewriter(loop.getContext());
    for (const DotAccumulation &accumulation : accumulations)
      carryFuture(rewriter, loop, accumulation, numDots);
  }

  /// The types of what the loop carries are changed in place: nobody but the
  /// product and the wait reads it inside.
  static void carryFuture(IRRewriter &rewriter, scf::ForOp loop,
                          const DotAccumulation &accumulation,
                          int64_t numDots) {
    auto [dot, wait, number] = accumulation;
    FutureType type = dot.getType();
    OpOperand &init = loop.getInitArgsMutable()[number];
    rewriter.setInsertionPoint(loop);
    init.set(ToAsyncOp::create(rewriter, dot.getLoc(), type, init.get()));
    loop.getRegionIterArgs()[number].setType(type);
    wait.getResult().setType(type);
    wait.setPending(numDots);
    OpResult result = loop->getResult(number);
    Type tensor = result.getType();
    result.setType(type);
    rewriter.setInsertionPointAfter(loop);
    auto last = FutureWaitOp::create(rewriter, wait.getLoc(), tensor,
                                     TypeRange(), result, ValueRange(),
                                     /*pending=*/IntegerAttr());
    rewriter.replaceAllUsesExcept(result, last.getResult(), last);
  }
};

} // namespace
