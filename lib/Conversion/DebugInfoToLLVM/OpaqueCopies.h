//===- OpaqueCopies.h - Copies that optimisers don't see through -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The intrinsics llvm.nvvm.move.* take integers of 16, 32 and 64 bits, f32, f64
// and pointers. A narrower value is extended, a 16-bit float taken as its bits,
// and 128 bits go in two words.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H
#define TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H

#include "mlir/IR/Builders.h"

namespace tileiras {

/// The value in words of which there are copies, the lowest first.
llvm::SmallVector<mlir::Value>
splitForCopy(mlir::OpBuilder &builder, mlir::Location loc, mlir::Value value);

/// A copy of a word; wider than it where there is none of its width.
mlir::Value copyOpaquely(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value word);

/// Code generation has the copy's register until here.
void keepCopyAlive(mlir::OpBuilder &builder, mlir::Location loc,
                   mlir::Value copy);

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DEBUGINFOTOLLVM_OPAQUECOPIES_H
