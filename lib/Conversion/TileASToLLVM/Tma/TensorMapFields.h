//===- TensorMapFields.h - The fields of a tensor map -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPFIELDS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPFIELDS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// An array, by its dimensions; sizes and strides (of elements) are i64.
struct ArrayInMemory {
  /// The address of the first element, i64.
  mlir::Value base;
  llvm::SmallVector<mlir::Value> sizes, strides;
};

/// Returns the array of a memref that is converted.
ArrayInMemory getArrayInMemory(mlir::OpBuilder &builder, mlir::Location loc,
                               mlir::nv_tileaa::StridedMemRefType type,
                               mlir::Value memref);

/// Replaces every field of the tensor map at `map` (ptr<1>) that a map of its
/// rank has. `zeros` (i64) is the address of 16 zero bytes.
void writeTensorMap(mlir::OpBuilder &builder, mlir::Location loc,
                    mlir::nv_tileas::TmaDescriptorIterType type,
                    mlir::nv_tileas::OobMode oob, const ArrayInMemory &array,
                    mlir::Value map, mlir::Value zeros);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TMA_TENSORMAPFIELDS_H
