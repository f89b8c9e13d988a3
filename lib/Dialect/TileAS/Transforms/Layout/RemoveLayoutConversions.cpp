//===- RemoveLayoutConversions.cpp - Conversions that don't pay -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
//   * A conversion to the same layout, or of a conversion, folds.
//   * A rematerialisable value (Rematerializer.h) is recomputed in the other
//     layout.
//   * A small tile is loaded and stored in the layout of its users or
//     producers. The access
// then touches a few more sectors (or the same sector in several lanes); the
// conversion would need a round trip through shared memory and two barriers.
// Large tiles keep their coalesced accesses, and so do scales of a dot in a
// loop, which are copied asynchronously with its operands
// (tileas-lower-loads-to-async).
//   * Remaining conversions move to where elements are narrowest
// (SinkConversionsToNarrowType.h), and into the branch that alone uses the
// result.
//
//===----------------------------------------------------------------------===//

#include "Rematerializer.h"
#include "SinkConversionsToNarrowType.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/IR/RowVectors.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Dialect/TileAS/Verification/VerifyLayouts.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Dominance.h"
#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "mlir/Transforms/ControlFlowSinkUtils.h"

#include "llvm/Support/DebugLog.h"

#define DEBUG_TYPE "tileas-remove-layout-conversions"

namespace tileiras {
#define GEN_PASS_DEF_TILEASREMOVELAYOUTCONVERSIONS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// Largest tile, in elements per thread of the kernel or agent, that is
/// accessed in a layout made for something else.
constexpr int64_t kSmallTile = 4;

/// The minimum size of a cp.async copy, in bytes (PTX ISA, "cp.async").
constexpr unsigned kMinCopy = 4;

/// Returns the dot operand that the tile becomes after operations that move
/// nothing; null if it has other uses.
OpOperand *findDotUse(Value tile) {
  while (tile.hasOneUse()) {
    OpOperand &use = *tile.use_begin();
    Operation *user = use.getOwner();
    if (isa<DotOp>(user))
      return &use;
    if (!isa<ConvertLayoutOp, ViewOp, PermuteOp>(user))
      return nullptr;
    tile = user->getResult(0);
  }
  return nullptr;
}

/// Returns whether the load gives scales of a dot in its loop, in vectors that
/// are long enough to be copied asynchronously by `threads`.
bool areScalesAsync(TiledLoadOp load, int64_t threads) {
  OpOperand *use = findDotUse(load.getResult());
  const TargetInfo *target = findTarget(load);
  if (!use || !target || !lookupAtom("simt_async_copy")->isOn(*target) ||
      !isa<scf::ForOp>(load->getParentOp()) ||
      use->getOwner()->getBlock() != load->getBlock())
    return false;
  RankedTensorType tile = load.getResult().getType();
  unsigned bytes = getMemoryBits(tile.getElementType()) / 8;
  auto access = cast<nv_tileaa::AccessOpInterface>(load.getOperation());
  auto dot = cast<DotOp>(use->getOwner());
  return use->getOperandNumber() > dot.getCMutable().getOperandNumber() &&
         nv_tileaa::getRowVector(access, bytes).elements * bytes >= kMinCopy &&
         tile.getNumElements() * bytes >= kMinCopy * threads;
}

class ConversionRemover {
public:
  ConversionRemover(nv_tileaa::FuncOp func, int64_t numWarps)
      : func(func), numWarps(numWarps), remat(func) {}

  void run() {
    SmallVector<ConvertLayoutOp> converts;
    SmallVector<Operation *> accesses;
    func.walk<WalkOrder::PreOrder>([&](Operation *op) {
      if (auto convert = dyn_cast<ConvertLayoutOp>(op))
        converts.push_back(convert);
      else if (isa<TiledLoadOp, LoadOp, TiledStoreOp, StoreOp>(op))
        accesses.push_back(op);
    });
    for (ConvertLayoutOp convert : converts)
      simplify(convert);
    for (Operation *access : accesses)
      relay(access);
    for (ConvertLayoutOp &convert : converts)
      if (!convert->use_empty())
        convert = sinkToNarrowest(convert, remat);
    for (ConvertLayoutOp convert : llvm::reverse(converts))
      if (convert->use_empty() &&
          !remat.isRematerializable(convert.getResult()))
        convert.erase();
    remat.eraseUnused();
  }

private:
  void simplify(ConvertLayoutOp convert) {
    if (auto inner = convert.getSource().getDefiningOp<ConvertLayoutOp>())
      convert.getSourceMutable().assign(inner.getSource());
    Value source = convert.getSource(), result = convert.getResult();
    if (remat.isRematerializable(source))
      source = remat.get(source, getLayoutAttr(result.getType()));
    if (source.getType() != result.getType())
      return;
    LDBG() << convert.getLoc() << ": rematerialized in " << result.getType();
    result.replaceAllUsesWith(source);
  }

  void relay(Operation *access) {
    auto tiled = dyn_cast<TiledLoadOp>(access);
    if (tiled && areScalesAsync(tiled, getNumThreads(tiled)))
      return;
    if (tiled)
      relayLoad(access, tiled.getResult());
    else if (auto load = dyn_cast<LoadOp>(access))
      relayLoad(access, load.getResult());
    else if (auto store = dyn_cast<TiledStoreOp>(access))
      relayStore(access, store.getValueMutable());
    else if (auto store = dyn_cast<StoreOp>(access))
      relayStore(access, store.getValueMutable());
  }

  int64_t getNumThreads(Operation *op) const {
    return kLanesPerWarp * getNumWarps(op->getParentRegion(), numWarps);
  }

  bool isSmall(Value value, Operation *access) const {
    auto type = dyn_cast<RankedTensorType>(value.getType());
    return type && type.getNumElements() <= kSmallTile * getNumThreads(access);
  }

  /// Returns whether all other tensors of the access can be had in any layout.
  bool areOthersRematerializable(Operation *access, Value value) const {
    return llvm::all_of(access->getOperands(), [&](Value operand) {
      return operand == value || remat.isRematerializable(operand) ||
             !isa<RankedTensorType>(operand.getType());
    });
  }

  /// Loads the tile in another layout if all users require the same one.
  void relayLoad(Operation *access, Value result) {
    if (!isSmall(result, access) || result.use_empty() ||
        !areOthersRematerializable(access, Value()))
      return;
    auto first = dyn_cast<ConvertLayoutOp>(*result.user_begin());
    if (!first || llvm::any_of(result.getUsers(), [&](Operation *user) {
          auto convert = dyn_cast<ConvertLayoutOp>(user);
          return !convert || convert.getType() != first.getType();
        }))
      return;
    LDBG() << access->getLoc() << ": loaded as its users need it, "
           << first.getType();
    result.setType(first.getType());
    relayOperands(access, Value());
    for (Operation *user : llvm::to_vector(result.getUsers()))
      user->getResult(0).replaceAllUsesWith(result);
  }

  /// Stores the tile in its own layout if it is converted for the store alone.
  void relayStore(Operation *access, OpOperand &value) {
    auto convert = value.get().getDefiningOp<ConvertLayoutOp>();
    if (!convert || !isSmall(value.get(), access) ||
        !areOthersRematerializable(access, value.get()))
      return;
    Value source = convert.getSource();
    LDBG() << access->getLoc() << ": stored as it was computed, "
           << source.getType();
    value.set(source);
    relayOperands(access, source);
  }

  /// Gives the other tensors of the access the layout of the tile.
  void relayOperands(Operation *access, Value value) {
    bool tiled = isa<TiledLoadOp, TiledStoreOp>(access);
    Type model = value ? value.getType() : access->getResult(0).getType();
    for (OpOperand &operand : access->getOpOperands()) {
      if (operand.get() == value ||
          !isa<RankedTensorType>(operand.get().getType()))
        continue;
      std::optional<LinearLayout> required =
          tiled ? requiredLayout(operand, BranchTargets()) : getLayout(model);
      operand.set(remat.get(operand.get(),
                            LayoutAttr::get(func.getContext(), *required)));
    }
  }

  nv_tileaa::FuncOp func;
  int64_t numWarps;
  Rematerializer remat;
};

/// Sinks conversions that only one branch needs into it.
void sinkIntoBranches(nv_tileaa::FuncOp func) {
  DominanceInfo dominance(func);
  func.walk<WalkOrder::PreOrder>([&](RegionBranchOpInterface branch) {
    SmallVector<Region *> regions;
    getSinglyExecutedRegionsToSink(branch, regions);
    controlFlowSink(
        regions, dominance,
        [](Operation *op, Region *) { return isa<ConvertLayoutOp>(op); },
        [](Operation *op, Region *region) {
          op->moveBefore(&region->front(), region->front().begin());
        });
  });
}

class RemoveLayoutConversions
    : public tileiras::impl::TileASRemoveLayoutConversionsBase<
          RemoveLayoutConversions> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    bool hasConversions =
        func.walk([](ConvertLayoutOp) { return WalkResult::interrupt(); })
            .wasInterrupted();
    if (!hasConversions)
      return markAllAnalysesPreserved();
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(verifyLayouts(func, LayoutState::Complete)))
      return signalPassFailure();
    ConversionRemover(func, *numWarps).run();
    sinkIntoBranches(func);
  }
};

} // namespace
