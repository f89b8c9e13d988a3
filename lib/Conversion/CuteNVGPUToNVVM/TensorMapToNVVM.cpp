//===- TensorMapToNVVM.cpp - Tensor maps written by kernels ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel that writes a tensor map replaces its fields one by one (PTX ISA,
// "tensormap.replace") and orders the writes by fences of the proxy of tensor
// maps.
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

NVVM::MemScopeKind toScope(MemoryScope scope) {
  switch (scope) {
  case MemoryScope::CTA:
    return NVVM::MemScopeKind::CTA;
  case MemoryScope::GPU:
    return NVVM::MemScopeKind::GPU;
  case MemoryScope::SYS:
    return NVVM::MemScopeKind::SYS;
  }
  llvm_unreachable("all scopes are above");
}

/// Calls an intrinsic, since nvvm has no operation for tensormap.replace.
struct TensormapReplaceLowering : OpRewritePattern<TensormapReplaceOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(TensormapReplaceOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    std::string field = stringifyTensorMapField(op.getField()).str();
    llvm::replace(field, '_', '.');
    SmallVector<Value> operands = {op.getMap()};
    if (std::optional<uint32_t> dimension = op.getDimension())
      operands.push_back(i32Constant(rewriter, loc, *dimension));
    if (std::optional<uint32_t> code = op.getCode())
      operands.push_back(i32Constant(rewriter, loc, *code));
    else
      operands.push_back(op.getValue());
    rewriter.replaceOpWithNewOp<LLVM::CallIntrinsicOp>(
        op, rewriter.getStringAttr("llvm.nvvm.tensormap.replace." + field),
        operands);
    return success();
  }
};

struct ReleaseLowering : OpRewritePattern<FenceTensormapReleaseOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FenceTensormapReleaseOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyReleaseOp>(
        op, toScope(op.getScope()));
    return success();
  }
};

struct AcquireLowering : OpRewritePattern<FenceTensormapAcquireOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(FenceTensormapAcquireOp op,
                                PatternRewriter &rewriter) const override {
    constexpr int32_t kBytes = 128;
    rewriter.replaceOpWithNewOp<NVVM::FenceProxyAcquireOp>(
        op, toScope(op.getScope()), op.getMap(),
        i32Constant(rewriter, op.getLoc(), kBytes));
    return success();
  }
};

} // namespace

void populateTensorMapPatterns(RewritePatternSet &patterns) {
  patterns.add<TensormapReplaceLowering, ReleaseLowering, AcquireLowering>(
      patterns.getContext());
}

} // namespace tileiras::to_nvvm
