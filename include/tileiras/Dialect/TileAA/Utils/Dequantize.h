//===- Dequantize.h - Products without scales -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Elements times their scales, a scale for a row of neighbours along the summed
// dimension, as bf16: it has all products of 4-bit and 8-bit floats by their
// scales but the largest and smallest powers of two. Then the product is one
// like others, which all targets have.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H
#define TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

/// An operand of a product with its scales, each of which is repeated along
/// `dim`, the summed dimension, as often as it takes.
mlir::Value dequantize(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value elements, mlir::Value scales, int64_t dim);

/// Both operands of a product that has scales; it has none then.
void dequantizeOperands(mlir::nv_tileaa::DotOp dot);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAA_UTILS_DEQUANTIZE_H
