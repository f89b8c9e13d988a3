//===- Trigonometry64.h - sin, cos and tan of f64 ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As for f32 (Trigonometry.h), x = n pi/2 + r + s, where s is the rounding
// error of r: half a unit in the last place of r would be doubled in a tangent.
//
// Below 2^30, x - n P is exact for P, pi/2 in f64: it is a multiple of 2^-52
// below 1. The product of n and the next part of pi/2 is computed with its
// rounding error, the product with a third part is added to s alone. Numbers of
// f64 are as near as 2^-61 to multiples of pi/2, where r is small by itself.
//
// Beyond, x = m 2^e with m of 53 bits, and x * 2/pi modulo 4 is the product of
// m and 192 bits of 2/pi, starting at the first bit whose product is no
// multiple of 4. The lowest 192 bits of the product have n in the two highest.
// The next 128 are enough: 61 of them may be zeros, and 67 are left. The bits
// of 2/pi are in a table.
//
// tan is the quotient of sin and cos, each with its rounding error; one
// iteration of Newton's division on the remainder of the quotient corrects for
// all of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY64_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY64_H

#include "Trigonometry.h"

namespace tileiras::to_llvm {

/// Does the same as emitTrigonometric for an f64.
mlir::Value emitTrigonometric64(mlir::OpBuilder &builder, mlir::Location loc,
                                mlir::gpu::GPUModuleOp module,
                                Trigonometric function, mlir::Value x);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TRIGONOMETRY64_H
