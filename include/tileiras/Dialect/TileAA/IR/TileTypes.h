//===- TileTypes.h - Types of tiles after cuda_tile -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa and nv_tileas have the number types and the tile sizes of Tile IR.
// A tile of rank 0 is a scalar; every other tile is a `tensor` of static sizes,
// each a power of two, since layouts are linear maps over bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H
#define TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::nv_tileaa {

/// The number of elements of the largest tile.
inline constexpr int64_t kMaxTileElements = int64_t(1) << 24;

/// Whether the type is a signless integer of 1, 4, 8, 16, 32 or 64 bits.
bool isIntegerNumber(Type type);
/// Whether the type is a float type of Tile IR.
bool isFloatNumber(Type type);
/// Whether arithmetic is done in the type: f16, bf16, f32 or f64.
bool isArithmeticFloat(Type type);
/// Whether the type is an integer or float number.
bool isNumber(Type type);
bool isPointer(Type type);
bool isI1(Type type);
bool isI64(Type type);
/// Whether a tile may have elements of this type: numbers and pointers.
bool isElementType(Type type);

/// The width of an element in memory, in shared memory and in the operands of a
/// dot: i1 and narrow floats have a byte, tf32 has 32 bits, pointers have 64.
unsigned getMemoryBits(Type elementType);

/// Whether the type is a tensor of elements for which `isElement` holds, with
/// sizes that are powers of two, at most kMaxTileElements in all.
bool isTile(Type type, llvm::function_ref<bool(Type)> isElement);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H
