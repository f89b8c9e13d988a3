//===- MarkForReuse.h - Operations marked for reuse -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nv_tileaa.mark_for_reuse on an operation tells schedulers that its result is
// used again. The mark has to reach LLVM, but no pattern propagates it. Every
// pattern gives the operations that it creates the location of the operation
// that it replaces, so the location holds the mark while bodies are converted.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H

#include "mlir/IR/Operation.h"

namespace tileiras::to_llvm {

/// Moves the marks of operations in `root` to their locations; returns whether
/// there are any.
bool moveMarksToLocations(mlir::Operation *root);

/// Moves them back, to all operations that the marked ones were lowered to.
void moveMarksToOperations(mlir::Operation *root);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MARKFORREUSE_H
