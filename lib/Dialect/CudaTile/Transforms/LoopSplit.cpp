//===- LoopSplit.cpp - Loops split at a condition on the counter ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A branch in a loop on `i < s`, where s does not change, takes one arm in the
// first iterations and the other in the rest. Two loops need no branch:
//
//   for i in (lb to ub, step)          for i in (lb to m, step)  { A }
//     { if i < s { A } else { B } }    for i in (n to ub, step)  { B }
//
//   m = min(max(s, lb), ub)            where the condition changes
//   n = m + (-(m - lb) mod step)       the first counter from m on, at most ub
//
// `i >= s` is the same with the arms exchanged. `i <= s` and `i > s` change at
// s + 1; since only counters below ub matter, that is min(s, ub - 1) + 1, which
// does not wrap in a loop that runs. All differences are between a counter and
// a bound above it, so they are correct as unsigned numbers, even over half the
// range; a loop that does not run is split into two that don't.
//
// A loop is split once, at the first branch that is worth it; loops inside are
// split before. A copy is as large as the loop, so large ones stay whole.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_LOOPSPLIT
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

constexpr StringLiteral thresholdName = "loop_split_threshold";

/// The largest number of operations of a loop that is copied.
constexpr unsigned maxCopied = 4096;

//===----------------------------------------------------------------------===//
// Where to split
//===----------------------------------------------------------------------===//

/// A condition on the counter of a loop.
struct SplitPoint {
  CmpIOp condition;
  /// The value that the counter is compared with.
  Value bound;
  /// Whether the condition changes after the bound and not at it.
  bool isAfter;
  /// The value of the condition in the first iterations.
  bool isFirst;
};

/// Returns the predicate for exchanged operands.
ComparisonPredicate swapSides(ComparisonPredicate predicate) {
  switch (predicate) {
  case ComparisonPredicate::LESS_THAN:
    return ComparisonPredicate::GREATER_THAN;
  case ComparisonPredicate::LESS_THAN_OR_EQUAL:
    return ComparisonPredicate::GREATER_THAN_OR_EQUAL;
  case ComparisonPredicate::GREATER_THAN:
    return ComparisonPredicate::LESS_THAN;
  case ComparisonPredicate::GREATER_THAN_OR_EQUAL:
    return ComparisonPredicate::LESS_THAN_OR_EQUAL;
  default:
    return predicate;
  }
}

/// Returns the split point of a branch's condition; none if it does not compare
/// the counter with a loop-invariant value.
std::optional<SplitPoint> findSplitPoint(ForOp loop, IfOp branch) {
  auto condition = branch.getCondition().getDefiningOp<CmpIOp>();
  if (!condition || !loop->isAncestor(condition))
    return std::nullopt;
  bool isUnsigned = condition.getSignedness() == Signedness::Unsigned;
  if (isUnsigned != loop.getUnsignedCmp())
    return std::nullopt;
  Value counter = condition.getLhs(), bound = condition.getRhs();
  ComparisonPredicate predicate = condition.getComparisonPredicate();
  if (bound == loop.getInductionVar()) {
    std::swap(counter, bound);
    predicate = swapSides(predicate);
  }
  if (counter != loop.getInductionVar() ||
      loop->isAncestor(bound.getParentBlock()->getParentOp()))
    return std::nullopt;
  switch (predicate) {
  case ComparisonPredicate::LESS_THAN:
    return SplitPoint{condition, bound, /*isAfter=*/false, /*isFirst=*/true};
  case ComparisonPredicate::LESS_THAN_OR_EQUAL:
    return SplitPoint{condition, bound, /*isAfter=*/true, /*isFirst=*/true};
  case ComparisonPredicate::GREATER_THAN:
    return SplitPoint{condition, bound, /*isAfter=*/true, /*isFirst=*/false};
  case ComparisonPredicate::GREATER_THAN_OR_EQUAL:
    return SplitPoint{condition, bound, /*isAfter=*/false, /*isFirst=*/false};
  default:
    return std::nullopt;
  }
}

//===----------------------------------------------------------------------===//
// Profitability
//===----------------------------------------------------------------------===//

/// Whether an operation is expensive enough to justify a copy of the loop.
bool isExpensive(Operation &op) {
  return isa<ForOp, IfOp, LoadPtrTkoOp, LoadViewTkoOp, LoopOp, MmaFOp,
             MmaFScaledOp, MmaIOp, ReduceOp, ScanOp, StorePtrTkoOp,
             StoreViewTkoOp>(op);
}

bool isWorthwhile(Region &arm, int threshold) {
  if (arm.empty())
    return false;
  int numOps = llvm::range_size(arm.front().without_terminator());
  return numOps >= threshold ||
         llvm::any_of(arm.front().without_terminator(), isExpensive);
}

/// Returns the threshold for a branch: that of the branch, of its loop, of the
/// kernel, or the option.
int getThreshold(IfOp branch, ForOp loop, Operation *kernel, int option) {
  for (Operation *op : {branch.getOperation(), loop.getOperation(), kernel})
    if (auto threshold = op->getAttrOfType<IntegerAttr>(thresholdName))
      return threshold.getInt();
  return option;
}

bool isSmall(ForOp loop) {
  unsigned numOps = 0;
  return !loop->walk([&](Operation *) {
                return ++numOps > maxCopied ? WalkResult::interrupt()
                                            : WalkResult::advance();
              })
              .wasInterrupted();
}

//===----------------------------------------------------------------------===//
// Splitting
//===----------------------------------------------------------------------===//

/// Builds the arithmetic on the bounds of a loop, with its signedness.
class BoundBuilder {
public:
  BoundBuilder(ForOp loop)
      : builder(loop), loc(loop.getLoc()),
        type(cast<TileType>(loop.getLowerBound().getType())),
        signedness(loop.getUnsignedCmp() ? Signedness::Unsigned
                                         : Signedness::Signed) {}

  Value constant(int64_t value) {
    RankedTensorType tensor = getConstantType(type);
    auto number = IntegerAttr::get(type.getElementType(), value);
    return ConstantOp::create(
        builder, loc, type, DenseElementsAttr::get(tensor, Attribute(number)));
  }
  Value add(Value x, Value y) {
    return builder.createOrFold<AddIOp>(loc, type, x, y);
  }
  Value sub(Value x, Value y) {
    return builder.createOrFold<SubIOp>(loc, type, x, y);
  }
  Value min(Value x, Value y) { return minIn(signedness, x, y); }
  Value max(Value x, Value y) {
    return builder.createOrFold<MaxIOp>(loc, type, x, y, signedness);
  }

  /// Builds the distance from `value` to the next multiple of `step`, at most
  /// `limit`, all unsigned.
  Value gap(Value value, Value step, Value limit) {
    Value rest = builder.createOrFold<RemIOp>(loc, type, value, step,
                                              Signedness::Unsigned);
    Value none = constant(0);
    Value isMultiple = builder.createOrFold<CmpIOp>(
        loc, type.withElementType(builder.getI1Type()),
        ComparisonPredicate::EQUAL, rest, none, Signedness::Unsigned);
    Value distance = builder.createOrFold<SelectOp>(loc, type, isMultiple, none,
                                                    sub(step, rest));
    return minIn(Signedness::Unsigned, distance, limit);
  }

private:
  Value minIn(Signedness how, Value x, Value y) {
    return builder.createOrFold<MinIOp>(loc, type, x, y, how);
  }

  OpBuilder builder;
  Location loc;
  TileType type;
  Signedness signedness;
};

/// Builds the bounds where the first loop ends and the second begins.
std::pair<Value, Value> buildBounds(ForOp loop, const SplitPoint &point) {
  BoundBuilder build(loop);
  Value low = loop.getLowerBound(), high = loop.getUpperBound();
  Value change = point.bound;
  if (point.isAfter) {
    Value one = build.constant(1);
    change = build.add(build.min(change, build.sub(high, one)), one);
  }
  Value end = build.min(build.max(change, low), high);
  Value gap =
      build.gap(build.sub(end, low), loop.getStep(), build.sub(high, end));
  return {end, build.add(end, gap)};
}

/// Replaces the condition by the value that it always has in its loop.
void fixCondition(Operation *condition, bool value) {
  OpBuilder builder(condition);
  auto type = cast<TileType>(condition->getResult(0).getType());
  auto constant =
      ConstantOp::create(builder, condition->getLoc(), type,
                         DenseElementsAttr::get(getConstantType(type), value));
  condition->replaceAllUsesWith(constant);
  condition->erase();
}

void split(ForOp loop, SplitPoint point) {
  auto [end, begin] = buildBounds(loop, point);
  OpBuilder builder(loop->getContext());
  builder.setInsertionPointAfter(loop);
  IRMapping mapping;
  auto rest = cast<ForOp>(builder.clone(*loop, mapping));
  // This comes before the copy uses the loop's results as its initial values.
  loop->replaceAllUsesWith(rest->getResults());
  rest.getLowerBoundMutable().assign(begin);
  rest.getInitValuesMutable().assign(loop->getResults());
  loop.getUpperBoundMutable().assign(end);
  fixCondition(mapping.lookup(point.condition.getOperation()), !point.isFirst);
  fixCondition(point.condition, point.isFirst);
}

class LoopSplit : public tileiras::impl::LoopSplitBase<LoopSplit> {
public:
  using LoopSplitBase::LoopSplitBase;

  void runOnOperation() override {
    SmallVector<ForOp> loops;
    getOperation()->walk<WalkOrder::PostOrder>(
        [&](ForOp loop) { loops.push_back(loop); });
    for (ForOp loop : loops)
      if (std::optional<SplitPoint> point = findWorthwhile(loop))
        split(loop, *point);
  }

private:
  /// Finds the first branch of the loop's body at which splitting is
  /// profitable.
  std::optional<SplitPoint> findWorthwhile(ForOp loop) {
    for (auto branch : loop.getRegion().getOps<IfOp>()) {
      int limit = getThreshold(branch, loop, getOperation(), threshold);
      if (limit <= 0 || !(isWorthwhile(branch.getThenRegion(), limit) ||
                          isWorthwhile(branch.getElseRegion(), limit)))
        continue;
      std::optional<SplitPoint> point = findSplitPoint(loop, branch);
      if (point && isSmall(loop))
        return point;
    }
    return std::nullopt;
  }
};

} // namespace
