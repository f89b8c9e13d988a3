//===- LayoutInference.cpp - Layouts of moved tiles -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each function computes, from the layout of one side of a view, permute,
// broadcast, reduce, cat or extract_slice, that of the other side.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/LayoutInference.h"

#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Sizes of a tile; a scalar has none.
static ArrayRef<int64_t> shapeOf(Value value) {
  auto type = dyn_cast<RankedTensorType>(value.getType());
  return type ? type.getShape() : ArrayRef<int64_t>();
}

static LinearLayout withoutDuplicates(const LinearLayout &layout) {
  return layout.removeZeroBases(InDim::Register).first;
}

/// Extends `layout` to `shape` with register bits above those it has.
static LinearLayout growTo(const LinearLayout &layout,
                           ArrayRef<int64_t> shape) {
  SmallVector<unsigned> order =
      llvm::to_vector(llvm::reverse(llvm::seq<unsigned>(shape.size())));
  return layout.repeatTo(shape, order);
}

/// Returns the bits of a flat coordinate of `shape` that select the sub-tile of
/// `sizes` that contains it.
static uint64_t subTileBits(ArrayRef<int64_t> shape, ArrayRef<int64_t> sizes) {
  uint64_t bits = 0, stride = 1;
  for (auto [whole, part] : llvm::reverse(llvm::zip_equal(shape, sizes))) {
    bits |= stride * (whole - part);
    stride *= whole;
  }
  return bits;
}

/// Returns the part of `layout` that holds sub-tile 0 of `sizes`: with the
/// register bits that select the sub-tile it is `layout` again, up to the order
/// of registers. None where other bits select it.
static std::optional<LinearLayout> subTileLayout(const LinearLayout &layout,
                                                 ArrayRef<int64_t> sizes) {
  uint64_t selecting = subTileBits(layout.getOutSizes(), sizes), found = 0;
  SmallVector<uint64_t> kept;
  for (uint64_t basis : layout.getFlatBases(InDim::Register)) {
    if ((basis & selecting) == 0)
      kept.push_back(basis);
    else if (llvm::isPowerOf2_64(basis) && (basis & found) == 0)
      found |= basis;
    else
      return std::nullopt;
  }
  uint64_t threads =
      layout.getOutMask(InDim::Lane) | layout.getOutMask(InDim::Warp);
  if (found != selecting || (threads & selecting) != 0)
    return std::nullopt;
  return layout.withBases(InDim::Register, kept).wrapTo(sizes);
}

static SmallVector<int32_t> inverse(ArrayRef<int32_t> permutation) {
  SmallVector<int32_t> result(permutation.size());
  for (auto [i, p] : llvm::enumerate(permutation))
    result[p] = i;
  return result;
}

std::optional<LinearLayout>
tileiras::resultLayoutFrom(Operation *op, const LinearLayout &source) {
  using Result = std::optional<LinearLayout>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<ViewOp>([&](ViewOp view) {
        return viewLayout(source, shapeOf(view.getResult()));
      })
      .Case<PermuteOp>([&](PermuteOp permute) {
        return permuteLayout(source, permute.getPermutation());
      })
      .Case<ReduceOp>([&](ReduceOp reduce) {
        return withoutDuplicates(source.dropOut(reduce.getDim()));
      })
      .Case<CatOp>(
          [&](CatOp cat) { return growTo(source, shapeOf(cat.getResult())); })
      .Case<ExtractSliceOp>([&](ExtractSliceOp extract) -> Result {
        if (!isa<RankedTensorType>(extract.getResult().getType()))
          return std::nullopt;
        return subTileLayout(source, shapeOf(extract.getResult()));
      })
      .Default([](Operation *) { return Result(); });
}

std::optional<LinearLayout>
tileiras::sourceLayoutFrom(Operation *op, const LinearLayout &result) {
  using Result = std::optional<LinearLayout>;
  return TypeSwitch<Operation *, Result>(op)
      .Case<ViewOp>([&](ViewOp view) {
        return viewLayout(result, shapeOf(view.getSource()));
      })
      .Case<PermuteOp>([&](PermuteOp permute) {
        return permuteLayout(result, inverse(permute.getPermutation()));
      })
      .Case<BroadcastOp>([&](BroadcastOp broadcast) {
        return broadcastSourceLayout(result, shapeOf(broadcast.getSource()));
      })
      .Case<CatOp>([&](CatOp cat) {
        return subTileLayout(result, shapeOf(cat.getLhs()));
      })
      .Case<ExtractSliceOp>([&](ExtractSliceOp extract) {
        return growTo(result, shapeOf(extract.getSource()));
      })
      .Default([](Operation *) { return Result(); });
}

LinearLayout tileiras::sparseIndexLayout(const LinearLayout &tile,
                                         unsigned dim) {
  LinearLayout result = tile;
  for (unsigned other = tile.getRank(); other-- != 0;)
    if (other != dim)
      result = result.dropOut(other);
  return withoutDuplicates(result);
}
