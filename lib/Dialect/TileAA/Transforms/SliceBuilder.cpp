//===- SliceBuilder.cpp - Makes the parts of a plan -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceRules.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/TypeSwitch.h"

#include <numeric>

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

void SliceBuilder::run() {
  for (Operation *op : plan.getOperations())
    for (int dim : plan.getCuts(op))
      make(op, dim);
}

Value SliceBuilder::get(Value value, int dim) const {
  if (dim == kWhole && plan.isVisible(value))
    return value;
  if (Value part = made.lookup({value, dim}))
    return part;
  assert(plan.isExtracted(value) &&
         "a part of the plan is made before its use");
  auto type = cast<RankedTensorType>(value.getType());
  Location loc = value.getLoc();
  SmallVector<Value> indices(type.getRank(),
                             arith::ConstantIntOp::create(builder, loc, 0, 32));
  indices[dim] = index;
  return ExtractOp::create(builder, loc,
                           getSliceType(type, dim, plan.getCount()),
                           get(value, kWhole), indices);
}

Value SliceBuilder::getToken(Value token, Location loc) const {
  if (!token)
    return Value();
  SetVector<Value> tokens;
  [[maybe_unused]] LogicalResult found = plan.findTokens(token, tokens);
  assert(succeeded(found) && "the plan has looked at all tokens");
  if (tokens.size() <= 1)
    return tokens.empty() ? Value() : tokens.front();
  return JoinMemTokenOp::create(builder, loc, token.getType(),
                                tokens.getArrayRef());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

TiledViewType tileiras::getSlicedView(TiledViewType type, int dim,
                                      int64_t count, int64_t step) {
  SmallVector<int64_t> shape(type.getShape()), steps(type.getSteps());
  shape[dim] /= count;
  steps[dim] = step;
  return TiledViewType::get(type.getContext(), shape, type.getSource(), steps,
                            type.getDimMap(), type.getSparseDim());
}

SlicePlace tileiras::sliceTile(OpBuilder &builder, Value memref,
                               const SlicePlace &tile, int dim, int64_t count,
                               Value index) {
  auto type = cast<TiledViewType>(tile.view.getType());
  Location loc = tile.view.getLoc();
  int64_t size = type.getShape()[dim] / count, step = type.getSteps()[dim];
  int64_t sliceStep = std::gcd(step, size);
  Type wide = builder.getI64Type();
  auto scale = [&](Value value, int64_t factor) {
    if (value.getType() != wide)
      value = arith::ExtUIOp::create(builder, loc, wide, value);
    Value by = arith::ConstantIntOp::create(builder, loc, factor, 64);
    return builder.createOrFold<arith::MulIOp>(loc, value, by);
  };
  SlicePlace slice;
  slice.coords = tile.coords;
  slice.coords[dim] = builder.createOrFold<arith::AddIOp>(
      loc, scale(tile.coords[dim], step / sliceStep),
      scale(index, size / sliceStep));
  slice.view = BlockTileOp::create(
      builder, loc, getSlicedView(type, dim, count, sliceStep), memref);
  return slice;
}

std::pair<Value, SmallVector<Value>>
SliceBuilder::sliceTile(Value view, ValueRange coords, int dim) {
  auto type = cast<TiledViewType>(view.getType());
  bool isSparse = type.getSparseDim() && *type.getSparseDim() == dim;
  SlicePlace place{view, {}};
  for (auto [number, coord] : llvm::enumerate(coords))
    place.coords.push_back(
        get(coord, isSparse && int(number) == dim ? 0 : kWhole));
  Value memref = get(view.getDefiningOp<BlockTileOp>().getSource(), kWhole);
  if (isSparse)
    return {BlockTileOp::create(
                builder, view.getLoc(),
                getSlicedView(type, dim, plan.getCount(), type.getSteps()[dim]),
                memref),
            place.coords};
  SlicePlace slice =
      tileiras::sliceTile(builder, memref, place, dim, plan.getCount(), index);
  return {slice.view, slice.coords};
}

void tileiras::narrowFacts(AccessOpInterface access, int dim) {
  auto tile = cast<RankedTensorType>(access.getTile());
  if (!access.getContiguity())
    return;
  SmallVector<int64_t> runs(*access.getContiguity());
  int64_t size = tile.getDimSize(dim);
  if (runs[dim] <= size)
    return;
  runs[dim] = size;
  Builder builder(access.getContext());
  access.setContiguityAttr(builder.getDenseI64ArrayAttr(runs));
  int64_t bytes = std::max<int64_t>(
      1, size * int64_t(getMemoryBits(tile.getElementType())) / 8);
  if (auto alignment = access.getAlignment())
    access.setAlignmentAttr(
        builder.getI64IntegerAttr(std::min<int64_t>(*alignment, bytes)));
}

template <typename OpTy>
void SliceBuilder::finishLoad(OpTy op, OpTy load, int dim) {
  load.getTokenMutable().clear();
  if (Value token = getToken(op.getToken(), op.getLoc()))
    load.getTokenMutable().assign(token);
  load.getResult().setType(
      getSliceType(op.getResult().getType(), dim, plan.getCount()));
  narrowFacts(load, dim);
  made[{op.getResult(), dim}] = load.getResult();
  made[{op.getResultToken(), dim}] = load.getResultToken();
  if (plan.isVisible(op.getResult()))
    loadTokens.push_back(load.getResultToken());
}

void SliceBuilder::makeTiledLoad(TiledLoadOp op, int dim) {
  auto [view, coords] = sliceTile(op.getView(), op.getCoords(), dim);
  auto load = cast<TiledLoadOp>(builder.cloneWithoutRegions(*op));
  load.getViewMutable().assign(view);
  load.getCoordsMutable().assign(coords);
  finishLoad(op, load, dim);
}

void SliceBuilder::makeLoad(LoadOp op, int dim) {
  auto cut = [&](Value value) {
    return get(value, isa<RankedTensorType>(value.getType()) ? dim : kWhole);
  };
  auto load = cast<LoadOp>(builder.cloneWithoutRegions(*op));
  load.getSourceMutable().assign(cut(op.getSource()));
  if (op.getMask())
    load.getMaskMutable().assign(cut(op.getMask()));
  if (op.getOther())
    load.getOtherMutable().assign(cut(op.getOther()));
  finishLoad(op, load, dim);
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

void SliceBuilder::make(Operation *op, int dim) {
  OpBuilder::InsertionGuard guard(builder);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return makeLoop(loop);
  if (dim == kWhole)
    return makeWhole(op);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](arith::ConstantOp constant) { makeConstant(constant, dim); })
      .Case([&](MakeRangeOp range) { makeRange(range, dim); })
      .Case([&](ExtractOp extract) { makeExtract(extract, dim); })
      .Case([&](TiledLoadOp load) { makeTiledLoad(load, dim); })
      .Case([&](LoadOp load) { makeLoad(load, dim); })
      .Default([&](Operation *other) { makeLikewise(other, dim); });
}

void SliceBuilder::makeWhole(Operation *op) {
  IRMapping mapping;
  SetVector<Value> needed(op->operand_begin(), op->operand_end());
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  Value token;
  for (Value operand : needed) {
    if (!isa<MemTokenType>(operand.getType()))
      mapping.map(operand, get(operand, kWhole));
    else
      token = operand;
  }
  Operation *copy = builder.clone(*op, mapping);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), copy->getResults()))
    made[{from, kWhole}] = to;
  if (!token)
    return;
  builder.setInsertionPoint(copy);
  llvm::TypeSwitch<Operation *>(copy).Case<TiledLoadOp, LoadOp>([&](auto load) {
    load.getTokenMutable().clear();
    if (Value before = getToken(token, op->getLoc()))
      load.getTokenMutable().assign(before);
  });
}

/// The same operation on parts of the operands. One that stands twice may be
/// cut in two ways.
void SliceBuilder::makeLikewise(Operation *op, int dim) {
  FailureOr<SmallVector<Part>> parts =
      findOperandParts(op, dim, plan.getCount());
  SmallVector<Value> operands;
  for (auto [operand, part] : llvm::zip_equal(op->getOperands(), *parts)) {
    assert(operand == part.first && "one part for each operand, in order");
    operands.push_back(get(operand, part.second));
  }
  IRMapping captured;
  SetVector<Value> needed;
  getUsedValuesDefinedAbove(op->getRegions(), needed);
  for (Value value : needed)
    captured.map(value, get(value, kWhole));
  Operation *slice = builder.clone(*op, captured);
  slice->setOperands(operands);
  for (auto [from, to] :
       llvm::zip_equal(op->getResults(), slice->getResults())) {
    to.setType(getSliceType(from.getType(), dim, plan.getCount()));
    made[{from, dim}] = to;
  }
}

void SliceBuilder::makeConstant(arith::ConstantOp op, int dim) {
  auto type = getSliceType(op.getType(), dim, plan.getCount());
  made[{op.getResult(), dim}] = arith::ConstantOp::create(
      builder, op.getLoc(),
      cast<SplatElementsAttr>(op.getValue()).resizeSplat(type));
}

void SliceBuilder::makeRange(MakeRangeOp op, int dim) {
  auto type = getSliceType(op.getType(), dim, plan.getCount());
  Location loc = op.getLoc();
  Value range = MakeRangeOp::create(builder, loc, type);
  Type element = type.getElementType();
  Value first = index;
  unsigned width = element.getIntOrFloatBitWidth();
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
  made[{op.getResult(), dim}] =
      arith::AddIOp::create(builder, loc, range, start);
}

/// Sub-tile i is slices i * count to (i + 1) * count - 1 of finer sub-tiles.
void SliceBuilder::makeExtract(ExtractOp op, int dim) {
  Location loc = op.getLoc();
  SmallVector<Value> indices;
  for (Value number : op.getIndices())
    indices.push_back(get(number, kWhole));
  Value count = arith::ConstantIntOp::create(builder, loc, plan.getCount(), 32);
  Value first = arith::MulIOp::create(builder, loc, indices[dim], count);
  indices[dim] = arith::AddIOp::create(builder, loc, first, index);
  made[{op.getResult(), dim}] = ExtractOp::create(
      builder, loc, getSliceType(op.getType(), dim, plan.getCount()),
      get(op.getSource(), kWhole), indices);
}

void SliceBuilder::makeLoop(scf::ForOp loop) {
  SmallVector<Value> initial;
  for (auto [number, dim] : plan.getCarried(loop))
    initial.push_back(get(loop.getInitArgs()[number], dim));
  auto slice = scf::ForOp::create(
      builder, loop.getLoc(), get(loop.getLowerBound(), kWhole),
      get(loop.getUpperBound(), kWhole), get(loop.getStep(), kWhole), initial,
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  slice->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  made[{loop.getInductionVar(), kWhole}] = slice.getInductionVar();
  for (auto [place, entry] : llvm::enumerate(plan.getCarried(loop))) {
    auto [number, dim] = entry;
    made[{loop.getRegionIterArg(number), dim}] = slice.getRegionIterArg(place);
    made[{loop.getResult(number), dim}] = slice.getResult(place);
  }
  builder.setInsertionPointToEnd(slice.getBody());
  for (Operation &op : loop.getBody()->without_terminator())
    if (plan.contains(&op))
      for (int dim : plan.getCuts(&op))
        make(&op, dim);
  SmallVector<Value> next;
  for (auto [number, dim] : plan.getCarried(loop))
    next.push_back(get(loop.getYieldedValues()[number], dim));
  scf::YieldOp::create(builder, loop.getLoc(), next);
}
