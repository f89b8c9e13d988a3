//===- DotAccumulation.h - Accumulators that stay in flight -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that only adds MMAs to an accumulator does not need its value before
// the end: the loop may carry a future, and an iteration waits for the MMAs of
// the iteration before, whose buffers are then free. A loop that rescales the
// accumulator after other MMAs of the same iteration, as attention does by a
// factor that follows from the scores, needs the value there, where it waits
// anyway.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// An accumulator that a loop carries, from a constant on, and passes to the
/// next iteration after a wait for the MMA of this one.
struct DotAccumulation {
  mlir::nv_tileas::AsyncDotOp dot;
  mlir::nv_tileas::FutureWaitOp wait;
  /// The index of the value that the loop carries.
  unsigned index;
  /// The wait for all MMAs before the first use in an iteration; null where
  /// only `dot` reads what is carried.
  mlir::nv_tileas::FutureWaitOp before;
  /// Whether only `dot` reads what is carried, and A comes from a buffer to
  /// registers.
  bool bySlices = false;
};

llvm::SmallVector<DotAccumulation> findDotAccumulations(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H
