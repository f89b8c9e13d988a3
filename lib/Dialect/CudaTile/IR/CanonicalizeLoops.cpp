//===- CanonicalizeLoops.cpp - Loops with redundant parts -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// A loop does not carry values that no iteration changes, or that have no other
// use, including tokens; loops of zero or one iteration are removed. Every
// `continue` of a loop counts, also those in nested ifs.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Folding.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// The loop interface, for LICM
//===----------------------------------------------------------------------===//

SmallVector<Region *> ForOp::getLoopRegions() { return {&getRegion()}; }
SmallVector<Region *> LoopOp::getLoopRegions() { return {&getRegion()}; }

//===----------------------------------------------------------------------===//
// Carried values
//===----------------------------------------------------------------------===//

/// Collects the operations that start the next iteration of the loop of `body`.
static void collectContinues(Region &body,
                             SmallVectorImpl<ContinueOp> &continues) {
  for (Operation &op : body.getOps()) {
    if (auto next = dyn_cast<ContinueOp>(op))
      continues.push_back(next);
    else if (isa<IfOp>(op))
      for (Region &arm : op.getRegions())
        collectContinues(arm, continues);
  }
}

/// Whether two values are the same, or tokens that both order nothing.
static bool isSameValue(Value value, Value other) {
  return value == other || (value.getDefiningOp<MakeTokenOp>() &&
                            other.getDefiningOp<MakeTokenOp>());
}

/// Removes carried values of the loop that only its `continue`s use.
template <typename LoopT>
static void dropIterValues(LoopT loop, const llvm::BitVector &dropped,
                           ArrayRef<ContinueOp> continues,
                           PatternRewriter &rewriter) {
  constexpr bool isFor = std::is_same_v<LoopT, ForOp>;
  unsigned firstInit = loop->getNumOperands() - loop.getInitValues().size();
  unsigned firstArgument =
      loop.getRegion().getNumArguments() - loop.getInitValues().size();
  auto keep = [&](auto &&range, unsigned first, auto &kept) {
    for (auto [index, element] : llvm::enumerate(range))
      if (index < first || !dropped[index - first])
        kept.push_back(element);
  };
  SmallVector<Value> operands;
  keep(loop->getOperands(), firstInit, operands);
  SmallVector<Type> types(loop->getResultTypes());
  if constexpr (isFor) {
    types.clear();
    keep(loop->getResultTypes(), 0, types);
  }

  OperationState state(loop.getLoc(), loop->getName(), operands, types,
                       llvm::to_vector(loop->getDiscardableAttrs()));
  state.propertiesAttr = loop->getPropertiesAsAttribute();
  state.addRegion();
  Operation *result = rewriter.create(state);
  for (ContinueOp next : continues)
    rewriter.modifyOpInPlace(next, [&] { next->eraseOperands(dropped); });
  Region &body = result->getRegion(0);
  rewriter.inlineRegionBefore(loop.getRegion(), body, body.end());
  llvm::BitVector arguments(body.getNumArguments());
  for (unsigned index : dropped.set_bits())
    arguments.set(firstArgument + index);
  rewriter.modifyOpInPlace(result,
                           [&] { body.front().eraseArguments(arguments); });

  SmallVector<Value> replacements;
  unsigned kept = 0;
  for (unsigned index = 0; index < loop->getNumResults(); ++index) {
    bool isDropped = isFor && dropped[index];
    replacements.push_back(isDropped ? Value() : result->getResult(kept++));
  }
  rewriter.replaceOp(loop, replacements);
}

namespace {
/// A carried value that no iteration changes equals its initial value.
template <typename LoopT>
struct ReplaceInvariantValues : OpRewritePattern<LoopT> {
  using OpRewritePattern<LoopT>::OpRewritePattern;

  LogicalResult matchAndRewrite(LoopT loop,
                                PatternRewriter &rewriter) const override {
    SmallVector<ContinueOp> continues;
    collectContinues(loop.getRegion(), continues);
    bool isChanged = false;
    for (auto [index, argument, init] :
         llvm::enumerate(loop.getRegionIterValues(), loop.getInitValues())) {
      bool isInvariant = llvm::all_of(continues, [&](ContinueOp next) {
        Value handed = next.getOperand(index);
        return handed == argument || isSameValue(handed, init);
      });
      if (!isInvariant)
        continue;
      isChanged |= !argument.use_empty();
      rewriter.replaceAllUsesWith(argument, init);
      if constexpr (std::is_same_v<LoopT, ForOp>) {
        isChanged |= !loop->getResult(index).use_empty();
        rewriter.replaceAllUsesWith(loop->getResult(index), init);
      }
    }
    return success(isChanged);
  }
};

/// A carried value without other uses is removed.
template <typename LoopT> struct DropUnusedValues : OpRewritePattern<LoopT> {
  using OpRewritePattern<LoopT>::OpRewritePattern;

  LogicalResult matchAndRewrite(LoopT loop,
                                PatternRewriter &rewriter) const override {
    SmallVector<ContinueOp> continues;
    collectContinues(loop.getRegion(), continues);
    llvm::BitVector dropped(loop.getInitValues().size());
    for (auto [index, argument] : llvm::enumerate(loop.getRegionIterValues()))
      if (isUnused(loop, index, argument, continues))
        dropped.set(index);
    if (dropped.none())
      return rewriter.notifyMatchFailure(loop, "all values are used");
    dropIterValues(loop, dropped, continues, rewriter);
    return success();
  }

private:
  static bool isUnused(LoopT loop, size_t index, BlockArgument argument,
                       ArrayRef<ContinueOp> continues) {
    if constexpr (std::is_same_v<LoopT, ForOp>)
      if (!loop->getResult(index).use_empty())
        return false;
    return llvm::all_of(argument.getUses(), [&](OpOperand &use) {
      auto next = dyn_cast<ContinueOp>(use.getOwner());
      return next && use.getOperandNumber() == index &&
             llvm::is_contained(continues, next);
    });
  }
};

//===----------------------------------------------------------------------===//
// The number of iterations
//===----------------------------------------------------------------------===//

std::optional<APInt> findConstant(Value value) {
  auto constant = value.getDefiningOp<ConstantOp>();
  return constant ? readSplat(constant.getValue()) : std::nullopt;
}

struct RemoveEmptyLoop : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp loop,
                                PatternRewriter &rewriter) const override {
    Signedness signedness =
        loop.getUnsignedCmp() ? Signedness::Unsigned : Signedness::Signed;
    if (findComparison(ComparisonPredicate::LESS_THAN, signedness,
                       loop.getLowerBound(), loop.getUpperBound()) != false)
      return rewriter.notifyMatchFailure(loop, "may run");
    rewriter.replaceOp(loop, loop.getInitValues());
    return success();
  }
};

/// A loop of one iteration becomes a block, if its body has one exit.
struct InlineOnlyIteration : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp loop,
                                PatternRewriter &rewriter) const override {
    if (!runsOnce(loop))
      return rewriter.notifyMatchFailure(loop, "not one iteration");
    SmallVector<ContinueOp> continues;
    collectContinues(loop.getRegion(), continues);
    if (continues.size() != 1)
      return rewriter.notifyMatchFailure(loop, "ends in several places");
    Block &body = loop.getRegion().front();
    Operation *end = body.getTerminator();
    SmallVector<Value> arguments{loop.getLowerBound()};
    llvm::append_range(arguments, loop.getInitValues());
    rewriter.inlineBlockBefore(&body, loop, arguments);
    rewriter.replaceOp(loop, end->getOperands());
    rewriter.eraseOp(end);
    return success();
  }

private:
  static bool runsOnce(ForOp loop) {
    std::optional<APInt> low = findConstant(loop.getLowerBound());
    std::optional<APInt> high = findConstant(loop.getUpperBound());
    std::optional<APInt> step = findConstant(loop.getStep());
    if (!low || !high || !step)
      return false;
    bool runs = loop.getUnsignedCmp() ? low->ult(*high) : low->slt(*high);
    // The distance is positive, so it is correct as an unsigned number.
    return runs && (*high - *low).ule(*step);
  }
};

/// Removes a loop without effects and used results. A `for` terminates, but a
/// `loop` need not.
struct RemoveDeadLoop : OpRewritePattern<ForOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ForOp loop,
                                PatternRewriter &rewriter) const override {
    if (!loop.use_empty())
      return rewriter.notifyMatchFailure(loop, "has used results");
    WalkResult result = loop.getRegion().walk([](Operation *op) {
      bool isFree = isa<ContinueOp, ForOp, IfOp, ReduceOp, ScanOp>(op) ||
                    (op->getNumRegions() == 0 && isMemoryEffectFree(op));
      return isFree ? WalkResult::advance() : WalkResult::interrupt();
    });
    if (result.wasInterrupted())
      return rewriter.notifyMatchFailure(loop, "has effects");
    rewriter.eraseOp(loop);
    return success();
  }
};
} // namespace

void ForOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                        MLIRContext *context) {
  patterns.add<DropUnusedValues<ForOp>, InlineOnlyIteration, RemoveDeadLoop,
               RemoveEmptyLoop, ReplaceInvariantValues<ForOp>>(context);
}

void LoopOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<DropUnusedValues<LoopOp>, ReplaceInvariantValues<LoopOp>>(
      context);
}
