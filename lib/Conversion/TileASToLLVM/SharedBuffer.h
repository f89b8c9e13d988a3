//===- SharedBuffer.h - Addresses in the kernel's shared memory -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H

#include "mlir/IR/Builders.h"
#include "mlir/IR/Operation.h"

namespace tileiras::to_llvm {

/// Start of the scratch space, as !llvm.ptr<3>.
mlir::Value getScratchBase(mlir::OpBuilder &builder, mlir::Location loc);

/// base + offset elements of `bits` bits (offset: i32).
mlir::Value offsetPointer(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Value base, mlir::Value offset, unsigned bits);

/// All threads of the CTA meet.
void createBarrier(mlir::OpBuilder &builder, mlir::Location loc);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_SHAREDBUFFER_H
