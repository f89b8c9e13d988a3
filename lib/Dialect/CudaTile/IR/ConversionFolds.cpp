//===- ConversionFolds.cpp - Folds of conversions -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Between integers, floats and pointers. Too large a number for a float type of
// 8 bits or less is left alone: instructions saturate where the formats have a
// NaN or an infinity.
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Returns the operand of `Inverse`, if the operand of `op` is the result of
/// such an operation and if the types match.
template <typename Inverse, typename OpT>
static Value findRoundTrip(OpT op, Value source) {
  auto inner = source.getDefiningOp<Inverse>();
  if (inner && inner->getOperand(0).getType() == op.getType())
    return inner->getOperand(0);
  return {};
}

//===----------------------------------------------------------------------===//
// The same bits
//===----------------------------------------------------------------------===//

OpFoldResult BitcastOp::fold(FoldAdaptor adaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0]; });
}

OpFoldResult IntToPtrOp::fold(FoldAdaptor) {
  return findRoundTrip<PtrToIntOp>(*this, getSource());
}

OpFoldResult PtrToIntOp::fold(FoldAdaptor) {
  return findRoundTrip<IntToPtrOp>(*this, getSource());
}

OpFoldResult PtrToPtrOp::fold(FoldAdaptor) {
  if (getSource().getType() == getType())
    return getSource();
  return {};
}

//===----------------------------------------------------------------------===//
// Integers
//===----------------------------------------------------------------------===//

OpFoldResult ExtIOp::fold(FoldAdaptor adaptor) {
  unsigned width = getElementBitWidth(getType().getElementType());
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBits(getType(), adaptor.getOperands(), [&](ArrayRef<APInt> x) {
    return isSigned ? x[0].sext(width) : x[0].zext(width);
  });
}

/// No signed wrap promises that the dropped bits equal the sign, and no
/// unsigned wrap that they are zero.
OpFoldResult TruncIOp::fold(FoldAdaptor adaptor) {
  if (Value whole = findRoundTrip<ExtIOp>(*this, getFrom()))
    return whole;
  unsigned width = getElementBitWidth(getType().getElementType());
  bool noSigned = getOverflow() == IntegerOverflow::NSW ||
                  getOverflow() == IntegerOverflow::NW;
  bool noUnsigned = getOverflow() == IntegerOverflow::NUW ||
                    getOverflow() == IntegerOverflow::NW;
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    if ((noSigned && !x[0].isSignedIntN(width)) ||
                        (noUnsigned && !x[0].isIntN(width)))
                      return std::nullopt;
                    return x[0].trunc(width);
                  });
}

//===----------------------------------------------------------------------===//
// To floats
//===----------------------------------------------------------------------===//

/// fnv8E5M3FNU has no sign, not even of a zero.
static std::optional<APInt> roundToE5M3(APFloat number) {
  bool isInexact; // never: no format of Tile IR holds more than an f64
  number.convert(APFloat::IEEEdouble(), APFloat::rmTowardZero, &isInexact);
  uint8_t bits = Float8E5M3FNUType::encode(number.convertToDouble());
  bool isOutside = bits == 0xFF && !number.isNaN();
  if (isOutside || (number.isZero() && number.isNegative()))
    return std::nullopt;
  return APInt(8, bits);
}

/// f8E8M0FNU: 2^-127 to 2^127, rounded up or towards zero.
static std::optional<APInt> roundToPowerOfTwo(const APFloat &number,
                                              APFloat::roundingMode mode) {
  if (number.isNaN())
    return APInt::getAllOnes(8);
  if (number.isNegative() || number.isZero() || number.isInfinity())
    return std::nullopt;
  int exponent = ilogb(number);
  bool isPower = number.getExactLog2Abs() == exponent;
  if (mode == APFloat::rmTowardPositive && !isPower)
    ++exponent;
  if (exponent < -127 || exponent > 127)
    return std::nullopt;
  return APInt(8, exponent + 127);
}

/// Whether a number is too large for a format without infinity and NaN: half a
/// unit or more beyond the largest one, whose significand is odd.
static bool isBeyondLargest(const APFloat &number,
                            const llvm::fltSemantics &semantics) {
  APFloat last = APFloat::getLargest(semantics);
  APFloat before = last;
  before.next(/*nextDown=*/true);
  double limit = 1.5 * last.convertToDouble() - 0.5 * before.convertToDouble();
  APFloat size = abs(number);
  bool isInexact;
  size.convert(APFloat::IEEEdouble(), APFloat::rmTowardZero, &isInexact);
  return size.convertToDouble() >= limit;
}

/// Rounds to a format of 8 bits or less with a sign.
static std::optional<APInt> roundToNarrow(APFloat number,
                                          const llvm::fltSemantics &semantics,
                                          APFloat::roundingMode mode) {
  if (number.isInfinity())
    return std::nullopt;
  if (!APFloat::semanticsHasNaN(semantics) &&
      (number.isNaN() || isBeyondLargest(number, semantics)))
    return std::nullopt;
  if (number.isNaN())
    return APFloat::getQNaN(semantics).bitcastToAPInt();
  bool isInexact;
  number.convert(semantics, mode, &isInexact);
  if (!number.isFinite())
    return std::nullopt;
  return number.bitcastToAPInt();
}

/// Rounds to a float type; returns none if the type has 8 bits or less and
/// can't represent that magnitude or sign.
static std::optional<APInt> roundTo(Type type, APFloat number,
                                    APFloat::roundingMode mode) {
  if (isa<Float8E5M3FNUType>(type))
    return roundToE5M3(number);
  if (isa<Float8E8M0FNUType>(type))
    return roundToPowerOfTwo(number, mode);
  const llvm::fltSemantics &semantics =
      cast<FloatType>(type).getFloatSemantics();
  if (getElementBitWidth(type) <= 8)
    return roundToNarrow(number, semantics, mode);
  if (number.isNaN())
    return APFloat::getQNaN(semantics).bitcastToAPInt();
  bool isInexact;
  number.convert(semantics, mode, &isInexact);
  return number.bitcastToAPInt();
}

OpFoldResult FToFOp::fold(FoldAdaptor adaptor) {
  Type from = getFrom().getType().getElementType();
  Type to = getType().getElementType();
  std::optional<APFloat::roundingMode> mode =
      getIeeeRounding(getRoundingMode());
  if (!mode)
    return {};
  return foldBits(getType(), adaptor.getOperands(), [&](ArrayRef<APInt> x) {
    return roundTo(to, readFloat(from, x[0]), *mode);
  });
}

OpFoldResult IToFOp::fold(FoldAdaptor adaptor) {
  Type to = getType().getElementType();
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    auto floatType = dyn_cast<FloatType>(to);
                    bool isNarrow = getElementBitWidth(to) <= 8;
                    // An f64 represents each number of narrow types exactly.
                    APFloat number(isNarrow || !floatType
                                       ? APFloat::IEEEdouble()
                                       : floatType.getFloatSemantics());
                    APFloat::opStatus status = number.convertFromAPInt(
                        x[0], isSigned, APFloat::rmNearestTiesToEven);
                    if (!isNarrow)
                      return number.bitcastToAPInt();
                    if (status != APFloat::opOK)
                      return std::nullopt;
                    return roundTo(to, number, APFloat::rmNearestTiesToEven);
                  });
}

//===----------------------------------------------------------------------===//
// From floats
//===----------------------------------------------------------------------===//

/// Truncates; returns none for a number out of range, unless it saturates. Only
/// 0 and 1 (-1 if signed) fold to a truth value: for others front ends mean
/// "not zero", which the lowering implements.
static std::optional<APInt> truncate(const APFloat &number, unsigned width,
                                     bool isSigned, bool saturates) {
  llvm::APSInt result(width, /*isUnsigned=*/!isSigned);
  bool isExact;
  APFloat::opStatus status =
      number.convertToInteger(result, APFloat::rmTowardZero, &isExact);
  if (width == 1 && !isExact)
    return std::nullopt;
  if (status & APFloat::opInvalidOp) {
    if (!saturates)
      return std::nullopt;
    if (number.isNaN())
      return APInt::getZero(width);
  }
  return result;
}

OpFoldResult FToIOp::fold(FoldAdaptor adaptor) {
  Type from = getFrom().getType().getElementType();
  unsigned width = getElementBitWidth(getType().getElementType());
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBits(getType(), adaptor.getOperands(), [&](ArrayRef<APInt> x) {
    return truncate(readFloat(from, x[0]), width, isSigned, getSaturating());
  });
}
