//===- BarrierToNVVM.cpp - Barriers ---------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each operation on mbarriers, named barriers and fences becomes the operation
// of nvvm for the same instruction. Its operands and attributes carry the same
// information (PTX ISA, "Parallel Synchronization and Communication
// Instructions").
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;
using tileiras::to_llvm::i32Constant;

namespace tileiras::to_nvvm {

namespace {

struct BarSyncLowering : OpRewritePattern<BarSyncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BarSyncOp op,
                                PatternRewriter &rewriter) const override {
    if (!op.getId()) {
      rewriter.replaceOpWithNewOp<NVVM::Barrier0Op>(op);
      return success();
    }
    Value threads;
    if (std::optional<uint32_t> count = op.getThreads())
      threads = i32Constant(rewriter, op.getLoc(), *count);
    rewriter.replaceOpWithNewOp<NVVM::BarrierOp>(
        op, TypeRange(), op.getId(), threads, NVVM::BarrierReductionAttr(),
        Value());
    return success();
  }
};

struct BarArriveLowering : OpRewritePattern<BarArriveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(BarArriveOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::BarrierArriveOp>(
        op, op.getId(), i32Constant(rewriter, op.getLoc(), op.getThreads()));
    return success();
  }
};

struct MbarrierInitLowering : OpRewritePattern<MbarrierInitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierInitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierInitOp>(
        op, op.getBarrier(), op.getCount(), op.getPredicate());
    return success();
  }
};

struct MbarrierArriveLowering : OpRewritePattern<MbarrierArriveOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierArriveOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveOp>(
        op, TypeRange(), op.getBarrier(), /*count=*/Value());
    return success();
  }
};

struct MbarrierArriveStateLowering : OpRewritePattern<MbarrierArriveStateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierArriveStateOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveOp>(
        op, op.getType(), op.getBarrier(), /*count=*/Value());
    return success();
  }
};

struct MbarrierTryWaitStateLowering : OpRewritePattern<MbarrierTryWaitStateOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierTryWaitStateOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierTryWaitOp>(
        op, op.getType(), op.getBarrier(), op.getState(), /*ticks=*/Value());
    return success();
  }
};

struct MbarrierArriveExpectTxLowering
    : OpRewritePattern<MbarrierArriveExpectTxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierArriveExpectTxOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveExpectTxOp>(
        op, TypeRange(), op.getBarrier(), op.getBytes(),
        NVVM::MemScopeKind::CTA, /*relaxed=*/false, op.getPredicate());
    return success();
  }
};

struct MbarrierTryWaitLowering : OpRewritePattern<MbarrierTryWaitOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierTryWaitOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierTryWaitOp>(
        op, op.getType(), op.getBarrier(), op.getParity(), /*ticks=*/Value());
    return success();
  }
};

struct MbarrierArriveClusterLowering
    : OpRewritePattern<MbarrierArriveClusterOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(MbarrierArriveClusterOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::MBarrierArriveOp>(
        op, TypeRange(), op.getBarrier(), /*count=*/Value(),
        NVVM::MemScopeKind::CTA);
    return success();
  }
};

template <typename From, typename To>
struct ClusterBarrierLowering : OpRewritePattern<From> {
  using OpRewritePattern<From>::OpRewritePattern;

  LogicalResult matchAndRewrite(From op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<To>(op, /*aligned=*/UnitAttr());
    return success();
  }
};

struct ElectSyncLowering : OpRewritePattern<ElectSyncOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ElectSyncOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ElectSyncOp>(op, op.getType(),
                                                   /*membermask=*/Value());
    return success();
  }
};

} // namespace

void populateBarrierPatterns(RewritePatternSet &patterns) {
  patterns.add<BarSyncLowering, BarArriveLowering, MbarrierInitLowering,
               MbarrierArriveLowering, MbarrierArriveExpectTxLowering,
               MbarrierArriveStateLowering, MbarrierTryWaitLowering,
               MbarrierTryWaitStateLowering, MbarrierArriveClusterLowering,
               ClusterBarrierLowering<ClusterArriveOp, NVVM::ClusterArriveOp>,
               ClusterBarrierLowering<ClusterWaitOp, NVVM::ClusterWaitOp>,
               ElectSyncLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
