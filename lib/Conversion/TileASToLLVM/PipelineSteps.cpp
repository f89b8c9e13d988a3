//===- PipelineSteps.cpp - Whole steps of pipelines -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// produce_one and consume_one are several operations.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

struct ProduceOneExpansion : OpRewritePattern<ProduceOneOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ProduceOneOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pipeline = op.getPipeline(), iterator = op.getIterator();
    Value token = ProducerAcquireOp::create(rewriter, loc, pipeline, iterator);
    auto write =
        ProducerWriteOp::create(rewriter, loc, token, pipeline, iterator);
    rewriter.inlineRegionBefore(op.getBody(), write.getBody(),
                                write.getBody().end());
    ProducerCommitOp::create(rewriter, loc, token, pipeline, iterator);
    rewriter.replaceOpWithNewOp<IncIteratorOp>(op, iterator);
    return success();
  }
};

struct ConsumeOneExpansion : OpRewritePattern<ConsumeOneOp> {
  using OpRewritePattern::OpRewritePattern;

  LogicalResult matchAndRewrite(ConsumeOneOp op,
                                PatternRewriter &rewriter) const override {
    Location loc = op.getLoc();
    Value pipeline = op.getPipeline(), iterator = op.getIterator();
    Value token = ConsumerWaitOp::create(rewriter, loc, pipeline, iterator,
                                         /*pending=*/IntegerAttr());
    auto read = ConsumerReadOp::create(rewriter, loc, op.getTiles().getTypes(),
                                       token, pipeline, iterator);
    rewriter.inlineRegionBefore(op.getBody(), read.getBody(),
                                read.getBody().end());
    ConsumerReleaseOp::create(rewriter, loc, token, pipeline, iterator);
    SmallVector<Value> results = {
        IncIteratorOp::create(rewriter, loc, iterator)};
    llvm::append_range(results, read.getTiles());
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void populatePipelineStepPatterns(RewritePatternSet &patterns) {
  patterns.add<ProduceOneExpansion, ConsumeOneExpansion>(patterns.getContext());
}

} // namespace tileiras::to_llvm
