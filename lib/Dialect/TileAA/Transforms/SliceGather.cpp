//===- SliceGather.cpp - Slices of elements that are not adjacent ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A change of shape may need a slice of a loaded tile that is not a tile of the
// view: every second column, for example. Its elements are loaded through
// pointers, which are computed from the base and the strides of the array.
//
//===----------------------------------------------------------------------===//

#include "SliceRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// Whether the padding is a constant of the element type.
bool hasPlainPadding(TiledLoadOp load) {
  auto type = dyn_cast<FloatType>(load.getResult().getType().getElementType());
  PaddingValue padding = load.getPaddingValue().value_or(PaddingValue::ZERO);
  return !type || isArithmeticFloat(type) ||
         (padding == PaddingValue::ZERO &&
          APFloat::semanticsHasZero(type.getFloatSemantics()));
}

TypedAttr getPadding(RankedTensorType tile, PaddingValue padding) {
  Builder builder(tile.getContext());
  auto type = dyn_cast<FloatType>(tile.getElementType());
  if (!type || padding == PaddingValue::ZERO)
    return cast<TypedAttr>(builder.getZeroAttr(tile));
  const llvm::fltSemantics &semantics = type.getFloatSemantics();
  APFloat value = APFloat::getZero(semantics, /*Negative=*/true);
  if (padding == PaddingValue::NAN_)
    value = APFloat::getNaN(semantics);
  else if (padding != PaddingValue::NEG_ZERO)
    value = APFloat::getInf(semantics, padding == PaddingValue::NEG_INF);
  return SplatElementsAttr::get(tile, value);
}

/// Computes the addresses of some elements of a tile of a view, and the mask of
/// those that are in bounds.
class Gatherer {
public:
  Gatherer(OpBuilder &builder, Location loc, RankedTensorType tile)
      : builder(builder), loc(loc), tile(tile) {}

  /// Returns a size or stride of the array: a constant, or an operand.
  Value getExtent(ArrayRef<int64_t> known, ValueRange values, int dim) {
    if (!ShapedType::isDynamic(known[dim]))
      return arith::ConstantIntOp::create(builder, loc, known[dim], 64);
    return widen(
        values[llvm::count_if(known.take_front(dim), ShapedType::isDynamic)]);
  }

  /// Extends an unsigned number to 64 bits.
  Value widen(Value value) {
    Type wide = builder.getI64Type();
    if (auto tensor = dyn_cast<RankedTensorType>(value.getType()))
      wide = tensor.clone(wide);
    return value.getType() == wide
               ? value
               : arith::ExtUIOp::create(builder, loc, wide, value).getResult();
  }

  /// Returns the elements of a tile that starts at number * step.
  Value start(Value elements, Value number, int64_t step) {
    Value by = arith::ConstantIntOp::create(builder, loc, step, 64);
    Value first = builder.createOrFold<arith::MulIOp>(loc, widen(number), by);
    elements = widen(elements);
    return arith::AddIOp::create(builder, loc, elements,
                                 splat(first, elements.getType()));
  }

  /// Adds the offsets of elements along a dimension of the tile.
  void add(int dim, Value numbers, Value stride) {
    Value part = arith::MulIOp::create(builder, loc, numbers,
                                       splat(stride, numbers.getType()));
    part = spread(part, dim);
    offset = offset
                 ? arith::AddIOp::create(builder, loc, offset, part).getResult()
                 : part;
  }

  /// Masks elements whose index is not below `size`.
  void limit(int dim, Value numbers, Value size) {
    Value inside =
        arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::ult, numbers,
                              splat(size, numbers.getType()));
    inside = spread(inside, dim);
    mask = mask ? arith::AndIOp::create(builder, loc, mask, inside).getResult()
                : inside;
  }

  LoadOp load(TiledLoadOp op, Value base) {
    Value pointers =
        splat(base, RankedTensorType::get(tile.getShape(), base.getType()));
    pointers =
        AddPtrOp::create(builder, loc, pointers.getType(), pointers, offset);
    OperationState state(loc, LoadOp::getOperationName());
    auto &properties = state.getOrAddProperties<LoadOp::Properties>();
    properties.setMemSemantic(op.getMemSemanticAttr());
    properties.setReadOnly(op.getReadOnlyAttr());
    state.addOperands(pointers);
    bool isPadded = mask && op.getPaddingValue();
    if (mask)
      state.addOperands(mask);
    if (isPadded)
      state.addOperands(
          arith::ConstantOp::create(builder, loc,
                                    getPadding(tile, *op.getPaddingValue()))
              .getResult());
    properties.setOperandSegmentSizes({1, mask ? 1 : 0, isPadded ? 1 : 0, 0});
    state.addTypes({tile, op.getResultToken().getType()});
    return cast<LoadOp>(builder.create(state));
  }

private:
  Value splat(Value scalar, Type type) {
    return SplatOp::create(builder, loc, type, scalar);
  }

  /// Broadcasts the indices of one dimension over the whole tile.
  Value spread(Value line, int dim) {
    auto type = cast<RankedTensorType>(line.getType());
    SmallVector<int64_t> shape(tile.getRank(), 1);
    shape[dim] = type.getDimSize(0);
    if (type.getShape() != ArrayRef(shape))
      line = ViewOp::create(builder, loc, type.clone(shape), line);
    if (tile.getShape() == ArrayRef(shape))
      return line;
    return BroadcastOp::create(builder, loc, type.clone(tile.getShape()), line);
  }

  OpBuilder &builder;
  Location loc;
  RankedTensorType tile;
  Value offset, mask;
};

} // namespace

MakeMemRefOp tileiras::findGatheredArray(TiledLoadOp load) {
  TiledViewType view = load.getView().getType();
  auto tiles = load.getView().getDefiningOp<BlockTileOp>();
  if (!tiles || view.getSparseDim() || load.getMulticast() ||
      view.getElementType() != load.getResult().getType().getElementType() ||
      getMemoryBits(view.getElementType()) < 8 || !hasPlainPadding(load))
    return MakeMemRefOp();
  Value array = tiles.getSource();
  while (auto assume = array.getDefiningOp<AssumeOp>())
    array = assume.getValue();
  return array.getDefiningOp<MakeMemRefOp>();
}

void SliceBuilder::makeGather(TiledLoadOp op, int number) {
  Location loc = op.getLoc();
  TiledViewType view = op.getView().getType();
  StridedMemRefType type = view.getSource();
  MakeMemRefOp array = findGatheredArray(op);
  SmallVector<Value> sizes, strides;
  for (Value size : array.getSizes())
    sizes.push_back(get(size, kWhole));
  for (Value stride : array.getStrides())
    strides.push_back(get(stride, kWhole));
  Cut cut = getCut(op.getResult().getType(), number);
  Gatherer gatherer(
      builder, loc,
      plan.getSliceCuts().getSliceType(op.getResult().getType(), number));
  for (int dim = 0, rank = view.getRank(); dim < rank; ++dim) {
    int dimOfArray = view.getDimMap()[dim];
    Value numbers =
        gatherer.start(listElements(cut.dims[dim], loc),
                       get(op.getCoords()[dim], kWhole), view.getSteps()[dim]);
    gatherer.add(dim, numbers,
                 gatherer.getExtent(type.getStrides(), strides, dimOfArray));
    if (!op.getInBounds()[dim])
      gatherer.limit(dim, numbers,
                     gatherer.getExtent(type.getShape(), sizes, dimOfArray));
  }
  finishLoad(op, gatherer.load(op, get(array.getBase(), kWhole)), number);
}
