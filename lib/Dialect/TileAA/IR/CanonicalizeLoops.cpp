//===- CanonicalizeLoops.cpp - Loops with many iterations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR 22 counts the iterations of an `scf.for` in the type of its bounds, as
// signed numbers, and removes loops based on that count: a loop over more than
// half of the type has a negative count (docs/Upstream/loop-range.mlir). Such
// loops get another form here, which MLIR counts correctly:
//
//   for i = lb to ub step s          for n = 0 to count step 1
//     { f(i) }                         { f(lb + n * s) }
//
// where `count` is computed in wider integers. It is an unsigned loop if the
// count is not a signed number of the type. A loop whose counter would wrap
// gets the same form, so that it terminates as Tile IR specifies.
//
// These are patterns of the dialect, which every canonicalisation of a program
// applies, and before those of scf.for, so they hold wherever and whenever
// bounds turn out to be constants.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace {

/// The benefit of these patterns; those of scf.for have 1.
constexpr int kBeforeOthers = 10;

/// Constant bounds as signed numbers, with two more bits than their type.
struct Bounds {
  APInt lower, upper, step;

  static std::optional<Bounds> find(scf::ForOp loop) {
    Bounds bounds;
    for (auto [value, number] : {std::pair(loop.getLowerBound(), &bounds.lower),
                                 {loop.getUpperBound(), &bounds.upper},
                                 {loop.getStep(), &bounds.step}}) {
      if (!matchPattern(value, m_ConstantInt(number)))
        return std::nullopt;
      unsigned width = number->getBitWidth() + 2;
      *number =
          loop.getUnsignedCmp() ? number->zext(width) : number->sext(width);
    }
    return bounds;
  }

  bool run() const { return step.isStrictlyPositive() && lower.slt(upper); }

  APInt countIterations() const {
    return (upper - lower + step - 1).udiv(step);
  }

  /// Returns the width of their type.
  unsigned getWidth() const { return lower.getBitWidth() - 2; }

  /// Whether counting in signed numbers of the type is correct, and the counter
  /// stays in the type.
  bool areCountable(bool isUnsigned) const {
    unsigned width = getWidth();
    APInt end = lower + countIterations() * step;
    return isUnsigned
               ? step.isSignedIntN(width) && end.isIntN(width)
               : (upper - lower).isSignedIntN(width) && end.isSignedIntN(width);
  }
};

/// Rewrites the loop to start at zero, with `lb + n * scale` for its counter.
void countFromZero(scf::ForOp loop, Value upper, Value step, Value scale,
                   bool isUnsigned, PatternRewriter &rewriter) {
  Location loc = loop.getLoc();
  Value lower = loop.getLowerBound(), number = loop.getInductionVar();
  Value zero = arith::ConstantOp::create(rewriter, loc,
                                         rewriter.getZeroAttr(lower.getType()));
  rewriter.setInsertionPointToStart(loop.getBody());
  Value distance = arith::MulIOp::create(rewriter, loc, number, scale);
  Value counter = arith::AddIOp::create(rewriter, loc, lower, distance);
  rewriter.replaceAllUsesExcept(number, counter, distance.getDefiningOp());
  rewriter.modifyOpInPlace(loop, [&] {
    loop.setLowerBound(zero);
    loop.setUpperBound(upper);
    loop.setStep(step);
    loop.setUnsignedCmp(isUnsigned);
  });
}

/// Rewrites a loop with constant bounds that MLIR would count incorrectly.
struct CountIterations : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    std::optional<Bounds> bounds = Bounds::find(loop);
    if (!bounds || !bounds->run() ||
        bounds->areCountable(loop.getUnsignedCmp()))
      return rewriter.notifyMatchFailure(loop, "is counted rightly");
    APInt count = bounds->countIterations();
    if (count.isOne()) {
      runOnce(loop, rewriter);
      return success();
    }
    auto get = [&](const APInt &number) -> Value {
      Type type = loop.getLowerBound().getType();
      return arith::ConstantOp::create(
          rewriter, loop.getLoc(),
          IntegerAttr::get(type, number.trunc(bounds->getWidth())));
    };
    bool isUnsigned = !count.isSignedIntN(bounds->getWidth());
    Value one = get(APInt(count.getBitWidth(), 1));
    countFromZero(loop, get(count), one, /*scale=*/loop.getStep(), isUnsigned,
                  rewriter);
    return success();
  }

private:
  /// The constant one does not exist in each type: it is negative in i1.
  static void runOnce(scf::ForOp loop, PatternRewriter &rewriter) {
    SmallVector<Value> arguments{loop.getLowerBound()};
    llvm::append_range(arguments, loop.getInitArgs());
    Operation *end = loop.getBody()->getTerminator();
    rewriter.inlineBlockBefore(loop.getBody(), loop, arguments);
    rewriter.replaceOp(loop, end->getOperands());
    rewriter.eraseOp(end);
  }
};

/// Rewrites an unsigned loop to `lb + c` that does not wrap: MLIR reads `c` as
/// signed.
struct CountDistance : OpRewritePattern<scf::ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(scf::ForOp loop,
                                PatternRewriter &rewriter) const override {
    auto sum = loop.getUpperBound().getDefiningOp<arith::AddIOp>();
    APInt distance;
    if (!loop.getUnsignedCmp() || !sum ||
        sum.getLhs() != loop.getLowerBound() ||
        !matchPattern(sum.getRhs(), m_ConstantInt(&distance)) ||
        !distance.isNegative() ||
        !bitEnumContainsAll(sum.getOverflowFlags(),
                            arith::IntegerOverflowFlags::nuw))
      return rewriter.notifyMatchFailure(loop, "not to a large distance");
    Value one = arith::ConstantOp::create(rewriter, loop.getLoc(),
                                          IntegerAttr::get(sum.getType(), 1));
    countFromZero(loop, sum.getRhs(), loop.getStep(), /*scale=*/one,
                  /*isUnsigned=*/true, rewriter);
    return success();
  }
};

} // namespace

void TileAADialect::getCanonicalizationPatterns(
    RewritePatternSet &patterns) const {
  patterns.add<CountDistance, CountIterations>(getContext(), kBeforeOthers);
}
