//===- StagedLoads.h - Tiles of a loop that another agent can bring -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that fills rings by TMA and reads them (tileas-lower-loads-to-async)
// says what a pipeline needs to know:
//
//   * which copies fill a stage. Tiles that one operation reads, as both
//     operands of a product, or that are read in turns, come together: one
//     phase for all. Others have a pipeline of their own, so that the stage of
//     one is free while the other is still read: K and V of attention.
//   * which operations of the step read it: those from the first to the last,
//     which become the region of the step.
//   * when nobody reads it any more: behind the last copy to registers, and
//     behind the wait that covers the last product in flight. A loop that
//     carries its sums as futures waits for them a step later. Products in
//     tensor memory say themselves when they have read it; a wait for them that
//     says nothing else is not needed then.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_STAGEDLOADS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_STAGEDLOADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// Copies of a loop that fill the stages of one pipeline. Operations are those
/// of the loop's body.
struct StagedLoads {
  llvm::SmallVector<mlir::nv_tileas::TiledTmaLoadOp> loads;
  /// What reads the stage, views of it left aside.
  mlir::Operation *first = nullptr, *last = nullptr;
  /// The wait for the products that read it; null if none does.
  mlir::nv_tileas::FutureWaitOp wait;
  /// It is the wait of the next step.
  bool isReleasedNextIteration = false;
  /// Products in tensor memory read it, and nobody else.
  bool isReadByProducts = false;

  /// Of all tiles of a stage.
  int64_t getBytes() const;
  /// CTAs of the cluster that bring parts of its tiles to one another.
  int64_t countCtas() const;
  /// What its pipeline's buffers look like.
  llvm::SmallVector<mlir::nv_tileaa::StridedMemRefType> getStageTypes() const;
};

/// The ring that a copy fills.
mlir::nv_tileas::AllocTensorOp getRing(mlir::nv_tileas::TiledTmaLoadOp load);

/// The copies by TMA of a loop, in the order in which they are read; why they
/// have to stay if not all can be taken out of it.
struct StagedLoadsOfLoop {
  llvm::SmallVector<StagedLoads> groups;
  llvm::StringRef whyNot;
  /// Waits that are not needed if others fill the stages.
  llvm::SmallVector<mlir::nv_tileas::TmemWaitOp> waits;
};
StagedLoadsOfLoop findStagedLoads(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_STAGEDLOADS_H
