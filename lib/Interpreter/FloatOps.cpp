//===- FloatOps.cpp - Rounded arithmetic and comparisons --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each result is the exact one rounded once to the format of the elements. For
// f16 and bf16 the specification computes some operations in f32 first; the
// result is the same, since f32 has more than twice their digits (Figueroa,
// "When is double rounding innocuous?", SIGNUM 1995), and directed modes agree
// on nested grids.
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"
#include "Operations.h"

#include "tileiras/Dialect/CudaTile/IR/Comparisons.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

//===----------------------------------------------------------------------===//
// Addition, multiplication, division, square roots
//===----------------------------------------------------------------------===//

LogicalResult addF(Execution &execution, AddFOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    APFloat result = x[0];
    result.add(x[1], getRounding(op.getRoundingMode()));
    return result;
  });
}

LogicalResult subF(Execution &execution, SubFOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    APFloat result = x[0];
    result.subtract(x[1], getRounding(op.getRoundingMode()));
    return result;
  });
}

LogicalResult mulF(Execution &execution, MulFOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    APFloat result = x[0];
    result.multiply(x[1], getRounding(op.getRoundingMode()));
    return result;
  });
}

/// The result of `approx` for divisors whose reciprocal is subnormal.
std::optional<APFloat> divideByHuge(const APFloat &x, const APFloat &y) {
  bool isHuge = y.isFinite() &&
                abs(y) > scalbn(APFloat(1.0f), 126, APFloat::rmTowardZero);
  if (!isHuge || x.isNaN())
    return std::nullopt;
  if (x.isInfinity())
    return APFloat::getQNaN(x.getSemantics());
  return APFloat::getZero(x.getSemantics(), x.isNegative() != y.isNegative());
}

LogicalResult divF(Execution &execution, DivFOp op) {
  bool isApprox = op.getRoundingMode() == cuda_tile::RoundingMode::APPROX;
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    if (isApprox)
      if (std::optional<APFloat> result = divideByHuge(x[0], x[1]))
        return *result;
    APFloat result = x[0];
    result.divide(x[1], getRounding(op.getRoundingMode()));
    return result;
  });
}

LogicalResult remF(Execution &execution, RemFOp op) {
  return mapFloats(execution, op, /*ftz=*/false, [](Floats x) {
    APFloat result = x[0];
    result.mod(x[1]);
    return result;
  });
}

LogicalResult fma(Execution &execution, FmaOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    APFloat result = x[0];
    result.fusedMultiplyAdd(x[1], x[2], getRounding(op.getRoundingMode()));
    return result;
  });
}

LogicalResult sqrt(Execution &execution, SqrtOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    return squareRoot(x[0], getRounding(op.getRoundingMode()));
  });
}

//===----------------------------------------------------------------------===//
// Signs and integral values
//===----------------------------------------------------------------------===//

/// Operations on signs change one bit, of NaNs too.
LogicalResult absF(Execution &execution, AbsFOp op) {
  unsigned width = getElementBitWidth(op.getType().getElementType());
  return mapBits(execution, op, [&](Bits x) -> Element {
    APInt bits(width, x[0]);
    bits.clearSignBit();
    return bits;
  });
}

LogicalResult negF(Execution &execution, NegFOp op) {
  unsigned width = getElementBitWidth(op.getType().getElementType());
  return mapBits(execution, op, [&](Bits x) -> Element {
    return APInt(width, x[0]) ^ APInt::getSignMask(width);
  });
}

LogicalResult ceil(Execution &execution, CeilOp op) {
  return mapFloats(execution, op, /*ftz=*/false, [](Floats x) {
    APFloat result = x[0];
    result.roundToIntegral(APFloat::rmTowardPositive);
    return result;
  });
}

LogicalResult floor(Execution &execution, FloorOp op) {
  return mapFloats(execution, op, /*ftz=*/false, [](Floats x) {
    APFloat result = x[0];
    result.roundToIntegral(APFloat::rmTowardNegative);
    return result;
  });
}

//===----------------------------------------------------------------------===//
// Order
//===----------------------------------------------------------------------===//

/// maximumNumber of IEEE 754-2019, or maximum where NaNs win; -0 < +0.
LogicalResult maxF(Execution &execution, MaxFOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    return op.getPropagateNan() ? maximum(x[0], x[1]) : maximumnum(x[0], x[1]);
  });
}

LogicalResult minF(Execution &execution, MinFOp op) {
  return mapFloats(execution, op, op.getFlushToZero(), [&](Floats x) {
    return op.getPropagateNan() ? minimum(x[0], x[1]) : minimumnum(x[0], x[1]);
  });
}

LogicalResult cmpF(Execution &execution, CmpFOp op) {
  Type type = op.getLhs().getType().getElementType();
  return mapBits(execution, op, [&](Bits x) -> Element {
    APFloat::cmpResult order = toFloat(type, x[0]).compare(toFloat(type, x[1]));
    return holds(op.getComparisonPredicate(), op.getComparisonOrdering(),
                 order);
  });
}

} // namespace

void addFloatOps(OperationTable &table) {
  table.add<absF>();
  table.add<addF>();
  table.add<ceil>();
  table.add<cmpF>();
  table.add<divF>();
  table.add<floor>();
  table.add<fma>();
  table.add<maxF>();
  table.add<minF>();
  table.add<mulF>();
  table.add<negF>();
  table.add<remF>();
  table.add<sqrt>();
  table.add<subF>();
}

} // namespace tileiras::interpreter
