//===- AsyncLoads.cpp - Loads that can be async copies --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"

#include "mlir/Analysis/TopologicalSortUtils.h"
#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

bool tileiras::hasPadding(TiledLoadOp load) {
  using nv_tileaa::PaddingValue;
  return isa<FloatType>(getElementTypeOrSelf(load.getResult())) &&
         load.getPaddingValue().value_or(PaddingValue::ZERO) !=
             PaddingValue::ZERO &&
         llvm::is_contained(load.getInBounds(), false);
}

bool tileiras::roundsElements(TiledLoadOp load) {
  return getElementTypeOrSelf(load.getResult()) !=
         load.getView().getType().getElementType();
}

void tileiras::splitRounding(TiledLoadOp load) {
  auto changeElements = [](Value value, Type element) {
    auto type = cast<RankedTensorType>(value.getType());
    value.setType(type.clone(element));
    return type;
  };
  // After operations that move the tile, which keep its elements.
  Type element = load.getView().getType().getElementType();
  Value tile = load.getResult();
  RankedTensorType rounded = changeElements(tile, element);
  while (tile.hasOneUse() &&
         isa<ViewOp, PermuteOp, ConvertLayoutOp>(*tile.user_begin())) {
    tile = tile.user_begin()->getResult(0);
    rounded = changeElements(tile, element);
  }
  OpBuilder builder(load.getContext());
  builder.setInsertionPointAfterValue(tile);
  auto cast =
      nv_tileaa::FpToFpOp::create(builder, load.getLoc(), rounded, tile,
                                  nv_tileaa::RoundingMode::NEAREST_EVEN);
  tile.replaceAllUsesExcept(cast.getResult(), cast);
}

SmallVector<Value> tileiras::getTileOperands(TiledLoadOp load) {
  SmallVector<Value> operands(load.getCoords());
  operands.push_back(load.getView());
  return operands;
}

//===----------------------------------------------------------------------===//
// Scalars that a load's address needs
//===----------------------------------------------------------------------===//

bool tileiras::isMovableIn(scf::ForOp loop, LoadOp load) {
  Value token = load.getToken();
  return load.getMemSemantic() == nv_tileaa::MemSemantic::WEAK &&
         load.getResultToken().use_empty() &&
         (!token || loop.isDefinedOutsideOfLoop(token));
}

void tileiras::addMask(OpBuilder &builder, LoadOp load, Value condition) {
  OpBuilder::InsertionGuard guard(builder);
  builder.setInsertionPoint(load);
  Location loc = load.getLoc();
  if (Value own = load.getMask())
    condition = arith::AndIOp::create(builder, loc, own, condition);
  load.getMaskMutable().assign(condition);
  if (!load.getOther())
    load.getOtherMutable().assign(arith::ConstantOp::create(
        builder, loc, builder.getZeroAttr(load.getResult().getType())));
}

/// Returns why an iteration can't execute the operation ahead of its time;
/// empty if it can.
static StringRef refuseToRunAhead(scf::ForOp loop, Operation *op) {
  if (op->getBlock() != loop.getBody() || op->getNumRegions() != 0)
    return "where its tile is depends on a condition or loop of the iteration";
  auto isTile = llvm::IsaPred<TensorType>;
  if (llvm::any_of(op->getOperandTypes(), isTile) ||
      llvm::any_of(op->getResultTypes(), isTile))
    return "where its tile is takes more than scalars";
  if (auto load = dyn_cast<LoadOp>(op))
    return isMovableIn(loop, load)
               ? ""
               : "where its tile is depends on a load that is ordered with "
                 "other accesses of the loop";
  return isPure(op) ? ""
                    : "where its tile is depends on an operation with effects, "
                      "which can't run ahead";
}

namespace {

/// Walks from values of an iteration to the operations that compute them, and
/// on request through the values that earlier iterations yield.
class SliceOfScalars {
public:
  SliceOfScalars(scf::ForOp loop, bool throughIterations)
      : loop(loop), throughIterations(throughIterations) {}

  /// Returns why the slice does not exist; empty if it does.
  StringRef collect(ValueRange values) {
    SmallVector<Value> worklist(values);
    DenseSet<Value> seen;
    while (!worklist.empty()) {
      Value value = worklist.pop_back_val();
      if (!seen.insert(value).second ||
          !loop.getRegion().isAncestor(value.getParentRegion()))
        continue;
      if (auto argument = dyn_cast<BlockArgument>(value)) {
        if (throughIterations && value != loop.getInductionVar())
          worklist.push_back(loop.getTiedLoopYieldedValue(argument)->get());
        continue;
      }
      Operation *op = value.getDefiningOp();
      if (StringRef reason = refuseToRunAhead(loop, op); !reason.empty())
        return reason;
      slice.insert(op);
      llvm::append_range(worklist, op->getOperands());
    }
    return "";
  }

  SetVector<Operation *> take() { return topologicalSort(slice); }

private:
  scf::ForOp loop;
  bool throughIterations;
  SetVector<Operation *> slice;
};

} // namespace

StringRef tileiras::refuseScalarSlice(scf::ForOp loop, ValueRange values) {
  return SliceOfScalars(loop, /*throughIterations=*/true).collect(values);
}

SetVector<Operation *> tileiras::getSliceOfIteration(scf::ForOp loop,
                                                     ValueRange values) {
  SliceOfScalars slice(loop, /*throughIterations=*/false);
  [[maybe_unused]] StringRef reason = slice.collect(values);
  assert(reason.empty() && "the slice was not checked");
  return slice.take();
}

TilePosition tileiras::computeTilePosition(OpBuilder &builder, scf::ForOp loop,
                                           const AsyncLoad &load,
                                           Value predicate, IRMapping mapping) {
  TiledLoadOp from = load.load;
  for (Operation *op : getSliceOfIteration(loop, getTileOperands(from))) {
    Operation *copy = builder.clone(*op, mapping);
    if (auto index = dyn_cast<LoadOp>(copy); index && predicate)
      addMask(builder, index, predicate);
  }
  return {llvm::map_to_vector(
              from.getCoords(),
              [&](Value coord) { return mapping.lookupOrDefault(coord); }),
          mapping.lookupOrDefault(from.getView())};
}

Value tileiras::createCopy(OpBuilder &builder, scf::ForOp loop,
                           const AsyncLoad &load, Value buffer, Value predicate,
                           IRMapping mapping) {
  TiledLoadOp from = load.load;
  TilePosition position =
      computeTilePosition(builder, loop, load, predicate, std::move(mapping));
  return AsyncCopyOp::create(builder, from.getLoc(), position.view,
                             position.coords, predicate, buffer, load.fill,
                             getLayoutAttr(from.getResult().getType()),
                             from.getInBoundsAttr(),
                             hasPadding(from) ? from.getPaddingValueAttr()
                                              : nv_tileaa::PaddingValueAttr(),
                             from.getAlignmentAttr(), from.getContiguityAttr(),
                             from.getIndexBitsAttr());
}

bool tileiras::isReadInstead(const AsyncLoad &load, ConvertLayoutOp convert) {
  return load.convert == convert ||
         llvm::any_of(load.others, [&](const OtherRead &other) {
           return other.convert == convert;
         });
}

/// Reads `buffer`, which its readers see as `seen`, in place of `convert`.
static void replaceByRead(OpBuilder &builder, ConvertLayoutOp convert,
                          Value buffer, StridedMemRefType seen, AtomAttr read) {
  Location loc = convert.getLoc();
  if (seen != buffer.getType())
    buffer =
        BufferViewOp::create(builder, loc, seen, buffer, /*stage=*/Value());
  Value tile = CopyOp::create(builder, loc, convert.getType(), buffer,
                              /*destination=*/Value(), read,
                              /*part=*/0, /*slice=*/DenseI64ArrayAttr())
                   .getResult();
  convert.replaceAllUsesWith(tile);
}

/// Erases the conversion, and what only moved the tile for it.
static void eraseWithMoves(ConvertLayoutOp convert) {
  Operation *op = convert;
  do {
    Operation *before = op->getOperand(0).getDefiningOp();
    op->erase();
    op = before;
  } while (isa_and_present<ViewOp, PermuteOp>(op) && op->use_empty());
}

void tileiras::readInstead(OpBuilder &builder, AsyncLoad &load, Value buffer) {
  for (OtherRead &other : load.others) {
    OpBuilder::InsertionGuard guard(builder);
    builder.setInsertionPoint(other.convert);
    replaceByRead(builder, other.convert, buffer, other.seen, other.read);
    eraseWithMoves(other.convert);
  }
  if (!load.convert->use_empty())
    replaceByRead(builder, load.convert, buffer, load.seen, load.read);
  eraseWithMoves(load.convert);
  load.load->erase();
}
