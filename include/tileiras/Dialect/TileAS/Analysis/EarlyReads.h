//===- EarlyReads.h - The next step's operands are read early ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// At the barrier that a step begins with, and while all warps read the operands
// of its first product, the matrix unit has no work, unless another CTA is on
// the SM. Where the operands of the last product are read before the product
// before it (tileas-slicing), nobody reads the step's stages any more from then
// on, and threads may meet in front of the last product:
//
//   wait for the copies of step 0; barrier; read operands 0 of step 0
//   for each step i:
//     read operands 1; product 0; copies of step i + S - 1
//     read operands 2; product 1
//     wait for the copies of step i + 1; barrier; read operands 0 of step i + 1
//     product 2
//
// These are in the software pipeline one stage before the rest of a step. Where
// there is no step i + 1 any more, a stage is read that has been filled, and
// what is read is not used.
//
// Only where registers let no second CTA onto the SM, for it costs addresses of
// two stages in a step; and where copies are waited for by groups, as the phase
// of a barrier object that nothing is copied for never ends.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_EARLYREADS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_EARLYREADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include "llvm/ADT/SetVector.h"

namespace tileiras {

/// What runs one stage early, in its order, and the product that it stands
/// before; nothing where a step has to begin with its barrier.
struct EarlyReads {
  llvm::SetVector<mlir::Operation *> ops;
  mlir::nv_tileas::DotOp last;
};
EarlyReads findEarlyReads(mlir::scf::ForOp loop);

/// Gives each early read a view of the ring of its own.
void separateViews(const EarlyReads &reads);

/// The read where `predicate` holds: in the loop of another stage where it
/// doesn't, outside of it (`isOutside`) under a condition.
mlir::Operation *predicateRead(mlir::RewriterBase &rewriter,
                               mlir::nv_tileas::CopyOp read,
                               mlir::Value predicate, bool isOutside);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_EARLYREADS_H
