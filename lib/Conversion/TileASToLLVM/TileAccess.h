//===- TileAccess.h - Where a thread finds its part of a tile ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a view is a box of a strided array. Its origin is the same for all
// threads; a thread adds the coordinates that it holds. Neighbouring elements
// of a thread travel together as far as the facts of the access allow
// (VectorGroups.h).
//
// Where a tile starts, and how much of the array is left from there, is
// computed in 32 bits where these hold it (`index_bits`); distances in memory
// take 64.
//
// Along the sparse dimension of a gather_scatter_view, the coordinates are no
// box but a tensor of indices: each register of the tile has its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TILEACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TILEACCESS_H

#include "ThreadIndex.h"
#include "VectorGroups.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// Everything about the access of one tile that loads and stores share.
class TileAccess {
public:
  TileAccess(mlir::OpBuilder &builder,
             mlir::nv_tileaa::AccessOpInterface access,
             mlir::nv_tileaa::TiledViewType view, mlir::Value convertedView,
             mlir::ValueRange coords, llvm::ArrayRef<bool> inBounds,
             unsigned indexBits);

  const VectorGroups &getGroups() const { return groups; }

  /// Address of the first element of these registers.
  mlir::Value getPointer(unsigned firstRegister);
  /// All of them are inside of the array (i1); null when that is known.
  mlir::Value getPredicate(unsigned firstRegister);

private:
  void computeOrigin(mlir::Value convertedView, mlir::ValueRange coords);
  bool isSparse(unsigned dim) const {
    return view.getSparseDim() && unsigned(*view.getSparseDim()) == dim;
  }
  mlir::Value getRow(unsigned reg) const;
  mlir::Value toIndex(mlir::Value value);
  mlir::Value indexConstant(int64_t value);
  mlir::Value computeExtent(mlir::Value convertedView, int64_t dim,
                            mlir::Value origin);
  mlir::Value i64(int64_t value);
  mlir::Value extend(mlir::Value value);
  mlir::Value element(mlir::Value convertedView, int64_t field, int64_t dim);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::nv_tileaa::TiledViewType view;
  const LinearLayout &layout;
  VectorGroups groups;
  /// Holds sizes, strides and where the tile starts.
  mlir::IntegerType indexType;
  mlir::Type elementType;
  llvm::SmallVector<RegisterIndex> index;
  /// By tile dimension: stride; for checked ones, how many elements of the
  /// tile are inside (i32), along the sparse dimension those of the array
  /// (i64).
  llvm::SmallVector<mlir::Value> strides, extents;
  /// Indices along the sparse dimension, by register of their tensor.
  llvm::SmallVector<mlir::Value> rows;
  llvm::SmallVector<bool> checked;
  mlir::Value threadPointer;
  llvm::DenseMap<std::pair<unsigned, uint64_t>, mlir::Value> comparisons;
};

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_TILEACCESS_H
