//===- Printing.h - Numbers and tiles as text -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Scalars are printed by the first thread. Each thread holds R elements of a
// tile that are contiguous in row-major order (printLayout), thread t those
// from t * R on, and the threads print one after the other:
//
//   barrier
//   for holder in 0 ... holders - 1
//     if (thread == holder)
//       print R elements and the brackets around them
//     barrier
//
// The number of "[" before an element is the number of dimensions d whose rows
// start with it, that is, for which S(d), the number of elements of dimensions
// d and up, divides the element's index. For a thread's own elements that is
// known at compile time except for rows that are longer than R, which start
// with a thread's first element or not at all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Prints `args` (converted scalars) by `format`, in this thread.
void printNumbers(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::StringRef format, mlir::ValueRange args);

/// Prints the only operand of `op`, whose registers are `tile`, in all threads
/// of the CTA or of an agent of one warp.
void printTile(mlir::OpBuilder &builder, mlir::nv_tileaa::PrintOp op,
               mlir::Value tile);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H
