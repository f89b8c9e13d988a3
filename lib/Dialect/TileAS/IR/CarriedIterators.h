//===- CarriedIterators.h - Iterators and the loops around them -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_IR_CARRIEDITERATORS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_IR_CARRIEDITERATORS_H

#include "mlir/IR/Operation.h"

namespace mlir::nv_tileas {

/// Checks that loops carry the iterator: otherwise it would be at the same
/// stage in every iteration.
LogicalResult verifyCarried(Operation *op, Value iterator);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_LIB_DIALECT_TILEAS_IR_CARRIEDITERATORS_H
