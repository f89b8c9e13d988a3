//===- NibbleViews.h - Arrays of 4-bit numbers -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In memory, two neighbours along the dimension whose stride is one share a
// byte, the first one the low half (specification, "Tensor view"). So the array
// becomes one of bytes, half as long along that dimension, and so do its tiles;
// what is loaded is split, and what is stored is joined. Tiles begin at whole
// bytes, since their sizes and steps are even there, which the support check
// demands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"

#include <optional>

namespace tileiras::to_tileaa {

bool isNibble(mlir::Type element);

/// The dimension of an array of 4-bit numbers along which two share a byte;
/// none for other arrays.
std::optional<unsigned> findNibbleDim(mlir::cuda_tile::TensorViewType array);
/// The dimension of its tiles.
std::optional<unsigned> findNibbleDim(mlir::cuda_tile::TileView view);

/// Why accesses by the view can't be said in bytes; empty if they can.
llvm::StringRef findNibbleFailure(mlir::cuda_tile::TileView view);

/// A tile of bytes as one of numbers of type `element`, twice as long along
/// `dim`; and the other way round.
mlir::Value splitNibbles(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value bytes, unsigned dim, mlir::Type element);
mlir::Value joinNibbles(mlir::OpBuilder &builder, mlir::Location loc,
                        mlir::Value tile, unsigned dim);

/// A tile as what a converted view takes: as bytes where numbers share them, or
/// as other numbers with the same bits.
mlir::Value toStoredTile(mlir::OpBuilder &builder, mlir::Location loc,
                         mlir::Value tile, mlir::cuda_tile::TileView view,
                         mlir::Value converted);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_NIBBLEVIEWS_H
