//===- NibbleViews.h - Arrays of 4-bit numbers ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In memory, two adjacent numbers along the dimension whose stride is one share
// a byte, the first one in the low half (specification, "Tensor view"). So the
// array becomes an array of bytes, half as long along that dimension, and so do
// its tiles. Loaded tiles are split, and stored tiles are joined. Tiles begin
// at whole bytes, since the support check requires even sizes and steps along
// that dimension.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"

#include <optional>

namespace tileiras::to_tileaa {

bool isNibble(mlir::Type element);

/// Returns the dimension of an array of 4-bit numbers along which two share a
/// byte; none for other arrays.
std::optional<unsigned> findNibbleDim(mlir::cuda_tile::TensorViewType array);
/// Returns that dimension in the tiles of a view.
std::optional<unsigned> findNibbleDim(mlir::cuda_tile::TileView view);

/// Returns why accesses by the view can't be accesses to bytes; empty if they
/// can.
llvm::StringRef findNibbleFailure(mlir::cuda_tile::TileView view);

/// Converts a tile of bytes to a tile of numbers of type `element`, twice as
/// long along `dim`; joinNibbles is the inverse.
mlir::Value splitNibbles(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value bytes, unsigned dim, mlir::Type element);
mlir::Value joinNibbles(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile, unsigned dim);

/// Converts a tile to the element type of a converted view: to bytes if numbers
/// share them, or to other numbers with the same bits.
mlir::Value toStoredTile(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tile, mlir::cuda_tile::TileView view,
                         mlir::Value converted);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H
