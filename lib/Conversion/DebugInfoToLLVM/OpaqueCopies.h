//===- OpaqueCopies.h - Copies opaque to optimisers -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics llvm.nvvm.move.* copy integers of 16, 32 and 64 bits, f32, f64
// and pointers. A narrower value is extended, a 16-bit float copied as its
// bits, and 128 bits are copied as two words.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H

#include "mlir/IR/Builders.h"

namespace tileiras {

/// Splits the value into words of which there are copies, the lowest first.
llvm::SmallVector<mlir::Value>
splitForCopy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// Returns a copy of a word; the copy is wider if there is none of the word's
/// width.
mlir::Value copyOpaquely(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value word);

/// Makes code generation keep the copy's register until here.
void keepCopyAlive(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value copy);

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H
