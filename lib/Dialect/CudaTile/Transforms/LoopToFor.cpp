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
// `while a and b` has several conditions, each of which is computed only where
// those before it hold. `i < n and i < m` ends at the minimum. One that holds
// from its first time on, since the counter grows, is asked once:
//
//   while l <= i and i < n          for i in (%a to select(l <= %a, %n, %a))
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
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

/// A bound of the counter, and the factor of the counter in the comparison, or
/// null.
struct Bound {
  Value value, factor;
};

/// The parts of a counted loop.
struct Count {
  /// The branch that leaves the loop, with its results.
  IfOp exit;
  BreakOp leave;
  BlockArgument counter;
  /// The loop goes on while the counter is below each of them.
  SmallVector<Bound> bounds;
  /// Comparisons that hold in each iteration if they hold in the first.
  SmallVector<CmpIOp> guards;
  /// Conditions that don't change.
  SmallVector<Value> fixed;
  Value step;
  bool isUnsigned = false;
};

bool isOutside(Value value, LoopOp loop) {
  return !loop.getRegion().isAncestor(value.getParentRegion());
}

/// Whether a value is computed from the outside, by operations that may be
/// executed before the loop.
bool isInvariant(Value value, LoopOp loop) {
  if (isOutside(value, loop))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isInvariant(operand, loop);
         });
}

/// Computes such a value before the loop.
Value hoist(OpBuilder &builder, Value value, LoopOp loop) {
  if (isOutside(value, loop))
    return value;
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, hoist(builder, operand, loop));
  Operation *copy = builder.clone(*op, mapping);
  return copy->getResult(cast<OpResult>(value).getResultNumber());
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

/// Whether a branch only computes its results.
bool isPureChoice(IfOp branch) {
  if (branch.getNumResults() == 0)
    return false;
  for (Region &arm : branch->getRegions())
    for (Operation &op : arm.getOps())
      if (!isa<YieldOp>(op) && (!isPure(&op) || op.getNumRegions() != 0))
        return false;
  return true;
}

/// Finds the first branch of the loop, after operations without effects.
IfOp findExit(LoopOp loop) {
  for (Operation &op : loop.getRegion().front()) {
    auto branch = dyn_cast<IfOp>(op);
    if (branch && isPureChoice(branch))
      continue;
    if (branch)
      return branch.getNumResults() == 0 ? branch : IfOp();
    if (!isPure(&op) || op.getNumRegions() != 0)
      return {};
  }
  return {};
}

/// Returns whether a value is the constant.
bool isConstant(Value value, bool expected) {
  DenseElementsAttr constant;
  return matchPattern(value, m_Constant(&constant)) && constant.isSplat() &&
         constant.getSplatValue<APInt>().getBoolValue() == expected;
}

/// Splits the condition under which the loop goes on (or, else, does not) into
/// conditions that hold together (of which any one holds): `a and b` is a
/// choice of b where a holds, and of what is false elsewhere.
void splitCondition(Value condition, bool goesOn, SmallVectorImpl<Value> &all) {
  Operation *op = condition.getDefiningOp();
  if (isa_and_present<AndIOp>(op) == goesOn &&
      isa_and_present<AndIOp, OrIOp>(op)) {
    for (Value operand : op->getOperands())
      splitCondition(operand, goesOn, all);
    return;
  }
  auto choice = dyn_cast_or_null<IfOp>(op);
  if (!choice || !isPureChoice(choice) || choice.getElseRegion().empty())
    return all.push_back(condition);
  unsigned number = cast<OpResult>(condition).getResultNumber();
  auto getYielded = [&](Region &arm) {
    return arm.front().back().getOperand(number);
  };
  Region &asks = goesOn ? choice.getThenRegion() : choice.getElseRegion(),
         &knows = goesOn ? choice.getElseRegion() : choice.getThenRegion();
  Value known = getYielded(knows), first = choice.getCondition();
  if (known != first && !isConstant(known, !goesOn))
    return all.push_back(condition);
  splitCondition(first, goesOn, all);
  splitCondition(getYielded(asks), goesOn, all);
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

/// The comparison of the counter that holds where the loop goes on, with the
/// counter on the left.
std::optional<ComparisonPredicate> readPredicate(CmpIOp condition, bool goesOn,
                                                 bool isSwapped) {
  using Predicate = ComparisonPredicate;
  Predicate found = condition.getComparisonPredicate();
  bool isLess =
      found == Predicate::LESS_THAN || found == Predicate::LESS_THAN_OR_EQUAL;
  bool isEqual = found == Predicate::LESS_THAN_OR_EQUAL ||
                 found == Predicate::GREATER_THAN_OR_EQUAL;
  if (!isLess && found != Predicate::GREATER_THAN &&
      found != Predicate::GREATER_THAN_OR_EQUAL)
    return std::nullopt;
  isLess ^= isSwapped;
  if (!goesOn) {
    isLess = !isLess;
    isEqual = !isEqual;
  }
  if (isLess)
    return isEqual ? Predicate::LESS_THAN_OR_EQUAL : Predicate::LESS_THAN;
  return isEqual ? Predicate::GREATER_THAN_OR_EQUAL : Predicate::GREATER_THAN;
}

/// Reads one of the conditions under which the loop goes on: a bound of the
/// counter, or one that stays as it is.
bool readCondition(LoopOp loop, Value value, bool goesOn, Count &count) {
  if (isInvariant(value, loop)) {
    count.fixed.push_back(value);
    return true;
  }
  auto condition = value.getDefiningOp<CmpIOp>();
  if (!condition)
    return false;
  bool isUnsigned = condition.getSignedness() == Signedness::Unsigned;
  bool isSwapped = isInvariant(condition.getLhs(), loop);
  Value counter = isSwapped ? condition.getRhs() : condition.getLhs(),
        bound = isSwapped ? condition.getLhs() : condition.getRhs();
  std::optional<ComparisonPredicate> predicate =
      readPredicate(condition, goesOn, isSwapped);
  if (!predicate || !isInvariant(bound, loop) ||
      *predicate == ComparisonPredicate::LESS_THAN_OR_EQUAL)
    return false;
  bool isBound = *predicate == ComparisonPredicate::LESS_THAN;
  Value factor = isBound ? readFactor(counter, loop, isUnsigned) : Value();
  auto argument = dyn_cast<BlockArgument>(counter);
  bool isFirst = !count.counter;
  if (!argument || argument.getOwner() != &loop.getRegion().front() ||
      (!isFirst &&
       (count.counter != argument || count.isUnsigned != isUnsigned)))
    return false;
  count.counter = argument;
  count.isUnsigned = isUnsigned;
  if (isBound)
    count.bounds.push_back({bound, factor});
  else
    count.guards.push_back(condition);
  return true;
}

/// Reads all of them; one has to end the loop.
bool readConditions(LoopOp loop, bool goesOn, Count &count) {
  SmallVector<Value> all;
  splitCondition(count.exit.getCondition(), goesOn, all);
  return llvm::all_of(all,
                      [&](Value value) {
                        return readCondition(loop, value, goesOn, count);
                      }) &&
         !count.bounds.empty();
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
  if (!isEmpty(stay) || !count.leave || !readConditions(loop, goesOn, count) ||
      !readStep(loop, count) || hasOtherExits(loop, count.exit))
    return std::nullopt;
  bool areKnown = llvm::all_of(count.leave.getOperands(), [&](Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    return isOutside(value, loop) ||
           (argument && argument.getOwner() == &loop.getRegion().front());
  });
  return areKnown ? std::optional(count) : std::nullopt;
}

/// The counter at which the loop ends if it is entered: the least bound.
Value computeEnd(OpBuilder &builder, LoopOp loop, Count &count) {
  Location loc = loop.getLoc();
  Signedness sign =
      count.isUnsigned ? Signedness::Unsigned : Signedness::Signed;
  Value end;
  for (Bound bound : count.bounds) {
    Value value = hoist(builder, bound.value, loop);
    if (bound.factor)
      value = DivIOp::create(builder, loc, value.getType(), value, bound.factor,
                             sign, RoundingMode::POSITIVE_INF);
    end = end ? MinIOp::create(builder, loc, value.getType(), end, value, sign)
                    .getResult()
              : value;
  }
  return end;
}

/// Where a condition does not hold at the start, that is where the loop ends.
Value guardEnd(OpBuilder &builder, LoopOp loop, Count &count, Value start,
               Value end) {
  bool goesOn = isEmpty(count.exit.getThenRegion());
  auto choose = [&](Value condition) {
    end = SelectOp::create(builder, loop.getLoc(), end.getType(), condition,
                           goesOn ? end : start, goesOn ? start : end);
  };
  for (CmpIOp guard : count.guards) {
    auto get = [&](Value operand) {
      return operand == count.counter ? start : hoist(builder, operand, loop);
    };
    IRMapping mapping;
    for (Value operand : guard->getOperands())
      mapping.map(operand, get(operand));
    choose(builder.clone(*guard, mapping)->getResult(0));
  }
  for (Value condition : count.fixed)
    choose(hoist(builder, condition, loop));
  return end;
}

/// Erases the branch that leaves the loop, and choices that were made for it.
void eraseExit(IfOp exit) {
  Block *body = exit->getBlock();
  exit.erase();
  for (Operation &op : llvm::make_early_inc_range(llvm::reverse(*body)))
    if (auto choice = dyn_cast<IfOp>(op);
        choice && choice.use_empty() && isPureChoice(choice))
      choice.erase();
}

void rewrite(LoopOp loop, Count &count) {
  OpBuilder builder(loop);
  ValueRange inits = loop.getInitValues();
  BlockArgument counter = count.counter;
  Value start = inits[counter.getArgNumber()];
  Value end =
      guardEnd(builder, loop, count, start, computeEnd(builder, loop, count));
  auto result = ForOp::create(builder, loop.getLoc(), inits.getTypes(), start,
                              end, count.step, inits, count.isUnsigned);
  result->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (auto [value, left] :
       llvm::zip_equal(loop.getResults(), count.leave.getOperands())) {
    Value last = left;
    if (!isOutside(left, loop))
      last = result.getResult(cast<BlockArgument>(left).getArgNumber());
    value.replaceAllUsesWith(last);
  }
  eraseExit(count.exit);
  result.getRegion().takeBody(loop.getRegion());
  Value number = result.getRegion().insertArgument(0u, counter.getType(),
                                                   counter.getLoc());
  counter.replaceAllUsesWith(number);
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
