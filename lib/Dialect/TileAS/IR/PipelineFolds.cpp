//===- PipelineFolds.cpp - Canonicalisation of pipelines --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses that touch no memory are removed, the waits and arrivals around them
// are not: the other side relies on them.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::nv_tileas;

LogicalResult CreatePipelineOp::canonicalize(CreatePipelineOp op,
                                             PatternRewriter &rewriter) {
  if (!op->use_empty())
    return rewriter.notifyMatchFailure(op, "is used");
  rewriter.eraseOp(op);
  return success();
}

LogicalResult ProducerWriteOp::canonicalize(ProducerWriteOp op,
                                            PatternRewriter &rewriter) {
  if (!llvm::hasSingleElement(op.getBody().front()))
    return rewriter.notifyMatchFailure(op, "writes something");
  rewriter.eraseOp(op);
  return success();
}

/// Removes results that are not read from the stage, or have no use.
LogicalResult ConsumerReadOp::canonicalize(ConsumerReadOp op,
                                           PatternRewriter &rewriter) {
  auto yield = cast<PipelineYieldOp>(op.getBody().front().getTerminator());
  SmallVector<Value> kept, results;
  for (auto [value, result] :
       llvm::zip_equal(yield.getTiles(), op.getTiles())) {
    bool isOutside = !op.getBody().isAncestor(value.getParentRegion());
    if (!isOutside && !result.use_empty()) {
      kept.push_back(value);
      results.push_back(result);
      continue;
    }
    if (isOutside)
      rewriter.replaceAllUsesWith(result, value);
  }
  if (kept.size() == yield.getTiles().size())
    return rewriter.notifyMatchFailure(op, "reads all of its results");
  rewriter.modifyOpInPlace(yield,
                           [&] { yield.getTilesMutable().assign(kept); });
  auto less =
      ConsumerReadOp::create(rewriter, op.getLoc(), TypeRange(ValueRange(kept)),
                             op.getToken(), op.getPipeline(), op.getIterator());
  rewriter.inlineRegionBefore(op.getBody(), less.getBody(),
                              less.getBody().end());
  for (auto [result, tile] : llvm::zip_equal(results, less.getTiles()))
    rewriter.replaceAllUsesWith(result, tile);
  rewriter.eraseOp(op);
  return success();
}
