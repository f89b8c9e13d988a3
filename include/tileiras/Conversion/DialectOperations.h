//===- DialectOperations.h - Operations of one dialect ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_DIALECTOPERATIONS_H
#define TILEIRAS_CONVERSION_DIALECTOPERATIONS_H

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Returns the operations of a dialect below `root`. Given these alone, the
/// conversion driver doesn't visit the thousands of others of a kernel.
template <typename DialectT>
llvm::SmallVector<mlir::Operation *>
collectOperationsOf(mlir::Operation *root) {
  llvm::SmallVector<mlir::Operation *> operations;
  root->walk([&](mlir::Operation *op) {
    if (llvm::isa_and_present<DialectT>(op->getDialect()))
      operations.push_back(op);
  });
  return operations;
}

} // namespace tileiras

#endif // TILEIRAS_CONVERSION_DIALECTOPERATIONS_H
