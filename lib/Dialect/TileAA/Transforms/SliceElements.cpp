//===- SliceElements.cpp - Slices by the bits of their elements -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions build values from the bits of a cut (SliceCuts.h): indices of
// slices and of their elements, ranges, slices of tiles that were computed as a
// whole, and operands of `cat`.
//
//===----------------------------------------------------------------------===//

#include "SliceRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Indices
//===----------------------------------------------------------------------===//

Cut SliceBuilder::getCut(Type tile, int cut) const {
  return *plan.getSliceCuts().get(cut, cast<RankedTensorType>(tile).getShape());
}

/// Adjacent bits of one scalar are moved together.
Value SliceBuilder::sumBits(ArrayRef<PlacedBit> bits, Location loc) const {
  auto constant = [&](int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  Value sum;
  while (!bits.empty()) {
    auto [first, place] = bits.back();
    size_t count = 1;
    while (count < bits.size()) {
      auto [bit, at] = bits[bits.size() - 1 - count];
      if (bit.scalar != first.scalar ||
          bit.position + count != first.position || at + count != place)
        break;
      ++count;
    }
    auto [lowest, lowestCoordinate] = bits[bits.size() - count];
    bits = bits.drop_back(count);
    Value scalar = plan.getSliceCuts().getScalar(first.scalar);
    Value part = scalar ? get(scalar, kWhole) : index;
    if (lowest.position != 0)
      part =
          arith::ShRUIOp::create(builder, loc, part, constant(lowest.position));
    if (first.position + 1 < plan.getSliceCuts().getScalarBits(first.scalar))
      part = arith::AndIOp::create(builder, loc, part,
                                   constant((int64_t(1) << count) - 1));
    if (lowestCoordinate != 0)
      part = arith::MulIOp::create(builder, loc, part,
                                   constant(int64_t(1) << lowestCoordinate));
    sum =
        sum ? arith::AddIOp::create(builder, loc, sum, part).getResult() : part;
  }
  return sum ? sum : constant(0);
}

Value SliceBuilder::getBlockNumber(const CutDim &dim, Location loc) const {
  SmallVector<PlacedBit> bits;
  for (CutBit bit : dim)
    if (!bit.isFree())
      bits.push_back({bit, unsigned(bits.size())});
  return sumBits(bits, loc);
}

Value SliceBuilder::listElements(const CutDim &dim, Location loc) const {
  SmallVector<PlacedBit> fixed;
  SmallVector<unsigned> places; // The positions of the free bits.
  for (auto [place, bit] : llvm::enumerate(dim)) {
    if (bit.isFree())
      places.push_back(place);
    else
      fixed.push_back({bit, unsigned(place)});
  }
  auto type = RankedTensorType::get({int64_t(1) << places.size()},
                                    builder.getI32Type());
  auto constant = [&](int64_t value) -> Value {
    return arith::ConstantOp::create(
        builder, loc,
        SplatElementsAttr::get(type, builder.getI32IntegerAttr(value)));
  };
  Value range = MakeRangeOp::create(builder, loc, type);
  Value sum = SplatOp::create(builder, loc, type, sumBits(fixed, loc));
  for (unsigned first = 0, end = 0; first < places.size(); first = end) {
    for (end = first + 1;
         end < places.size() && places[end] == places[first] + end - first;)
      ++end;
    Value part = range;
    if (first != 0)
      part = arith::ShRUIOp::create(builder, loc, part, constant(first));
    if (end != places.size())
      part = arith::AndIOp::create(builder, loc, part,
                                   constant((int64_t(1) << (end - first)) - 1));
    if (places[first] != 0)
      part = arith::MulIOp::create(builder, loc, part,
                                   constant(int64_t(1) << places[first]));
    sum = arith::AddIOp::create(builder, loc, sum, part);
  }
  return sum;
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

/// A slice along the dimension is a range with an offset.
void SliceBuilder::makeRange(MakeRangeOp op, int number) {
  auto type = plan.getSliceCuts().getSliceType(op.getType(), number);
  Location loc = op.getLoc();
  Type element = type.getElementType();
  unsigned width = element.getIntOrFloatBitWidth();
  Cut cut = getCut(op.getType(), number);
  if (!cut.isBlock(0)) {
    Value elements = listElements(cut.dims[0], loc);
    if (width > 32)
      elements = arith::ExtUIOp::create(builder, loc, type, elements);
    else if (width < 32)
      elements = arith::TruncIOp::create(builder, loc, type, elements);
    made[{op.getResult(), number}] = elements;
    return;
  }
  Value range = MakeRangeOp::create(builder, loc, type);
  Value first = getBlockNumber(cut.dims[0], loc);
  if (width > 32)
    first = arith::ExtUIOp::create(builder, loc, element, first);
  else if (width < 32)
    first = arith::TruncIOp::create(builder, loc, element, first);
  Value size = arith::ConstantOp::create(
      builder, loc,
      builder.getIntegerAttr(element,
                             APInt(64, type.getDimSize(0)).zextOrTrunc(width)));
  first = arith::MulIOp::create(builder, loc, first, size);
  Value start = SplatOp::create(builder, loc, type, first);
  made[{op.getResult(), number}] =
      arith::AddIOp::create(builder, loc, range, start);
}

/// The runs of fixed bits become dimensions, and one block of each is
/// extracted.
Value SliceBuilder::takeSlice(Value value, int number) const {
  auto type = cast<RankedTensorType>(value.getType());
  Location loc = value.getLoc();
  Value zero = arith::ConstantIntOp::create(builder, loc, 0, 32);
  SmallVector<int64_t> shape, taken;
  SmallVector<Value> indices;
  for (const CutDim &dim : getCut(type, number).dims) {
    ArrayRef<CutBit> left = dim;
    do {
      size_t free = left.size(), lowest;
      while (free > 0 && !left[free - 1].isFree())
        --free;
      for (lowest = free; lowest > 0 && left[lowest - 1].isFree();)
        --lowest;
      ArrayRef<CutBit> fixed = left.drop_front(free);
      shape.push_back(int64_t(1) << (left.size() - lowest));
      taken.push_back(int64_t(1) << (free - lowest));
      indices.push_back(fixed.empty() ? zero
                                      : getBlockNumber(CutDim(fixed), loc));
      left = left.take_front(lowest);
    } while (!left.empty());
  }
  Value source = get(value, kWhole);
  if (type.getShape() != ArrayRef(shape))
    source = ViewOp::create(builder, loc, type.clone(shape), source);
  Value slice =
      ExtractOp::create(builder, loc, type.clone(taken), source, indices);
  RankedTensorType result = plan.getSliceCuts().getSliceType(type, number);
  return slice.getType() == result
             ? slice
             : ViewOp::create(builder, loc, result, slice).getResult();
}

/// A slice that lies in one operand is computed only if that one is selected.
void SliceBuilder::makeCat(CatOp op, int number) {
  CutBit half = getCut(op.getType(), number).dims[op.getDim()].back();
  if (half.isFree())
    return makeLikewise(op, number);
  Location loc = op.getLoc();
  SmallVector<Part> parts = findParts(op, number);
  Value isUpper = arith::TruncIOp::create(builder, loc, builder.getI1Type(),
                                          sumBits(PlacedBit{half, 0}, loc));
  auto choice = scf::IfOp::create(
      builder, loc, plan.getSliceCuts().getSliceType(op.getType(), number),
      isUpper, /*withElseRegion=*/true);
  for (auto [block, part] : llvm::zip_equal(
           ArrayRef{choice.elseBlock(), choice.thenBlock()}, parts)) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPointToStart(block);
    scf::YieldOp::create(builder, loc, get(part.first, part.second));
  }
  made[{op.getResult(), number}] = choice.getResult(0);
}
