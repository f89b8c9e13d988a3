//===- TensorMemoryToNVVM.cpp - Tensor memory -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

struct AllocTmemLowering : OpRewritePattern<AllocTmemOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(AllocTmemOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05AllocOp>(
        op, op.getSlot(), i32Constant(rewriter, op.getLoc(), op.getColumns()));
    return success();
  }
};

struct RetrieveTmemPtrLowering : OpRewritePattern<RetrieveTmemPtrOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(RetrieveTmemPtrOp op,
                                PatternRewriter &rewriter) const override {
    Value address = LLVM::LoadOp::create(rewriter, op.getLoc(),
                                         rewriter.getI32Type(), op.getSlot());
    rewriter.replaceOpWithNewOp<LLVM::IntToPtrOp>(op, op.getType(), address);
    return success();
  }
};

struct DeallocTmemLowering : OpRewritePattern<DeallocTmemOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(DeallocTmemOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::Tcgen05DeallocOp>(
        op, op.getAddress(),
        i32Constant(rewriter, op.getLoc(), op.getColumns()));
    return success();
  }
};

} // namespace

void populateTensorMemoryPatterns(RewritePatternSet &patterns) {
  patterns.add<AllocTmemLowering, RetrieveTmemPtrLowering, DeallocTmemLowering>(
      patterns.getContext());
}

} // namespace tileiras::to_nvvm
