//===- TileAccess.h - Where a thread finds its part of a tile ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of a view is a box of a strided array: of the array's layout
// (`cute.make_layout`), one tile (`cute.local_tile`). The coordinates of the
// tile are the same for all threads; what a thread holds of it is, by
// linearity, the sum of a part that only the thread's number decides and one
// that only the register does. The thread's part comes first, on the array,
// where no loop over tiles changes it; the register's comes last
// (`cute.crd2idx`). Neighbouring elements of a thread travel together as far as
// the facts of the access allow (VectorGroups.h). Where sizes of the array are
// not known to be multiples of as many, the array may end within one vector of
// each row (RowVectors.h).
//
// Where a tile starts, and how much of the array is left from there, is
// computed in 32 bits where these hold it (`index_bits`); distances in memory
// take 64.
//
// Along the sparse dimension of a gather_scatter_view, the coordinates are no
// box but a tensor of indices: each register of the tile has its own.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H

#include "ThreadIndex.h"
#include "TileAddress.h"
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
  /// Of an operation on tiles of a view, the operands of which are converted.
  template <typename OpTy, typename Adaptor>
  TileAccess(mlir::OpBuilder &builder, OpTy op, Adaptor adaptor)
      : TileAccess(builder, op, op.getView().getType(), adaptor.getView(),
                   adaptor.getCoords(), op.getInBounds(),
                   op.getIndexBits().value_or(64)) {}

  const VectorGroups &getGroups() const { return groups; }

  /// Address of the first element of these registers.
  mlir::Value getPointer(unsigned firstRegister);
  /// All of them are inside of the array (i1); null when that is known. Of
  /// vectors that the array may end in: the first is.
  mlir::Value getPredicate(unsigned firstRegister);

  /// Whether the array may end within a vector of so many elements of a row,
  /// which then asks for its dimensions apart.
  bool mayEndWithin(unsigned elements) const;
  /// Whether it does in this tile (i1), the same for all threads.
  mlir::Value endsWithin(unsigned elements);
  /// It is inside of the array along all other dimensions; null when that is
  /// known.
  mlir::Value isRowInside(unsigned firstRegister);
  /// How many elements of the row are inside from this one on (i32); negative
  /// where the array ends before.
  mlir::Value getElementsLeft(unsigned firstRegister);
  /// The same for registers that lie at the same place of their rows.
  uint64_t getPlaceInRow(unsigned firstRegister) const;

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
  /// Holds sizes, strides and where the tile starts.
  mlir::IntegerType indexType;
  llvm::SmallVector<RegisterIndex> index;
  TiledArray array;
  std::optional<TileAddress> address;
  /// By tile dimension, for checked ones: how many elements of the tile are
  /// inside (i32), along the sparse dimension those of the array.
  llvm::SmallVector<mlir::Value> extents;
  /// Indices along the sparse dimension, by register of their tensor.
  llvm::SmallVector<mlir::Value> rows;
  llvm::SmallVector<bool> checked;
  llvm::DenseMap<std::pair<unsigned, uint64_t>, mlir::Value> comparisons;
  /// The dimension of rows, if the array may end within one, and how many
  /// neighbours along it are inside or outside together.
  std::optional<unsigned> row;
  unsigned together = 1;
  llvm::DenseMap<uint64_t, mlir::Value> left;
};

/// What elements of type `elementType` outside of the array become (zero where
/// nothing is said, and in integers), as a value of the converted type.
mlir::Value createPadding(mlir::OpBuilder &builder, mlir::Location loc,
                          mlir::Type type, mlir::Type elementType,
                          std::optional<mlir::nv_tileaa::PaddingValue> padding);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_TILEACCESS_H
