//===- Dequantize.cpp - Dots without scales -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/Utils/Dequantize.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

static Value widen(OpBuilder &builder, Location loc, Value value) {
  auto type = cast<RankedTensorType>(value.getType());
  return FpToFpOp::create(builder, loc, type.clone(builder.getBF16Type()),
                          value, RoundingMode::NEAREST_EVEN);
}

Value tileiras::dequantize(OpBuilder &builder, Location loc, Value elements,
                           Value scales, int64_t dim) {
  Value wide = widen(builder, loc, elements);
  auto type = cast<RankedTensorType>(wide.getType());
  Value factors = widen(builder, loc, scales);
  auto few = cast<RankedTensorType>(factors.getType());
  if (few.getShape() != type.getShape()) {
    SmallVector<int64_t> shape(few.getShape());
    shape.insert(shape.begin() + dim + 1, 1);
    factors = ViewOp::create(builder, loc, few.clone(shape), factors);
    shape[dim + 1] = type.getDimSize(dim) / few.getDimSize(dim);
    factors = BroadcastOp::create(builder, loc, few.clone(shape), factors);
    factors = ViewOp::create(builder, loc, type, factors);
  }
  return arith::MulFOp::create(builder, loc, wide, factors);
}

void tileiras::dequantizeOperands(DotOp dot) {
  OpBuilder builder(dot);
  int64_t rank = dot.getType().getRank();
  Value scaleA = dot.getScales()[0], scaleB = dot.getScales()[1];
  dot.getAMutable().assign(
      dequantize(builder, dot.getLoc(), dot.getA(), scaleA, rank - 1));
  dot.getBMutable().assign(
      dequantize(builder, dot.getLoc(), dot.getB(), scaleB, rank - 2));
  dot.getScalesMutable().clear();
}
