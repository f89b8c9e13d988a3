//===- SliceResults.cpp - Results of products, stored slice by slice ------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where a warpgroup or tensor memory has the sums of a product, a thread may
// have so many that they leave no registers for the way to memory, on which the
// tile would be there twice: as it was computed, and, piece by piece, as
// threads store it. So the store of a large result becomes one of each slice of
// its columns, which are in some of the registers of each thread:
//
//   %d = product                        %d = product
//   %r = f(%d)                    =>    %d0 = extract %d[0, 0]
//   tiled_store %r, %v[i, j]            %r0 = f(%d0)
//                                       tiled_store %r0, %v'[i, 2j]
//                                       …
//
// tileas-slicing then takes each slice out of tensor memory when its turn has
// come, so that registers never hold all of them. Tiles that a copy of a tensor
// map takes from shared memory stay whole: threads write these from where they
// are.
//
//===----------------------------------------------------------------------===//

#include "SliceConsumers.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAA/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEAASLICEDOTRESULTS
#include "tileiras/Dialect/TileAA/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

namespace {

/// Sums of a thread: tiles with fewer stay whole, and what slices have at most.
constexpr int64_t kFewestSums = 128, kSumsOfSlice = 32;
/// Of a row of a slice, so that warps write whole sectors one after another.
constexpr int64_t kFewestBytesOfRow = 128;
/// Shared memory has room for a tile of so many bytes beside rings.
constexpr int64_t kMostBytesOfTile = 64 << 10;
/// The fewest of a product, in warpgroups and lanes of tensor memory.
constexpr int64_t kRows = 64;

int64_t getBytes(RankedTensorType tile) {
  return tile.getNumElements() * getMemoryBits(tile.getElementType()) / 8;
}

/// What a value is, where loops give it: what they carry to the end.
Value lookThroughLoops(Value value) {
  while (auto loop = value.getDefiningOp<scf::ForOp>())
    value = loop.getYieldedValues()[cast<OpResult>(value).getResultNumber()];
  return value;
}

/// Sums that such units may have: of narrow floats.
bool isSum(Value value) {
  auto dot = lookThroughLoops(value).getDefiningOp<DotOp>();
  if (!dot || !dot.getType().getElementType().isF32())
    return false;
  ArrayRef<int64_t> shape = dot.getType().getShape();
  Type element = getElementTypeOrSelf(dot.getA().getType());
  return shape.size() == 2 && shape.front() % kRows == 0 &&
         isa<FloatType>(element) && getMemoryBits(element) <= 16;
}

/// What is there once, and not computed again for each slice.
bool isKept(Value value) {
  Operation *op = value.getDefiningOp();
  return !op || op->getNumRegions() != 0 || isa<DotOp>(op);
}

class SliceResults
    : public tileiras::impl::TileAASliceDotResultsBase<SliceResults> {
public:
  void runOnOperation() override {
    FuncOp func = getOperation();
    KernelSpecAttr spec = func.getKernelSpec();
    const TargetInfo *target = findTarget(func);
    // Later passes say what is missing.
    if (!spec || !target ||
        (!target->Wgmma && target->TensorMemoryColumns == 0))
      return markAllAnalysesPreserved();
    threads = kLanes * spec.getNumWarps();
    SmallVector<TiledStoreOp> stores;
    func.walk([&](TiledStoreOp store) { stores.push_back(store); });
    bool isChanged = false;
    for (TiledStoreOp store : stores)
      isChanged |= visit(store);
    if (!isChanged)
      return markAllAnalysesPreserved();
    eraseDead(func, [](Operation *) {});
    hoistScalars(func);
  }

private:
  /// Whether the store has become several.
  bool visit(TiledStoreOp store) {
    auto tile = cast<RankedTensorType>(store.getValue().getType());
    int64_t count = countSlices(tile);
    if (count < 2 || store.getMemSemantic() != MemSemantic::WEAK ||
        store.getMulticast())
      return false;
    int cut = int(tile.getRank()) - 1;
    SlicePlan plan(store, cut, count, [](Type) { return false; });
    plan.keepWhole(isKept);
    plan.keepDimensions();
    SmallVector<Part> parts = getStoreParts({store, plan.getCut()}, plan);
    if (parts.empty() || llvm::any_of(parts, [&](const Part &part) {
          return failed(plan.require(part.first, part.second));
        }))
      return false;
    if (!takesSums(plan) || loads(plan))
      return false;
    remark::passed(
        store.getLoc(),
        remark::RemarkOpts::name("Slices").category("memory").function(
            getOperation().getName()))
        << remark::add("sums of {0} registers of each thread are stored in {1} "
                       "slices along dimension {2}",
                       tile.getNumElements() / threads, count, cut);
    takeSlices(store, plan);
    return true;
  }

  /// One for tiles that stay whole.
  int64_t countSlices(RankedTensorType tile) const {
    int64_t sums = tile.getNumElements() / threads;
    if (sums < kFewestSums || getBytes(tile) <= kMostBytesOfTile)
      return 1;
    int64_t bytesOfRow =
        tile.getShape().back() * getMemoryBits(tile.getElementType()) / 8;
    return std::min(sums / kSumsOfSlice, bytesOfRow / kFewestBytesOfRow);
  }

  /// Slices of other tiles might cross threads.
  static bool takesSums(const SlicePlan &plan) {
    SmallVector<Value> extracted;
    for (auto [value, dim] : plan.getParts())
      if (dim != kWhole && plan.isExtracted(value))
        extracted.push_back(value);
    return !extracted.empty() && llvm::all_of(extracted, isSum);
  }

  /// Loads of slices would need an order of their own.
  static bool loads(const SlicePlan &plan) {
    return llvm::any_of(plan.getParts(), [](const Part &part) {
      Operation *op = part.first.getDefiningOp();
      return part.second != kWhole && op && isWeakLoad(op) &&
             !op->getResult(1).use_empty();
    });
  }

  int64_t threads = 0;
};

} // namespace
