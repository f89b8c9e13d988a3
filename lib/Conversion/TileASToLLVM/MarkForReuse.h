//===- MarkForReuse.h - What is marked for reuse ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa.mark_for_reuse on an operation says to schedulers that what it
// makes is used again. The mark has to reach LLVM, but no pattern knows of it.
// Every pattern gives what it makes the location of what it replaces, so that
// is where the mark is while bodies are converted.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H

#include "mlir/IR/Operation.h"

namespace tileiras::to_llvm {

/// Moves the marks of operations in `root` to their locations; says whether
/// there are any.
bool moveMarksToLocations(mlir::Operation *root);

/// Moves them back, to all that the marked operations have become.
void moveMarksToOperations(mlir::Operation *root);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H
