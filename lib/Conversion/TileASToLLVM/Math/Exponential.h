//===- Exponential.h - exp, exp2 and the hyperbolic functions ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp of f32: e^x = 2^n * 2^g, n = rint(x log2 e) in [-126, 127], and g = x
// log2 e - n.
//
// n + 126 is computed in fractions of its range, 253, so that the saturation of
// the instruction clamps it for free. The sum with 1.5 * 2^23 is rounded to an
// integer in its lowest bits, here n + 127, the exponent field of 2^n: a shift
// moves it to its position and drops everything above. g is exact to some
// 2^-25: its first product is not rounded, and the second adds the rounding
// error of log2 e in f32. Where n is clamped, g is not: 2^g * 2^127 overflows
// and 2^g * 2^-126 underflows as they should. ex2.approx is within 2^-22 (PTX
// ISA, "ex2").
//
// 2^x of a pair of f32 without the special unit: x is clamped to -127, whose
// result is 0, and to 128, whose result is infinite. n = floor(x) is the sum
// with 1.5 * 2^23 that is rounded down, as above, and a polynomial approximates
// 2^(x - n), 1 at 0. That times 2^n is normal, 0 or infinite, so subnormal
// results are 0 as those of ex2.approx.ftz are, whose bound holds: the error is
// 2^-23.5, and 2^-22.7 with all roundings.
//
// sinh and cosh of f32 are e^|x|/4 twice, minus or plus an eighth of its
// reciprocal, which overflows no sooner than they do; below 1, where that would
// cancel, sinh is a polynomial. tanh is 1 - 2 / (e^2|x| + 1), and a polynomial
// below 0.6. Signs are set last.
//
// exp and exp2 of f64: n = rint(x log2 e), and r = x - n ln 2 by two fused
// multiply-adds with parts of ln 2 (Cody and Waite, "Software Manual for the
// Elementary Functions", 1980), or r = x - n. A polynomial approximates e^r or
// 2^r, which is multiplied by 2^(n/2) and by the rest of 2^n: the first product
// is exact and the second rounds once where the result is subnormal. Operands
// outside the range of n have the results zero or infinity.
//
// bench/results/Math.md has the measured errors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_EXPONENTIAL_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_EXPONENTIAL_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// `x` is an f32, a pair of f32 or an f64.
mlir::Value emitExp(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// `x` is an f32 or an f64.
mlir::Value emitExp2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);

/// Computes 2^x of a pair of f32 by fused multiply-adds, within 2^-22;
/// subnormal results are 0.
mlir::Value emitExp2ByFma(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value x);

// Functions of `x`, an f32.
mlir::Value emitSinhF32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);
mlir::Value emitCoshF32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);
mlir::Value emitTanhF32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_EXPONENTIAL_H
