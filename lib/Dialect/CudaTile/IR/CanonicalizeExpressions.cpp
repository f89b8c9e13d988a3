//===- CanonicalizeExpressions.cpp - Rewrites of expressions -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns are in CudaTileCanonicalization.td; here is what they call, and
// which operation they belong to.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Whether a value is a constant whose elements are all one of which `is`
/// holds.
static bool isSplatOf(Value value, function_ref<bool(const APInt &)> is) {
  auto constant = value.getDefiningOp<ConstantOp>();
  std::optional<APInt> splat =
      constant ? readSplat(constant.getValue()) : std::nullopt;
  return splat && is(*splat);
}

static Value buildAllOnes(OpBuilder &builder, Location loc, Value like) {
  auto type = cast<TileType>(like.getType());
  return ConstantOp::create(builder, loc, type, makeSplat(type, -1));
}

static DenseI32ArrayAttr composePermutations(DenseI32ArrayAttr inner,
                                             DenseI32ArrayAttr outer) {
  auto composed = llvm::map_to_vector(outer.asArrayRef(),
                                      [&](int32_t dim) { return inner[dim]; });
  return DenseI32ArrayAttr::get(inner.getContext(), composed);
}

namespace {
#include "tileiras/Dialect/CudaTile/IR/CudaTileCanonicalization.inc"
} // namespace

void AbsFOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<AbsOfNegF>(context);
}

void AddFOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ProductToTheLeft>(context);
}

void AddIOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ReassociateAddI>(context);
}

void BitcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<BitcastOfBitcast>(context);
}

void BroadcastOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                              MLIRContext *context) {
  patterns.add<BroadcastOfBroadcast>(context);
}

void ExtIOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ExtOfSameExt, ExtOfZeroExt>(context);
}

void MulIOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                         MLIRContext *context) {
  patterns.add<ReassociateMulI>(context);
}

void PermuteOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<PermuteOfPermute>(context);
}

void PtrToPtrOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                             MLIRContext *context) {
  patterns.add<PtrToPtrOfPtrToPtr>(context);
}

void ReshapeOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                            MLIRContext *context) {
  patterns.add<ReshapeOfReshape>(context);
}

void SelectOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<SelectIsExtension, SelectIsExtensionOfNot, SelectIsNot,
               SelectOfNot, SelectOfSelectIfFalse, SelectOfSelectIfTrue>(
      context);
}

void TruncIOp::getCanonicalizationPatterns(RewritePatternSet &patterns,
                                           MLIRContext *context) {
  patterns.add<TruncOfTrunc>(context);
}
