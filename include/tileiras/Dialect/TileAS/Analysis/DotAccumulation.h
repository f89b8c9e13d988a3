//===- DotAccumulation.h - Sums that stay in flight -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that only adds products to a tile does not need the tile before its
// end: what it carries may be a future, and a step waits for the products of
// the step before, whose buffers are then free. One that changes the tile
// behind other products of the same step, as attention scales its sums by what
// follows from the scores, needs it there, where it waits anyway.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// What a loop carries, from a constant on, and gives to the next step after a
/// wait for the product of this one.
struct DotAccumulation {
  mlir::nv_tileas::AsyncDotOp dot;
  mlir::nv_tileas::FutureWaitOp wait;
  /// The number of the value that the loop carries.
  unsigned number;
  /// The wait for all products before the first use in a step; null where only
  /// `dot` reads what is carried.
  mlir::nv_tileas::FutureWaitOp before;
  /// Only `dot` reads what is carried, and A comes from a buffer to registers.
  bool bySlices = false;
};

llvm::SmallVector<DotAccumulation> findDotAccumulations(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_DOTACCUMULATION_H
