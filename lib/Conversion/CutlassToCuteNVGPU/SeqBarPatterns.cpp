//===- SeqBarPatterns.cpp - Ordered sequence barriers ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents execute sections in a fixed order, as with CUTLASS's
// OrderedSequenceBarrier: an agent waits for its mbarrier, and arrives at the
// mbarrier of the next agent when its section ends.
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "Patterns.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::cutlass;
using tileiras::to_llvm::i32Constant;

namespace tileiras::cutlass_to_nvgpu {

namespace {

/// The first agent's phase is ahead by one, as that of a producer is.
struct SeqBarMakeStateLowering : OpConversionPattern<SeqBarMakeStateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SeqBarMakeStateOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value zero = i32Constant(rewriter, loc, 0);
    Value isFirst = LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq,
                                         adaptor.getAgent().front(), zero);
    Value phase =
        LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(), isFirst);
    SmallVector<Value> state = {zero, phase};
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{state});
    return success();
  }
};

struct SeqBarWaitLowering : OpConversionPattern<SeqBarWaitOp> {
  SeqBarWaitLowering(const TypeConverter &converter, MLIRContext *context,
                     const TargetInfo &target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(SeqBarWaitOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier =
        getBarrier(rewriter, op.getLoc(), adaptor.getBarriers().front(),
                   adaptor.getAgent().front());
    createWait(rewriter, op.getLoc(), target, barrier,
               State(adaptor.getState()).phase);
    rewriter.eraseOp(op);
    return success();
  }

private:
  const TargetInfo &target;
};

struct SeqBarArriveLowering : OpConversionPattern<SeqBarArriveOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(SeqBarArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value next = LLVM::AddOp::create(rewriter, loc, adaptor.getAgent(),
                                     i32Constant(rewriter, loc, 1));
    Value isLast =
        LLVM::ICmpOp::create(rewriter, loc, LLVM::ICmpPredicate::eq, next,
                             i32Constant(rewriter, loc, op.getAgents()));
    Value successor = LLVM::SelectOp::create(
        rewriter, loc, isLast, i32Constant(rewriter, loc, 0), next);
    createArrival(rewriter, loc,
                  getBarrier(rewriter, loc, adaptor.getBarriers(), successor),
                  Arrival::Warp, /*bytes=*/std::nullopt,
                  adaptor.getPredicate());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populateSeqBarPatterns(const TypeConverter &converter,
                            const TargetInfo &target,
                            RewritePatternSet &patterns) {
  patterns.add<SeqBarMakeStateLowering, SeqBarArriveLowering>(
      converter, patterns.getContext());
  patterns.add<SeqBarWaitLowering>(converter, patterns.getContext(), target);
}

} // namespace tileiras::cutlass_to_nvgpu
