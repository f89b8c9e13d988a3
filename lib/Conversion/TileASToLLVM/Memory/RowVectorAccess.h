//===- RowVectorAccess.h - Vectors that the array may end in ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In each row of a tile, the array ends in at most one vector. All others are
// accessed as a whole or not at all:
//
//   if (left >= 4)              one instruction with a predicate
//     access 4 elements
//   if (the array ends within a vector)         the same for all threads
//     if (0 < left < 4)                         for each position in a row
//       access 1 element where 0 < left, 1 < left, 2 < left
//
// Tiles inside of the array, and arrays whose sizes are multiples of the
// vector, cost only one branch that is not taken.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ROWVECTORACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ROWVECTORACCESS_H

#include "MemoryAccess.h"
#include "TileAccess.h"

namespace tileiras::to_llvm {

/// Loads the part of the tile that `owner` (may be null: all) holds, elements
/// of type `type`; those outside of the array are `padding`. Returns all
/// registers.
llvm::SmallVector<mlir::Value> loadRows(mlir::OpBuilder &builder,
                                        mlir::Location loc, TileAccess &access,
                                        mlir::Value owner, mlir::Value padding,
                                        AccessKind kind);

/// Stores the part of the tile that `owner` holds.
void storeRows(mlir::OpBuilder &builder, mlir::Location loc, TileAccess &access,
               mlir::Value owner, mlir::ArrayRef<mlir::Value> registers,
               AccessKind kind);

/// Loads elements one by one, starting at `pointer`; the first `left` are
/// inside of the array. The others, and all where not `predicate`, are
/// `padding`.
llvm::SmallVector<mlir::Value>
loadElements(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value pointer,
             mlir::ValueRange padding, mlir::Value left, mlir::Value predicate,
             AccessKind kind);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_ROWVECTORACCESS_H
