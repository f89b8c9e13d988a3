//===- SliceLocals.cpp - Slices in local memory ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceLocals.h"

#include "SliceConsumers.h"
#include "SliceLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/IRMapping.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

int64_t tileiras::findFreeSlot(FuncOp func) {
  int64_t next = 0;
  func.walk([&](LocalStoreOp store) {
    next = std::max<int64_t>(next, store.getSlot() + 1);
  });
  return next;
}

void tileiras::assignSlots(SlicePlan &plan, int64_t &nextSlot) {
  for (LocalTile &local : plan.getLocals()) {
    local.slot = nextSlot++;
    assignSlots(*local.plan, nextSlot);
  }
}

static void keep(OpBuilder &builder, Value slice, Value index, int64_t slot,
                 int64_t count) {
  LocalStoreOp::create(builder, slice.getLoc(), slice, index, slot, count);
}

static Value createKept(OpBuilder &builder, Value tile, int64_t slot,
                        int64_t count, const Cut &cut) {
  return KeptOp::create(builder, tile.getLoc(), tile.getType(), slot, count,
                        cut.listBits());
}

//===----------------------------------------------------------------------===//
// Accesses
//===----------------------------------------------------------------------===//

/// Makes operations that are ordered after the access wait for all slices. The
/// access is erased unless it is a load, which may still have other users.
static void replaceByLocal(const LocalTile &local, Value token) {
  Operation *op = local.op;
  Value tile = op->getResult(0), tokenOfOp = op->getResult(1);
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  if (isWeakLoad(op)) {
    Value both = joinTokens(builder, op->getLoc(), {tokenOfOp, token});
    tokenOfOp.replaceAllUsesExcept(both, both.getDefiningOp());
    return;
  }
  const SlicePlan &plan = *local.plan;
  Cut cut = *plan.getSliceCuts().get(
      plan.getCut(), cast<RankedTensorType>(tile.getType()).getShape());
  tokenOfOp.replaceAllUsesWith(token);
  tile.replaceAllUsesWith(
      createKept(builder, tile, local.slot, plan.getCount(), cut));
  op->erase();
}

static scf::ForOp keepAccess(const LocalTile &local) {
  Operation *op = local.op;
  SlicePlan &plan = *local.plan;
  OpBuilder builder(op);
  SliceLoop sliced(builder, plan, joinTokens(builder, op->getLoc(), {}));
  keep(builder, sliced.slices.get(op->getResult(0), plan.getCut()),
       sliced.getIndex(), local.slot, plan.getCount());
  Value token = sliced.slices.get(op->getResult(1), plan.getCut());
  sliced.yield(
      joinTokens(builder, op->getLoc(), {sliced.getCarried(0), token}));
  return sliced.loop;
}

//===----------------------------------------------------------------------===//
// Scans
//===----------------------------------------------------------------------===//

/// Reduces a slice to a tile of one element along the scanned dimension.
static Value reduceSlice(OpBuilder &builder, ScanOp scan, Value slice) {
  Location loc = scan.getLoc();
  auto type = cast<RankedTensorType>(slice.getType());
  int64_t dim = scan.getDim();
  SmallVector<int64_t> shape(type.getShape());
  shape.erase(shape.begin() + dim);
  Type result = shape.empty() ? type.getElementType() : type.clone(shape);
  auto reduce = ReduceOp::create(builder, loc, TypeRange(result), slice, dim,
                                 scan.getIdentities());
  Block &from = scan.getBody().front();
  Block *body = builder.createBlock(&reduce.getBody());
  IRMapping mapping;
  for (BlockArgument argument : from.getArguments())
    body->addArgument(argument.getType(), argument.getLoc());
  // In a reverse scan, elements with lower indices are later.
  for (BlockArgument argument : from.getArguments())
    mapping.map(argument, body->getArgument(argument.getArgNumber() ^
                                            unsigned(scan.getReverse())));
  for (Operation &op : from)
    builder.clone(op, mapping);
  builder.setInsertionPointAfter(reduce);
  auto line = getSliceType(type, dim, type.getDimSize(dim));
  if (shape.empty())
    return SplatOp::create(builder, loc, line, reduce.getResult(0));
  return ViewOp::create(builder, loc, line, reduce.getResult(0));
}

/// Makes a loop over slices along the scanned dimension, in the order of the
/// scan. It carries the combination of all slices before, with which each slice
/// but the first is combined.
static scf::ForOp keepScan(ScanOp scan, const LocalTile &local) {
  SlicePlan &plan = *local.plan;
  OpBuilder builder(scan);
  Location loc = scan.getLoc();
  RankedTensorType type = plan.getSliceCuts().getSliceType(
      scan.getResult(0).getType(), plan.getCut());
  RankedTensorType line =
      getSliceType(type, scan.getDim(), type.getDimSize(scan.getDim()));
  Value none = arith::ConstantOp::create(
      builder, loc, cast<TypedAttr>(builder.getZeroAttr(line)));
  SliceLoop sliced(builder, plan, none, scan.getReverse());
  Value slice = sliced.slices.get(scan.getOperands().front(), plan.getCut());
  auto part = cast<ScanOp>(builder.clone(*scan));
  part->setOperands(slice);
  part->getResult(0).setType(type);
  Value isFirst = arith::CmpIOp::create(
      builder, loc, arith::CmpIPredicate::eq, sliced.loop.getInductionVar(),
      arith::ConstantIntOp::create(builder, loc, 0, 32));
  auto append = [&](Value before, Value later) -> Value {
    Value both = combine(builder, scan, before, later).front();
    return arith::SelectOp::create(builder, loc, isFirst, later, both);
  };
  Value before = sliced.getCarried(0);
  Value spread = BroadcastOp::create(builder, loc, type, before);
  keep(builder, append(spread, part->getResult(0)), sliced.getIndex(),
       local.slot, plan.getCount());
  sliced.yield(append(before, reduceSlice(builder, scan, slice)));
  return sliced.loop;
}

SmallVector<scf::ForOp> tileiras::makeLocals(SlicePlan &plan) {
  SmallVector<scf::ForOp> loops;
  for (LocalTile &local : plan.getLocals()) {
    auto scan = dyn_cast<ScanOp>(local.op);
    scf::ForOp loop = scan ? keepScan(scan, local) : keepAccess(local);
    llvm::append_range(loops, makeLocals(*local.plan));
    if (!scan)
      replaceByLocal(local, loop.getResult(0));
    loops.push_back(loop);
  }
  return loops;
}

//===----------------------------------------------------------------------===//
// Tiles that loops carry
//===----------------------------------------------------------------------===//

namespace {

/// Tiles that a loop carries, all with the same slices, since each may be
/// computed from all of them.
class CarriedTiles {
public:
  CarriedTiles(scf::ForOp loop, function_ref<bool(Type)> isLarge,
               std::function<bool(Type)> isSmall, int64_t firstSlot)
      : loop(loop), isSmall(std::move(isSmall)) {
    for (auto [number, value] : llvm::enumerate(loop.getInitArgs()))
      if (isLarge(value.getType()))
        tiles.push_back({unsigned(number), firstSlot++});
  }

  /// Moves the tiles of an iteration to local memory, in slices along this
  /// dimension, and along others after it if `isAlongOthers`. Returns false if
  /// that is impossible.
  bool tryCut(int first, bool isAlongOthers, int64_t count) {
    SlicePlan before(loop, kWhole, count, isSmall);
    SlicePlan after(loop.getBody()->getTerminator(), kWhole, count, isSmall);
    before.allowLocals();
    after.allowLocals();
    SmallVector<int> cuts = findCuts(first, isAlongOthers, before, after);
    if (cuts.empty())
      return false;
    SmallVector<Value> kept = replaceArguments(after, cuts);
    bool isPossible = true;
    for (auto [tile, cut] : llvm::zip_equal(tiles, cuts)) {
      Value next = loop.getYieldedValues()[tile.number];
      isPossible =
          isPossible &&
          succeeded(before.require(loop.getInitArgs()[tile.number], cut)) &&
          succeeded(after.require(next, cut));
    }
    if (!isPossible)
      return restoreArguments(kept), false;
    int64_t nextSlot = tiles.back().slot + 1;
    assignSlots(before, nextSlot);
    assignSlots(after, nextSlot);
    fill(before, cuts, loop.getInitArgs());
    fill(after, cuts, loop.getYieldedValues());
    shrinkLoop(after, cuts);
    return true;
  }

  ArrayRef<scf::ForOp> getLoops() const { return loops; }
  bool isEmpty() const { return tiles.empty(); }
  int64_t getRank() const {
    int64_t rank = 0;
    for (const Tile &tile : tiles)
      rank = std::max(rank, getType(tile).getRank());
    return rank;
  }

private:
  struct Tile {
    unsigned number;
    int64_t slot;
  };

  RankedTensorType getType(const Tile &tile) const {
    return cast<RankedTensorType>(loop->getResult(tile.number).getType());
  }

  /// Returns the cuts of the tiles, which have the same numbers in both plans.
  SmallVector<int> findCuts(int first, bool isAlongOthers, SlicePlan &before,
                            SlicePlan &after) {
    SmallVector<int> cuts;
    for (const Tile &tile : tiles) {
      RankedTensorType type = getType(tile);
      SmallVector<int> dims;
      if (first < type.getRank())
        dims.push_back(first);
      for (int dim = 0; dim < type.getRank(); ++dim)
        if (dim != first && isAlongOthers)
          dims.push_back(dim);
      FailureOr<int> cut =
          before.getSliceCuts().cutAlong(type.getShape(), dims);
      if (failed(cut))
        return {};
      // Both plans have no other cuts yet, and return the same number.
      (void)after.getSliceCuts().cutAlong(type.getShape(), dims);
      cuts.push_back(*cut);
    }
    return cuts;
  }

  Cut getCut(const SlicePlan &plan, const Tile &tile, int cut) const {
    return *plan.getSliceCuts().get(cut, getType(tile).getShape());
  }

  SmallVector<Value> replaceArguments(const SlicePlan &plan,
                                      ArrayRef<int> cuts) {
    SmallVector<Value> kept;
    OpBuilder builder(loop.getBody(), loop.getBody()->begin());
    for (auto [tile, cut] : llvm::zip_equal(tiles, cuts)) {
      Value argument = loop.getRegionIterArg(tile.number);
      kept.push_back(createKept(builder, argument, tile.slot, plan.getCount(),
                                getCut(plan, tile, cut)));
      argument.replaceAllUsesWith(kept.back());
    }
    return kept;
  }

  void restoreArguments(MutableArrayRef<Value> kept) {
    for (auto [tile, value] : llvm::zip_equal(tiles, kept)) {
      value.replaceAllUsesWith(loop.getRegionIterArg(tile.number));
      value.getDefiningOp()->erase();
    }
  }

  /// Computes slices of all tiles before it replaces the first.
  void fill(SlicePlan &plan, ArrayRef<int> cuts, ValueRange values) {
    OpBuilder builder(loop.getContext());
    SliceLoop sliced(builder, plan, {});
    SmallVector<Value> slices;
    for (auto [tile, cut] : llvm::zip_equal(tiles, cuts))
      slices.push_back(sliced.slices.get(values[tile.number], cut));
    for (auto [tile, slice] : llvm::zip_equal(tiles, slices))
      keep(builder, slice, sliced.getIndex(), tile.slot, plan.getCount());
    sliced.yield({});
    loops.push_back(sliced.loop);
    llvm::append_range(loops, makeLocals(plan));
  }

  /// Replaces the loop by the same loop without these tiles.
  void shrinkLoop(const SlicePlan &plan, ArrayRef<int> cuts) {
    OpBuilder builder(loop);
    auto isKept = [&](unsigned number) {
      return llvm::any_of(
          tiles, [&](const Tile &tile) { return tile.number == number; });
    };
    SmallVector<Value> initial;
    for (auto [number, value] : llvm::enumerate(loop.getInitArgs()))
      if (!isKept(number))
        initial.push_back(value);
    auto smaller =
        scf::ForOp::create(builder, loop.getLoc(), loop.getLowerBound(),
                           loop.getUpperBound(), loop.getStep(), initial,
                           /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
    smaller->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
    if (initial.empty())
      smaller.getBody()->getTerminator()->erase();
    Operation *end = loop.getBody()->getTerminator();
    smaller.getBody()->getOperations().splice(smaller.getBody()->end(),
                                              loop.getBody()->getOperations());
    loop.getInductionVar().replaceAllUsesWith(smaller.getInductionVar());
    SmallVector<Value> yielded;
    unsigned place = 0;
    for (unsigned number = 0; number < loop.getNumRegionIterArgs(); ++number) {
      if (isKept(number))
        continue;
      loop.getRegionIterArg(number).replaceAllUsesWith(
          smaller.getRegionIterArg(place));
      loop.getResult(number).replaceAllUsesWith(smaller.getResult(place++));
      yielded.push_back(end->getOperand(number));
    }
    end->setOperands(yielded);
    for (auto [tile, cut] : llvm::zip_equal(tiles, cuts)) {
      Value result = loop.getResult(tile.number);
      builder.setInsertionPointAfter(smaller);
      result.replaceAllUsesWith(createKept(builder, result, tile.slot,
                                           plan.getCount(),
                                           getCut(plan, tile, cut)));
    }
    loop.erase();
  }

  scf::ForOp loop;
  std::function<bool(Type)> isSmall;
  SmallVector<Tile> tiles;
  SmallVector<scf::ForOp> loops;
};

} // namespace

SmallVector<scf::ForOp> tileiras::keepCarried(scf::ForOp loop,
                                              function_ref<bool(Type)> isLarge,
                                              std::function<bool(Type)> isSmall,
                                              int64_t &nextSlot) {
  CarriedTiles tiles(loop, isLarge, isSmall, nextSlot);
  if (tiles.isEmpty())
    return {};
  int64_t count = 2;
  for (Value value : loop.getInitArgs())
    if (isLarge(value.getType())) {
      auto type = cast<RankedTensorType>(value.getType());
      SmallVector<int64_t> line = {type.getNumElements()};
      while (!isSmall(type.clone(ArrayRef(line)))) {
        line[0] /= 2;
        count = std::max<int64_t>(count, type.getNumElements() / line[0]);
      }
    }
  auto func = loop->getParentOfType<FuncOp>();
  for (bool isAlongOthers : {false, true})
    for (int first = 0, rank = tiles.getRank(); first < rank; ++first)
      if (tiles.tryCut(first, isAlongOthers, count)) {
        nextSlot = findFreeSlot(func);
        return SmallVector<scf::ForOp>(tiles.getLoops());
      }
  return {};
}
