//===- TileRangeAnalysis.cpp - Ranges of the integers of a tile -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Analysis/TileRangeAnalysis.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

/// Grids have at most 2^24 - 1 blocks along each axis.
static constexpr int64_t kMaxGridExtent = (1 << 24) - 1;
/// Clusters have at most 16 CTAs.
static constexpr int64_t kMaxClusterSize = 16;

/// Returns the range from `low` to `high`, both signed and included.
static ConstantIntRanges makeRange(unsigned width, int64_t low, int64_t high) {
  return ConstantIntRanges::fromSigned(
      APInt(width, low, /*isSigned=*/true, /*implicitTrunc=*/true),
      APInt(width, high, /*isSigned=*/true, /*implicitTrunc=*/true));
}

/// Narrows a range by the assumed bounds of a value; the bounds don't
/// contradict it.
static IntegerValueRange assumeBounds(BoundedAttr bounds,
                                      const ConstantIntRanges &known) {
  unsigned width = known.smin().getBitWidth();
  ConstantIntRanges promised =
      makeRange(width, bounds.getLb().value_or(llvm::minIntN(width)),
                bounds.getUb().value_or(llvm::maxIntN(width)));
  ConstantIntRanges both = known.intersection(promised);
  return both.smin().sgt(both.smax()) || both.umin().ugt(both.umax()) ? promised
                                                                      : both;
}

/// Returns the range of an operation of nv_tileaa with one integer result;
/// nullopt for other operations.
static std::optional<IntegerValueRange>
inferRange(Operation *op,
           ArrayRef<const TileRangeAnalysis::Lattice *> operands) {
  using Result = std::optional<IntegerValueRange>;
  auto of = [&](unsigned i) { return operands[i]->getValue(); };
  return llvm::TypeSwitch<Operation *, Result>(op)
      .Case([](GetProgramIdOp) {
        return IntegerValueRange(makeRange(32, 0, kMaxGridExtent - 1));
      })
      .Case([](GetNumProgramsOp) {
        return IntegerValueRange(makeRange(32, 1, kMaxGridExtent));
      })
      .Case([](GetClusterRankOp) {
        return IntegerValueRange(makeRange(32, 0, kMaxClusterSize - 1));
      })
      .Case([](MakeRangeOp op) -> Result {
        unsigned width = op.getType().getElementTypeBitWidth();
        int64_t last = op.getType().getDimSize(0) - 1;
        if (last > llvm::maxIntN(width))
          return std::nullopt;
        return IntegerValueRange(makeRange(width, 0, last));
      })
      .Case([&](AssumeOp op) -> Result {
        auto bounds = dyn_cast<BoundedAttr>(op.getPredicate());
        if (!bounds || of(0).isUninitialized())
          return of(0);
        return assumeBounds(bounds, of(0).getValue());
      })
      .Case<SplatOp, UnsplatOp, BroadcastOp, ViewOp, PermuteOp, ExtractOp>(
          [&](Operation *) { return of(0); })
      .Case<CatOp, InsertOp>(
          [&](Operation *) { return IntegerValueRange::join(of(0), of(1)); })
      .Default(std::nullopt);
}

LogicalResult
TileRangeAnalysis::visitOperation(Operation *op,
                                  ArrayRef<const Lattice *> operands,
                                  ArrayRef<Lattice *> results) {
  if (results.size() != 1 ||
      !getElementTypeOrSelf(op->getResult(0)).isIntOrIndex())
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  std::optional<IntegerValueRange> range = inferRange(op, operands);
  if (!range)
    return IntegerRangeAnalysis::visitOperation(op, operands, results);
  propagateIfChanged(results[0], results[0]->join(*range));
  return success();
}

void TileRangeAnalysis::visitNonControlFlowArguments(
    Operation *op, const RegionSuccessor &successor,
    ArrayRef<Lattice *> arguments, unsigned firstIndex) {
  auto loop = dyn_cast<scf::ForOp>(op);
  if (!loop || !loop.getUnsignedCmp())
    return IntegerRangeAnalysis::visitNonControlFlowArguments(
        op, successor, arguments, firstIndex);
  ProgramPoint *point = getProgramPointBefore(loop.getBody());
  IntegerValueRange low =
      getLatticeElementFor(point, loop.getLowerBound())->getValue();
  IntegerValueRange high =
      getLatticeElementFor(point, loop.getUpperBound())->getValue();
  if (low.isUninitialized() || high.isUninitialized() ||
      high.getValue().umax().ule(low.getValue().umin()))
    return; // nothing is known yet, or the body never runs
  Lattice *counter = getLatticeElement(loop.getInductionVar());
  propagateIfChanged(counter,
                     counter->join(ConstantIntRanges::fromUnsigned(
                         low.getValue().umin(), high.getValue().umax() - 1)));
}
