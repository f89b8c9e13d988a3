//===- ScaleFormats.h - Floats of block scales ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// f4E2M1FN (0, 0.5, 1, 1.5, 2, 3, 4, 6 and their negatives) and f8E8M0FNU
// (2^-127 ... 2^127, NaN) are converted in integers, since many targets have no
// instructions for them. Numbers out of range become the largest number, as
// "cvt" with .satfinite does (PTX ISA); NaN becomes 6 and 255, zero and
// negative numbers the smallest power of two.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALEFORMATS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALEFORMATS_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Both are exact, and return an f32.
mlir::Value fp4ToF32(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::Value bits);
mlir::Value e8m0ToF32(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value bits);

/// Converts any float of LLVM to the nearest.
mlir::Value floatToFp4(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value);
/// Converts to the next power of two above (`up`) or below.
mlir::Value f32ToE8m0(mlir::OpBuilder &builder, mlir::Location loc,
                      mlir::Value value, bool up);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_SCALEFORMATS_H
