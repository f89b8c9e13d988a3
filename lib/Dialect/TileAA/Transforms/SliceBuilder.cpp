//===- SliceBuilder.cpp - Makes the parts of a plan -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The builder makes the parts of a SlicePlan in program order. Each kind of
// operation has one function; SliceElements.cpp and SliceGather.cpp have those
// that work on the bits of a cut. Accesses keep the facts that hold for their
// slices, and tokens order them as the plan requires.
//
//===----------------------------------------------------------------------===//

#include "SliceRules.h"

#include "tileiras/Dialect/TileAA/IR/RowVectors.h"

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
    for (int cut : plan.getCuts(op))
      make(op, cut);
}

Value SliceBuilder::get(Value value, int cut) const {
  if (cut == kWhole && plan.isVisible(value))
    return value;
  if (Value part = made.lookup({value, cut}))
    return part;
  assert(plan.isExtracted(value) &&
         "a part of the plan is made before its use");
  return takeSlice(value, cut);
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

SlicePosition tileiras::sliceTile(OpBuilder &builder, Value memref,
                                  const SlicePosition &tile, int dim,
                                  int64_t count, Value index) {
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
  SlicePosition slice;
  slice.coords = tile.coords;
  slice.coords[dim] = builder.createOrFold<arith::AddIOp>(
      loc, scale(tile.coords[dim], step / sliceStep),
      scale(index, size / sliceStep));
  slice.view = BlockTileOp::create(
      builder, loc, getSlicedView(type, dim, count, sliceStep), memref);
  return slice;
}

std::pair<Value, SmallVector<Value>>
SliceBuilder::sliceTile(Value view, ValueRange coords, int number) {
  auto type = cast<TiledViewType>(view.getType());
  Cut cut = *plan.getSliceCuts().get(number, type.getShape());
  int sparseDim = type.getSparseDim().value_or(-1);
  SlicePosition place{view, {}};
  for (auto [dim, coord] : llvm::enumerate(coords))
    place.coords.push_back(
        get(coord, int(dim) == sparseDim
                       ? plan.getSliceCuts().find(Cut{{cut.dims[sparseDim]}})
                       : kWhole));
  Value memref = get(view.getDefiningOp<BlockTileOp>().getSource(), kWhole);
  for (int dim = 0, rank = type.getRank(); dim < rank; ++dim) {
    if (cut.isWhole(dim))
      continue;
    int64_t count = type.getShape()[dim] / cut.getShape()[dim];
    auto tiles = cast<TiledViewType>(place.view.getType());
    if (dim == sparseDim)
      place.view = BlockTileOp::create(
          builder, view.getLoc(),
          getSlicedView(tiles, dim, count, tiles.getSteps()[dim]), memref);
    else
      place = tileiras::sliceTile(builder, memref, place, dim, count,
                                  getBlockNumber(cut.dims[dim], view.getLoc()));
  }
  return {place.view, place.coords};
}

/// Whether elements of the view's tiles are adjacent in memory along `dim`.
static bool isAlongRows(AccessOpInterface access, int dim) {
  Value view = getAccessedView(access);
  if (!view)
    return false;
  auto type = cast<TiledViewType>(view.getType());
  return type.getSource().getStrides()[type.getDimMap()[dim]] == 1;
}

void tileiras::narrowFacts(AccessOpInterface access, int dim) {
  auto tile = cast<RankedTensorType>(access.getTile());
  if (!access.getContiguity())
    return;
  SmallVector<int64_t> runs(*access.getContiguity());
  int64_t size = tile.getDimSize(dim);
  if (runs[dim] <= size && !isAlongRows(access, dim))
    return;
  runs[dim] = std::min(runs[dim], size);
  Builder builder(access.getContext());
  access.setContiguityAttr(builder.getDenseI64ArrayAttr(runs));
  int64_t bytes = std::max<int64_t>(
      1, size * int64_t(getMemoryBits(tile.getElementType())) / 8);
  if (auto alignment = access.getAlignment())
    access.setAlignmentAttr(
        builder.getI64IntegerAttr(std::min<int64_t>(*alignment, bytes)));
}

void SliceBuilder::narrowFacts(AccessOpInterface access, Type tile,
                               int number) const {
  Cut cut = getCut(tile, number);
  for (int dim = 0, rank = cut.dims.size(); dim < rank; ++dim) {
    if (cut.isBlock(dim)) {
      if (!cut.isWhole(dim))
        tileiras::narrowFacts(access, dim);
    } else if (access.getContiguity() &&
               (*access.getContiguity())[dim] > cut.getRun(dim)) {
      // Elements of a run are not adjacent in the slice.
      access.setContiguityAttr({});
      access.setAlignmentAttr({});
    }
  }
}

void SliceBuilder::finishLoad(Operation *op, Operation *load, int cut) {
  Value token = getTokenOperand(op);
  if (op != plan.getConsumer()) // The consumer's own token stays valid.
    token = getToken(token, op->getLoc());
  llvm::TypeSwitch<Operation *>(load)
      .Case<TiledLoadOp, LoadOp, AtomicRmwOp, AtomicCasOp>([&](auto slice) {
        slice.getTokenMutable().clear();
        if (token)
          slice.getTokenMutable().assign(token);
      });
  Value tile = op->getResult(0);
  load->getResult(0).setType(
      plan.getSliceCuts().getSliceType(tile.getType(), cut));
  narrowFacts(cast<AccessOpInterface>(load), tile.getType(), cut);
  for (auto [from, to] : llvm::zip_equal(op->getResults(), load->getResults()))
    made[{from, cut}] = to;
  if (plan.isVisible(tile))
    loadTokens.push_back(load->getResult(1));
}

void SliceBuilder::makeTiledLoad(TiledLoadOp op, int cut) {
  if (!isTileOfView(op, getCut(op.getResult().getType(), cut)))
    return makeGather(op, cut);
  auto [view, coords] = sliceTile(op.getView(), op.getCoords(), cut);
  auto load = cast<TiledLoadOp>(builder.cloneWithoutRegions(*op));
  load.getViewMutable().assign(view);
  load.getCoordsMutable().assign(coords);
  finishLoad(op, load, cut);
}

void SliceBuilder::makeAccess(Operation *op, int cut) {
  Operation *access = builder.cloneWithoutRegions(*op);
  for (OpOperand &operand : access->getOpOperands()) {
    Type type = operand.get().getType();
    if (!isa<MemTokenType>(type))
      operand.set(
          get(operand.get(), isa<RankedTensorType>(type) ? cut : kWhole));
  }
  finishLoad(op, access, cut);
}

void SliceBuilder::makeLocalLoad(Value tile, int64_t slot, int cut) {
  made[{tile, cut}] =
      LocalLoadOp::create(builder, tile.getLoc(),
                          plan.getSliceCuts().getSliceType(tile.getType(), cut),
                          index, slot, plan.getCount());
}

//===----------------------------------------------------------------------===//
// Other operations
//===----------------------------------------------------------------------===//

void SliceBuilder::make(Operation *op, int cut) {
  OpBuilder::InsertionGuard guard(builder);
  if (auto loop = dyn_cast<scf::ForOp>(op))
    return makeLoop(loop);
  if (auto choice = dyn_cast<scf::IfOp>(op); choice && plan.isCarrying(op))
    return makeChoice(choice);
  if (cut == kWhole)
    return makeWhole(op);
  if (const LocalTile *local = plan.findLocal(op, cut))
    return makeLocalLoad(op->getResult(0), local->slot, cut);
  llvm::TypeSwitch<Operation *>(op)
      .Case([&](arith::ConstantOp constant) { makeConstant(constant, cut); })
      .Case([&](MakeRangeOp range) { makeRange(range, cut); })
      .Case([&](CatOp cat) { makeCat(cat, cut); })
      .Case([&](ExtractOp extract) {
        auto [source, part] = findParts(extract, cut).front();
        made[{extract.getResult(), cut}] = get(source, part);
      })
      .Case([&](TiledLoadOp load) { makeTiledLoad(load, cut); })
      .Case([&](KeptOp kept) {
        makeLocalLoad(kept.getResult(), kept.getSlot(), cut);
      })
      .Case<LoadOp, AtomicRmwOp, AtomicCasOp>(
          [&](auto access) { makeAccess(access, cut); })
      .Default([&](Operation *other) { makeLikewise(other, cut); });
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

/// The plan has computed these parts before, so there is no failure.
SmallVector<Part> SliceBuilder::findParts(Operation *op, int cut) const {
  SliceCuts cuts = plan.getSliceCuts();
  return *findOperandParts(op, cut, cuts);
}

/// Makes the same operation on parts of the operands. An operand that is used
/// twice may have two cuts.
void SliceBuilder::makeLikewise(Operation *op, int cut) {
  SmallVector<Value> operands;
  for (auto [operand, part] :
       llvm::zip_equal(op->getOperands(), findParts(op, cut))) {
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
    to.setType(plan.getSliceCuts().getSliceType(from.getType(), cut));
    made[{from, cut}] = to;
  }
}

void SliceBuilder::makeConstant(arith::ConstantOp op, int cut) {
  auto type = plan.getSliceCuts().getSliceType(op.getType(), cut);
  made[{op.getResult(), cut}] = arith::ConstantOp::create(
      builder, op.getLoc(),
      cast<SplatElementsAttr>(op.getValue()).resizeSplat(type));
}

void SliceBuilder::makeBody(Block &body) {
  for (Operation &op : body.without_terminator())
    if (plan.contains(&op))
      for (int cut : plan.getCuts(&op))
        make(&op, cut);
}

/// Makes an `scf.if` each of whose arms yields slices.
void SliceBuilder::makeChoice(scf::IfOp choice) {
  ArrayRef<std::pair<unsigned, int>> results = plan.getCarried(choice);
  auto types = llvm::map_to_vector(results, [&](auto entry) -> Type {
    return plan.getSliceCuts().getSliceType(
        choice.getResult(entry.first).getType(), entry.second);
  });
  auto slice = scf::IfOp::create(builder, choice.getLoc(), types,
                                 get(choice.getCondition(), kWhole),
                                 /*withElseRegion=*/true);
  for (auto [from, to] :
       llvm::zip_equal(choice->getRegions(), slice->getRegions())) {
    builder.setInsertionPointToStart(&to.front());
    makeBody(from.front());
    SmallVector<Value> values;
    for (auto [number, cut] : results)
      values.push_back(
          get(from.front().getTerminator()->getOperand(number), cut));
    scf::YieldOp::create(builder, choice.getLoc(), values);
  }
  for (auto [place, entry] : llvm::enumerate(results))
    made[{choice.getResult(entry.first), entry.second}] =
        slice.getResult(place);
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
  makeBody(*loop.getBody());
  SmallVector<Value> next;
  for (auto [number, dim] : plan.getCarried(loop))
    next.push_back(get(loop.getYieldedValues()[number], dim));
  scf::YieldOp::create(builder, loop.getLoc(), next);
}
