//===- Power.h - pow of f32 -------------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x^y = 2^(y log2 |x|), with a sign. The error of the logarithm is multiplied
// by up to 150, so it is a sum of two numbers, accurate to some 2^-31.
//
// x| = 2^e m with m from sqrt(1/2) to sqrt 2, and log2 m is 2 / ln 2 atanh(s),
// s = (m - 1) / (m + 1). s is a quotient and its remainder, which corrects for
// the error of rcp.approx; m + 1 has one bit more than f32 holds. The first
// term of the series is a product of two pairs, the others are a polynomial:
// they are a hundredth of it.
//
// The exponent p is a sum of two numbers as well. It is clamped to -160 and
// 140, where all results are zero or infinity, so zeros and infinities only
// need a logarithm, which is infinite. 2^p is a polynomial of its fraction,
// times 2^(n/2) and the rest of 2^n, so that subnormal results are rounded
// once.
//
// As in C, the result is 1 for y = 0 and for x = 1, even with NaN; NaN for
// negative numbers with a y that is not integral; results of odd y have the
// sign of x.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_POWER_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_POWER_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Returns x^y of two f32.
mlir::Value emitPowF32(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value x, mlir::Value y);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_POWER_H
