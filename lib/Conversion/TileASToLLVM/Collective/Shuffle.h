//===- Shuffle.h - Values from other lanes -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "shfl.sync": moves 32 bits between the lanes of a warp. Other widths
// are split or extended here.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Returns `value` of the lane with index (own lane ^ mask).
mlir::Value shuffleXor(mlir::OpBuilder &builder, mlir::Location loc,
                       mlir::Value value, uint32_t mask);

/// Returns `value` of the lane with index `lane` (i32).
mlir::Value shuffleFrom(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value value, mlir::Value lane);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_COLLECTIVE_SHUFFLE_H
