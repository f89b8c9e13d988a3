//===- DirectedRounding.h - To 16 bits in a direction -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM narrows floats to the nearest. A number that was rounded in a direction
// and is rounded once more in the same one has the result of a single rounding.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Returns whether a mode rounds towards zero or one of the infinities.
bool isDirected(mlir::nv_tileaa::RoundingMode mode);

/// Returns "rn", "rz", "rm" or "rp", as intrinsics name the mode; "rn" for
/// modes that are none of these.
llvm::StringRef ptxRounding(mlir::nv_tileaa::RoundingMode mode);

/// Converts an f32 to f16 or bf16, rounded in a direction. A number that is too
/// large becomes the largest number or an infinity, as in IEEE 754 (section
/// 7.4); a NaN stays a NaN.
mlir::Value narrowDirected(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, mlir::Type type,
                           mlir::nv_tileaa::RoundingMode mode);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H
