//===- LoopToFor.cpp - Counted loops ----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Source code like `while i < n: …; i += s` is a loop with a break. If it only
// breaks when a counter reaches a bound, before any effect of the iteration, it
// is a `for`, whose number of iterations is known from the start, so that
// producers may run ahead of it:
//
//   %r = loop iter_values(%i = %a, %v = %x)
//     if %i < %n { } else { break %v }
//     …
//     continue %i + %s, %w
//   =>
//   %c, %r = for %k in (%a to %n, step %s) iter_values(%i = %a, %v = %x)
//     … with %k for %i …
//     continue %k + %s, %w
//
// The bound and the step are loop-invariant, and the step is provably positive,
// as a `for` requires: a constant, or the number of blocks of the grid.
// `i * c < n` is `i < ceil(n / c)` if the product does not wrap.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_LOOPTOFOR
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

/// The parts of a counted loop.
struct Count {
  /// The branch that leaves the loop, with its results.
  IfOp exit;
  BreakOp leave;
  BlockArgument counter;
  Value bound, step;
  bool isUnsigned;
  /// The factor of the counter in the comparison, or null.
  Value factor;
};

bool isOutside(Value value, LoopOp loop) {
  return !loop.getRegion().isAncestor(value.getParentRegion());
}

bool isPositive(Value step) {
  if (step.getDefiningOp<GetNumTileBlocksOp>())
    return true;
  DenseElementsAttr constant;
  return matchPattern(step, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APInt>().isStrictlyPositive();
}

/// Returns the break that is an arm's only operation; null if there is none.
BreakOp getBreak(Region &arm) {
  return arm.empty() ? BreakOp() : dyn_cast<BreakOp>(arm.front().front());
}

/// Whether an arm is empty and falls through.
bool isEmpty(Region &arm) {
  return arm.empty() || isa<YieldOp>(arm.front().front());
}

/// Finds the first branch of the loop, after operations without effects.
IfOp findExit(LoopOp loop) {
  for (Operation &op : loop.getRegion().front()) {
    if (auto branch = dyn_cast<IfOp>(op))
      return branch.getNumResults() == 0 ? branch : IfOp();
    if (!isPure(&op) || op.getNumRegions() != 0)
      return {};
  }
  return {};
}

/// Reads a product of the counter and a constant that does not wrap.
Value readFactor(Value &counter, LoopOp loop, bool isUnsigned) {
  auto product = counter.getDefiningOp<MulIOp>();
  if (!product || product->getBlock() != &loop.getRegion().front())
    return {};
  IntegerOverflow promise = product.getOverflow();
  IntegerOverflow expected =
      isUnsigned ? IntegerOverflow::NUW : IntegerOverflow::NSW;
  DenseIntElementsAttr constant;
  if ((promise != expected && promise != IntegerOverflow::NW) ||
      !matchPattern(product.getRhs(), m_Constant(&constant)) ||
      !isPositive(product.getRhs()) || !isOutside(product.getRhs(), loop))
    return {};
  counter = product.getLhs();
  return product.getRhs();
}

/// Reads the condition under which the loop continues: counter < bound.
bool readCondition(LoopOp loop, CmpIOp condition, bool goesOn, Count &count) {
  using Predicate = ComparisonPredicate;
  if (!condition)
    return false;
  Value counter = condition.getLhs(), bound = condition.getRhs();
  Predicate expected = goesOn ? Predicate::LESS_THAN
                              : Predicate::GREATER_THAN_OR_EQUAL,
            swapped = goesOn ? Predicate::GREATER_THAN
                             : Predicate::LESS_THAN_OR_EQUAL;
  if (condition.getComparisonPredicate() == swapped)
    std::swap(counter, bound);
  else if (condition.getComparisonPredicate() != expected)
    return false;
  count.isUnsigned = condition.getSignedness() == Signedness::Unsigned;
  count.factor = readFactor(counter, loop, count.isUnsigned);
  count.counter = dyn_cast<BlockArgument>(counter);
  count.bound = bound;
  return count.counter &&
         count.counter.getOwner() == &loop.getRegion().front() &&
         isOutside(bound, loop);
}

/// Reads the step: the next counter is the current one plus the step.
bool readStep(LoopOp loop, Count &count) {
  auto end = dyn_cast<ContinueOp>(loop.getRegion().front().back());
  auto sum =
      end ? end.getOperand(count.counter.getArgNumber()).getDefiningOp<AddIOp>()
          : AddIOp();
  if (!sum)
    return false;
  count.step = sum.getLhs() == count.counter ? sum.getRhs() : sum.getLhs();
  return (sum.getLhs() == count.counter || sum.getRhs() == count.counter) &&
         isOutside(count.step, loop) && isPositive(count.step);
}

/// Whether the loop breaks or continues anywhere but at the exit and at its
/// end. Nested loops have their own breaks.
bool hasOtherExits(LoopOp loop, IfOp exit) {
  WalkResult result =
      loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
        if (op == exit || isa<LoopOp, ForOp>(op))
          return WalkResult::skip();
        bool leaves = isa<BreakOp, ReturnOp>(op) ||
                      (isa<ContinueOp>(op) && op->getParentOp() != loop);
        return leaves ? WalkResult::interrupt() : WalkResult::advance();
      });
  return result.wasInterrupted();
}

std::optional<Count> findCount(LoopOp loop) {
  Count count;
  count.exit = findExit(loop);
  if (!count.exit)
    return std::nullopt;
  bool goesOn = isEmpty(count.exit.getThenRegion());
  Region &stay =
             goesOn ? count.exit.getThenRegion() : count.exit.getElseRegion(),
         &leave =
             goesOn ? count.exit.getElseRegion() : count.exit.getThenRegion();
  count.leave = getBreak(leave);
  auto condition = count.exit.getCondition().getDefiningOp<CmpIOp>();
  if (!isEmpty(stay) || !count.leave ||
      !readCondition(loop, condition, goesOn, count) ||
      !readStep(loop, count) || hasOtherExits(loop, count.exit))
    return std::nullopt;
  bool areKnown = llvm::all_of(count.leave.getOperands(), [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return isOutside(value, loop) ||
           (argument && argument.getOwner() == &loop.getRegion().front());
  });
  return areKnown ? std::optional(count) : std::nullopt;
}

void rewrite(LoopOp loop, Count count) {
  OpBuilder builder(loop);
  ValueRange inits = loop.getInitValues();
  if (count.factor)
    count.bound = DivIOp::create(builder, loop.getLoc(), count.bound.getType(),
                                 count.bound, count.factor,
                                 count.isUnsigned ? Signedness::Unsigned
                                                  : Signedness::Signed,
                                 RoundingMode::POSITIVE_INF);
  auto result = ForOp::create(builder, loop.getLoc(), inits.getTypes(),
                              inits[count.counter.getArgNumber()], count.bound,
                              count.step, inits, count.isUnsigned);
  result->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [value, left] :
       llvm::zip_equal(loop.getResults(), count.leave.getOperands())) {
    Value last = left;
    if (!isOutside(left, loop))
      last = result.getResult(cast<BlockArgument>(left).getArgNumber());
    value.replaceAllUsesWith(last);
  }
  count.exit.erase();
  result.getRegion().takeBody(loop.getRegion());
  Value number = result.getRegion().insertArgument(0u, count.counter.getType(),
                                                   count.counter.getLoc());
  count.counter.replaceAllUsesWith(number);
  loop.erase();
}

class LoopToFor : public tileiras::impl::LoopToForBase<LoopToFor> {
public:
  void runOnOperation() override {
    SmallVector<LoopOp> loops;
    getOperation()->walk([&](LoopOp loop) { loops.push_back(loop); });
    for (LoopOp loop : loops)
      if (std::optional<Count> count = findCount(loop))
        rewrite(loop, *count);
  }
};

} // namespace
