//===- OrderToCutlass.cpp - Ordered sections of agents --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An order of agents has one mbarrier for each agent, which one thread of each
// warp of the preceding agent arrives at; its operations become the ordered
// sequence barriers of cutlass (CUTLASS, OrderedSequenceBarrier).
//
//===----------------------------------------------------------------------===//

#include "Memory/OwnerPredicate.h"
#include "Patterns.h"

#include "tileiras/Dialect/Cutlass/IR/Cutlass.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

/// An agent's section begins when one thread of each warp of the preceding
/// agent has arrived.
struct CreateOrderLowering : OpConversionPattern<CreateOrderOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CreateOrderOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value first = createFirstThreadPredicate(rewriter, loc);
    Value barriers =
        LLVM::ExtractValueOp::create(rewriter, loc, adaptor.getMbarriers(), 0);
    cutlass::BarrierInitOp::create(rewriter, loc, barriers,
                                   op.getType().getAgents(),
                                   op.getType().getWarps(), first);
    rewriter.replaceOp(op, barriers);
    return success();
  }
};

struct CreateOrderIteratorLowering
    : OpConversionPattern<CreateOrderIteratorOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(CreateOrderIteratorOp op, OpAdaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cutlass::SeqBarMakeStateOp>(
        op, getTypeConverter()->convertType(op.getType()),
        getEnclosingAgents(op)->getAgentIndex());
    return success();
  }
};

struct OrderWaitLowering : OpConversionPattern<OrderWaitOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OrderWaitOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    rewriter.replaceOpWithNewOp<cutlass::SeqBarWaitOp>(
        op, adaptor.getOrder(), getEnclosingAgents(op)->getAgentIndex(),
        adaptor.getIterator());
    return success();
  }
};

struct OrderArriveLowering : OpConversionPattern<OrderArriveOp> {
  using OpConversionPattern::OpConversionPattern;

  LogicalResult
  matchAndRewrite(OrderArriveOp op, OpAdaptor adaptor,
                  ConversionPatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value isFirstLane = createOwnerPredicate(rewriter, loc, /*freeLanes=*/31,
                                             /*freeWarps=*/0);
    cutlass::SeqBarArriveOp::create(rewriter, loc, adaptor.getOrder(),
                                    getEnclosingAgents(op)->getAgentIndex(),
                                    op.getOrder().getType().getAgents(),
                                    isFirstLane);
    rewriter.replaceOpWithNewOp<cutlass::AdvanceOp>(op, adaptor.getIterator());
    return success();
  }
};

} // namespace

void populateOrderPatterns(const TypeConverter &converter,
                           RewritePatternSet &patterns) {
  patterns.add<CreateOrderLowering, CreateOrderIteratorLowering,
               OrderWaitLowering, OrderArriveLowering>(converter,
                                                       patterns.getContext());
}

} // namespace tileiras::to_llvm
