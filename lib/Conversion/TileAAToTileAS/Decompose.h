//===- Decompose.h - Operations that others can say -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operations of nv_tileaa that nv_tileas does without.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H
#define TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

/// Replaces a part of a tile: everywhere the source, repeated over the whole
/// tile, is computed, and selected where the indices say so. No thread needs
/// to know where the part lies, and nothing has to move but what views and
/// broadcasts move.
void decomposeInsert(mlir::nv_tileaa::InsertOp insert);

/// Numbers of 4 bits that aren't read as bytes: the halves of each, side by
/// side.
void decomposeUnpack(mlir::nv_tileaa::UnpackOp unpack);

/// Operands of a product with scales as its instruction reads them: of numbers
/// of 4 bits the bytes that hold them. False where there are no such bytes.
bool packOperands(mlir::nv_tileaa::DotOp dot);

/// Converts both operands of a product to tiles of `element`.
void widenOperands(mlir::nv_tileaa::DotOp dot, mlir::Type element);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H
