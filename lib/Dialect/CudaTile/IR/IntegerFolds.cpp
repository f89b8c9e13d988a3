//===- IntegerFolds.cpp - Folds of integer arithmetic -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The rules are those of the specification's integer section: arithmetic wraps
// unless a promise says that it does not; division by zero, the least signed
// number by -1, and shifts by the width or more have no result. The constant of
// a commutative operation is its right operand, where MLIR puts it.
//
//===----------------------------------------------------------------------===//

#include "Facts.h"
#include "Folding.h"

using namespace mlir;
using namespace mlir::cuda_tile;

/// Returns none if the operation overflows although it promises not to.
static std::optional<APInt> keepPromise(IntegerOverflow promise, APInt result,
                                        bool signedWrap, bool unsignedWrap) {
  bool noSigned =
      promise == IntegerOverflow::NSW || promise == IntegerOverflow::NW;
  bool noUnsigned =
      promise == IntegerOverflow::NUW || promise == IntegerOverflow::NW;
  if ((noSigned && signedWrap) || (noUnsigned && unsignedWrap))
    return std::nullopt;
  return result;
}

/// One of APInt's operations that report overflow, in both kinds.
using OverflowFn = APInt (APInt::*)(const APInt &, bool &) const;

static Attribute foldWrapping(TileType type, ArrayRef<Attribute> operands,
                              IntegerOverflow promise, OverflowFn inSigned,
                              OverflowFn inUnsigned) {
  return foldBits(type, operands, [&](ArrayRef<APInt> x) {
    bool signedWrap, unsignedWrap;
    (void)(x[0].*inSigned)(x[1], signedWrap);
    APInt result = (x[0].*inUnsigned)(x[1], unsignedWrap);
    return keepPromise(promise, result, signedWrap, unsignedWrap);
  });
}

/// Whether an operand is a splat of which `is` holds.
static bool isSplatThat(Attribute operand, bool (APInt::*is)() const) {
  std::optional<APInt> splat = readSplat(operand);
  return splat && ((*splat).*is)();
}
static bool isZero(Attribute operand) {
  return isSplatThat(operand, &APInt::isZero);
}
/// Whether an operand is 1; false for i1, where 1 is -1 as a signed number.
static bool isOne(Attribute operand) {
  std::optional<APInt> splat = readSplat(operand);
  return splat && splat->isOne() && splat->getBitWidth() > 1;
}
static bool isAllOnes(Attribute operand) {
  return isSplatThat(operand, &APInt::isAllOnes);
}

//===----------------------------------------------------------------------===//
// Bits
//===----------------------------------------------------------------------===//

OpFoldResult AndIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isAllOnes(adaptor.getRhs()))
    return getLhs();
  std::optional<APInt> mask = readSplat(adaptor.getRhs());
  if (mask && (mask->isZero() || mask->ult(getDivisor(getLhs()))))
    return makeSplat(getType(), 0);
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0] & x[1]; });
}

OpFoldResult OrIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs() || isZero(adaptor.getRhs()))
    return getLhs();
  if (isAllOnes(adaptor.getRhs()))
    return getRhs();
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0] | x[1]; });
}

OpFoldResult XOrIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return makeSplat(getType(), 0);
  if (isZero(adaptor.getRhs()))
    return getLhs();
  // !!x
  if (auto inner = getLhs().getDefiningOp<XOrIOp>();
      inner && inner.getRhs() == getRhs())
    return inner.getLhs();
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0] ^ x[1]; });
}

OpFoldResult ShLIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    if (x[1].uge(x[1].getBitWidth()))
                      return std::nullopt;
                    bool signedWrap, unsignedWrap;
                    (void)x[0].sshl_ov(x[1], signedWrap);
                    APInt result = x[0].ushl_ov(x[1], unsignedWrap);
                    return keepPromise(getOverflow(), result, signedWrap,
                                       unsignedWrap);
                  });
}

OpFoldResult ShRIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    if (x[1].uge(x[1].getBitWidth()))
                      return std::nullopt;
                    return isSigned ? x[0].ashr(x[1]) : x[0].lshr(x[1]);
                  });
}

//===----------------------------------------------------------------------===//
// Sums and products
//===----------------------------------------------------------------------===//

OpFoldResult AddIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getLhs();
  return foldWrapping(getType(), adaptor.getOperands(), getOverflow(),
                      &APInt::sadd_ov, &APInt::uadd_ov);
}

OpFoldResult SubIOp::fold(FoldAdaptor adaptor) {
  if (getLhs() == getRhs())
    return makeSplat(getType(), 0);
  if (isZero(adaptor.getRhs()))
    return getLhs();
  return foldWrapping(getType(), adaptor.getOperands(), getOverflow(),
                      &APInt::ssub_ov, &APInt::usub_ov);
}

OpFoldResult MulIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getRhs()))
    return getRhs();
  if (isOne(adaptor.getRhs()))
    return getLhs();
  return foldWrapping(getType(), adaptor.getOperands(), getOverflow(),
                      &APInt::smul_ov, &APInt::umul_ov);
}

OpFoldResult MulhiIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getY()) || isOne(adaptor.getY()))
    return makeSplat(getType(), 0);
  return foldBits(getType(), adaptor.getOperands(), [](ArrayRef<APInt> x) {
    return llvm::APIntOps::mulhu(x[0], x[1]);
  });
}

OpFoldResult MmaIOp::fold(FoldAdaptor adaptor) {
  if (isZero(adaptor.getLhs()) || isZero(adaptor.getRhs()))
    return getAcc();
  return {};
}

OpFoldResult AbsIOp::fold(FoldAdaptor adaptor) {
  // | |x| | is |x| though the latter, of the least number, may look negative.
  if (getSource().getDefiningOp<AbsIOp>() ||
      getRange(getSource()).isAllNonNegative())
    return getSource();
  return foldBits(getType(), adaptor.getOperands(),
                  [](ArrayRef<APInt> x) { return x[0].abs(); });
}

OpFoldResult NegIOp::fold(FoldAdaptor adaptor) {
  if (auto inner = getSource().getDefiningOp<NegIOp>())
    return inner.getSource();
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    // The operation is 0 - x: the least number wraps as signed,
                    // and every number but 0 as unsigned.
                    return keepPromise(getOverflow(), -x[0],
                                       x[0].isMinSignedValue(), !x[0].isZero());
                  });
}

//===----------------------------------------------------------------------===//
// Quotients
//===----------------------------------------------------------------------===//

/// Whether the quotient and remainder of two integers exist.
static bool isDivisible(const APInt &x, const APInt &y, bool isSigned) {
  if (y.isZero())
    return false;
  return !isSigned || !y.isAllOnes() || !x.isMinSignedValue();
}

static APInt divide(const APInt &x, const APInt &y, bool isSigned,
                    RoundingMode mode) {
  APInt::Rounding rounding =
      mode == RoundingMode::POSITIVE_INF   ? APInt::Rounding::UP
      : mode == RoundingMode::NEGATIVE_INF ? APInt::Rounding::DOWN
                                           : APInt::Rounding::TOWARD_ZERO;
  return isSigned ? llvm::APIntOps::RoundingSDiv(x, y, rounding)
                  : llvm::APIntOps::RoundingUDiv(x, y, rounding);
}

OpFoldResult DivIOp::fold(FoldAdaptor adaptor) {
  if (isOne(adaptor.getRhs()))
    return getLhs();
  bool isSigned = getSignedness() == Signedness::Signed;
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    if (!isDivisible(x[0], x[1], isSigned))
                      return std::nullopt;
                    return divide(x[0], x[1], isSigned, getRounding());
                  });
}

OpFoldResult RemIOp::fold(FoldAdaptor adaptor) {
  bool isSigned = getSignedness() == Signedness::Signed;
  if (std::optional<APInt> divisor = readSplat(adaptor.getRhs());
      divisor && !divisor->isZero()) {
    // Multiples of a power of two, also negative ones, have remainder 0.
    if (divisor->isPowerOf2() && !divisor->isNegative() &&
        divisor->ule(getDivisor(getLhs())))
      return makeSplat(getType(), 0);
    llvm::ConstantRange range = getRange(getLhs());
    if (range.isAllNonNegative() && !divisor->isNegative() &&
        range.getUnsignedMax().ult(*divisor))
      return getLhs();
  }
  return foldBits(getType(), adaptor.getOperands(),
                  [&](ArrayRef<APInt> x) -> std::optional<APInt> {
                    if (!isDivisible(x[0], x[1], isSigned))
                      return std::nullopt;
                    return isSigned ? x[0].srem(x[1]) : x[0].urem(x[1]);
                  });
}

/// Speculation needs a divisor by which any number can be divided.
static Speculation::Speculatability getDivisionSpeculatability(Value divisor,
                                                               bool isSigned) {
  auto constant = divisor.getDefiningOp<ConstantOp>();
  std::optional<ElementBits> bits =
      constant ? readConstant(constant.getValue()) : std::nullopt;
  bool isSafe =
      bits && llvm::all_of(*bits, [&](const APInt &element) {
        return !element.isZero() && !(isSigned && element.isAllOnes());
      });
  return isSafe ? Speculation::Speculatable : Speculation::NotSpeculatable;
}

Speculation::Speculatability DivIOp::getSpeculatability() {
  return getDivisionSpeculatability(getRhs(),
                                    getSignedness() == Signedness::Signed);
}
Speculation::Speculatability RemIOp::getSpeculatability() {
  return getDivisionSpeculatability(getRhs(),
                                    getSignedness() == Signedness::Signed);
}
