//===- FoldRoundingIntoTma.cpp - TMA rounds f32 to tf32 -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA rounds f32 to tf32 when the tensor map says that elements are tf32, to
// the nearest, ties to even: the same as the conversion of a program that loads
// f32 and multiplies tf32. So the two become one load, and threads neither
// compute the operand of a matrix unit, nor does it pass their registers:
//
//   %x = tiled_load %view : … -> tensor<128x32xf32>
//   %a = fp_to_fp %x                  =>   %a = tiled_load %view
//   %d = dot %a, …                                : … -> tensor<128x32xtf32>
//                                          %d = dot %a, …
//
// Only loads that TMA may make are changed (AsyncLoadPlan.h), since nothing
// else rounds on the way. A load that does not go by TMA in the end is split
// again (tileas-lower-loads-to-async).
//
//===----------------------------------------------------------------------===//

#include "AsyncLoadPlan.h"
#include "LoopNest.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/TileVerification.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASFOLDROUNDINGINTOTMA
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns whether the tile is an operand of one dot, as it is or moved.
static bool isOnlyMultiplied(Value tile) {
  while (tile.hasOneUse()) {
    OpOperand &use = *tile.use_begin();
    Operation *user = use.getOwner();
    if (auto dot = dyn_cast<DotOp>(user))
      return &use == &dot.getAMutable() || &use == &dot.getBMutable();
    if (!isa<ViewOp, PermuteOp>(user))
      return false;
    tile = user->getResult(0);
  }
  return false;
}

/// Returns the conversion of the loaded tile that the load can do; null if
/// there is none.
static nv_tileaa::FpToFpOp findRounding(TiledLoadOp load) {
  if (!load.getResult().hasOneUse())
    return {};
  auto cast = dyn_cast<nv_tileaa::FpToFpOp>(*load.getResult().user_begin());
  bool rounds =
      cast && cast.getRoundingMode() == nv_tileaa::RoundingMode::NEAREST_EVEN &&
      nv_tileaa::isRoundedByLoads(load.getView().getType().getElementType(),
                                  getElementTypeOrSelf(cast.getResult()));
  return rounds && isOnlyMultiplied(cast.getResult()) ? cast
                                                      : nv_tileaa::FpToFpOp();
}

namespace {

class FoldRoundingIntoTma
    : public tileiras::impl::TileASFoldRoundingIntoTmaBase<
          FoldRoundingIntoTma> {
public:
  using TileASFoldRoundingIntoTmaBase::TileASFoldRoundingIntoTmaBase;

  void runOnOperation() override {
    const TargetInfo *target = findTarget(getOperation());
    if (!target)
      return;
    getOperation().walk([&](scf::ForOp loop) {
      if (mayHaveCopiesInFlight(loop))
        roundLoads(loop, *target);
    });
  }

private:
  void roundLoads(scf::ForOp loop, const TargetInfo &target) {
    SmallVector<Operation *> nest = getLoopNest(loop);
    AsyncLoadPlanner planner(loop, nest, target, tensorMaps);
    for (auto load : loop.getBody()->getOps<TiledLoadOp>()) {
      nv_tileaa::FpToFpOp cast = findRounding(load);
      if (!cast || !planner.mayGoByTma(load))
        continue;
      Value tile = load.getResult();
      tile.setType(cast.getResult().getType());
      cast.getResult().replaceAllUsesWith(tile);
      cast->erase();
    }
  }
};

} // namespace
