//===- ConstantSyntax.h - The text of tile literals -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// `<f32: [[1.0, 2.0], [3.0, 4.0]]>`, or `<f32: 1.0>` for a splat.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_CONSTANTSYNTAX_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_CONSTANTSYNTAX_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/OpImplementation.h"

#include <string>

namespace mlir::cuda_tile {

void printConstantLiteral(OpAsmPrinter &printer, DenseElementsAttr value,
                          TileType type);

/// Reads `LITERAL : TYPE`.
ParseResult parseConstant(OpAsmParser &parser, DenseElementsAttr &value,
                          Type &type);

/// The name of a constant in the text: `cst_1_i32`, `true`, `cst_f32`.
std::string getConstantName(DenseElementsAttr value, TileType type);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_CONSTANTSYNTAX_H
