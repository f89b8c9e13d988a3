//===- StaggerSums.h - The next step's sums are read early ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Where other warps start the products, threads take the sums of one product
// from tensor memory, and give what they make of them to the next one, as in
// attention. All of them do the same at the same time: read, find the maximum
// of each row with those who hold the rest of it, and wait for each other.
// Meanwhile the special units have nothing to do, to which the powers that
// follow then give too much. A step's sums can be read as soon as they are
// there, which is while threads still work on the step before:
//
//   step j                          step j
//     wait for S(j), read it          wait for S(j), read it
//     maximum, exchanged              P = powers of S(j-1)
//     P = powers of S(j)       =>     maximum of S(j), sum of P, exchanged
//     sum of P, exchanged             scale O, store P: O += P V(j-1)
//     scale O, store P:
//       O += P V(j)
//
// The first step has nothing before it and stands in front of the loop, the
// rest of the last one behind it. What is computed is the same, in the same
// order. Two exchanges become one, with one barrier between what is written and
// what is read.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERSUMS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERSUMS_H

#include "mlir/IR/Region.h"

namespace tileiras {

/// In all loops of consumers that read sums which others make and hand on what
/// they compute of them, if a thread's registers suffice.
void staggerSums(mlir::Region &consumers, int64_t registers);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_STAGGERSUMS_H
