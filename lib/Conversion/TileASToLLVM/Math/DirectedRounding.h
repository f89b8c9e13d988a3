//===- DirectedRounding.h - To 16 bits in a direction -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// LLVM narrows floats to the nearest. A number that was rounded in a direction
// and is rounded once more in the same one is rounded as if at once.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Towards zero or one of the infinities.
bool isDirected(mlir::nv_tileaa::RoundingMode mode);

/// "rn", "rz", "rm", "rp": what intrinsics call it; to the nearest in modes
/// that are none of these.
llvm::StringRef ptxRounding(mlir::nv_tileaa::RoundingMode mode);

/// An f32 as f16 or bf16, rounded in a direction. What is too large becomes the
/// largest number or an infinity, as IEEE 754 has it (section 7.4); a NaN stays
/// one.
mlir::Value narrowDirected(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value value, mlir::Type type,
                           mlir::nv_tileaa::RoundingMode mode);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_DIRECTEDROUNDING_H
