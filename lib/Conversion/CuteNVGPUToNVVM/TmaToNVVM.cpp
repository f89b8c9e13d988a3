//===- TmaToNVVM.cpp - TMA copies -----------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A load that stays in its CTA is emitted in the form .shared::cta: on sm_120
// ptxas implements the other form by a call, and drops `setmaxnreg` for it
// (C7506).
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

namespace tileiras::to_nvvm {

namespace {

/// Returns the same address in the cluster's shared memory.
Value toCluster(OpBuilder &builder, Location loc, Value address) {
  auto type = LLVM::LLVMPointerType::get(
      builder.getContext(), unsigned(NVVM::NVVMMemorySpace::SharedCluster));
  return LLVM::AddrSpaceCastOp::create(builder, loc, type, address);
}

struct TmaLoadLowering : OpRewritePattern<TmaLoadOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TmaLoadOp op,
                                PatternRewriter &rewriter) const override {
    Value mask = op.getMulticast();
    Value to = op.getDestination();
    if (mask)
      to = toCluster(rewriter, op.getLoc(), to);
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorGlobalToSharedClusterOp>(
        op, to, op.getDescriptor(), op.getBox(), op.getBarrier(),
        op.getIm2col(), mask, /*l2CacheHint=*/Value(),
        op.getIm2col().empty() ? NVVM::TMALoadMode::TILE
                               : NVVM::TMALoadMode::IM2COL,
        /*isCTAOnly=*/!mask, NVVM::CTAGroupKindAttr(), /*predicate=*/Value());
    return success();
  }
};

struct TmaStoreLowering : OpRewritePattern<TmaStoreOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TmaStoreOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkTensorSharedCTAToGlobalOp>(
        op, op.getDescriptor(), op.getSource(), op.getBox(),
        /*l2CacheHint=*/Value(), NVVM::TMAStoreMode::TILE,
        /*predicate=*/Value());
    return success();
  }
};

struct PrefetchTensormapLowering : OpRewritePattern<PrefetchTensormapOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(PrefetchTensormapOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::PrefetchOp>(
        op, NVVM::PrefetchCacheLevelAttr(), NVVM::CacheEvictionPriorityAttr(),
        op.getDescriptor(),
        /*predicate=*/Value(), rewriter.getUnitAttr());
    return success();
  }
};

struct BulkWaitGroupLowering : OpRewritePattern<BulkWaitGroupOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BulkWaitGroupOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncBulkWaitGroupOp>(
        op, op.getPendingAttr(), op.getReadAttr());
    return success();
  }
};

} // namespace

void populateTmaCopyPatterns(RewritePatternSet &patterns) {
  patterns.add<TmaLoadLowering, TmaStoreLowering, PrefetchTensormapLowering,
               BulkWaitGroupLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
