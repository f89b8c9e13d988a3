//===- LoopNest.h - A loop and those around it -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A ring whose stages are filled by TMA is made once, before all loops around
// the one that fills it: its barrier objects count phases, and nobody could say
// when they may be made again. So where the loop is in its ring is carried by
// the loops around, too:
//
//   ring                                     ring
//   for tile                                 for tile iter_args(%s = 0)
//     for k iter_args(%slot = 0)       =>      %r = for k iter_args(%slot = %s)
//       …                                        …
//                                              yield %r
//
// That also lets the copies of the next tile start while this one is stored.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// The loop and those around it, from the inside to the outside. Empty where
/// they don't go up to the function: a condition, a loop that does not count or
/// an agent stands between.
llvm::SmallVector<mlir::scf::ForOp> getLoopNest(mlir::scf::ForOp loop);

/// Lets all loops of the nest carry the last `count` values of the innermost,
/// from what that starts with on. They are replaced in `nest`.
void carryOutwards(mlir::RewriterBase &rewriter,
                   llvm::MutableArrayRef<mlir::scf::ForOp> nest,
                   unsigned count);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H
