//===- ApplyBases.h - Linear maps at run time -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The XOR of the bases of set bits is evaluated in runs: bits of the index
// whose bases are shifted like the bits themselves cost one mask and one shift
// together. Other bits are spread to a mask that selects the basis.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CONVERSION_CUTETOLLVM_APPLYBASES_H
#define TILEIRAS_CONVERSION_CUTETOLLVM_APPLYBASES_H

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

mlir::Value i32Constant(mlir::OpBuilder &builder, mlir::Location loc,
                        int32_t value);

/// Returns lhs ^ rhs, whose masks say which bits may be set: an `or` where they
/// have none in common.
mlir::Value addBits(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::Value lhs, uint64_t lhsMask, mlir::Value rhs,
                    uint64_t rhsMask);

/// Returns the XOR of bases[b] over the bits b that are set in `index` (i32).
/// Runs of bases that follow the bits of the index cost a shift and a mask.
mlir::Value applyBases(mlir::OpBuilder &builder, mlir::Location loc,
                       llvm::ArrayRef<uint64_t> bases, mlir::Value index);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_CONVERSION_CUTETOLLVM_APPLYBASES_H
