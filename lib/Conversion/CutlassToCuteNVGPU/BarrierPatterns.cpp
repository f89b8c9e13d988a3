//===- BarrierPatterns.cpp - Single mbarriers -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Barriers.h"
#include "Patterns.h"

#include "tileiras/Conversion/CuteToLLVM/ApplyBases.h"
#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

using namespace mlir;
using namespace mlir::cutlass;
using tileiras::to_llvm::i32Constant;

namespace tileiras::cutlass_to_nvgpu {

namespace {

struct BarrierInitLowering : OpConversionPattern<BarrierInitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(BarrierInitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value arrivals = i32Constant(rewriter, loc, op.getArrivals());
    for (uint32_t i = 0; i < op.getCount(); ++i)
      cute_nvgpu::MbarrierInitOp::create(
          rewriter, loc,
          getBarrier(rewriter, loc, adaptor.getBarriers(),
                     i32Constant(rewriter, loc, i)),
          arrivals, adaptor.getPredicate());
    rewriter.eraseOp(op);
    return success();
  }
};

struct BarrierWaitLowering : OpConversionPattern<BarrierWaitOp> {
  BarrierWaitLowering(const TypeConverter &converter, MLIRContext *context,
                      const TargetInfo &target)
      : OpConversionPattern(converter, context), target(target) {}

  LogicalResult
  matchAndRewrite(BarrierWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value parity = LLVM::AndOp::create(rewriter, loc, adaptor.getPhase(),
                                       i32Constant(rewriter, loc, 1));
    createWait(rewriter, loc, target, adaptor.getBarrier(), parity);
    rewriter.eraseOp(op);
    return success();
  }

private:
  const TargetInfo &target;
};

} // namespace

void populateBarrierPatterns(const TypeConverter &converter,
                             const TargetInfo &target,
                             RewritePatternSet &patterns) {
  patterns.add<BarrierInitLowering>(converter, patterns.getContext());
  patterns.add<BarrierWaitLowering>(converter, patterns.getContext(), target);
}

} // namespace tileiras::cutlass_to_nvgpu
