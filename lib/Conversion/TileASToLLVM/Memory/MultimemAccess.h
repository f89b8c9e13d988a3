//===- MultimemAccess.h - Accesses to multicast memory ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// These functions access a vector of elements at a multicast address, as
// MemoryAccess.h does at ordinary ones. Elements have 64 bits, or 32 bits or
// more in total (tileas-assign-access-atoms).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MULTIMEMACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MULTIMEMACCESS_H

#include "MemoryAccess.h"

namespace tileiras::to_llvm {

/// Loads as many elements as there are padding values from each replica, and
/// combines them. Where `predicate` (may be null) is false, returns the
/// padding.
llvm::SmallVector<mlir::Value>
emitMultimemLoad(mlir::OpBuilder &builder, mlir::Location loc,
                 mlir::nv_tileaa::RmwMode mode, mlir::Value pointer,
                 mlir::ValueRange padding, mlir::Value predicate,
                 AccessKind kind);

void emitMultimemStore(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value pointer, mlir::ValueRange values,
                       mlir::Value predicate, AccessKind kind);

void emitMultimemRed(mlir::OpBuilder &builder, mlir::Location loc,
                     mlir::nv_tileaa::RmwMode mode, mlir::Value pointer,
                     mlir::ValueRange values, mlir::Value predicate,
                     AccessKind kind);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_MULTIMEMACCESS_H
