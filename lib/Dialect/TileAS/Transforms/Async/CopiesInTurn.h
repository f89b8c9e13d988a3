//===- CopiesInTurn.h - One buffer for each load ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where shared memory has no room for two steps of a loop, but for one, loads
// that are read at different places of it can still be in flight: each is
// copied while what was loaded before it is read. For attention, with K and V:
//
//   copy K of step 0
//   for each step i:
//     wait for K; barrier; copy V of step i
//     scores from K, softmax
//     wait for V; barrier; copy K of step i + 1, if there is one
//     product with V
//
// There are as many barriers in a step as there are turns. Each says two
// things: the copies that other threads made are there, and everybody has read
// what the next copies overwrite.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_COPIESINTURN_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_COPIESINTURN_H

#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"

namespace tileiras {

class CopiesInTurn {
public:
  CopiesInTurn(mlir::scf::ForOp loop, llvm::ArrayRef<AsyncLoad> loads);

  /// There are at least two turns, and the loads of the first need nothing of
  /// the loop but the number of their step.
  bool isPossible() const;
  void rewrite();

private:
  /// Loads whose tiles are first wanted by the same operation.
  struct Turn {
    mlir::Operation *reader;
    llvm::SmallVector<AsyncLoad> loads;
    llvm::SmallVector<mlir::Value> buffers;
  };

  void allocate(mlir::OpBuilder &builder);
  /// Copies all tiles of the turn; the group.
  mlir::Value copy(mlir::OpBuilder &builder, const Turn &turn,
                   mlir::Value predicate, mlir::IRMapping mapping = {});
  /// Copies those of the first turn, for the step of this number.
  mlir::Value copyFirst(mlir::OpBuilder &builder, mlir::Value number);

  mlir::scf::ForOp loop;
  llvm::SmallVector<Turn> turns;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_COPIESINTURN_H
