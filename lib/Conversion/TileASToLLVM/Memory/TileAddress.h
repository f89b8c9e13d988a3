//===- TileAddress.h - Addresses of the elements of a tile ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A view's array has a layout (`cute.make_layout`), of which an access selects
// one tile (`cute.local_tile`). By linearity, the offset of an element is the
// sum of parts that the thread, the tile and the register determine
// (`cute.crd2idx`). They are added in this order: the thread's part is
// loop-invariant, and the register's is a constant or nearly so.
//
// Along the sparse dimension of a gather_scatter_view the array is not divided,
// and each register has its own coordinate in the whole array.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEADDRESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEADDRESS_H

#include "IntTupleBuilder.h"
#include "ThreadIndex.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// The array of a view, as far as an access needs it.
struct TiledArray {
  mlir::nv_tileaa::TiledViewType view;
  mlir::Value base;
  /// By dimension of the tile, in elements: a constant or a value.
  llvm::SmallVector<mlir::OpFoldResult> sizes, strides;

  bool isSparse(unsigned dim) const {
    return view.getSparseDim() && unsigned(*view.getSparseDim()) == dim;
  }
};

class TileAddress {
public:
  /// `coords` are the coordinates of the tile (ignored along the sparse
  /// dimension), `index` those of a thread's elements along each dimension.
  TileAddress(mlir::OpBuilder &builder, mlir::Location loc,
              const TiledArray &array, mlir::ValueRange coords,
              llvm::ArrayRef<RegisterIndex> index);

  /// Returns the address of the element of a register, which along the sparse
  /// dimension, if there is one, has the coordinate `row`.
  mlir::Value getPointer(unsigned reg, mlir::Value row);

private:
  mlir::Value createArrayLayout();
  mlir::Value createTile(mlir::Value base, mlir::ValueRange coords);
  /// Returns `base` plus the offset of a coordinate in the tile.
  mlir::Value addOffset(mlir::Value base, const IntTupleBuilder &coord);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  const TiledArray &array;
  llvm::ArrayRef<RegisterIndex> index;
  mlir::Type elementType;
  /// cute.stride of array and tile, cute.layout of the tile.
  mlir::Value stride, tileLayout;
  /// The start of the thread's part of the tile.
  mlir::Value threadBase;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEADDRESS_H
