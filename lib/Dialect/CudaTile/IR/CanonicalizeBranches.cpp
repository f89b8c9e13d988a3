//===- CanonicalizeBranches.cpp - Branches that are known -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// An arm of an `if` falls through, with a yield, or leaves: with continue,
// break or return.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Returns the yield at the end of an arm; null if the arm has another exit or
/// is empty.
static YieldOp findYield(Region &arm) {
  return arm.empty() ? YieldOp() : dyn_cast<YieldOp>(arm.front().back());
}

static std::optional<APInt> findConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? readSplat(constant.getValue()) : std::nullopt;
}

/// Returns the truth value that `value` negates; null if it is not a negation.
static Value findNegated(Value value) {
  auto negation = value.getDefiningOp<XOrIOp>();
  std::optional<APInt> mask =
      negation ? findConstant(negation.getRhs()) : std::nullopt;
  return mask && mask->isAllOnes() ? negation.getLhs() : Value();
}

namespace {
/// Replaces an `if` with a constant condition by one of its arms.
struct InlineTakenArm : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    std::optional<APInt> condition = findConstant(op.getCondition());
    if (!condition)
      return rewriter.notifyMatchFailure(op, "condition not constant");
    Region &taken =
        condition->isZero() ? op.getElseRegion() : op.getThenRegion();
    if (taken.empty()) {
      rewriter.eraseOp(op);
      return success();
    }
    YieldOp yield = findYield(taken);
    if (!yield)
      eraseRest(op, rewriter);
    rewriter.inlineBlockBefore(&taken.front(), op);
    if (!yield) {
      rewriter.eraseOp(op);
      return success();
    }
    rewriter.replaceOp(op, yield.getOperands());
    rewriter.eraseOp(yield);
    return success();
  }

private:
  /// Erases the rest of the block, which is unreachable.
  static void eraseRest(IfOp op, PatternRewriter &rewriter) {
    while (&op->getBlock()->back() != op)
      rewriter.eraseOp(&op->getBlock()->back());
  }
};

/// Removes an empty else.
struct RemoveEmptyElse : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Region &otherwise = op.getElseRegion();
    if (op.getNumResults() || otherwise.empty() || !findYield(otherwise) ||
        !llvm::hasSingleElement(otherwise.front()))
      return rewriter.notifyMatchFailure(op, "else does something");
    rewriter.eraseBlock(&otherwise.front());
    return success();
  }
};

/// if !c then A else B -> if c then B else A.
struct SwapArmsOfNegation : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    Value condition = findNegated(op.getCondition());
    if (!condition || op.getElseRegion().empty())
      return rewriter.notifyMatchFailure(op, "no negation, or one arm only");
    rewriter.modifyOpInPlace(op, [&] {
      op.getConditionMutable().assign(condition);
      Region arm;
      arm.takeBody(op.getThenRegion());
      op.getThenRegion().takeBody(op.getElseRegion());
      op.getElseRegion().takeBody(arm);
    });
    return success();
  }
};

/// Replaces results that don't depend on the branch.
struct ReplaceKnownResults : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    YieldOp taken = findYield(op.getThenRegion());
    YieldOp otherwise = findYield(op.getElseRegion());
    bool isChanged = false;
    for (OpResult result : op->getResults()) {
      if (result.use_empty())
        continue;
      unsigned index = result.getResultNumber();
      Value known = findKnown(op, taken ? taken.getOperand(index) : Value(),
                              otherwise ? otherwise.getOperand(index) : Value(),
                              rewriter);
      if (!known)
        continue;
      rewriter.replaceAllUsesWith(result, known);
      isChanged = true;
    }
    return success(isChanged);
  }

private:
  static bool isInside(IfOp op, Value value) {
    return op->isAncestor(value.getParentBlock()->getParentOp());
  }

  /// Returns a value equal to `x` in the first arm and to `y` in the second,
  /// which are null if the arm has another exit; null if there is no such
  /// value.
  static Value findKnown(IfOp op, Value x, Value y, PatternRewriter &rewriter) {
    // Only one arm reaches the users of the result.
    if (!x || !y)
      x = y = x ? x : y;
    if (!x || isInside(op, x) || isInside(op, y))
      return {};
    if (x == y)
      return x;
    // A select of numbers is cheaper than a branch.
    auto tile = dyn_cast<TileType>(x.getType());
    if (!tile || !tile.isScalar() || !isNumberType(tile.getElementType()))
      return {};
    return rewriter.createOrFold<SelectOp>(op.getLoc(), tile, op.getCondition(),
                                           x, y);
  }
};

struct DropUnusedResults : OpRewritePattern<IfOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(IfOp op,
                                PatternRewriter &rewriter) const override {
    llvm::BitVector unused(op.getNumResults());
    SmallVector<Type> types;
    for (OpResult result : op->getResults()) {
      if (result.use_empty())
        unused.set(result.getResultNumber());
      else
        types.push_back(result.getType());
    }
    if (unused.none())
      return rewriter.notifyMatchFailure(op, "all results are used");
    auto smaller =
        IfOp::create(rewriter, op.getLoc(), types, op.getCondition());
    smaller->setDiscardableAttrs(op->getDiscardableAttrDictionary());
    for (auto [from, to] :
         llvm::zip_equal(op->getRegions(), smaller->getRegions())) {
      if (YieldOp yield = findYield(from))
        rewriter.modifyOpInPlace(yield, [&] { yield->eraseOperands(unused); });
      rewriter.inlineRegionBefore(from, to, to.end());
    }
    SmallVector<Value> replacements(op.getNumResults());
    unsigned kept = 0;
    for (OpResult result : op->getResults())
      if (!unused[result.getResultNumber()])
        replacements[result.getResultNumber()] = smaller.getResult(kept++);
    rewriter.replaceOp(op, replacements);
    return success();
  }
};
} // namespace

void IfOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                       MLIRContext *context) {
  patterns.add<DropUnusedResults, InlineTakenArm, RemoveEmptyElse,
               ReplaceKnownResults, SwapArmsOfNegation>(context);
}
