//===- SliceCuts.h - The elements of a slice of a tile ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Sizes of tiles are powers of two, so the index of an element along a
// dimension consists of bits. In a slice, some of these bits are fixed: they
// equal bits of a scalar, for example of the slice's index. The other bits are
// free, and form the index of an element in the slice. Four slices of 8 along a
// dimension of 32, written as the bits of an element's index, the highest
// first:
//
//   s1 s0 .  .  .      element 8 * s + i
//
// Changes of shape only move bits: `view` distributes those of the row-major
// index to other dimensions, `permute` changes the order of dimensions, `cat`
// adds one, `extract` removes some. So slices can be propagated through all of
// them, in any order. If fixed bits are above the free ones in each dimension,
// the slice is a block of adjacent elements, otherwise it is strided:
//
//   .  .  s1 s0 .      elements 2 * s + {0, 1}, 8 further, 16 further, …
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H

#include "mlir/IR/BuiltinTypes.h"
#include "mlir/IR/Value.h"

namespace tileiras {

/// A value and its cut: kWhole, the dimension that it is cut along, or the
/// number of another cut in SliceCuts.
using Part = std::pair<mlir::Value, int>;
/// This number instead of a cut stands for the whole value.
inline constexpr int kWhole = -1;

/// One bit of the index of an element along a dimension.
struct CutBit {
  static constexpr int kFree = -1;
  /// The number in SliceCuts of the scalar that fixes the bit.
  int scalar = kFree;
  unsigned position = 0;

  bool isFree() const { return scalar == kFree; }
  bool operator==(const CutBit &other) const {
    return scalar == other.scalar && position == other.position;
  }
};

/// The bits of one dimension, the lowest first.
using CutDim = llvm::SmallVector<CutBit>;

/// The elements of a slice of a tile, by the bits of their indices.
struct Cut {
  llvm::SmallVector<CutDim> dims;

  /// Returns the cut that has all elements of a tile.
  static Cut getWhole(llvm::ArrayRef<int64_t> shape);

  bool operator==(const Cut &other) const { return dims == other.dims; }
  bool isWhole() const;
  /// Whether the elements are adjacent along the dimension.
  bool isBlock(int dim) const;
  /// Whether no bit is fixed along the dimension.
  bool isWhole(int dim) const;
  /// Returns the shape of the slice.
  llvm::SmallVector<int64_t> getShape() const;
  /// Returns the number of adjacent elements along the dimension that stay
  /// together.
  int64_t getRun(int dim) const;
  /// Returns for each bit of the slice's index, the lowest first, the bit of an
  /// element's row-major index that it fixes, or -1 if it fixes none. Returns
  /// an empty list if other scalars fix bits.
  llvm::SmallVector<int32_t> listBits() const;
  /// Returns the bits of the same elements in a tile of another shape.
  Cut view(llvm::ArrayRef<int64_t> shape) const;
};

/// The cuts of a plan, by number, and the scalars that fix bits.
class SliceCuts {
public:
  /// Creates the cuts of `count` slices; scalar 0 is the index of the slice.
  explicit SliceCuts(int64_t count);

  /// Cuts along the first of these dimensions, and along the next ones if its
  /// size is less than `count`. Fails if all of them have fewer slices.
  llvm::FailureOr<int> cutAlong(llvm::ArrayRef<int64_t> shape,
                                llvm::ArrayRef<int> dims);
  /// Adds a cut and returns its number: kWhole, or the dimension if its slices
  /// are along one, or a number of its own.
  int add(Cut cut);
  /// Returns the number of a cut that was added.
  int find(const Cut &cut) const;
  /// Returns a cut of a tile of this shape; fails if it has fewer slices.
  llvm::FailureOr<Cut> get(int number, llvm::ArrayRef<int64_t> shape) const;
  mlir::RankedTensorType getSliceType(mlir::Type tile, int number) const;

  /// Whether this is the number of a cut whose slices are along one dimension.
  static bool isAlongDimension(int number) {
    return number >= 0 && number < kFirstOther;
  }

  /// Adds a scalar that fixes `bits` bits, and returns its number.
  int addScalar(mlir::Value value, unsigned bits);
  /// Returns the scalar; null for the index of the slice.
  mlir::Value getScalar(int number) const { return scalars[number].first; }
  unsigned getScalarBits(int number) const { return scalars[number].second; }

private:
  /// This number is greater than that of any dimension.
  static constexpr int kFirstOther = 1 << 16;

  llvm::SmallVector<std::pair<mlir::Value, unsigned>> scalars;
  llvm::SmallVector<Cut> others;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECUTS_H
