//===- ReduceToNVVM.cpp - Reductions over a warp --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Integers are reduced by redux.sync of nvvm; for floats it is inline assembly
// (MemoryToNVVM.cpp).
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

NVVM::ReduxKind getKind(Combination combination) {
  switch (combination) {
  case Combination::ADD:
    return NVVM::ReduxKind::ADD;
  case Combination::AND:
    return NVVM::ReduxKind::AND;
  case Combination::OR:
    return NVVM::ReduxKind::OR;
  case Combination::XOR:
    return NVVM::ReduxKind::XOR;
  case Combination::MIN:
    return NVVM::ReduxKind::MIN;
  case Combination::MAX:
    return NVVM::ReduxKind::MAX;
  case Combination::UMIN:
    return NVVM::ReduxKind::UMIN;
  case Combination::UMAX:
    return NVVM::ReduxKind::UMAX;
  }
  llvm_unreachable("a combination of the enumeration");
}

/// All lanes participate.
struct ReduxLowering : OpRewritePattern<ReduxOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ReduxOp op,
                                PatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<NVVM::ReduxOp>(
        op, op.getType(), op.getValue(), getKind(op.getCombination()),
        i32Constant(rewriter, op.getLoc(), -1));
    return success();
  }
};

} // namespace

void populateReducePatterns(RewritePatternSet &patterns) {
  patterns.add<ReduxLowering>(patterns.getContext());
}

} // namespace tileiras::to_nvvm
