//===- SliceCuts.h - Which elements of a tile a slice has -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of tiles are powers of two, so the number of an element along a
// dimension has bits. A slice has the elements for which some of these bits are
// what a scalar says, the number of the slice for example; the other bits are
// free, and number the elements of the slice. Four slices of 8 along a
// dimension of 32, which are written by the bits of an element's number, the
// highest first:
//
//   s1 s0 .  .  .      element 8 * s + i
//
// Changes of shape move bits, and nothing else: `view` deals out those of the
// row-major number anew, `permute` changes the order of dimensions, `cat` adds
// one, `extract` takes some away. So slices can be followed through all of
// them, in any order. Where fixed bits are above the free ones in each
// dimension the slice is a block of neighbours, otherwise its elements lie
// apart:
//
//   .  .  s1 s0 .      elements 2 * s + {0, 1}, 8 further, 16 further, …
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace tileiras {

/// A value and the cut of it: kWhole, the dimension that it is cut along, or
/// another number of SliceCuts.
using Part = std::pair<mlir::Value, int>;
/// In place of a cut: all of the value.
inline constexpr int kWhole = -1;

/// One bit of the number of an element along a dimension.
struct CutBit {
  static constexpr int kFree = -1;
  /// Number in SliceCuts of the scalar that the bit is taken from.
  int scalar = kFree;
  unsigned position = 0;

  bool isFree() const { return scalar == kFree; }
  bool operator==(const CutBit &other) const {
    return scalar == other.scalar && position == other.position;
  }
};

/// The bits of one dimension, the lowest first.
using CutDim = llvm::SmallVector<CutBit>;

/// Which elements a slice of a tile has.
struct Cut {
  llvm::SmallVector<CutDim> dims;

  /// All elements of a tile.
  static Cut getWhole(llvm::ArrayRef<int64_t> shape);

  bool operator==(const Cut &other) const { return dims == other.dims; }
  bool isWhole() const;
  /// The elements are neighbours along the dimension.
  bool isBlock(int dim) const;
  /// Nothing is fixed along the dimension.
  bool isWhole(int dim) const;
  /// Of the slice.
  llvm::SmallVector<int64_t> getShape() const;
  /// Neighbours along the dimension that stay together.
  int64_t getRun(int dim) const;
  /// For each bit of the slice's number, the lowest first, the bit of an
  /// element's row-major number that it fixes: -1 for those that fix none.
  /// Empty where other scalars fix some.
  llvm::SmallVector<int32_t> listBits() const;
  /// The bits of the same elements in a tile of another shape.
  Cut view(llvm::ArrayRef<int64_t> shape) const;
};

/// The cuts of a plan, which get numbers, and the scalars that fix bits.
class SliceCuts {
public:
  /// For so many slices, of which scalar 0 is the number.
  explicit SliceCuts(int64_t count);

  /// Slices along the first of these dimensions; where it is used up along the
  /// next one too. Fails where there are not so many.
  llvm::FailureOr<int> cutAlong(llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<int> dims);
  /// The number of a cut: kWhole, or a dimension where slices lie along it, or
  /// another one.
  int add(Cut cut);
  /// Of a cut that was added.
  int find(const Cut &cut) const;
  /// `shape` is that of the tile; fails where it has not so many slices.
  llvm::FailureOr<Cut> get(int number, llvm::ArrayRef<int64_t> shape) const;
  mlir::RankedTensorType getSliceType(mlir::Type tile, int number) const;

  /// Number of a cut whose slices lie along that dimension.
  static bool isAlongDimension(int number) {
    return number >= 0 && number < kFirstOther;
  }

  /// Fixes `bits` bits.
  int addScalar(mlir::Value value, unsigned bits);
  /// Null for the number of the slice.
  mlir::Value getScalar(int number) const { return scalars[number].first; }
  unsigned getScalarBits(int number) const { return scalars[number].second; }

private:
  /// Greater than the number of any dimension.
  static constexpr int kFirstOther = 1 << 16;

  llvm::SmallVector<std::pair<mlir::Value, unsigned>> scalars;
  llvm::SmallVector<Cut> others;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H
