//===- MatrixUnits.h - Dots that a matrix unit computes ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix unit supports some element types only, and tiles that fill its
// fragments. Passes that change the shapes of dots query these functions, and
// so does the conversion to nv_tileas, which selects the MMA atom.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H
#define TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Target/AtomInfo.h"

namespace tileiras {

/// Returns the cheapest instruction for the element types and the shape of a
/// dot without scales; a fused multiply-add if no matrix unit supports them.
const AtomInfo &chooseInstruction(mlir::nv_tileaa::DotOp dot,
                                  const TargetInfo &target);

/// Returns the type that the operands of an fp8 dot that doesn't fill its
/// fragments are converted to: f16, which is exact, if the dot fills those
/// fragments, else f32. Returns null if no conversion is necessary.
mlir::Type chooseWiderOperands(mlir::nv_tileaa::DotOp dot,
                               const TargetInfo &target);

/// Returns the cheapest instruction for the operands of the dot, or after their
/// conversion to wider numbers, or to bf16 for a dot with scales.
const AtomInfo &chooseFinalInstruction(mlir::nv_tileaa::DotOp dot,
                                       const TargetInfo &target);

/// Whether a matrix unit computes the dot, of its operands or after their
/// conversion.
bool hasMatrixUnit(mlir::nv_tileaa::DotOp dot, const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H
