//===- CudaTileTypes.h - Types of Tile IR -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_CUDATILE_IR_CUDATILETYPES_H
#define TILEIRAS_DIALECT_CUDATILE_IR_CUDATILETYPES_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace mlir::cuda_tile {
class TensorViewType;
class TileType;
} // namespace mlir::cuda_tile

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypeInterfaces.h.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h.inc"

namespace mlir::cuda_tile {

/// i1, i8, i16, i32, i64, and the float types of Tile IR: what pointers point
/// to and tensors hold.
bool isNumberType(Type type);
/// The float types of Tile IR, fnv8E5M3FNU included.
bool isFloatNumberType(Type type);
/// A type of the dialect, or a number type.
bool isCudaTileValueType(Type type);
/// Bits of a number, i4 or pointer (64) as a tile element; tf32 has 19.
unsigned getElementBitWidth(Type elementType);

/// The tensor_view of a tile view; any other type itself.
Type getViewedType(Type type);

/// The type of the attribute that holds a constant of type `tile`: a tensor of
/// the same shape and elements. LLVM has no arithmetic for fnv8E5M3FNU: its
/// constants are i8 bits, and the tensor type's encoding names the element
/// type.
RankedTensorType getConstantType(TileType tile);
/// The inverse, for a type that getConstantType made, and its element type for
/// any.
TileType getTileTypeOfConstant(RankedTensorType type);
Type getConstantElementType(RankedTensorType type);

/// Prints a type as it stands inside operations and types of the dialect:
/// without `!cuda_tile.`.
void printCudaTileType(AsmPrinter &printer, Type type);
/// Reads a type with or without `!cuda_tile.`.
ParseResult parseCudaTileType(AsmParser &parser, Type &type);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_DIALECT_CUDATILE_IR_CUDATILETYPES_H
