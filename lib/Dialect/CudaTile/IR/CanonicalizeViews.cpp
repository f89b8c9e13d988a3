//===- CanonicalizeViews.cpp - Extents that are known -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// What a type says of a tensor or a view need not be asked for. An extent that
// does not fit the type of the answer is undefined and left alone.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "mlir/IR/PatternMatch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Builds the number as a rank-0 tile, if it fits as an unsigned number.
static Value buildExtent(OpBuilder &builder, Location loc, Type type,
                         int64_t extent) {
  auto tile = cast<TileType>(type);
  if (!llvm::isUIntN(getElementBitWidth(tile.getElementType()), extent))
    return {};
  return ConstantOp::create(builder, loc, tile, makeSplat(tile, extent));
}

/// Returns the operand of make_tensor_view that is the extent of dimension
/// `dim`, if it has the type `type`.
static Value findDynamicExtent(Value tensor, unsigned dim, Type type) {
  auto maker = tensor.getDefiningOp<MakeTensorViewOp>();
  if (!maker)
    return {};
  ArrayRef<int64_t> shape = maker.getType().getShape();
  size_t index = llvm::count(shape.take_front(dim), TensorViewType::kDynamic);
  Value extent = maker.getDynamicShape()[index];
  return extent.getType() == type ? extent : Value();
}

static Value findExtent(OpBuilder &builder, GetTensorShapeOp op, unsigned dim) {
  Type type = op.getResult()[dim].getType();
  int64_t extent = cast<TensorViewType>(op.getSrc().getType()).getShape()[dim];
  if (extent == TensorViewType::kDynamic)
    return findDynamicExtent(op.getSrc(), dim, type);
  return buildExtent(builder, op.getLoc(), type, extent);
}

/// Returns ceil(extent / step) along the dimension of the tensor.
static Value findExtent(OpBuilder &builder, GetIndexSpaceShapeOp op,
                        unsigned dim) {
  auto view = cast<TileView>(op.getSrc().getType());
  int64_t extent = view.getTensorView().getShape()[view.getDimMap()[dim]];
  if (extent == TensorViewType::kDynamic)
    return {};
  int64_t step = view.getTraversalSteps()[dim];
  return buildExtent(builder, op.getLoc(), op.getResult()[dim].getType(),
                     llvm::divideCeil(extent, step));
}

namespace {
/// Replaces each result that is known and has uses.
template <typename OpT> struct ReplaceKnownExtents : OpRewritePattern<OpT> {
  using OpRewritePattern<OpT>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpT op,
                                PatternRewriter &rewriter) const override {
    bool isChanged = false;
    for (OpResult result : op->getResults()) {
      if (result.use_empty())
        continue;
      Value extent = findExtent(rewriter, op, result.getResultNumber());
      if (!extent)
        continue;
      rewriter.replaceAllUsesWith(result, extent);
      isChanged = true;
    }
    return success(isChanged);
  }
};
} // namespace

void GetTensorShapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                                   MLIRContext *context) {
  patterns.add<ReplaceKnownExtents<GetTensorShapeOp>>(context);
}

void GetIndexSpaceShapeOp::getCanonicalizationPatterns(
    RewritePatternSet &patterns, MLIRContext *context) {
  patterns.add<ReplaceKnownExtents<GetIndexSpaceShapeOp>>(context);
}
