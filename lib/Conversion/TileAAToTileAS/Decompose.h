//===- Decompose.h - Operations that become several -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These operations of nv_tileaa have no counterpart in nv_tileas and become
// several others.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H
#define TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

/// Replaces an insert: the source, repeated over the whole tile, is selected
/// where the indices of an element are in the part. No thread needs to know the
/// position of the part, and elements move only by views and broadcasts.
void decomposeInsert(mlir::nv_tileaa::InsertOp insert);

/// Replaces an unpack whose 4-bit numbers no instruction reads as bytes: the
/// halves of each byte become adjacent elements.
void decomposeUnpack(mlir::nv_tileaa::UnpackOp unpack);

/// Replaces operands of a dot with scales by those that its instruction reads:
/// 4-bit numbers by the bytes that hold them. Returns false if there are no
/// such bytes.
bool packOperands(mlir::nv_tileaa::DotOp dot);

/// Converts both operands of a dot to tiles of `element`.
void widenOperands(mlir::nv_tileaa::DotOp dot, mlir::Type element);

} // namespace tileiras

#endif // TILEIRAS_LIB_CONVERSION_TILEAATOTILEAS_DECOMPOSE_H
