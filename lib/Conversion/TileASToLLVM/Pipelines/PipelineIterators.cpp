//===- PipelineIterators.cpp - Expansion of produce_one and consume_one ---===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// produce_one, consume_one and their asynchronous forms are expanded to
// acquire, write, commit and increment, or to wait, read, release and
// increment.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

namespace {

template <typename OpTy> struct ProduceExpansion : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
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

template <typename OpTy> struct ConsumeExpansion : OpRewritePattern<OpTy> {
  using OpRewritePattern<OpTy>::OpRewritePattern;

  LogicalResult matchAndRewrite(OpTy op,
                                PatternRewriter &rewriter) const override {
    constexpr bool releasesLater = std::is_same_v<OpTy, ConsumeOneAsyncOp>;
    Location loc = op.getLoc();
    Value pipeline = op.getPipeline(), iterator = op.getIterator();
    Value token = ConsumerWaitOp::create(rewriter, loc, pipeline, iterator,
                                         /*pending=*/IntegerAttr());
    auto read = ConsumerReadOp::create(rewriter, loc, op.getTiles().getTypes(),
                                       token, pipeline, iterator);
    rewriter.inlineRegionBefore(op.getBody(), read.getBody(),
                                read.getBody().end());
    if (!releasesLater)
      ConsumerReleaseOp::create(rewriter, loc, token, pipeline, iterator);
    SmallVector<Value> results = {
        IncIteratorOp::create(rewriter, loc, iterator)};
    if (releasesLater)
      results.push_back(token);
    llvm::append_range(results, read.getTiles());
    rewriter.replaceOp(op, results);
    return success();
  }
};

} // namespace

void populatePipelineExpansionPatterns(RewritePatternSet &patterns) {
  patterns
      .add<ProduceExpansion<ProduceOneOp>, ProduceExpansion<ProduceOneAsyncOp>,
           ConsumeExpansion<ConsumeOneOp>, ConsumeExpansion<ConsumeOneAsyncOp>>(
          patterns.getContext());
}

} // namespace tileiras::to_llvm
