//===- Folding.cpp - Folds of constants -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Folding.h"

#include "llvm/ADT/APSInt.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Constants as bits
//===----------------------------------------------------------------------===//

std::optional<APInt> cuda_tile::readSplat(Attribute value) {
  auto elements = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!elements || !elements.isSplat())
    return std::nullopt;
  if (isa<FloatType>(elements.getElementType()))
    return elements.getSplatValue<APFloat>().bitcastToAPInt();
  return elements.getSplatValue<APInt>();
}

std::optional<ElementBits> cuda_tile::readConstant(Attribute value) {
  if (std::optional<APInt> splat = readSplat(value))
    return ElementBits{*splat};
  auto elements = dyn_cast_or_null<DenseElementsAttr>(value);
  if (!elements || elements.getNumElements() > maxFoldedElements)
    return std::nullopt;
  ElementBits bits;
  if (isa<FloatType>(elements.getElementType()))
    for (const APFloat &number : elements.getValues<APFloat>())
      bits.push_back(number.bitcastToAPInt());
  else
    llvm::append_range(bits, elements.getValues<APInt>());
  return bits;
}

DenseElementsAttr cuda_tile::makeConstant(TileType type, ArrayRef<APInt> bits) {
  if (!isNumberType(type.getElementType()))
    return {};
  if (llvm::all_equal(bits))
    bits = bits.take_front();
  RankedTensorType tensor = getConstantType(type);
  auto floatType = dyn_cast<FloatType>(tensor.getElementType());
  if (!floatType)
    return DenseElementsAttr::get(tensor, bits);
  auto numbers = llvm::map_to_vector(bits, [&](const APInt &element) {
    return APFloat(floatType.getFloatSemantics(), element);
  });
  return DenseElementsAttr::get(tensor, numbers);
}

DenseElementsAttr cuda_tile::makeSplat(TileType type, int64_t value) {
  unsigned width = getElementBitWidth(type.getElementType());
  return makeConstant(type, APInt(width, value, /*isSigned=*/true,
                                  /*implicitTrunc=*/true));
}

//===----------------------------------------------------------------------===//
// Elementwise folds
//===----------------------------------------------------------------------===//

Attribute cuda_tile::foldBits(TileType result, ArrayRef<Attribute> operands,
                              IntegerFn compute) {
  SmallVector<ElementBits, 3> constants;
  size_t numElements = 1;
  for (Attribute operand : operands) {
    std::optional<ElementBits> bits = readConstant(operand);
    if (!bits)
      return {};
    numElements = std::max(numElements, bits->size());
    constants.push_back(std::move(*bits));
  }
  ElementBits results;
  for (size_t i = 0; i < numElements; ++i) {
    SmallVector<APInt, 3> elements;
    for (const ElementBits &bits : constants)
      elements.push_back(bits.size() == 1 ? bits.front() : bits[i]);
    std::optional<APInt> element = compute(elements);
    if (!element)
      return {};
    results.push_back(std::move(*element));
  }
  return makeConstant(result, results);
}

std::optional<APFloat::roundingMode>
cuda_tile::getIeeeRounding(RoundingMode mode) {
  switch (mode) {
  case RoundingMode::NEAREST_EVEN:
    return APFloat::rmNearestTiesToEven;
  case RoundingMode::ZERO:
    return APFloat::rmTowardZero;
  case RoundingMode::NEGATIVE_INF:
    return APFloat::rmTowardNegative;
  case RoundingMode::POSITIVE_INF:
    return APFloat::rmTowardPositive;
  case RoundingMode::NEAREST_AWAY:
    return APFloat::rmNearestTiesToAway;
  case RoundingMode::APPROX:
  case RoundingMode::FULL:
  case RoundingMode::NEAREST_INT_TO_ZERO:
    return std::nullopt;
  }
  llvm_unreachable("not a rounding mode");
}

/// Flushes a subnormal number to a zero of its sign.
static APFloat flush(const APFloat &number, bool flushToZero) {
  if (flushToZero && number.isDenormal())
    return APFloat::getZero(number.getSemantics(), number.isNegative());
  return number;
}

static SmallVector<APFloat, 3> readFloats(Type type, ArrayRef<APInt> bits) {
  SmallVector<APFloat, 3> numbers;
  for (const APInt &element : bits)
    numbers.push_back(readFloat(type, element));
  return numbers;
}

Attribute cuda_tile::foldFloats(TileType result, ArrayRef<Attribute> operands,
                                bool flushToZero, FloatFn compute) {
  Type type = result.getElementType();
  return foldBits(
      result, operands, [&](ArrayRef<APInt> bits) -> std::optional<APInt> {
        SmallVector<APFloat, 3> numbers = readFloats(type, bits);
        for (APFloat &number : numbers)
          number = flush(number, flushToZero);
        std::optional<APFloat> computed = compute(numbers);
        if (!computed)
          return std::nullopt;
        if (computed->isNaN())
          return APFloat::getQNaN(computed->getSemantics()).bitcastToAPInt();
        return flush(*computed, flushToZero).bitcastToAPInt();
      });
}

Attribute cuda_tile::foldPredicate(TileType operandType, TileType result,
                                   ArrayRef<Attribute> operands,
                                   PredicateFn compute) {
  Type type = operandType.getElementType();
  return foldBits(result, operands, [&](ArrayRef<APInt> bits) {
    return APInt(1, compute(readFloats(type, bits)));
  });
}

//===----------------------------------------------------------------------===//
// Floats
//===----------------------------------------------------------------------===//

APFloat cuda_tile::readFloat(Type type, const APInt &bits) {
  if (auto floatType = dyn_cast<FloatType>(type))
    return APFloat(floatType.getFloatSemantics(), bits);
  assert(isa<Float8E5M3FNUType>(type) && "not a float");
  return APFloat(Float8E5M3FNUType::decode(bits.getZExtValue()));
}

/// With x = m * 2^e for integers m and even e, sqrt(x) = sqrt(m) * 2^(e/2). The
/// integer root of m, with a sticky bit below it for the remainder, rounds like
/// the root itself if it has two bits more than the result; m is scaled so that
/// it has. Roots are far from overflow and underflow.
APFloat cuda_tile::squareRoot(const APFloat &operand,
                              APFloat::roundingMode mode) {
  const llvm::fltSemantics &semantics = operand.getSemantics();
  if (operand.isZero() || operand.isNaN() ||
      (operand.isInfinity() && !operand.isNegative()))
    return operand;
  if (operand.isNegative())
    return APFloat::getNaN(semantics);

  unsigned precision = APFloat::semanticsPrecision(semantics);
  int exponent;
  APFloat fraction =
      llvm::frexp(operand, exponent, APFloat::rmNearestTiesToEven);
  // The fraction, in [1/2, 1), has `precision` bits; the root of an integer of
  // 2 * precision + 1 or + 2 bits has precision + 1.
  exponent -= precision;
  unsigned width = 2 * precision + 4;
  llvm::APSInt significand(width, /*isUnsigned=*/true);
  bool isExact;
  llvm::scalbn(fraction, precision, APFloat::rmNearestTiesToEven)
      .convertToInteger(significand, APFloat::rmTowardZero, &isExact);
  assert(isExact && "a significand is an integer");
  unsigned shift = precision + 1 + ((exponent - (precision + 1)) & 1);
  APInt square = significand.shl(shift);
  exponent -= shift;

  APInt root = square.sqrt();
  if ((root * root).ugt(square))
    --root;
  APInt rounded = root.shl(1);
  if (root * root != square)
    rounded.setBit(0);
  APFloat result(semantics);
  result.convertFromAPInt(rounded, /*IsSigned=*/false, mode);
  return llvm::scalbn(result, exponent / 2 - 1, APFloat::rmNearestTiesToEven);
}
