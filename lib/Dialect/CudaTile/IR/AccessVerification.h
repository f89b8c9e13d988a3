//===- AccessVerification.h - Checks of memory accesses ---------*- C++ -*-===//
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

/// Checks that the operation supports the ordering, and that it has a scope
/// unless it is weak.
LogicalResult verifyOrdering(Operation *op, MemoryOrderingSemantics ordering,
                             ArrayRef<MemoryOrderingSemantics> allowed,
                             std::optional<MemoryScope> scope);
LogicalResult verifyLoadOrdering(Operation *op,
                                 MemoryOrderingSemantics ordering,
                                 std::optional<MemoryScope> scope);
LogicalResult verifyStoreOrdering(Operation *op,
                                  MemoryOrderingSemantics ordering,
                                  std::optional<MemoryScope> scope);

/// Checks that the pointee type of the pointers is the type of the value.
LogicalResult verifyPointee(Operation *op, TileType pointers, TileType value);

/// Checks that a mask has the shape of the value that it masks.
LogicalResult verifyMask(Operation *op, Value mask, TileType value);

/// Checks that the tile is one of the view, that each dimension has an index of
/// the kind that the view requires, and that there are as many inbounds flags,
/// or none.
LogicalResult verifyViewAccess(Operation *op, Type view, TileType tile,
                               ValueRange index, ArrayRef<bool> inbounds);

/// Checks that an atomic operation of this mode supports the element type.
LogicalResult verifyAtomicMode(Operation *op, AtomicRMWMode mode,
                               Type elementType);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_ACCESSVERIFICATION_H
