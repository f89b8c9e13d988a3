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
// the step before, whose buffers are then free.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_DOTACCUMULATION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_DOTACCUMULATION_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// What a loop carries, from a constant on, that only one product of each step
/// reads, and that it gives to the next step after a wait.
struct DotAccumulation {
  mlir::nv_tileas::AsyncDotOp dot;
  mlir::nv_tileas::FutureWaitOp wait;
  /// The number of the value that the loop carries.
  unsigned number;
};

llvm::SmallVector<DotAccumulation> findDotAccumulations(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_DOTACCUMULATION_H
