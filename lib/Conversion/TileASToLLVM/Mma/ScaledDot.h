//===- ScaledDot.h - Block-scaled MMAs of a warp ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_SCALEDDOT_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_SCALEDDOT_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// The registers of a dot's operands.
struct ScaledOperands {
  llvm::SmallVector<mlir::Value> a, b, c, scaleA, scaleB;
};

/// Emits the warp's block-scaled instructions and returns the registers of the
/// result.
llvm::SmallVector<mlir::Value> multiplyScaled(mlir::OpBuilder &builder,
                                              mlir::nv_tileas::DotOp op,
                                              const ScaledOperands &operands);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MMA_SCALEDDOT_H
