//===- HoistAddresses.cpp - Loop-invariant addresses ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The address of a tile in a loop often depends on the loop's counter in some
// modes only. The pass splits such a local_tile into two: the first cuts the
// loop-invariant modes and is hoisted, the second cuts the others. Equal
// address computations are merged, since hoisting brings many of them together.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/Transforms/Passes.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/LoopLikeInterface.h"
#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

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

/// Folds and canonicalises only operations of cute.
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

/// Whether this is speculatable arithmetic, or the index of a thread, CTA or
/// cluster.
bool isMovable(Operation *op) {
  if (isa<NVVM::ThreadIdXOp, NVVM::BlockIdXOp, NVVM::BlockIdYOp,
          NVVM::BlockIdZOp, NVVM::ClusterIdXOp, NVVM::ClusterIdYOp,
          NVVM::ClusterIdZOp, NVVM::ClusterId>(op))
    return true;
  if (isa<LLVM::UDivOp, LLVM::SDivOp, LLVM::URemOp, LLVM::SRemOp>(op))
    return false;
  return isa_and_present<CuteDialect, LLVM::LLVMDialect>(op->getDialect()) &&
         isMemoryEffectFree(op) && isSpeculatable(op);
}

//===----------------------------------------------------------------------===//
// Merging. This is a part of upstream's CSE: operations that do not belong to
// addresses stay unchanged, accesses to memory above all.
//===----------------------------------------------------------------------===//

/// Compares operations by their computation.
struct SameComputation : DenseMapInfo<Operation *> {
  static unsigned getHashValue(const Operation *op) {
    return OperationEquivalence::computeHash(
        const_cast<Operation *>(op), OperationEquivalence::directHashValue,
        OperationEquivalence::ignoreHashValue,
        OperationEquivalence::IgnoreLocations);
  }
  static bool isEqual(const Operation *lhs, const Operation *rhs) {
    auto isKey = [](const Operation *op) {
      return op == getTombstoneKey() || op == getEmptyKey();
    };
    if (lhs == rhs || isKey(lhs) || isKey(rhs))
      return lhs == rhs;
    return OperationEquivalence::isEquivalentTo(
        const_cast<Operation *>(lhs), const_cast<Operation *>(rhs),
        OperationEquivalence::IgnoreLocations);
  }
};

/// Finds operations of cute, and the arithmetic that computes their operands.
DenseSet<Operation *> findAddressOperations(Operation *root) {
  DenseSet<Operation *> found;
  SmallVector<Operation *> pending;
  root->walk([&](Operation *op) {
    if (isOfCute(op))
      pending.push_back(op);
  });
  while (!pending.empty()) {
    Operation *op = pending.pop_back_val();
    if (!found.insert(op).second)
      continue;
    for (Value operand : op->getOperands())
      if (Operation *source = operand.getDefiningOp();
          source && isMovable(source))
        pending.push_back(source);
  }
  return found;
}

/// Returns the operation that isolates `op` from values above it.
Operation *getIsolation(Operation *op) {
  return op->getParentWithTrait<OpTrait::IsIsolatedFromAbove>();
}

/// Replaces an operation by an equal one that dominates it.
void mergeAddresses(Operation *root) {
  DenseSet<Operation *> candidates = findAddressOperations(root);
  DenseMap<Operation *, SmallVector<Operation *, 1>, SameComputation> known;
  DominanceInfo dominance(root);
  SmallVector<Operation *> merged;
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (!candidates.contains(op))
      return;
    SmallVector<Operation *, 1> &equal = known[op];
    Operation **first = llvm::find_if(equal, [&](Operation *other) {
      return dominance.properlyDominates(other, op) &&
             getIsolation(other) == getIsolation(op);
    });
    if (first == equal.end())
      return equal.push_back(op);
    op->replaceAllUsesWith(*first);
    merged.push_back(op);
  });
  for (Operation *op : merged)
    op->erase();
}

//===----------------------------------------------------------------------===//
// Tiles in two steps
//===----------------------------------------------------------------------===//

/// The modes of a tile in which the coordinate varies in a loop, or those in
/// which it does not.
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

/// Splits `op`, whose view is invariant in `loop`: the first part cuts along
/// the modes whose coordinates are invariant too. Returns whether there are
/// any.
bool splitTile(LocalTileOp op, LoopLikeOpInterface loop) {
  auto coord = op.getCoord().getDefiningOp<MakeCoordOp>();
  if (!coord || !loop.isDefinedOutsideOfLoop(op.getView()))
    return false;
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
    return false;
  OpBuilder builder(op);
  Value rest = constant.create(builder, op, op.getView());
  op.replaceAllUsesWith(varying.create(builder, op, rest));
  op.erase();
  if (coord->use_empty())
    coord.erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Hoisting
//===----------------------------------------------------------------------===//

/// One walk in program order suffices, since operands precede their users. Few
/// operations have loop-invariant operands only, so that is checked first.
void hoist(LoopLikeOpInterface loop) {
  for (Region *region : loop.getLoopRegions())
    for (Operation &op : llvm::make_early_inc_range(region->getOps())) {
      bool isInvariant = llvm::none_of(op.getOperands(), [&](Value value) {
        return value.getParentRegion() == region;
      });
      if (isInvariant && isMovable(&op))
        loop.moveOutOfLoop(&op);
    }
}

void hoistFrom(LoopLikeOpInterface loop) {
  hoist(loop);
  SmallVector<LocalTileOp> tiles;
  loop->walk([&](LocalTileOp op) {
    if (op->getParentOfType<LoopLikeOpInterface>() == loop)
      tiles.push_back(op);
  });
  bool hasSplit = false;
  for (LocalTileOp op : tiles)
    hasSplit |= splitTile(op, loop);
  if (hasSplit)
    hoist(loop);
}

struct CuteHoistAddressesPass
    : tileiras::impl::CuteHoistAddressesBase<CuteHoistAddressesPass> {
  void runOnOperation() override {
    Operation *root = getOperation();
    simplify(root);
    mergeAddresses(root);
    // Inner loops come first: an operation may leave several loops.
    root->walk([](LoopLikeOpInterface loop) { hoistFrom(loop); });
  }
};

} // namespace
