//===- TurnsOfStep.h - Turns of agents in alternate steps -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A step of AlternateSteps.h in its parts:
//
//   read      first turn    waits for sums, reads and releases them; what the
//                           loop carries of each row and all of the step takes
//                           (the maximum)
//   compute                 what is computed of that (the powers)
//   sum       second turn   what the loop carries of each row for itself alone
//                           (the sum): nothing else of the step takes it
//   change    second turn   waits for the sums of the other product, changes
//                           them and hands them on with its operand
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_TURNSOFSTEP_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_TURNSOFSTEP_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// Registers of a thread for a tile that goes from agent to agent: a number or
/// some for each row.
inline constexpr int64_t kMostRowRegisters = 4;

enum Turn { kReadTurn, kChangeTurn, kNumTurns };

struct TurnsOfStep {
  using Operations = llvm::SmallVector<mlir::Operation *>;

  mlir::scf::ForOp loop;
  /// Each in the order of the step. A part takes nothing of those behind it.
  Operations read, compute, sum, change;
  /// The turn in which a tile of rows that the loop carries becomes the next
  /// one; none for the iterator of a pipeline.
  llvm::SmallVector<std::optional<Turn>> turns;
};

/// None if a step of the loop has another form.
std::optional<TurnsOfStep> matchTurns(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_WARPSPECIALIZATION_TURNSOFSTEP_H
