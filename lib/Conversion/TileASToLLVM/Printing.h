//===- Printing.h - Numbers and tiles as text -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Numbers are printed by the first thread. Of a tile, each thread holds R
// neighbours in row-major order (printLayout), thread t those from t * R on,
// and the threads take turns:
//
//   barrier
//   for turn in 0 ... holders - 1
//     if (thread == turn) print R elements and the brackets around them
//     barrier
//
// An element is behind as many "[" as there are dimensions d whose rows start
// with it: those for which S(d), the number of elements of dimensions d and up,
// divides its number. In a thread's own elements that is known but for the rows
// that are longer than R, which start with a thread's first element or not at
// all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Prints `args` (converted numbers) by `format`, in this thread.
void printNumbers(mlir::OpBuilder &builder, mlir::Location loc,
                  llvm::StringRef format, mlir::ValueRange args);

/// Prints the only operand of `op`, whose registers `tile` is, in all threads
/// of the CTA or of an agent of one warp.
void printTile(mlir::OpBuilder &builder, mlir::nv_tileaa::PrintOp op,
               mlir::Value tile);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_PRINTING_H
