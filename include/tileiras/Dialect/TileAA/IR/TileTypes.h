//===- TileTypes.h - What a tile is after cuda_tile -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa and nv_tileas have the number types and the sizes of tiles that
// Tile IR has. A tile of rank 0 is a scalar; every other is a `tensor` of
// static sizes, each a power of two, since layouts are linear maps over bits.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H
#define TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/STLFunctionalExtras.h"

namespace mlir::nv_tileaa {

/// Elements of the largest tile.
inline constexpr int64_t kMaxTileElements = int64_t(1) << 24;

/// Signless, of 1, 4, 8, 16, 32 or 64 bits.
bool isIntegerNumber(Type type);
/// A float type of Tile IR.
bool isFloatNumber(Type type);
/// A float type that arithmetic is done in: f16, bf16, f32 or f64.
bool isArithmeticFloat(Type type);
/// An integer or float of those above.
bool isNumber(Type type);
bool isPointer(Type type);
bool isI1(Type type);
bool isI64(Type type);
/// What a tile may be made of: numbers and pointers.
bool isElementType(Type type);

/// Width of an element in memory, in shared memory and in the operands of a
/// product: i1 and narrow floats are a byte, tf32 is 32 bits, pointers are 64.
unsigned getMemoryBits(Type elementType);

/// A tensor of such elements whose sizes are powers of two, at most
/// kMaxTileElements in all.
bool isTile(Type type, llvm::function_ref<bool(Type)> isElement);

} // namespace mlir::nv_tileaa

#endif // TILEIRAS_DIALECT_TILEAA_IR_TILETYPES_H
