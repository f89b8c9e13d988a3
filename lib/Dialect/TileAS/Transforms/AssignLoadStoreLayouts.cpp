//===- AssignLoadStoreLayouts.cpp - Layouts of memory accesses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An access is cheap when neighbouring lanes access neighbouring addresses, in
// vectors. Which dimension that is follows from the strides of the memref; for
// tensors of pointers it is taken to be the last one.
//
// How many elements are neighbours in one thread is a matter for all accesses
// whose tiles meet in element-wise operations: a load of f16 that is stored as
// f32 should have vectors of 4 elements on both sides, or the tile would have
// to be moved in between. So the widest element type of the class decides.
//
//===----------------------------------------------------------------------===//

#include "LayoutBorders.h"
#include "TensorClasses.h"

#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNLOADSTORELAYOUTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The tensor that is loaded or stored; null for other operations and scalars.
Value getTile(Operation *op) {
  Value tile;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    tile = load.getResult();
  else if (auto store = dyn_cast<TiledStoreOp>(op))
    tile = store.getValue();
  else if (auto load = dyn_cast<LoadOp>(op))
    tile = load.getResult();
  else if (auto store = dyn_cast<StoreOp>(op))
    tile = store.getValue();
  return tile && isa<RankedTensorType>(tile.getType()) ? tile : Value();
}

/// The view that is accessed; null for tensors of pointers.
nv_tileaa::TiledViewType getView(Operation *op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return load.getView().getType();
  if (auto store = dyn_cast<TiledStoreOp>(op))
    return store.getView().getType();
  return {};
}

/// The tile's dimensions, from the one with the smallest stride in memory.
SmallVector<unsigned> memoryOrder(Operation *access) {
  unsigned rank = cast<RankedTensorType>(getTile(access).getType()).getRank();
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(rank)));
  nv_tileaa::TiledViewType view = getView(access);
  if (!view)
    return order;
  ArrayRef<int64_t> strides = view.getSource().getStrides();
  auto hasUnitStride = [&](unsigned dim) {
    return strides[view.getDimMap()[dim]] == 1 &&
           view.getSparseDim() != int32_t(dim);
  };
  auto fastest = llvm::find_if(order, hasUnitStride);
  if (fastest != order.end())
    std::rotate(order.begin(), fastest, fastest + 1);
  return order;
}

unsigned elementBits(Operation *access) {
  return getMemoryBits(getElementTypeOrSelf(getTile(access)));
}

void assign(Operation *access, unsigned widest, int64_t numWarps) {
  Value tile = getTile(access);
  nv_tileaa::TiledViewType view = getView(access);
  LinearLayout layout =
      coalesced(cast<RankedTensorType>(tile.getType()).getShape(),
                memoryOrder(access), widest, numWarps);
  for (OpOperand &operand : access->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    // The only other tensors of tiled accesses are indices.
    bool isIndex = view && operand.get() != tile;
    decideOperand(operand, isIndex
                               ? sparseIndexLayout(layout, *view.getSparseDim())
                               : layout);
  }
  for (OpResult result : access->getResults())
    if (isa<RankedTensorType>(result.getType()))
      decideResult(result, layout);
}

/// For each access, the widest element among all accesses to tensors of its
/// class.
SmallVector<unsigned> widestInClass(nv_tileaa::FuncOp func,
                                    ArrayRef<Operation *> accesses) {
  TensorClasses classes(func, Rematerializer(func), collectBranchTargets(func));
  SmallVector<unsigned> widest(classes.size(), 0);
  for (Operation *access : accesses)
    if (std::optional<unsigned> number = classes.lookup(getTile(access)))
      widest[*number] = std::max(widest[*number], elementBits(access));
  SmallVector<unsigned> result;
  for (Operation *access : accesses) {
    // A free value that is stored is in no class.
    std::optional<unsigned> number = classes.lookup(getTile(access));
    result.push_back(number ? widest[*number] : elementBits(access));
  }
  return result;
}

class AssignLoadStoreLayouts
    : public tileiras::impl::TileASAssignLoadStoreLayoutsBase<
          AssignLoadStoreLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<Operation *> accesses;
    func.walk([&](Operation *op) {
      if (Value tile = getTile(op); tile && !getLayoutAttr(tile.getType()))
        accesses.push_back(op);
    });
    if (accesses.empty())
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps) || failed(verifyLayouts(func, LayoutState::Partial)))
      return signalPassFailure();
    // Before conversions come between the accesses.
    SmallVector<unsigned> bits = widestInClass(func, accesses);
    for (auto [access, widest] : llvm::zip_equal(accesses, bits))
      assign(access, widest, *numWarps);
  }
};

} // namespace
