//===- FloatFolds.cpp - Folds of floating point arithmetic -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// IEEE 754 arithmetic in the format of the elements, rounded once. On f16 and
// bf16 the specification computes some of it in f32: rounded to f32 and then to
// half the precision or less the result is the same, since f32 has at least
// 2p + 2 bits for nearest (Figueroa, "When is double rounding innocuous?",
// SIGNUM 1995), and since directed modes agree on nested grids. Only `fma` to
// the nearest can differ; that is one instruction in both formats.
//
// Elementary functions are not rounded correctly on any target, so they have no
// folds; nor have `approx` and `full`.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Signs and integral values
//===----------------------------------------------------------------------===//

/// Signs are bits, also those of NaNs.
OpFoldResult AbsFOp::fold(FoldAdaptor adaptor) {
  if (getSource().getDefiningOp<AbsFOp>())
    return getSource();
  return foldBits(getType(), adaptor.getOperands(), [](ArrayRef<APInt> x) {
    APInt bits = x[0];
    bits.clearSignBit();
    return bits;
  });
}

OpFoldResult NegFOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getSource().getDefiningOp<NegFOp>())
    return inner.getSource();
  return foldBits(getType(), adaptor.getOperands(), [](ArrayRef<APInt> x) {
    APInt bits = x[0];
    bits.flipBit(bits.getBitWidth() - 1);
    return bits;
  });
}

/// Folds ceil and floor of integral values.
template <typename OpT>
static OpFoldResult foldIntegral(OpT op, ArrayRef<Attribute> operands,
                                 APFloat::roundingMode mode) {
  if (isa_and_nonnull<CeilOp, FloorOp>(op.getSource().getDefiningOp()))
    return op.getSource();
  return foldFloats(op.getType(), operands, /*flushToZero=*/false,
                    [&](ArrayRef<APFloat> x) {
                      APFloat result = x[0];
                      result.roundToIntegral(mode);
                      return result;
                    });
}

OpFoldResult CeilOp::fold(FoldAdaptor adaptor) {
  return foldIntegral(*this, adaptor.getOperands(), APFloat::rmTowardPositive);
}
OpFoldResult FloorOp::fold(FoldAdaptor adaptor) {
  return foldIntegral(*this, adaptor.getOperands(), APFloat::rmTowardNegative);
}

//===----------------------------------------------------------------------===//
// Rounded arithmetic
//===----------------------------------------------------------------------===//

/// An operation that has a rounding mode and `flush_to_zero`.
template <typename OpT>
static Attribute foldRounded(
    OpT op, ArrayRef<Attribute> operands,
    function_ref<APFloat(ArrayRef<APFloat>, APFloat::roundingMode)> compute) {
  std::optional<APFloat::roundingMode> mode =
      getIeeeRounding(op.getRoundingMode());
  if (!mode)
    return {};
  return foldFloats(op.getType(), operands, op.getFlushToZero(),
                    [&](ArrayRef<APFloat> x) { return compute(x, *mode); });
}

/// Whether an operand is the neutral zero of an addition: -0, but +0 if the
/// addition rounds down, since +0 + -0 is -0 then.
static bool isNeutralZero(Attribute operand, Type type, RoundingMode mode,
                          bool isSubtracted) {
  std::optional<APInt> bits = readSplat(operand);
  if (!bits)
    return false;
  APFloat number = readFloat(type, *bits);
  bool isNegative = (mode != RoundingMode::NEGATIVE_INF) != isSubtracted;
  return number.isZero() && number.isNegative() == isNegative;
}

static bool isOne(Attribute operand, Type type) {
  std::optional<APInt> bits = readSplat(operand);
  return bits && readFloat(type, *bits).isExactlyValue(1.0);
}

OpFoldResult AddFOp::fold(FoldAdaptor adaptor) {
  if (!getFlushToZero() &&
      isNeutralZero(adaptor.getRhs(), getType().getElementType(),
                    getRoundingMode(), /*isSubtracted=*/false))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), [](auto x, auto mode) {
    APFloat result = x[0];
    result.add(x[1], mode);
    return result;
  });
}

OpFoldResult SubFOp::fold(FoldAdaptor adaptor) {
  if (!getFlushToZero() &&
      isNeutralZero(adaptor.getRhs(), getType().getElementType(),
                    getRoundingMode(), /*isSubtracted=*/true))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), [](auto x, auto mode) {
    APFloat result = x[0];
    result.subtract(x[1], mode);
    return result;
  });
}

OpFoldResult MulFOp::fold(FoldAdaptor adaptor) {
  if (!getFlushToZero() && isOne(adaptor.getRhs(), getType().getElementType()))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), [](auto x, auto mode) {
    APFloat result = x[0];
    result.multiply(x[1], mode);
    return result;
  });
}

OpFoldResult DivFOp::fold(FoldAdaptor adaptor) {
  if (getIeeeRounding(getRoundingMode()) && !getFlushToZero() &&
      isOne(adaptor.getRhs(), getType().getElementType()))
    return getLhs();
  return foldRounded(*this, adaptor.getOperands(), [](auto x, auto mode) {
    APFloat result = x[0];
    result.divide(x[1], mode);
    return result;
  });
}

OpFoldResult FmaOp::fold(FoldAdaptor adaptor) {
  return foldRounded(*this, adaptor.getOperands(), [](auto x, auto mode) {
    APFloat result = x[0];
    result.fusedMultiplyAdd(x[1], x[2], mode);
    return result;
  });
}

OpFoldResult SqrtOp::fold(FoldAdaptor adaptor) {
  return foldRounded(*this, adaptor.getOperands(),
                     [](auto x, auto mode) { return squareRoot(x[0], mode); });
}

OpFoldResult RemFOp::fold(FoldAdaptor adaptor) {
  return foldFloats(getType(), adaptor.getOperands(), /*flushToZero=*/false,
                    [](ArrayRef<APFloat> x) {
                      APFloat result = x[0];
                      result.mod(x[1]);
                      return result;
                    });
}
