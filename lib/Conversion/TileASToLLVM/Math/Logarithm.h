//===- Logarithm.h - log and log2 of f32 ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// x = 2^e (1 + f) with an integer e and 1 + f from sqrt(1/2) to sqrt 2:
// subtracting the bits of sqrt(1/2) leaves e in the exponent's field. Subnormal
// numbers are made normal before. Then log x = e ln 2 + f + f^2 p(f), where f
// is exact, so that near 1, where e is 0, the result is accurate to its last
// place; log2 x is e + f C + f q(f), where q corrects for the rounding error of
// C, log2 e.
//
// The numbers whose bits are those of infinity or more are infinity, NaN and
// negative ones: x * infinity + infinity is the result of each. No operation
// here is approximate, so the results are the same on every GPU.
//
// bench/results/Math.md has the measured errors.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_LOGARITHM_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_LOGARITHM_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

// `x` is an f32.
mlir::Value emitLogF32(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value x);
mlir::Value emitLog2F32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value x);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_LOGARITHM_H
