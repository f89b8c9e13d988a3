//===- RoundingToOdd.h - To f32, and once more ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The way from f64, and from integers, to a narrow float leads through f32
// where no instruction takes it at once. A number that is rounded to the
// nearest twice may meet a tie at the second time that was none. Rounded to
// odd, an inexact number becomes the one of the two f32 around it whose last
// bit is set. That lies on the same side of every number with at most 22
// significant bits as the exact one does, so that it rounds to the same narrow
// number in every mode (Boldo and Melquiond, "Emulation of FMA and correctly
// rounded sums: proved algorithms using rounding to odd", 2008).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// An f64 as f32, to odd. Numbers that are too large become the largest one.
mlir::Value f64ToOddF32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value);

/// An integer of any width up to 64 as f32, to odd.
mlir::Value integerToOddF32(mlir::OpBuilder &builder, mlir::Location loc,
                            mlir::Value value, bool isSigned);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_ROUNDINGTOODD_H
