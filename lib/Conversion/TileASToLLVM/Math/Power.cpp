//===- Power.cpp - pow of f32 ---------------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients are our own: they minimise the largest error for these s and
// fractions, and are then rounded to f32.
//
//===----------------------------------------------------------------------===//

#include "Power.h"

#include "ScalarArithmetic.h"

#include <limits>

using namespace mlir;
using mlir::LLVM::FCmpPredicate;

namespace tileiras::to_llvm {

namespace {

/// A number and its rounding error.
struct Pair {
  Value value, lack;
};

class Power : ScalarArithmetic {
public:
  using ScalarArithmetic::ScalarArithmetic;

  Value pow(Value x, Value y) {
    Pair exponent = multiply(y, log2(LLVM::FAbsOp::create(builder, x)));
    return special(x, y, exp2(exponent));
  }

private:
  static constexpr double kInfinity = std::numeric_limits<float>::infinity();

  Value negate(Value x) { return LLVM::FNegOp::create(builder, x); }
  Value isEqual(Value x, double number) {
    return compare(FCmpPredicate::oeq, x, number);
  }
  /// a| is not smaller than |b|, or a is 0.
  Pair sum(Value a, Value b) {
    Value value = add(a, b);
    return {value, add(sub(a, value), b)};
  }

  Pair log2(Value a) {
    Value isSubnormal = compare(FCmpPredicate::olt, a, 0x1p-126);
    Value normal = select(isSubnormal, mul(a, real(0x1p+23)), a);
    Value exponent = make<LLVM::AndOp>(
        make<LLVM::SubOp>(bits(normal), word(0x3f3504f3)), word(0xff800000));
    Value e = fma(cast<LLVM::SIToFPOp>(f32(), exponent), real(0x1p-23),
                  select(isSubnormal, real(-23), real(0)));
    Pair log =
        log2OfMantissa(fromBits(make<LLVM::SubOp>(bits(normal), exponent)));
    Pair total = sum(e, log.value);
    total = sum(total.value, add(total.lack, log.lack));
    Value infinite = select(isEqual(a, 0), real(-kInfinity), total.value);
    return {select(isEqual(a, kInfinity), real(kInfinity), infinite),
            total.lack};
  }

  Pair log2OfMantissa(Value m) {
    constexpr double high = 0x1.715476p+1, low = 0x1.4ae0cp-25; // 2 / ln 2
    Value f = sub(m, real(1)), g = add(m, real(1));
    Value lack = sub(m, sub(g, real(1)));
    Value reciprocal = call("llvm.nvvm.rcp.approx.ftz.f", g);
    Value s = mul(f, reciprocal), minus = negate(s);
    Value left = fma(minus, lack, fma(minus, g, f));
    Value square = mul(s, s);
    Value p = polynomial(
        square, {0x1.558dbep-2, 0x1.a5f2a4p-2, 0x1.2776b2p-1, 0x1.ec709ep-1});
    Value value = mul(s, real(high));
    Value rest = fma(s, real(low), fma(s, real(high), negate(value)));
    // The slope at s is approximately 2 / ln 2 (1 + s^2).
    rest = fma(fma(high, square, high), mul(left, reciprocal), rest);
    return {value, fma(mul(s, square), p, rest)};
  }

  /// Returns y log, clamped to -160 to 140. Infinities have no rounding error;
  /// 0 stays 0.
  Pair multiply(Value y, Pair log) {
    Value product = mul(y, log.value);
    Value lack = fma(y, log.lack, fma(y, log.value, negate(product)));
    Value isInside = compare(FCmpPredicate::olt,
                             LLVM::FAbsOp::create(builder, product), 200);
    lack = select(isInside, lack, real(0));
    product = select(isEqual(log.value, 0), real(0), product);
    product =
        select(compare(FCmpPredicate::olt, product, -160), real(-160), product);
    product =
        select(compare(FCmpPredicate::ogt, product, 140), real(140), product);
    return {product, lack};
  }

  /// The error of the polynomial is 2^-28.
  Value exp2(Pair p) {
    constexpr double magic = 0x1.8p+23;
    Value rounded = add(p.value, real(magic));
    Value fraction = add(sub(p.value, sub(rounded, real(magic))), p.lack);
    Value power =
        polynomial(fraction, {0x1.442776p-13, 0x1.5ef758p-10, 0x1.3b2a46p-7,
                              0x1.c6af9ap-5, 0x1.ebfbep-3, 0x1.62e43p-1, 1});
    Value n = make<LLVM::SubOp>(bits(rounded), word(0x4b400000));
    Value half = make<LLVM::AShrOp>(n, word(1));
    return mul(mul(power, powerOfTwo(half)),
               powerOfTwo(make<LLVM::SubOp>(n, half)));
  }

  Value powerOfTwo(Value n) {
    return fromBits(
        make<LLVM::ShlOp>(make<LLVM::AddOp>(n, word(127)), word(23)));
  }

  Value isIntegral(Value y) {
    Value whole = LLVM::FTruncOp::create(builder, y);
    return LLVM::FCmpOp::create(builder, FCmpPredicate::oeq, whole, y);
  }

  /// Sets the sign, and the results of special operands.
  Value special(Value x, Value y, Value result) {
    Value isWhole = isIntegral(y);
    Value isHalfWhole = isIntegral(mul(y, real(0.5)));
    Value sign = make<LLVM::AndOp>(bits(x), word(0x80000000));
    Value odd = fromBits(make<LLVM::XOrOp>(bits(result), sign));
    result = select(isWhole, select(isHalfWhole, result, odd), result);
    Value isRoot = make<LLVM::AndOp>(
        make<LLVM::AndOp>(compare(FCmpPredicate::olt, x, 0),
                          compare(FCmpPredicate::ogt, x, -kInfinity)),
        make<LLVM::XOrOp>(isWhole, yes()));
    Value isNaN = LLVM::FCmpOp::create(builder, FCmpPredicate::uno, x, y);
    result = select(make<LLVM::OrOp>(isRoot, isNaN),
                    real(std::numeric_limits<float>::quiet_NaN()), result);
    return select(make<LLVM::OrOp>(isEqual(y, 0), isEqual(x, 1)), real(1),
                  result);
  }

  Value yes() {
    return LLVM::ConstantOp::create(builder, builder.getI1Type(),
                                    builder.getBoolAttr(true));
  }
};

} // namespace

Value emitPowF32(OpBuilder &builder, Location loc, Value x, Value y) {
  return Power(builder, loc).pow(x, y);
}

} // namespace tileiras::to_llvm
