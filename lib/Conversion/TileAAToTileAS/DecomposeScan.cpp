//===- DecomposeScan.cpp - Prefix combinations ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A scan over N elements is log2(N) rounds (Sklansky 1960). Before a round,
// blocks of B elements are scanned; after it, blocks of 2B are:
//
//   carry     = the last element of the lower half, in every place of the block
//   upper half = combine(element, carry)      lower half = element
//
// The order of combination is that of the elements, so that the combiner need
// not commute. The carry is spread by a reduction that has one summand: every
// other place contributes zero bits to an `or`. All of it is views, element-
// wise work, reductions and broadcasts, which have layouts already; each round
// has the registers of the tile, whatever its size.
//
// Along the last dimension, threads hold vectors of neighbours. There only such
// vectors are scanned that way, which moves nothing. Of each the total goes on:
// a tile with fewer elements has the other rounds, which cross lanes and warps.
// They give, beside the prefixes of the totals, what is before each of them,
// and that is combined with the elements at last:
//
//   before = in the upper half, combine(before, carry), or the carry where the
//            half begins; in the lower half as it was
//
// A reversed scan swaps the halves.
//
//===----------------------------------------------------------------------===//

#include "Decompose.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/ImplicitLocOpBuilder.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

namespace {

class ScanBuilder {
public:
  explicit ScanBuilder(ScanOp scan)
      : builder(scan.getLoc(), scan), scan(scan),
        type(cast<RankedTensorType>(scan.getOperand(0).getType())) {
    for (int64_t dim = 0; dim < type.getRank(); ++dim)
      (dim < int64_t(scan.getDim()) ? outer : inner) *= type.getDimSize(dim);
    length = type.getDimSize(scan.getDim());
    inner /= length;
  }

  SmallVector<Value> build() {
    SmallVector<Value> values(scan.getOperands());
    int64_t vector = getVector();
    for (int64_t half = 1; half < vector; half *= 2)
      values = buildRound(values, length, half).inclusive;
    if (vector < length)
      values = combineWithTotals(values, vector);
    for (Value &value : values)
      value = viewAs(value, type.getShape());
    return values;
  }

private:
  /// Prefixes, and what is before each element, which is nothing for the first.
  struct Prefixes {
    SmallVector<Value> inclusive, before;
  };

  /// How many neighbours a thread holds, if that is known and worth while; else
  /// all.
  int64_t getVector() {
    unsigned bits = 8;
    for (Value operand : scan.getOperands())
      bits =
          std::max(bits, getElementTypeOrSelf(operand).getIntOrFloatBitWidth());
    int64_t vector = 128 / bits;
    return inner == 1 && 4 * vector <= length ? vector : length;
  }

  /// Tiles are [outer, blocks, block, inner] in a round.
  Prefixes buildRound(ArrayRef<Value> values, int64_t count, int64_t half,
                      ArrayRef<Value> before = {}) {
    shape = {outer, count / (2 * half), 2 * half, inner};
    bool reverse = scan.getReverse();
    Value position = buildPosition(2);
    Value isLast =
        compare(arith::CmpIPredicate::eq, position, reverse ? half : half - 1);
    Value isUpper =
        compare(reverse ? arith::CmpIPredicate::ult : arith::CmpIPredicate::uge,
                position, half);
    SmallVector<Value> elements, carries;
    for (Value value : values) {
      elements.push_back(viewAs(value, shape));
      carries.push_back(spread(pick(elements.back(), isLast)));
    }
    Prefixes result;
    result.inclusive = select(isUpper, combine(elements, carries), elements);
    // Where nothing is before an element its value is not used.
    if (half == 1) {
      result.before = carries;
      return result;
    }
    if (before.empty())
      return result;
    SmallVector<Value> earlier;
    for (Value value : before)
      earlier.push_back(viewAs(value, shape));
    Value begins =
        compare(arith::CmpIPredicate::eq, position, reverse ? half - 1 : half);
    result.before = select(
        isUpper, select(begins, carries, combine(earlier, carries)), earlier);
    return result;
  }

  /// Every `vector` neighbours are scanned: the others before them are missing.
  SmallVector<Value> combineWithTotals(ArrayRef<Value> values, int64_t vector) {
    int64_t count = length / vector;
    bool reverse = scan.getReverse();
    shape = {outer, count, vector, inner};
    SmallVector<Value> elements;
    Prefixes totals;
    Value isLast = compare(arith::CmpIPredicate::eq, buildPosition(2),
                           reverse ? 0 : vector - 1);
    for (Value value : values) {
      elements.push_back(viewAs(value, shape));
      totals.inclusive.push_back(pick(elements.back(), isLast));
    }
    for (int64_t half = 1; half < count; half *= 2)
      totals = buildRound(totals.inclusive, count, half, totals.before);
    shape = {outer, count, vector, inner};
    Value hasMore = compare(arith::CmpIPredicate::ne, buildPosition(1),
                            reverse ? count - 1 : 0);
    SmallVector<Value> carries;
    for (Value value : totals.before)
      carries.push_back(spread(value));
    return select(hasMore, combine(elements, carries), elements);
  }

  SmallVector<Value> select(Value condition, ArrayRef<Value> values,
                            ArrayRef<Value> others) {
    SmallVector<Value> results;
    for (auto [value, other] : llvm::zip_equal(values, others))
      results.push_back(
          arith::SelectOp::create(builder, condition, value, other));
    return results;
  }

  Value viewAs(Value value, ArrayRef<int64_t> sizes) {
    auto from = cast<RankedTensorType>(value.getType());
    if (from.getShape() == sizes)
      return value;
    return ViewOp::create(builder, from.clone(sizes), value);
  }

  /// The coordinate of each element along `dim` of the round's tiles.
  Value buildPosition(unsigned dim) {
    auto line = RankedTensorType::get(shape[dim], builder.getI32Type());
    SmallVector<int64_t> sizes(shape.size(), 1);
    sizes[dim] = shape[dim];
    Value range = viewAs(MakeRangeOp::create(builder, line), sizes);
    return BroadcastOp::create(builder, line.clone(shape), range);
  }

  Value compare(arith::CmpIPredicate predicate, Value position, int64_t value) {
    auto constant = arith::ConstantOp::create(
        builder, DenseElementsAttr::get(cast<ShapedType>(position.getType()),
                                        APInt(32, value)));
    return arith::CmpIOp::create(builder, predicate, position, constant);
  }

  /// Of each block the element where `here` is true: [outer, blocks, inner].
  Value pick(Value value, Value here) {
    auto original = cast<RankedTensorType>(value.getType());
    Type element = original.getElementType();
    auto bitsType = builder.getIntegerType(element.getIntOrFloatBitWidth());
    auto bits = original.clone(bitsType);
    bool isInteger = isa<IntegerType>(element);
    if (!isInteger)
      value = BitcastOp::create(builder, bits, value);
    Value zero = arith::ConstantOp::create(builder, builder.getZeroAttr(bits));
    value = arith::SelectOp::create(builder, here, value, zero);
    value = reduceOr(value, bitsType);
    auto result = cast<RankedTensorType>(value.getType()).clone(element);
    return isInteger ? value : BitcastOp::create(builder, result, value);
  }

  /// One element of each block, in every place of it.
  Value spread(Value value) {
    auto type = cast<RankedTensorType>(value.getType());
    value = viewAs(value, {shape[0], shape[1], 1, shape[3]});
    return BroadcastOp::create(builder, type.clone(shape), value);
  }

  Value reduceOr(Value value, Type element) {
    auto result =
        RankedTensorType::get({shape[0], shape[1], shape[3]}, element);
    auto reduce = ReduceOp::create(
        builder, TypeRange(result), value, builder.getI64IntegerAttr(2),
        builder.getArrayAttr(builder.getIntegerAttr(element, 0)));
    OpBuilder::InsertionGuard guard(builder);
    Location loc = builder.getLoc();
    Block *body = builder.createBlock(&reduce.getBody(), {}, {element, element},
                                      {loc, loc});
    Value either = arith::OrIOp::create(builder, body->getArgument(0),
                                        body->getArgument(1));
    YieldOp::create(builder, either);
    return reduce.getResult(0);
  }

  /// The body of the scan on tiles.
  SmallVector<Value> combine(ArrayRef<Value> elements,
                             ArrayRef<Value> accumulators) {
    Block &body = scan.getBody().front();
    IRMapping mapping;
    for (size_t i = 0; i < elements.size(); ++i) {
      mapping.map(body.getArgument(2 * i), elements[i]);
      mapping.map(body.getArgument(2 * i + 1), accumulators[i]);
    }
    auto asTile = [&](Value scalar) {
      if (!mapping.contains(scalar))
        mapping.map(scalar,
                    SplatOp::create(
                        builder, RankedTensorType::get(shape, scalar.getType()),
                        scalar));
      return mapping.lookup(scalar);
    };
    for (Operation &op : body.without_terminator()) {
      if (op.hasTrait<OpTrait::ConstantLike>()) {
        Operation *constant = builder.clone(op);
        mapping.map(op.getResult(0), asTile(constant->getResult(0)));
        continue;
      }
      llvm::for_each(op.getOperands(), asTile);
      Operation *tiled = builder.clone(op, mapping);
      for (Value result : tiled->getResults())
        result.setType(RankedTensorType::get(shape, result.getType()));
    }
    return llvm::map_to_vector(body.getTerminator()->getOperands(), asTile);
  }

  ImplicitLocOpBuilder builder;
  ScanOp scan;
  RankedTensorType type;
  int64_t outer = 1, length = 1, inner = 1;
  SmallVector<int64_t> shape;
};

} // namespace

StringRef tileiras::findScanObstacle(ScanOp scan) {
  for (Operation &op : scan.getBody().front().without_terminator())
    if (!op.hasTrait<OpTrait::ConstantLike>() &&
        !op.hasTrait<OpTrait::Elementwise>())
      return "a combination by other than element-wise operations is not "
             "supported";
  for (Value operand : scan.getOperands()) {
    Type element = getElementTypeOrSelf(operand);
    if (!element.isIntOrFloat() || isa<FloatTF32Type>(element))
      return "only tiles of integers and floats in memory formats are "
             "supported";
  }
  return "";
}

void tileiras::decomposeScan(ScanOp scan) {
  scan->replaceAllUsesWith(ScanBuilder(scan).build());
  scan.erase();
}
