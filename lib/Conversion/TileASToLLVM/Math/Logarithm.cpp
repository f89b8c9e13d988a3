//===- Logarithm.cpp - log and log2 of f32 --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The coefficients are our own: they minimise the largest error for these f,
// and are then rounded to f32.
//
//===----------------------------------------------------------------------===//

#include "Logarithm.h"

#include "ScalarArithmetic.h"

#include <limits>

using namespace mlir;
using mlir::LLVM::FCmpPredicate;

namespace tileiras::to_llvm {

namespace {

class Logarithm : ScalarArithmetic {
public:
  /// Splits `x` into exponent and fraction.
  Logarithm(OpBuilder &builder, Location loc, Value x)
      : ScalarArithmetic(builder, loc) {
    Value isSubnormal = compare(FCmpPredicate::olt, x, 0x1p-126);
    normal = select(isSubnormal, mul(x, real(0x1p+23)), x);
    Value exponent = make<LLVM::AndOp>(
        make<LLVM::SubOp>(bits(normal), word(0x3f3504f3)), word(0xff800000));
    Value mantissa = make<LLVM::SubOp>(bits(normal), exponent);
    e = fma(cast<LLVM::SIToFPOp>(f32(), exponent), real(0x1p-23),
            select(isSubnormal, real(-23), real(0)));
    f = sub(fromBits(mantissa), real(1));
  }

  /// The error is 2^-27.
  Value log() {
    Value p = polynomial(f, {-0x1.4969e2p-4, 0x1.08a6c4p-3, -0x1.0bf562p-3,
                             0x1.224468p-3, -0x1.5487ep-3, 0x1.99a7a8p-3,
                             -0x1.000222p-2, 0x1.555548p-2, -0x1.fffffep-2});
    return finish(fma(e, real(0x1.62e43p-1), fma(mul(p, f), f, f)));
  }

  /// The error is 2^-28.
  Value log2() {
    Value q = polynomial(f, {-0x1.ce412ap-4, 0x1.8104c4p-3, -0x1.86ace6p-3,
                             0x1.a25ac2p-3, -0x1.eaba2ep-3, 0x1.27830cp-2,
                             -0x1.715abcp-2, 0x1.ec708p-2, -0x1.71547p-1,
                             0x1.5ae202p-26});
    return finish(add(e, fma(f, real(0x1.715476p+0), mul(q, f))));
  }

private:
  /// `result` is valid for positive finite numbers; adds the results of all
  /// others.
  Value finish(Value result) {
    Value infinity = real(std::numeric_limits<float>::infinity());
    Value isOther = LLVM::ICmpOp::create(builder, LLVM::ICmpPredicate::uge,
                                         bits(normal), word(0x7f800000));
    result = select(isOther, fma(normal, infinity, infinity), result);
    return select(compare(FCmpPredicate::oeq, normal, 0),
                  real(-std::numeric_limits<float>::infinity()), result);
  }

  /// The operand, times 2^23 if it is subnormal, and its parts.
  Value normal, e, f;
};

} // namespace

Value emitLogF32(OpBuilder &builder, Location loc, Value x) {
  return Logarithm(builder, loc, x).log();
}

Value emitLog2F32(OpBuilder &builder, Location loc, Value x) {
  return Logarithm(builder, loc, x).log2();
}

} // namespace tileiras::to_llvm
