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

/// In a loop that does not carry it, an iterator would be at the same place in
/// every step.
LogicalResult verifyCarried(Operation *op, Value iterator);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_LIB_DIALECT_TILEAS_IR_CARRIEDITERATORS_H
