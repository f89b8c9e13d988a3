//===- AccessVerification.h - Checks of memory accesses -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Shared by the operations that access memory through pointers and views.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_ACCESSVERIFICATION_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_ACCESSVERIFICATION_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Operation.h"

namespace mlir::cuda_tile {

/// The orderings that an operation knows. Scope: weak has none, the others
/// have one.
LogicalResult verifyOrdering(Operation *op, MemoryOrderingSemantics ordering,
                             ArrayRef<MemoryOrderingSemantics> allowed,
                             std::optional<MemoryScope> scope);
LogicalResult verifyLoadOrdering(Operation *op,
                                 MemoryOrderingSemantics ordering,
                                 std::optional<MemoryScope> scope);
LogicalResult verifyStoreOrdering(Operation *op,
                                  MemoryOrderingSemantics ordering,
                                  std::optional<MemoryScope> scope);

/// Pointers point to what is read or written through them.
LogicalResult verifyPointee(Operation *op, TileType pointers, TileType value);

/// A mask has the shape of what it masks.
LogicalResult verifyMask(Operation *op, Value mask, TileType value);

/// The tile is one of the view; there is an index for each dimension, of the
/// kind the view wants; and as many inbounds flags, or none.
LogicalResult verifyViewAccess(Operation *op, Type view, TileType tile,
                               ValueRange index, ArrayRef<bool> inbounds);

/// The element type is one that an atomic operation of this mode knows.
LogicalResult verifyAtomicMode(Operation *op, AtomicRMWMode mode,
                               Type elementType);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_ACCESSVERIFICATION_H
