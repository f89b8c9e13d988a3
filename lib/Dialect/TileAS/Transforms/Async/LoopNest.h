//===- LoopNest.h - A loop and what is around it ----------------*- C++ -*-===//
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
// A condition around the loop holds for all threads or for none, and gives the
// values on as they were where the loop does not run. What has to be made out
// of it, as maps of arrays do, is hoisted if it is pure.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// The loop, and loops and conditions around it, from the inside to the
/// outside. Empty where they don't go up to the function: a loop that does not
/// count or an agent stands between.
llvm::SmallVector<mlir::Operation *> getLoopNest(mlir::scf::ForOp loop);

/// Lets all loops and conditions of the nest carry the last `count` values of
/// the innermost loop, from what that starts with on. They are replaced in
/// `nest`.
void carryOutwards(mlir::RewriterBase &rewriter,
                   llvm::MutableArrayRef<mlir::Operation *> nest,
                   unsigned count);

/// The operation of the value's block that is, or is around, `user`, or, where
/// conditions are around the value, the outermost of these, and of loops around
/// them before which it may be computed.
mlir::Operation *findPlaceOutOfConditions(mlir::Value value,
                                          mlir::Operation *user);

/// Whether the value may be computed before `place`, which uses it.
bool isComputableBefore(mlir::Value value, mlir::Operation *place);

/// Computes it where the builder stands, before `place`, unless it is known
/// there.
mlir::Value computeBefore(mlir::OpBuilder &builder, mlir::Value value,
                          mlir::Operation *place);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_ASYNC_LOOPNEST_H
