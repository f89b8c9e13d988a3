//===- RingStages.h - How many stages rings of copies get -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// As many as keep memory busy beyond the step that is waited for, if shared
// memory has room for them beside what lives at the same time; but where
// products are not in flight themselves, no more than let a second CTA onto the
// SM, whose warps multiply while those of the first wait.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_RINGSTAGES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_RINGSTAGES_H

#include "tileiras/Dialect/TileAS/Analysis/AsyncLoads.h"

namespace tileiras {

/// One stage is read while another is filled.
inline constexpr int64_t kFewestStages = 2;

/// Whether some of the loads go by TMA, and count at barrier objects.
bool usesTma(llvm::ArrayRef<AsyncLoad> loads);

/// Returns whether MMAs in flight still read a stage of the loop when its next
/// iteration starts, so that the rings need one more.
bool readsStagesInFlight(mlir::scf::ForOp loop);

/// What the rings of `loads` are made before and live in: the first of the nest
/// (LoopNest.h), the loop that loads, or the last, where there are barrier
/// objects.
mlir::Operation *getExtentOfRings(llvm::ArrayRef<AsyncLoad> loads,
                                  mlir::scf::ForOp loop,
                                  llvm::ArrayRef<mlir::Operation *> nest);

/// What shared memory has for the rings of a loop. All sizes are in bytes.
class RingRoom {
public:
  /// `limit` is what a CTA may have.
  RingRoom(mlir::scf::ForOp loop, llvm::ArrayRef<mlir::Operation *> nest,
           llvm::ArrayRef<AsyncLoad> loads, const TargetInfo &target,
           int64_t limit);

  /// Of one stage of all rings.
  int64_t getStageBytes() const { return stageBytes; }
  /// Whether one stage has room.
  bool hasOneStage() const { return stageBytes + otherBytes <= limit; }
  /// Less than kFewestStages where there is no room for a ring.
  int64_t chooseStages();

private:
  int64_t countBuffers();
  bool livesWithRings(mlir::nv_tileas::AllocTensorOp buffer);
  int64_t countConversions();
  int64_t countRingsToCome();
  std::optional<int64_t> getLimitOfTwo();

  mlir::scf::ForOp loop;
  mlir::Operation *extent;
  llvm::ArrayRef<AsyncLoad> loads;
  const TargetInfo &target;
  int64_t limit;
  /// Of what lives with the rings: buffers, and the trips of conversions.
  int64_t stageBytes = 0, otherBytes = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_RINGSTAGES_H
