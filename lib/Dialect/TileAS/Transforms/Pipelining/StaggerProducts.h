//===- StaggerProducts.h - Products under the next step's sums -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Of two products of a step the second one takes what threads make of the
// first one's sums, as in attention. Threads then compute while the matrix unit
// has nothing to do, unless the second product starts a step later, behind the
// first one of that step (FlashAttention-3):
//
//   step j                          step j
//     start S = Q K(j)                wait for all: O is there
//     wait for all                    P = f16(X), O scaled
//     X = softmax of S                start S = Q K(j)
//     P = f16(X), O scaled      =>    start O += P V(j-1)
//     start O += P V(j)               wait for all but one: S is there
//                                     X = softmax of S
//
// The first step has no product before it and stands in front of the loop, the
// last product behind it. What is computed is the same, in the same order. The
// end of a step is where ptxas moves no computation across: behind a wait in
// the middle of it, it put most of the softmax.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERPRODUCTS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERPRODUCTS_H

#include "mlir/IR/Region.h"

namespace tileiras {

/// In all loops of consumers that tileas-optimize-dot-accumulation has let wait
/// for the second product in the next step, if a thread's registers suffice.
void staggerProducts(mlir::Region &consumers, int64_t registers);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERPRODUCTS_H
