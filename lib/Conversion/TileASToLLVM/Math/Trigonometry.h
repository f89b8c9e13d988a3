//===- Trigonometry.h - sin, cos and tan of f32 ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = n pi/2 + r with |r| <= pi/4 and an integer n; then sin x and cos x are
// sin r or cos r with a sign, selected by the two lowest bits of n, and both
// are polynomials; tan x is tan r or -1 / tan r. All results for one x share n,
// r and the polynomials: the code has no effects, so LLVM keeps one copy of
// each.
//
// Up to kMaxProduct, n is the sum of x * 2/pi and 1.5 * 2^23, rounded to an
// integer in its lowest bits, and r = x - n pi/2 by three fused multiply-adds
// with parts of pi/2 (Cody and Waite, "Software Manual for the Elementary
// Functions", 1980). The first part has so few bits that its multiply-add is
// exact.
//
// Beyond, that leaves no bits of r. There x = m 2^(e - 23) with a mantissa m of
// 24 bits, and x * 2/pi modulo 4 is the product of m and 96 bits of 2/pi,
// starting at the first bit whose product is no multiple of 4 (Payne and Hanek,
// "Radian reduction for trigonometric functions", 1983). The two highest bits
// of the lowest 96 of the product are n, rounded, and the next ones r. No f32
// is nearer to a multiple of pi/2 than some 2^-30, so 62 bits of fraction are
// enough.
//
// bench/results/Math.md has the measured errors. Subnormal numbers and zeros
// are their own sin and tan, with their sign; the results of infinities and NaN
// are NaN.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

enum class Trigonometric { Sin, Cos, Tan };

/// Returns sin, cos or tan of `x` (f32), by a call of a function of `module`
/// that reduces it.
mlir::Value emitTrigonometric(mlir::OpBuilder &builder, mlir::Location loc,
                              mlir::gpu::GPUModuleOp module,
                              Trigonometric function, mlir::Value x);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY_H
