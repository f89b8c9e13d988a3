//===- Shuffle.h - Values from other lanes -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "shfl.sync": moves 32 bits between the lanes of a warp. Other widths
// are cut or widened here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// What lane (own lane ^ mask) has as `value`.
mlir::Value shuffleXor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, uint32_t mask);

/// What lane `lane` (i32) has as `value`.
mlir::Value shuffleFrom(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::Value lane);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H
