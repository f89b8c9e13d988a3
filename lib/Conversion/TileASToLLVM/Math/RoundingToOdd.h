//===- RoundingToOdd.h - To f32, and once more ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where no instruction converts f64, or an integer, to a narrow float, the
// conversion passes through f32. A number that is rounded to the nearest twice
// may be a tie in the second rounding that was none before. Rounded to odd, an
// inexact number becomes the one of the two adjacent f32 whose last bit is set.
// That is on the same side of every number with at most 22 significant bits as
// the exact one, so that it rounds to the same narrow number in every mode
// (Boldo and Melquiond, "Emulation of FMA and correctly rounded sums: proved
// algorithms using rounding to odd", 2008).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Converts an f64 to f32, rounded to odd. Numbers that are too large become
/// the largest one.
mlir::Value f64ToOddF32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value);

/// Converts an integer of any width up to 64 to f32, rounded to odd.
mlir::Value integerToOddF32(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, bool isSigned);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H
