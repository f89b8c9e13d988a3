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

/// An access to memory of a tile.
struct Access {
  Operation *op;
  /// The tensor that is loaded or stored.
  Value tile;
  /// Null for tensors of pointers.
  nv_tileaa::TiledViewType view;
};

std::optional<Access> getAccess(Operation *op) {
  Access access{op, {}, {}};
  if (auto load = dyn_cast<TiledLoadOp>(op))
    access = {op, load.getResult(), load.getView().getType()};
  else if (auto store = dyn_cast<TiledStoreOp>(op))
    access = {op, store.getValue(), store.getView().getType()};
  else if (auto load = dyn_cast<LoadOp>(op))
    access.tile = load.getResult();
  else if (auto store = dyn_cast<StoreOp>(op))
    access.tile = store.getValue();
  if (!access.tile || !isa<RankedTensorType>(access.tile.getType()) ||
      getLayoutAttr(access.tile.getType()))
    return std::nullopt;
  return access;
}

/// The tile's dimensions, from the one with the smallest stride in memory.
SmallVector<unsigned> memoryOrder(const Access &access) {
  unsigned rank = cast<RankedTensorType>(access.tile.getType()).getRank();
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(rank)));
  if (!access.view)
    return order;
  ArrayRef<int64_t> strides = access.view.getSource().getStrides();
  auto hasUnitStride = [&](unsigned dim) {
    return strides[access.view.getDimMap()[dim]] == 1 &&
           access.view.getSparseDim() != int32_t(dim);
  };
  auto fastest = llvm::find_if(order, hasUnitStride);
  if (fastest != order.end())
    std::rotate(order.begin(), fastest, fastest + 1);
  return order;
}

unsigned elementBits(const Access &access) {
  return memoryBits(getElementTypeOrSelf(access.tile));
}

void assign(const Access &access, unsigned widest, int64_t numWarps) {
  auto type = cast<RankedTensorType>(access.tile.getType());
  LinearLayout layout =
      coalesced(type.getShape(), memoryOrder(access), widest, numWarps);
  bool tiled = access.view != nullptr;
  for (OpOperand &operand : access.op->getOpOperands()) {
    if (!isa<RankedTensorType>(operand.get().getType()))
      continue;
    // The only other tensors of tiled accesses are indices.
    bool isIndex = tiled && operand.get() != access.tile;
    decideOperand(operand, isIndex ? sparseIndexLayout(
                                         layout, *access.view.getSparseDim())
                                   : layout);
  }
  for (OpResult result : access.op->getResults())
    if (isa<RankedTensorType>(result.getType()))
      decideResult(result, layout);
}

class AssignLoadStoreLayouts
    : public tileiras::impl::TileASAssignLoadStoreLayoutsBase<
          AssignLoadStoreLayouts> {
public:
  void runOnOperation() override {
    nv_tileaa::FuncOp func = getOperation();
    SmallVector<Access> accesses;
    func.walk([&](Operation *op) {
      if (std::optional<Access> access = getAccess(op))
        accesses.push_back(*access);
    });
    if (accesses.empty())
      return;
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (failed(numWarps))
      return signalPassFailure();

    TensorClasses classes(func, Rematerializer(func),
                          collectBranchTargets(func));
    SmallVector<unsigned> widest(classes.size(), 0);
    auto widestOf = [&](const Access &access) -> unsigned * {
      std::optional<unsigned> number = classes.lookup(access.tile);
      return number ? &widest[*number] : nullptr;
    };
    for (const Access &access : accesses)
      if (unsigned *bits = widestOf(access))
        *bits = std::max(*bits, elementBits(access));
    // A free value that is stored is in no class. Numbers are looked up before
    // the conversions come between.
    SmallVector<unsigned> bits;
    for (const Access &access : accesses) {
      unsigned *shared = widestOf(access);
      bits.push_back(shared ? *shared : elementBits(access));
    }
    for (auto [access, width] : llvm::zip_equal(accesses, bits))
      assign(access, width, *numWarps);
  }
};

} // namespace
