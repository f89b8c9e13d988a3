//===- TileAccess.h - How a thread addresses its part of a tile -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a view is a box of a strided array: of the array's layout
// (`cute.make_layout`), one tile (`cute.local_tile`). The coordinates of the
// tile are the same for all threads; the coordinates of an element in it are,
// by linearity, the sum of a part that only depends on the thread and one that
// only depends on the register. The thread's part is added first, to the array,
// where no loop over tiles changes it; the register's is added last
// (`cute.crd2idx`). Contiguous elements of a thread are accessed together as
// far as the facts of the access allow (VectorGroups.h). Where sizes of the
// array are not known to be multiples of the vector's length, the array may end
// within one vector of each row (RowVectorAccess.h).
//
// The start of a tile, and the number of elements from there to the end of the
// array, are computed in 32 bits where these suffice (`index_bits`); offsets in
// memory have 64.
//
// Along the sparse dimension of a gather_scatter_view, the coordinates are a
// tensor of indices: each register of the tile has its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H

#include "ThreadIndex.h"
#include "TileAddress.h"
#include "VectorGroups.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras::to_llvm {

/// The access of one tile, as far as loads and stores share it.
class TileAccess {
public:
  TileAccess(mlir::OpBuilder &builder,
             mlir::nv_tileaa::AccessOpInterface access,
             mlir::nv_tileaa::TiledViewType view, mlir::Value convertedView,
             mlir::ValueRange coords, llvm::ArrayRef<bool> inBounds,
             unsigned indexBits);
  /// Creates the access of an operation on tiles of a view, the operands of
  /// which are converted.
  template <typename OpTy, typename Adaptor>
  TileAccess(mlir::OpBuilder &builder, OpTy op, Adaptor adaptor)
      : TileAccess(builder, op, op.getView().getType(), adaptor.getView(),
                   adaptor.getCoords(), op.getInBounds(),
                   op.getIndexBits().value_or(64)) {}

  const VectorGroups &getGroups() const { return groups; }

  /// Returns the address of the first element of these registers.
  mlir::Value getPointer(unsigned firstRegister);
  /// Returns whether all of them are inside of the array (i1); null when that
  /// is known. For vectors that the array may end in: whether the first is.
  mlir::Value getPredicate(unsigned firstRegister);

  /// Returns whether the array may end within a vector of that many elements of
  /// a row. The access then needs a predicate for each dimension.
  bool mayEndWithin(unsigned elements) const;
  /// Returns whether it does in this tile (i1), the same for all threads.
  mlir::Value endsWithin(unsigned elements);
  /// Returns whether the row is inside of the array along all other dimensions;
  /// null when that is known.
  mlir::Value isRowInside(unsigned firstRegister);
  /// Returns the number of elements of the row that are inside, from this one
  /// on (i32); negative where the array ends before.
  mlir::Value getElementsLeft(unsigned firstRegister);
  /// Returns the position in a row, equal for registers that have the same one.
  uint64_t getPositionInRow(unsigned firstRegister) const;

private:
  TiledArray getArray(mlir::Value convertedView);
  mlir::OpFoldResult getField(mlir::Value convertedView, int64_t field,
                              int64_t dim);
  mlir::Value getRow(unsigned reg);
  mlir::Value toIndex(mlir::Value value);
  mlir::Value toIndex(mlir::OpFoldResult value);
  mlir::Value indexConstant(int64_t value);
  mlir::Value computeExtent(int64_t dim, mlir::Value tile);
  mlir::Value isInArray(mlir::Value row, mlir::Value size);
  mlir::Value isInside(unsigned dim, unsigned firstRegister);

  mlir::OpBuilder &builder;
  mlir::Location loc;
  mlir::nv_tileaa::TiledViewType view;
  const LinearLayout &layout;
  VectorGroups groups;
  /// The type that holds sizes, strides and the start of the tile.
  mlir::IntegerType indexType;
  llvm::SmallVector<RegisterIndex> index;
  TiledArray array;
  std::optional<TileAddress> address;
  /// By tile dimension, for checked ones: the number of elements of the tile
  /// that are inside (i32), along the sparse dimension that of the array.
  llvm::SmallVector<mlir::Value> extents;
  /// Indices along the sparse dimension, by register of their tensor.
  llvm::SmallVector<mlir::Value> rows;
  llvm::SmallVector<bool> checked;
  llvm::DenseMap<std::pair<unsigned, uint64_t>, mlir::Value> comparisons;
  /// The dimension of rows, if the array may end within one, and the number of
  /// contiguous elements along it that are inside or outside together.
  std::optional<unsigned> row;
  unsigned together = 1;
  llvm::DenseMap<uint64_t, mlir::Value> left;
};

/// Returns the value of elements of type `elementType` outside of the array
/// (zero by default, and in integers), as a value of the converted type.
mlir::Value createPadding(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Type type, mlir::Type elementType,
                          std::optional<mlir::nv_tileaa::PaddingValue> padding);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H
