//===- Exponential.h - exp, exp2 and the hyperbolic functions ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// exp of f32: e^x = 2^n * 2^g, n = rint(x log2 e) in [-126, 127], and
// g = x log2 e - n.
//
// n is counted from -126 and saturated on the way, in fractions of 253, which
// costs nothing; the sum with 1.5 * 2^23 is rounded to an integer and has it
// in its lowest bits, beside which 1 more makes the exponent of 2^n: shifted
// to its place, everything above falls off. g is exact to some 2^-25: its
// first product is not rounded, and the second adds what log2 e lacks in f32.
// Where n ends, g goes on: 2^g * 2^127 overflows and 2^g * 2^-126 underflows
// as they should. ex2.approx is within 2^-22 (PTX ISA, "ex2").
//
// 2^x of a pair of f32 without the special unit: x is cut off at -127, whose
// power is 0, and at 128, whose power is infinite. n = floor(x) comes of a sum
// with 1.5 * 2^23 that is rounded down, as above, and a polynomial gives
// 2^(x - n), 1 at 0. That times 2^n is normal, 0 or infinite, so that
// subnormal results are 0 as ex2.approx.ftz has them, whose bound holds: the
// deviation is 2^-23.5, and 2^-22.7 with all roundings.
//
// sinh and cosh of f32 are e^|x|/4 twice, less or plus an eighth of its
// reciprocal, which overflows no sooner than they do; below 1, where that would
// cancel, sinh is a polynomial. tanh is 1 - 2 / (e^2|x| + 1), and a polynomial
// below 0.6. Signs are put in last.
//
// exp and exp2 of f64: n = rint(x log2 e), and r = x - n ln 2 by two fused
// multiplications with parts of ln 2 (Cody and Waite, "Software Manual for the
// Elementary Functions", 1980), or r = x - n. A polynomial gives e^r or 2^r,
// which is multiplied by 2^(n/2) and by what is left of 2^n: the first product
// is exact and the second rounds once where the result is subnormal. Numbers
// that n has no bits for give zero or infinity.
//
// bench/results/Math.md has the measured errors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_EXPONENTIAL_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_EXPONENTIAL_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Of an f32, a pair of f32 or an f64.
mlir::Value emitExp(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value x);
/// Of an f32 or an f64.
mlir::Value emitExp2(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value x);

/// Of a pair of f32, by fused multiplications, within 2^-22; subnormal results
/// are 0.
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
