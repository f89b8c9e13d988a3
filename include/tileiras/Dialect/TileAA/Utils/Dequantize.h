//===- Dequantize.h - Dots without scales -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements are multiplied by their scales, one for a block of adjacent elements
// along K, in bf16. It represents every 4-bit and 8-bit float times its scale,
// except for the largest and smallest powers of two. The dot is then one
// without scales, which all targets have.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H
#define TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

/// Multiplies an operand of a dot by its scales, each of which is repeated
/// along `dim`, the K dimension, to the operand's size.
mlir::Value dequantize(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value elements, mlir::Value scales, int64_t dim);

/// Dequantizes both operands of a dot with scales, and removes the scales.
void dequantizeOperands(mlir::nv_tileaa::DotOp dot);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H
