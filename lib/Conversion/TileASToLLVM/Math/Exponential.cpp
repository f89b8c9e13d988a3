//===- Exponential.cpp - exp, exp2 and the hyperbolic functions -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients are our own: they minimise the largest error for the
// operands of the polynomials, and are then rounded to the type.
//
//===----------------------------------------------------------------------===//

#include "Exponential.h"

#include "PackedArithmetic.h"
#include "ScalarArithmetic.h"

#include <limits>

using namespace mlir;
using mlir::LLVM::FCmpPredicate;

namespace tileiras::to_llvm {

namespace {

constexpr double kLog2E = 0x1.71547652b82fep+0;

//===----------------------------------------------------------------------===//
// f32
//===----------------------------------------------------------------------===//

class Exponential32 : ScalarArithmetic {
public:
  /// Functions of f32; exp also of pairs.
  using ScalarArithmetic::ScalarArithmetic;

  Value exp(Value x) { return exp(x, -126, 127, 0); }

  /// Computes 2^x of a pair by additions and multiplications.
  Value exp2OfPair(Value x) {
    constexpr double magic = 0x1.8p+23;
    x = eachHalf(x, [&](Value half) {
      half = call("llvm.nvvm.fmax.nan.f", {half, single(-127)});
      return call("llvm.nvvm.fmin.nan.f", {half, single(128)});
    });
    Value sum = emitPairOfF32(builder, builder.getLoc(), "add.rm",
                              {x, real(magic + 127)});
    Value fraction = sub(x, sub(sum, real(magic + 127)));
    return mul(
        polynomial(fraction, {0x1.e974fap-10, 0x1.277856p-7, 0x1.c91ce6p-5,
                              0x1.ebdb56p-3, 0x1.62e4bap-1, 1}),
        eachHalf(sum, [&](Value half) { return asExponent(half); }));
  }

  /// Returns (e^|x| + sign e^-|x|) / 2.
  Value halfSum(Value magnitude, int sign) {
    Value quarter = exp(magnitude, 0, 129, 2);
    return fma(reciprocal(quarter), real(sign * 0.125), add(quarter, quarter));
  }

  /// The error of the polynomial is 2^-31.
  Value sinh(Value x) {
    Value magnitude = LLVM::FAbsOp::create(builder, x);
    Value small =
        odd(x, {0x1.725236p-19, 0x1.a03554p-13, 0x1.1110c6p-7, 0x1.555556p-3});
    return join(compare(FCmpPredicate::olt, magnitude, 1), small,
                halfSum(magnitude, -1), x);
  }

  Value cosh(Value x) { return halfSum(LLVM::FAbsOp::create(builder, x), 1); }

  /// The error of the polynomial is 2^-27.
  Value tanh(Value x) {
    Value magnitude = LLVM::FAbsOp::create(builder, x);
    Value power =
        call("llvm.nvvm.ex2.approx.ftz", mul(magnitude, real(2 * kLog2E)));
    Value large = fma(reciprocal(add(power, real(1))), real(-2), real(1));
    Value small = odd(x, {-0x1.9cb942p-8, 0x1.5a3d52p-6, -0x1.b9613cp-5,
                          0x1.110f2p-3, -0x1.555554p-2});
    return join(compare(FCmpPredicate::olt, magnitude, 0.6), small, large, x);
  }

private:
  /// Returns e^x / 2^shift, with n from `low` to `high`.
  Value exp(Value x, int low, int high, int shift) {
    constexpr double magic = 0x1.8p+23, log2eInF32 = 0x1.715476p+0;
    double range = high - low;
    Value part = fma(kLog2E / range, x, -low / range);
    part = eachHalf(
        part, [&](Value half) { return call("llvm.nvvm.saturate.f", half); });
    Value sum = fma(range, part, magic + low + 127 - shift);
    Value minusN = sub(real(magic + 127 - shift), sum);
    Value g = fma(x, real(log2eInF32), minusN);
    g = fma(x, real(kLog2E - log2eInF32), g);
    Value power = eachHalf(
        g, [&](Value half) { return call("llvm.nvvm.ex2.approx.ftz", half); });
    return mul(power,
               eachHalf(sum, [&](Value half) { return asExponent(half); }));
  }

  /// Returns 2^(n - 127); the lowest bits of `sum` are n.
  Value asExponent(Value sum) {
    return fromBits(make<LLVM::ShlOp>(bits(sum), word(23)));
  }

  /// Returns a constant of f32, where other constants are pairs.
  Value single(double value) {
    return LLVM::ConstantOp::create(builder, f32(),
                                    builder.getF32FloatAttr(float(value)));
  }

  /// Applies `emit` to a number, or to both numbers of a pair.
  Value eachHalf(Value x, function_ref<Value(Value)> emit) {
    if (!isa<VectorType>(x.getType()))
      return emit(x);
    return emitHalves(builder, builder.getLoc(), x,
                      [&](ValueRange half) { return emit(half[0]); });
  }

  Value reciprocal(Value x) { return call("llvm.nvvm.rcp.approx.ftz.f", x); }

  /// Returns x + x^3 p(x^2).
  Value odd(Value x, ArrayRef<double> p) {
    Value square = mul(x, x);
    return fma(mul(polynomial(square, p), square), x, x);
  }

  /// Selects, and copies the sign of the operand, so that -0 stays -0.
  Value join(Value isSmall, Value small, Value large, Value x) {
    return LLVM::CopySignOp::create(builder, select(isSmall, small, large), x);
  }
};

//===----------------------------------------------------------------------===//
// f64
//===----------------------------------------------------------------------===//

class Exponential64 : ScalarArithmetic {
public:
  Exponential64(OpBuilder &builder, Location loc)
      : ScalarArithmetic(builder, loc, builder.getF64Type()) {}

  /// The error is 2^-56.
  Value exp(Value x) {
    Value sum = fma(kLog2E, x, kMagic);
    Value n = sub(sum, real(kMagic));
    Value r = fma(n, real(-0x1.62e42fefa39efp-1), x);
    r = fma(n, real(-0x1.abc9e3b39803fp-56), r);
    Value power = polynomial(
        r, {0x1.af61f506fe2c2p-26, 0x1.2892099c9ee21p-22, 0x1.71ddf76e11584p-19,
            0x1.a019b88afbe0dp-16, 0x1.a01a01afbeba8p-13, 0x1.6c16c178b624ep-10,
            0x1.111111110f8dp-7, 0x1.5555555553cc2p-5, 0x1.5555555555558p-3,
            0x1.0000000000001p-1, 1, 1});
    return bounded(x, scaled(power, sum), -746, 710);
  }

  /// The error is 2^-56.
  Value exp2(Value x) {
    Value sum = add(x, real(kMagic));
    Value r = sub(x, sub(sum, real(kMagic)));
    Value power = polynomial(
        r, {0x1.ec652ee79dd3dp-32, 0x1.e605cf65b483ep-28, 0x1.b52339a62cc2dp-24,
            0x1.62bfd4c4bdcc7p-20, 0x1.ffcbfd4607dedp-17, 0x1.430913094b82bp-13,
            0x1.5d87fe7874d9bp-10, 0x1.3b2ab6fba1ebp-7, 0x1.c6b08d704a1d2p-5,
            0x1.ebfbdff82c598p-3, 0x1.62e42fefa39efp-1, 1});
    return bounded(x, scaled(power, sum), -1080, 1025);
  }

private:
  /// 1.5 * 2^52: the unit in the last place is 1.
  static constexpr double kMagic = 0x1.8p+52;

  /// Returns x times 2^n, where the lowest bits of `sum` are n.
  Value scaled(Value x, Value sum) {
    Value n = cast<LLVM::TruncOp>(i32(), cast<LLVM::BitcastOp>(i64(), sum));
    Value half = make<LLVM::AShrOp>(n, word(1));
    return mul(mul(x, power(half)), power(make<LLVM::SubOp>(n, half)));
  }

  /// Returns 2^n, a normal number.
  Value power(Value n) {
    Value exponent = make<LLVM::AddOp>(n, word(1023));
    Value bits =
        make<LLVM::ShlOp>(cast<LLVM::ZExtOp>(i64(), exponent), wide(52));
    return cast<LLVM::BitcastOp>(builder.getF64Type(), bits);
  }

  /// Returns zero below `low`, infinity above `high`; NaN is neither.
  Value bounded(Value x, Value result, double low, double high) {
    result = select(compare(FCmpPredicate::olt, x, low), real(0), result);
    return select(compare(FCmpPredicate::ogt, x, high),
                  real(std::numeric_limits<double>::infinity()), result);
  }
};

} // namespace

Value emitExp(OpBuilder &builder, Location loc, Value x) {
  return x.getType().isF64() ? Exponential64(builder, loc).exp(x)
                             : Exponential32(builder, loc, x.getType()).exp(x);
}

Value emitExp2(OpBuilder &builder, Location loc, Value x) {
  if (x.getType().isF64())
    return Exponential64(builder, loc).exp2(x);
  return callIntrinsic(builder, loc, "llvm.nvvm.ex2.approx", x, x.getType());
}

Value emitExp2ByFma(OpBuilder &builder, Location loc, Value x) {
  return Exponential32(builder, loc, x.getType()).exp2OfPair(x);
}

Value emitSinhF32(OpBuilder &builder, Location loc, Value x) {
  return Exponential32(builder, loc).sinh(x);
}

Value emitCoshF32(OpBuilder &builder, Location loc, Value x) {
  return Exponential32(builder, loc).cosh(x);
}

Value emitTanhF32(OpBuilder &builder, Location loc, Value x) {
  return Exponential32(builder, loc).tanh(x);
}

} // namespace tileiras::to_llvm
