//===- FuseFMA.cpp - Contraction of mulf and addf to fma --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The patterns are in FuseFMA.td.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/Transforms/GreedyPatternRewriteDriver.h"

namespace tileiras {
#define GEN_PASS_DEF_FUSEFMA
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using cuda_tile::RoundingMode; // a default that the patterns name

namespace {
#include "tileiras/Dialect/CudaTile/Transforms/FuseFMA.inc"

class FuseFMA : public tileiras::impl::FuseFMABase<FuseFMA> {
public:
  LogicalResult initialize(MLIRContext *context) override {
    RewritePatternSet set(context);
    populateWithGenerated(set);
    patterns = std::move(set);
    return success();
  }

  void runOnOperation() override {
    (void)applyPatternsGreedily(getOperation(), patterns);
  }

private:
  FrozenRewritePatternSet patterns;
};
} // namespace
