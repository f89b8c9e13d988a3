//===- TensorAccess.h - Elements of a tile of a view ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Dimension d of the tile runs along dimension dim_map[d] of the tensor, and
// begins at index[d] times the stride of the view; along a sparse dimension, an
// index tile gives the position of each element. Indices count tiles, in the
// order of the tile's dimensions; the indices of a gather/scatter view count
// elements, as cuTile Python passes them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_INTERPRETER_TENSORACCESS_H
#define TILEIRAS_LIB_INTERPRETER_TENSORACCESS_H

#include "Execution.h"

namespace tileiras::interpreter {

/// The location of an element of a tensor.
struct ElementAddress {
  Pointer pointer;
  bool isHigh; // the upper 4-bit element of a byte
};

/// The access of an operation to a tile of a view.
struct TensorAccess {
  mlir::Operation *op;
  mlir::Value view;
  mlir::ValueRange indices;
  llvm::ArrayRef<bool> inbounds; // empty: no assumption
};

/// Returns the extent of dimension \p dim of the index space of a view.
uint64_t getIndexSpace(mlir::cuda_tile::TileView view, const TensorView &tensor,
                       unsigned dim);

/// Calls \p visit for each element of the tile, in row-major order, with its
/// index and location; the location is null for an element beyond the tensor.
llvm::LogicalResult visitElements(Execution &execution,
                                  const TensorAccess &access,
                                  llvm::function_ref<llvm::LogicalResult(
                                      size_t, std::optional<ElementAddress>)>
                                      visit);

} // namespace tileiras::interpreter

#endif // TILEIRAS_LIB_INTERPRETER_TENSORACCESS_H
