//===- CopyToNVVM.cpp - Copies --------------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"

using namespace mlir;
using namespace mlir::cute_nvgpu;

namespace tileiras::to_nvvm {

namespace {

struct SimtAsyncCopyLowering : OpRewritePattern<SimtAsyncCopyOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(SimtAsyncCopyOp op,
                                PatternRewriter &rewriter) const override {
    if (op.isText())
      return rewriter.notifyMatchFailure(op, "has a predicate");
    NVVM::LoadCacheModifierKind cache = op.getCache() == CacheModifier::CG
                                            ? NVVM::LoadCacheModifierKind::CG
                                            : NVVM::LoadCacheModifierKind::CA;
    rewriter.replaceOpWithNewOp<NVVM::CpAsyncOp>(
        op, op.getDestination(), op.getSource(), op.getAtom().getSize(), cache,
        op.getSourceBytes());
    return success();
  }
};

} // namespace

void populateCopyPatterns(RewritePatternSet &patterns) {
  patterns.add<SimtAsyncCopyLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
