//===- SplitExponentials.cpp - Exponentials of two units ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SplitExponentials.h"

#include "tileiras/Dialect/TileAS/IR/ExponentialUnits.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/MachineModel.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/Dialect/Math/IR/Math.h"
#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::Exp2Op;

namespace {

constexpr int64_t kLanes = 32;
/// The instructions of a pair that fused multiply-adds compute, and of one that
/// the special function units do.
constexpr int64_t kOfPairByFma = 15, kOfPairBySpecial = 2;
/// Scalars, addresses and moves of registers are that part more than what is
/// counted of tiles.
constexpr double kOthers = 1.15;

/// Work of a warp in an iteration.
struct Work {
  int64_t instructions = 0, specials = 0;

  /// Returns the cycles of an SM in which one of its warps does the work.
  double getCycles(const MachineModel &model) const {
    return std::max(kOthers * instructions / model.getRate("issue"),
                    specials * kLanes / model.getRate("mufu"));
  }
};

} // namespace

static int64_t countElements(Type type) {
  auto tile = dyn_cast<RankedTensorType>(type);
  return tile && tile.getEncoding() ? getLayout(tile).getNumRegisters() : 0;
}

/// Counts the elements of a thread in an operation's tile.
static int64_t countElements(Operation *op) {
  int64_t most = 0;
  for (Type type : op->getResultTypes())
    most = std::max(most, countElements(type));
  if (most == 0 || isa<ReduceOp>(op))
    for (Type type : op->getOperandTypes())
      most = std::max(most, countElements(type));
  return most;
}

/// Whether an operation only renames elements, or is part of another one: of a
/// comparison, or of a sum.
static bool isFree(Operation *op) {
  // Numbers of rows are in other registers of the same thread.
  if (auto convert = dyn_cast<ConvertLayoutOp>(op))
    return convert.getSource().getType() == convert.getType() ||
           convert.getSource().getDefiningOp<BroadcastOp>();
  return isa<arith::ConstantOp, arith::AndIOp, arith::OrIOp, arith::NegFOp,
             nv_tileaa::SplatOp, ViewOp, PermuteOp, BroadcastOp, MakeRangeOp,
             ExtractSliceOp, BufferViewOp>(op);
}

static bool isSpecial(Operation *op) {
  return isa<Exp2Op, nv_tileaa::ExpOp, nv_tileaa::TanhOp, nv_tileaa::RsqrtOp,
             nv_tileaa::DivFOp, nv_tileaa::SqrtOp, math::ExpOp, math::Exp2Op,
             math::TanhOp, math::LogOp, math::Log2Op, math::RsqrtOp,
             math::SqrtOp, arith::DivFOp>(op);
}

/// Whether one instruction computes two elements.
static bool isOfPairs(Operation *op) {
  return isa<arith::AddFOp, arith::SubFOp, arith::MulFOp, math::FmaOp,
             nv_tileaa::AddFOp, nv_tileaa::SubFOp, nv_tileaa::MulFOp,
             nv_tileaa::FmaOp, nv_tileaa::FpToFpOp, arith::TruncFOp, ReduceOp>(
      op);
}

static Work countWork(Operation *op) {
  /// Registers of an access to shared or tensor memory.
  constexpr int64_t kOfAccess = 8;
  int64_t elements = countElements(op);
  if (elements == 0 || isFree(op))
    return {};
  if (isa<CopyOp>(op))
    return {int64_t(llvm::divideCeil(elements, kOfAccess)), 0};
  if (isSpecial(op))
    return {elements, elements};
  return {isOfPairs(op) ? (elements + 1) / 2 : elements, 0};
}

/// Counts what a thread computes in an iteration, without the regions of
/// reductions.
static Work countWork(scf::ForOp loop) {
  Work work;
  loop.getBody()->walk<WalkOrder::PreOrder>([&](Operation *op) {
    Work own = countWork(op);
    work.instructions += own.instructions;
    work.specials += own.specials;
    return isa<ReduceOp>(op) ? WalkResult::skip() : WalkResult::advance();
  });
  return work;
}

/// Whether the lowering can divide the exponential between both units.
static bool mayBeSplit(Exp2Op op) {
  return op.getFtz() && getElementTypeOrSelf(op.getType()).isF32() &&
         countElements(op) % (2 * kExp2Pairs) == 0;
}

void tileiras::splitExponentials(Region &region, const TargetInfo &target) {
  if (!target.Tcgen05 || !target.F32x2)
    return;
  const MachineModel &model = getMachineModel(target);
  region.walk([&](scf::ForOp loop) {
    SmallVector<Exp2Op> exponentials;
    int64_t elements = 0;
    loop.getBody()->walk([&](Exp2Op op) {
      if (op->getParentOfType<scf::ForOp>() != loop || !mayBeSplit(op))
        return;
      exponentials.push_back(op);
      elements += countElements(op);
    });
    Work whole = countWork(loop), split = whole;
    int64_t byFma = elements * kExp2PairsByFma / kExp2Pairs;
    split.specials -= byFma;
    split.instructions += byFma / 2 * (kOfPairByFma - kOfPairBySpecial);
    if (split.getCycles(model) < whole.getCycles(model))
      for (Exp2Op op : exponentials)
        op->setAttr(kExp2ByFmaAttrName, UnitAttr::get(op.getContext()));
  });
}
