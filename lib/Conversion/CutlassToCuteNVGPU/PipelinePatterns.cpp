//===- PipelinePatterns.cpp - Pipelines and their state -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A state of a pipeline is a stage index and the parity of the phase, as
// CUTLASS's PipelineState is. A producer starts with parity 1, so that its
// first waits for empty stages return at once.
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

//===----------------------------------------------------------------------===//
// States
//===----------------------------------------------------------------------===//

struct MakeStateLowering : OpConversionPattern<MakeStateOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(MakeStateOp op, OneToNOpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    bool isProducer = op.getRole() == Role::Producer;
    SmallVector<Value> state = {i32Constant(rewriter, op.getLoc(), 0),
                                i32Constant(rewriter, op.getLoc(), isProducer)};
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{state});
    return success();
  }
};

/// After the last stage the phase changes.
struct AdvanceLowering : OpConversionPattern<AdvanceOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(AdvanceOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    State state(adaptor.getState());
    Value one = i32Constant(rewriter, loc, 1);
    Value next = LLVM::AddOp::create(rewriter, loc, state.stage, one);
    Value wraps = LLVM::ICmpOp::create(
        rewriter, loc, LLVM::ICmpPredicate::eq, next,
        i32Constant(rewriter, loc, op.getType().getStages()));
    Value stage = LLVM::SelectOp::create(rewriter, loc, wraps,
                                         i32Constant(rewriter, loc, 0), next);
    Value change =
        LLVM::ZExtOp::create(rewriter, loc, rewriter.getI32Type(), wraps);
    Value phase = LLVM::XOrOp::create(rewriter, loc, state.phase, change);
    SmallVector<Value> values = {stage, phase};
    rewriter.replaceOpWithMultiple(op, ArrayRef<ValueRange>{values});
    return success();
  }
};

/// Returns stage or phase of a state.
template <typename OpTy, Value State::*Field>
struct StateFieldLowering : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, State(adaptor.getState()).*Field);
    return success();
  }
};

struct GetBarrierLowering : OpConversionPattern<GetBarrierOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(GetBarrierOp op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOp(op, getBarrier(rewriter, op.getLoc(),
                                      adaptor.getBarriers().front(),
                                      State(adaptor.getState()).stage));
    return success();
  }
};

//===----------------------------------------------------------------------===//
// Waits and arrivals
//===----------------------------------------------------------------------===//

/// Returns an optional operand that was converted one to one.
Value getOptional(ValueRange converted) {
  return converted.empty() ? Value() : converted.front();
}

template <typename OpTy> struct WaitLowering : OpConversionPattern<OpTy> {
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  WaitLowering(const TypeConverter &converter, MLIRContext *context,
               const TargetInfo &target)
      : OpConversionPattern<OpTy>(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    State state(adaptor.getState());
    createIf(rewriter, op.getLoc(), getOptional(adaptor.getPredicate()),
             [&](OpBuilder &builder, Location loc) {
               createWait(builder, loc, target,
                          getBarrier(builder, loc,
                                     adaptor.getBarriers().front(),
                                     state.stage),
                          state.phase);
             });
    rewriter.eraseOp(op);
    return success();
  }

private:
  const TargetInfo &target;
};

template <typename OpTy> struct ArriveLowering : OpConversionPattern<OpTy> {
  using OpConversionPattern<OpTy>::OpConversionPattern;
  using OneToNOpAdaptor = typename OpConversionPattern<OpTy>::OneToNOpAdaptor;

  LogicalResult
  matchAndRewrite(OpTy op, OneToNOpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Value barrier =
        getBarrier(rewriter, op.getLoc(), adaptor.getBarriers().front(),
                   State(adaptor.getState()).stage);
    createArrival(rewriter, op.getLoc(), barrier, op.getArrival(),
                  op.getBytes(), getOptional(adaptor.getPredicate()),
                  op.getCtas());
    rewriter.eraseOp(op);
    return success();
  }
};

} // namespace

void populatePipelinePatterns(const TypeConverter &converter,
                              const TargetInfo &target,
                              RewritePatternSet &patterns) {
  patterns
      .add<MakeStateLowering, AdvanceLowering,
           StateFieldLowering<GetStageOp, &State::stage>,
           StateFieldLowering<GetPhaseOp, &State::phase>, GetBarrierLowering,
           ArriveLowering<ProducerCommitOp>, ArriveLowering<ConsumerReleaseOp>>(
          converter, patterns.getContext());
  patterns.add<WaitLowering<ProducerAcquireOp>, WaitLowering<ConsumerWaitOp>>(
      converter, patterns.getContext(), target);
}

} // namespace tileiras::cutlass_to_nvgpu
