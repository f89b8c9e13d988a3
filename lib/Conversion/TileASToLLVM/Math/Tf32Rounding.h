//===- Tf32Rounding.h - From f32 to tf32 ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TF32ROUNDING_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TF32ROUNDING_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Rounds an f32 to the nearest tf32, ties to even or away from zero, or
/// towards zero: by the instruction, if the target has one.
mlir::Value roundToTf32(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::nv_tileaa::RoundingMode mode,
                        const TargetInfo &target);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MATH_TF32ROUNDING_H
