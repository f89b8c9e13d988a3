//===- Numbers.cpp - Elements of tiles as numbers -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Interpreter/Numbers.h"

#include "llvm/ADT/APSInt.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

Rounding getRounding(cuda_tile::RoundingMode mode) {
  switch (mode) {
  case cuda_tile::RoundingMode::ZERO:
  case cuda_tile::RoundingMode::NEAREST_INT_TO_ZERO:
    return APFloat::rmTowardZero;
  case cuda_tile::RoundingMode::NEGATIVE_INF:
    return APFloat::rmTowardNegative;
  case cuda_tile::RoundingMode::POSITIVE_INF:
    return APFloat::rmTowardPositive;
  case cuda_tile::RoundingMode::NEAREST_AWAY:
    return APFloat::rmNearestTiesToAway;
  case cuda_tile::RoundingMode::NEAREST_EVEN:
  case cuda_tile::RoundingMode::APPROX:
  case cuda_tile::RoundingMode::FULL:
    return APFloat::rmNearestTiesToEven;
  }
  llvm_unreachable("not a rounding mode");
}

APFloat toFloat(Type type, uint64_t bits) {
  if (isa<Float8E5M3FNUType>(type))
    return APFloat(Float8E5M3FNUType::decode(bits));
  return APFloat(cast<FloatType>(type).getFloatSemantics(),
                 APInt(getElementBitWidth(type), bits));
}

//===----------------------------------------------------------------------===//
// Formats of 8 bits or less
//===----------------------------------------------------------------------===//

static APFloat inDouble(APFloat number) {
  bool isInexact; // never: no other format has more precision or range
  number.convert(APFloat::IEEEdouble(), APFloat::rmTowardZero, &isInexact);
  return number;
}

/// The format has no sign; the largest number is 0xFE.
static uint64_t toE5M3(const APFloat &number) {
  if (number.isNaN() || (number.isNegative() && number.isNonZero()))
    return 0xFF;
  double largest = Float8E5M3FNUType::decode(0xFE);
  double magnitude = std::fabs(inDouble(number).convertToDouble());
  return Float8E5M3FNUType::encode(std::min(magnitude, largest));
}

/// The format has powers of two, from 2^-127 (bits 0) to 2^127: values are
/// rounded up, or towards zero in every other mode.
static uint64_t toE8M0(const APFloat &number, Rounding mode) {
  if (number.isNaN())
    return 0xFF;
  if (number.isNegative() || number.isZero())
    return 0;
  if (number.isInfinity())
    return 0xFE;
  int exponent = ilogb(number);
  if (mode == APFloat::rmTowardPositive && number.getExactLog2Abs() != exponent)
    ++exponent;
  return std::clamp(exponent + 127, 0, 254);
}

/// Encodes f8E4M3FN, f8E5M2 and f4E2M1FN: a number beyond the largest becomes
/// the largest.
static uint64_t toNarrow(APFloat number, const fltSemantics &semantics,
                         Rounding mode) {
  bool hasNaN = APFloat::semanticsHasNaN(semantics);
  if (number.isNaN() && hasNaN)
    return APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue();
  bool isNegative = !number.isNaN() && number.isNegative();
  APFloat largest = APFloat::getLargest(semantics, isNegative);
  if (number.isNaN() || abs(inDouble(number)) >= abs(inDouble(largest)))
    return largest.bitcastToAPInt().getZExtValue();
  bool isInexact;
  number.convert(semantics, mode, &isInexact);
  return number.bitcastToAPInt().getZExtValue();
}

uint64_t fromFloat(Type type, APFloat number, Rounding mode) {
  if (isa<Float8E5M3FNUType>(type))
    return toE5M3(number);
  if (isa<Float8E8M0FNUType>(type))
    return toE8M0(number, mode);
  const fltSemantics &semantics = cast<FloatType>(type).getFloatSemantics();
  if (getElementBitWidth(type) <= 8)
    return toNarrow(std::move(number), semantics, mode);
  if (number.isNaN())
    return APFloat::getQNaN(semantics).bitcastToAPInt().getZExtValue();
  bool isInexact;
  number.convert(semantics, mode, &isInexact);
  return number.bitcastToAPInt().getZExtValue();
}

double toDouble(Type type, uint64_t bits) {
  if (type.isF64())
    return llvm::bit_cast<double>(bits);
  if (type.isF32())
    return llvm::bit_cast<float>(uint32_t(bits));
  return inDouble(toFloat(type, bits)).convertToDouble();
}

uint64_t fromDouble(Type type, double number) {
  return fromFloat(type, APFloat(number));
}

APFloat flush(APFloat number) {
  if (number.isDenormal())
    return APFloat::getZero(number.getSemantics(), number.isNegative());
  return number;
}

//===----------------------------------------------------------------------===//
// Square root
//===----------------------------------------------------------------------===//

/// Returns the largest integer whose square is at most `square`, by bisection
/// of its bits.
static APInt integerRoot(const APInt &square) {
  APInt root(square.getBitWidth(), 0);
  for (int bit = (square.getActiveBits() + 1) / 2; bit >= 0; --bit) {
    APInt candidate = root;
    candidate.setBit(bit);
    bool overflow;
    APInt candidateSquare = candidate.umul_ov(candidate, overflow);
    if (!overflow && candidateSquare.ule(square))
      root = candidate;
  }
  return root;
}

/// A finite positive number is m * 2^e with an integer m. With m shifted left
/// until it has more than twice the bits of the result and e is even, the root
/// is sqrt(m) * 2^(e/2); its integer part, and a sticky bit below that is set
/// if the root isn't an integer, round as the root does.
APFloat squareRoot(const APFloat &number, Rounding mode) {
  const fltSemantics &semantics = number.getSemantics();
  if (number.isNaN() || number.isZero())
    return number;
  if (number.isNegative())
    return APFloat::getQNaN(semantics);
  if (number.isInfinity())
    return number;
  int precision = APFloat::semanticsPrecision(semantics);
  int exponent = ilogb(number) - (precision - 1);
  APSInt significand(4 * precision + 8, /*isUnsigned=*/true);
  bool isExact;
  scalbn(number, -exponent, APFloat::rmTowardZero)
      .convertToInteger(significand, APFloat::rmTowardZero, &isExact);
  int shift = precision + 4 + ((exponent + precision) & 1);
  APInt square = significand.shl(shift);
  exponent -= shift;
  APInt root = integerRoot(square);
  APInt sticky = root.shl(1);
  if (root * root != square)
    sticky.setBit(0);
  APFloat result(semantics);
  result.convertFromAPInt(sticky, /*IsSigned=*/false, mode);
  return scalbn(result, exponent / 2 - 1, APFloat::rmNearestTiesToEven);
}

//===----------------------------------------------------------------------===//
// Constants and memory
//===----------------------------------------------------------------------===//

SmallVector<uint64_t> readConstant(DenseElementsAttr value) {
  SmallVector<uint64_t> bits;
  if (isa<FloatType>(value.getElementType()))
    for (const APFloat &number : value.getValues<APFloat>())
      bits.push_back(number.bitcastToAPInt().getZExtValue());
  else
    for (const APInt &number : value.getValues<APInt>())
      bits.push_back(number.getZExtValue());
  return bits;
}

unsigned getStorageBits(Type elementType) {
  if (elementType.isInteger(1))
    return 8;
  return elementType.isTF32() ? 32 : getElementBitWidth(elementType);
}

uint64_t toStorage(Type elementType, uint64_t bits) {
  return elementType.isTF32() ? bits << 13 : bits;
}

uint64_t fromStorage(Type elementType, uint64_t stored) {
  if (elementType.isInteger(1))
    return stored != 0;
  return elementType.isTF32() ? stored >> 13 : stored;
}

} // namespace tileiras::interpreter
