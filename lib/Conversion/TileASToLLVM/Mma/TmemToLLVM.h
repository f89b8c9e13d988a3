//===- TmemToLLVM.h - Tensor memory addresses and copies --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_TMEMTOLLVM_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_TMEMTOLLVM_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Returns the address `columns` after `address`.
mlir::Value addColumns(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value address, int64_t columns);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_TMEMTOLLVM_H
