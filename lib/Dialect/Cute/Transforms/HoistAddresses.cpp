//===- HoistAddresses.cpp - Addresses that loops do not change -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/CSE.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

namespace tileiras {
#define GEN_PASS_DEF_CUTEHOISTADDRESSES
#include "tileiras/Dialect/Cute/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cute;
using tileiras::IntTuple;

namespace {

bool isOfCute(Operation *op) {
  return isa_and_present<CuteDialect>(op->getDialect());
}

/// Folds and canonicalises operations of cute, and no others.
void simplify(Operation *root) {
  MLIRContext *context = root->getContext();
  RewritePatternSet patterns(context);
  for (RegisteredOperationName name : context->getRegisteredOperations())
    if (name.getDialectNamespace() == CuteDialect::getDialectNamespace())
      name.getCanonicalizationPatterns(patterns, context);
  SmallVector<Operation *> ops;
  root->walk([&](Operation *op) {
    if (isOfCute(op))
      ops.push_back(op);
  });
  GreedyRewriteConfig config;
  config.setStrictness(GreedyRewriteStrictness::ExistingAndNewOps);
  (void)applyOpPatternsGreedily(ops, std::move(patterns), config);
}

//===----------------------------------------------------------------------===//
// Tiles in two steps
//===----------------------------------------------------------------------===//

/// The part of a tile's modes in which the coordinate varies in a loop, or that
/// in which it does not.
class TilePart {
public:
  void addMode(const IntTuple &size, const IntTuple &step,
               const IntTuple &coord, Value leaf) {
    sizes.push_back(size);
    steps.push_back(step);
    coords.push_back(coord);
    if (leaf)
      leaves.push_back(leaf);
  }
  void skipMode() {
    addMode(IntTuple::whole(), IntTuple::whole(), IntTuple::whole(), Value());
  }

  Value create(OpBuilder &builder, LocalTileOp op, Value view) const {
    MLIRContext *context = builder.getContext();
    auto type = CoordType::get(context, IntTuple::tuple(coords));
    Value coord = MakeCoordOp::create(builder, op.getLoc(), type, leaves);
    auto attribute = [&](ArrayRef<IntTuple> tree) {
      return IntTupleAttr::get(context, IntTuple::tuple(tree));
    };
    return LocalTileOp::create(
        builder, op.getLoc(), view, coord, attribute(sizes),
        op.getStep() ? attribute(steps) : IntTupleAttr());
  }

private:
  SmallVector<IntTuple> sizes, steps, coords;
  SmallVector<Value> leaves;
};

/// Cuts `op`, whose view `loop` does not change, first along the modes that it
/// does not change either.
void splitTile(LocalTileOp op, LoopLikeOpInterface loop) {
  auto coord = op.getCoord().getDefiningOp<MakeCoordOp>();
  if (!coord || !loop.isDefinedOutsideOfLoop(op.getView()))
    return;
  TilePart constant, varying;
  bool hasConstant = false, hasVarying = false;
  auto leaf = coord.getLeaves().begin();
  const IntTuple &places = coord.getType().getTree();
  for (unsigned mode = 0; mode < places.getRank(); ++mode) {
    Value value = places[mode].isDynamic() ? *leaf++ : Value();
    bool varies = value && !loop.isDefinedOutsideOfLoop(value);
    IntTuple size = op.getTile().getTree()[mode];
    (varies ? hasVarying : hasConstant) |= !size.isWhole();
    IntTuple step =
        size.isWhole() ? size : IntTuple::integer(op.getStepOf(mode));
    (varies ? varying : constant).addMode(size, step, places[mode], value);
    (varies ? constant : varying).skipMode();
  }
  if (!hasConstant || !hasVarying)
    return;
  OpBuilder builder(op);
  Value rest = constant.create(builder, op, op.getView());
  op.replaceAllUsesWith(varying.create(builder, op, rest));
  op.erase();
  if (coord->use_empty())
    coord.erase();
}

//===----------------------------------------------------------------------===//
// Hoisting
//===----------------------------------------------------------------------===//

/// Arithmetic that may be done although the loop does not run.
bool isMovable(Operation *op) {
  if (isa<LLVM::UDivOp, LLVM::SDivOp, LLVM::URemOp, LLVM::SRemOp>(op))
    return false;
  return isa_and_present<CuteDialect, LLVM::LLVMDialect, NVVM::NVVMDialect>(
             op->getDialect()) &&
         isMemoryEffectFree(op) && isSpeculatable(op);
}

void hoist(LoopLikeOpInterface loop) {
  moveLoopInvariantCode(
      loop.getLoopRegions(),
      [&](Value value, Region *) { return loop.isDefinedOutsideOfLoop(value); },
      [](Operation *op, Region *) { return isMovable(op); },
      [&](Operation *op, Region *) { loop.moveOutOfLoop(op); });
}

void hoistFrom(LoopLikeOpInterface loop) {
  hoist(loop);
  SmallVector<LocalTileOp> tiles;
  loop->walk([&](LocalTileOp op) {
    if (op->getParentOfType<LoopLikeOpInterface>() == loop)
      tiles.push_back(op);
  });
  for (LocalTileOp op : tiles)
    splitTile(op, loop);
  hoist(loop);
}

struct CuteHoistAddressesPass
    : tileiras::impl::CuteHoistAddressesBase<CuteHoistAddressesPass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    simplify(root);
    IRRewriter rewriter(root->getContext());
    DominanceInfo dominance(root);
    eliminateCommonSubExpressions(rewriter, dominance, root);
    // Inner loops first: what leaves one may leave the next.
    root->walk([](LoopLikeOpInterface loop) { hoistFrom(loop); });
  }
};

} // namespace
