//===- SliceConsumers.cpp - Loops that replace consumers ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"

#include "SliceLoop.h"

#include "tileiras/Dialect/TileAA/IR/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/TypeSwitch.h"

#include <array>

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Stores
//===----------------------------------------------------------------------===//

namespace {

/// Returns pointers, values and masks of an access through pointers, in order.
SmallVector<Value> getNumbers(Operation *access) {
  return llvm::filter_to_vector(access->getOperands(), [](Value value) {
    return !isa<MemTokenType>(value.getType());
  });
}

/// The tokens that a store is ordered after: tokens from before the loop, and
/// loads of the same slice.
struct StoreOrder {
  StoreOrder(Value token, const SlicePlan &plan) {
    SetVector<Value> work;
    if (token)
      work.insert(token);
    for (size_t next = 0; next < work.size(); ++next) {
      Operation *op = work[next].getDefiningOp();
      if (isa_and_present<JoinMemTokenOp>(op))
        work.insert_range(op->getOperands());
      else if (isa_and_present<TiledLoadOp>(op) && plan.contains(op) &&
               !plan.isLocal(op))
        loads.push_back(work[next]);
      else
        outside.push_back(work[next]);
    }
  }

  SmallVector<Value> outside, loads;
};

/// Rewrites a store to memory, of any kind, into stores of slices.
class StoreSlicer {
public:
  StoreSlicer(OpBuilder &builder, StoreCut store, const SlicePlan &plan)
      : builder(builder), store(store.store), cut(store.cut), plan(plan),
        loc(store.store->getLoc()), token(getToken(store.store)),
        order(token, plan) {}

  /// Whether the loop over slices carries a token of the store.
  bool isOrdered() const { return token || !getResult().use_empty(); }
  Value createInitial() { return joinTokens(builder, loc, order.outside); }
  Value getResult() const { return store->getResults().back(); }

  /// Makes a slice after the one before it, and returns its token.
  Value makeNext(SliceBuilder &slices, Value before) {
    SmallVector<Value> tokens = {before};
    for (Value load : order.loads)
      tokens.push_back(slices.get(load, cut));
    return makeSlice(slices, joinTokens(builder, loc, tokens));
  }

  /// The store's token must not stand for loads of the plan. Slices are
  /// disjoint, so their stores need no order.
  void take(ValueRange indices) {
    SmallVector<Value> tokens;
    for (Value index : indices) {
      SliceBuilder slices(builder, plan, index);
      slices.run();
      tokens.push_back(makeSlice(slices, token));
    }
    if (!getResult().use_empty())
      getResult().replaceAllUsesWith(joinTokens(builder, loc, tokens));
    store->erase();
  }

  /// Makes parts of operands first: some are made here, where they are used.
  /// Returns the token of the slice.
  Value makeSlice(SliceBuilder &slices, Value before) {
    Operation *slice =
        llvm::TypeSwitch<Operation *, Operation *>(store)
            .Case<TiledStoreOp, TiledAtomicRmwOp>(
                [&](auto op) { return makeTiled(op, slices, before); })
            .Case<StoreOp, AtomicRmwOp, AtomicCasOp>(
                [&](auto op) { return makeScattered(op, slices, before); });
    return slice->getResults().back();
  }

private:
  static Value getToken(Operation *store) {
    return llvm::TypeSwitch<Operation *, Value>(store)
        .Case<TiledStoreOp, TiledAtomicRmwOp, StoreOp, AtomicRmwOp,
              AtomicCasOp>([](auto op) { return op.getToken(); });
  }

  template <typename OpTy>
  Operation *makeTiled(OpTy op, SliceBuilder &slices, Value before) {
    auto [view, coords] = slices.sliceTile(op.getView(), op.getCoords(), cut);
    Value value = slices.get(op.getValue(), cut);
    auto slice = cast<OpTy>(builder.clone(*op));
    slice.getValueMutable().assign(value);
    slice.getViewMutable().assign(view);
    slice.getCoordsMutable().assign(coords);
    return finish(op, slice, slices, before);
  }

  template <typename OpTy>
  Operation *makeScattered(OpTy op, SliceBuilder &slices, Value before) {
    SmallVector<Value> operands;
    for (Value operand : getNumbers(op))
      operands.push_back(slices.get(operand, cut));
    auto slice = cast<OpTy>(builder.clone(*op));
    for (auto [number, operand] : llvm::enumerate(operands))
      slice->setOperand(number, operand);
    if (slice->getNumResults() > 1)
      slice->getResult(0).setType(slice.getValue().getType());
    return finish(op, slice, slices, before);
  }

  template <typename OpTy>
  Operation *finish(OpTy op, OpTy slice, SliceBuilder &slices, Value before) {
    slice.getTokenMutable().clear();
    if (before)
      slice.getTokenMutable().assign(before);
    slices.narrowFacts(slice, op.getTile(), cut);
    return slice;
  }

  OpBuilder &builder;
  Operation *store;
  int cut;
  const SlicePlan &plan;
  Location loc;
  Value token;
  StoreOrder order;
};

} // namespace

Operation *tileiras::sliceStores(ArrayRef<StoreCut> stores,
                                 const SlicePlan &plan) {
  OpBuilder builder(plan.getConsumer());
  SmallVector<StoreSlicer> slicers;
  SmallVector<Value> initial, next;
  for (StoreCut store : stores) {
    slicers.emplace_back(builder, store, plan);
    if (slicers.back().isOrdered())
      initial.push_back(slicers.back().createInitial());
  }
  SliceLoop sliced(builder, plan, initial);
  for (StoreSlicer &slicer : slicers)
    if (slicer.isOrdered())
      next.push_back(
          slicer.makeNext(sliced.slices, sliced.getCarried(next.size())));
    else
      slicer.makeSlice(sliced.slices, /*before=*/Value());
  sliced.yield(next);
  unsigned number = 0;
  for (StoreSlicer &slicer : slicers)
    if (slicer.isOrdered())
      slicer.getResult().replaceAllUsesWith(sliced.loop.getResult(number++));
  return sliced.loop;
}

bool tileiras::canMoveDown(Operation *store, Operation *to) {
  Block *block = store->getBlock();
  return to->getBlock() == block && store->isBeforeInBlock(to) &&
         llvm::all_of(store->getUsers(), [&](Operation *user) {
           Operation *after = block->findAncestorOpInBlock(*user);
           return after && to->isBeforeInBlock(after);
         });
}

void tileiras::takeSlice(TiledStoreOp store, const SlicePlan &plan,
                         Value index) {
  OpBuilder builder(store);
  StoreSlicer(builder, {store, plan.getCut()}, plan).take(index);
}

void tileiras::takeSlices(TiledStoreOp store, const SlicePlan &plan) {
  OpBuilder builder(store);
  SmallVector<Value> indices;
  for (int64_t index = 0; index < plan.getCount(); ++index)
    indices.push_back(
        arith::ConstantIntOp::create(builder, store.getLoc(), index, 32));
  StoreSlicer(builder, {store, plan.getCut()}, plan).take(indices);
}

SmallVector<Part> tileiras::getStoreParts(StoreCut access, SlicePlan &plan) {
  auto [store, cut] = access;
  SmallVector<Part> parts;
  if (isa<TiledStoreOp, TiledAtomicRmwOp>(store))
    parts.push_back({store->getOperand(0), cut});
  else
    for (Value value : getNumbers(store))
      parts.push_back({value, cut});
  return llvm::TypeSwitch<Operation *, SmallVector<Part>>(store)
      .Case<TiledStoreOp, TiledAtomicRmwOp>([&, cut = cut](auto op) {
        auto tiles = op.getView().template getDefiningOp<BlockTileOp>();
        auto sparseDim = op.getView().getType().getSparseDim();
        if (!tiles)
          return SmallVector<Part>();
        parts.push_back({tiles.getSource(), kWhole});
        SliceCuts &cuts = plan.getSliceCuts();
        FailureOr<Cut> cutOfTile =
            cuts.get(cut, op.getValue().getType().getShape());
        if (sparseDim && succeeded(cutOfTile))
          parts.push_back({op.getCoords()[*sparseDim],
                           cuts.add(Cut{{cutOfTile->dims[*sparseDim]}})});
        return parts;
      })
      .Default([&](Operation *) { return parts; });
}

//===----------------------------------------------------------------------===//
// Sub-tiles
//===----------------------------------------------------------------------===//

Part tileiras::getExtractPart(ExtractOp op, SlicePlan &plan) {
  return findOperandParts(op, kWhole, plan.getSliceCuts())->front();
}

void tileiras::takeExtract(ExtractOp op, Part part, const SlicePlan &plan) {
  OpBuilder builder(op);
  SliceBuilder slices(builder, plan, /*index=*/Value());
  slices.run();
  op.getResult().replaceAllUsesWith(slices.get(part.first, part.second));
  if (!plan.getWritesAfter().empty())
    orderWritesAfter(builder, plan,
                     joinTokens(builder, op.getLoc(), slices.getLoadTokens()));
  op.erase();
}

//===----------------------------------------------------------------------===//
// Reductions
//===----------------------------------------------------------------------===//

bool tileiras::isElementwise(ReduceOp op) {
  Block &body = op.getBody().front();
  return llvm::all_of(body.without_terminator(), [&](Operation &inner) {
    if (isa<arith::ConstantOp>(inner))
      return true;
    return inner.hasTrait<OpTrait::Elementwise>() &&
           llvm::all_of(inner.getOperands(), [&](Value operand) {
             return operand.getParentBlock() == &body;
           });
  });
}

/// Returns `scalar`, or the type of tiles of it with the shape of `model`.
static Type typeLike(Type model, Type scalar) {
  auto tile = dyn_cast<RankedTensorType>(model);
  return tile ? tile.clone(scalar) : scalar;
}

SmallVector<Value> tileiras::combine(OpBuilder &builder, Operation *op,
                                     ValueRange earlier, ValueRange later) {
  Type model = later.front().getType();
  Block &body = op->getRegion(0).front();
  IRMapping mapping;
  for (unsigned number = 0; number < later.size(); ++number) {
    mapping.map(body.getArgument(2 * number), earlier[number]);
    mapping.map(body.getArgument(2 * number + 1), later[number]);
  }
  for (Operation &inner : body.without_terminator()) {
    Operation *copy = builder.clone(inner, mapping);
    if (!isa<RankedTensorType>(model))
      continue;
    if (isa<arith::ConstantOp>(inner)) {
      Value splat = SplatOp::create(
          builder, op->getLoc(), typeLike(model, inner.getResult(0).getType()),
          copy->getResult(0));
      mapping.map(inner.getResult(0), splat);
      continue;
    }
    for (auto [scalar, result] :
         llvm::zip_equal(inner.getResults(), copy->getResults()))
      result.setType(typeLike(model, scalar.getType()));
  }
  return llvm::map_to_vector(
      body.getTerminator()->getOperands(),
      [&](Value value) { return mapping.lookup(value); });
}

namespace {

/// A loop that combines the results of slices, of which the first is not
/// combined with anything.
class CombiningLoop {
public:
  CombiningLoop(ReduceOp op, const SlicePlan &plan)
      : op(op), plan(plan), builder(op),
        neutral(findNeutral(op.getBody().front())) {}

  /// Combines the slices themselves, elements i of all slices to element i, if
  /// `isOfSlices`, else the reductions of the slices.
  scf::ForOp run(bool isOfSlices) {
    int dim = op.getDim();
    SmallVector<Value> initial;
    for (auto [number, identity] : llvm::enumerate(op.getIdentities())) {
      Type operand = op.getOperand(number).getType();
      initial.push_back(
          createInitial(isOfSlices ? getSliceType(operand, dim, plan.getCount())
                                   : op.getResult(number).getType(),
                        neutral.value_or(cast<TypedAttr>(identity))));
    }
    SliceLoop sliced(builder, plan, initial);
    SmallVector<Value> parts;
    for (Value operand : op.getOperands())
      parts.push_back(sliced.slices.get(operand, dim));
    if (!isOfSlices)
      parts = reduce(parts);
    ValueRange accumulators = sliced.loop.getRegionIterArgs();
    sliced.yield(combineWith(accumulators.take_front(parts.size()), parts,
                             sliced.loop.getInductionVar()));
    return sliced.loop;
  }

private:
  Value createInitial(Type type, TypedAttr number) {
    if (auto tile = dyn_cast<RankedTensorType>(type))
      number = SplatElementsAttr::get(tile, number);
    return arith::ConstantOp::create(builder, op.getLoc(), number);
  }

  SmallVector<Value> reduce(ArrayRef<Value> slices) {
    auto slice = cast<ReduceOp>(builder.clone(*op));
    slice->setOperands(slices);
    return slice.getResults();
  }

  SmallVector<Value> combineWith(ValueRange accumulators, ArrayRef<Value> parts,
                                 Value number) {
    SmallVector<Value> combined = combine(builder, op, accumulators, parts);
    if (neutral)
      return combined;
    Location loc = op.getLoc();
    Value isFirst = arith::CmpIOp::create(
        builder, loc, arith::CmpIPredicate::eq, number,
        arith::ConstantIntOp::create(builder, loc, 0, 32));
    for (auto [value, part] : llvm::zip_equal(combined, parts))
      value = arith::SelectOp::create(builder, loc, isFirst, part, value);
    return combined;
  }

  ReduceOp op;
  const SlicePlan &plan;
  OpBuilder builder;
  std::optional<TypedAttr> neutral;
};

} // namespace

Operation *tileiras::sliceReduce(ReduceOp op, const SlicePlan &plan) {
  scf::ForOp loop = CombiningLoop(op, plan).run(op.getCommutes());
  ValueRange combined = loop.getResults().take_front(op->getNumOperands());
  if (op.getCommutes()) {
    op->setOperands(combined);
    op->moveAfter(loop);
  } else {
    op->replaceAllUsesWith(combined);
  }
  return loop;
}

//===----------------------------------------------------------------------===//
// Dots
//===----------------------------------------------------------------------===//

SmallVector<Part> tileiras::getSummedParts(DotOp op) {
  int rank = op.getType().getRank(), ofA = rank - 1, ofB = rank - 2;
  SmallVector<Part> parts = {{op.getA(), ofA}, {op.getB(), ofB}};
  for (auto [scales, dim] : llvm::zip(op.getScales(), std::array{ofA, ofB}))
    parts.push_back({scales, dim});
  return parts;
}

Operation *tileiras::sliceDot(DotOp op, const SlicePlan &plan) {
  OpBuilder builder(op);
  SliceLoop sliced(builder, plan, op.getC());
  SmallVector<Value> operands;
  for (auto [value, dim] : getSummedParts(op))
    operands.push_back(sliced.slices.get(value, dim));
  auto slice = cast<DotOp>(builder.clone(*op));
  slice.getAMutable().assign(operands[0]);
  slice.getBMutable().assign(operands[1]);
  slice.getScalesMutable().assign(ArrayRef(operands).drop_front(2));
  slice.getCMutable().assign(sliced.getCarried(0));
  sliced.yield(slice.getResult());
  op.getResult().replaceAllUsesWith(sliced.loop.getResult(0));
  return sliced.loop;
}
