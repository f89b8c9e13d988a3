//===- MatrixUnits.h - Which products have a matrix unit --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A matrix unit takes some element types only, and tiles that fill its
// fragments. Passes that give products other shapes ask here, and so does the
// conversion to nv_tileas, which writes the instruction down.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H
#define TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Target/AtomInfo.h"

namespace tileiras {

/// The cheapest instruction for the element types and the shape of a product
/// without scales; one fused multiply and add where no matrix unit takes them.
const AtomInfo &chooseInstruction(mlir::nv_tileaa::DotOp dot,
                                  const TargetInfo &target);

/// What to convert the operands of a product of fp8 to that doesn't fill its
/// fragments: f16, which holds them exactly, where those are filled, else f32.
/// Null if they are fine as they are.
mlir::Type chooseWiderOperands(mlir::nv_tileaa::DotOp dot,
                               const TargetInfo &target);

/// Whether a matrix unit makes the product, of its operands or of what they are
/// converted to: wider numbers, or, of a product with scales, bf16.
bool hasMatrixUnit(mlir::nv_tileaa::DotOp dot, const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAA_UTILS_MATRIXUNITS_H
