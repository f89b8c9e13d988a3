//===- StridedLayout.h - CuTe's layouts -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Offsets of coordinates in memory
// -------------------------------
// A layout is a function from coordinates to offsets, counted in elements: a
// shape and a stride, congruent trees, and perhaps swizzles of the offset. The
// definitions are CuTe's (CUTLASS, media/docs/cpp/cute, "CuTe Layouts" and
// "CuTe Layout Algebra"); this is another implementation of them.
//
//     (8,(2,4)):(2,(1,16))
//
// has two modes. The offset of coordinate (3,(1,2)) is 3*2 + 1*1 + 2*16 = 39.
// An integer is a coordinate too, of any tree: its digits, the leftmost leaf
// changing fastest. So 5 in the mode (2,4) is (1,2), and (3,5) has the offset
// 39 as well.
//
// A swizzle S<B,M,S> exchanges offsets: bits M+S … M+S+B-1 are added, without
// carry, to bits M … M+B-1 (with S below zero, the lower to the higher).
//
//     S<3,4,3> o 0 o (8,64):(64,1)
//
// is CuTe's notation of a layout whose offsets pass through a swizzle. Where
// CuTe has one swizzle there may be several here; the last one is applied
// first. The reason is the theorem that links this algebra to that of
// LinearLayout.h:
//
// *Every* injective map that is linear over F2, from the bits of coordinates to
// those of offsets, is a layout with strides that are powers of two, followed
// by swizzles: Gauss' elimination turns it into a selection of bits by
// operations that add one bit to another, and each of these is a swizzle
// S<1,M,S>. Conversely, a layout is linear when its sizes are powers of two and
// no two bits of coordinates share a bit of offsets (else they would carry).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_STRIDEDLAYOUT_H
#define TILEIRAS_LAYOUT_STRIDEDLAYOUT_H

#include "tileiras/Layout/IntTuple.h"
#include "tileiras/Layout/LinearLayout.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras {

struct Swizzle {
  /// B, M and S. |shift| is at least `bits`, so that no bit is both added and
  /// added to.
  int bits = 0, base = 0, shift = 0;

  /// The bits that are added to others.
  [[nodiscard]] uint64_t getSourceMask() const;
  [[nodiscard]] uint64_t apply(uint64_t offset) const;

  friend bool operator==(const Swizzle &lhs, const Swizzle &rhs) {
    return lhs.bits == rhs.bits && lhs.base == rhs.base &&
           lhs.shift == rhs.shift;
  }
  friend llvm::hash_code hash_value(const Swizzle &swizzle) {
    return llvm::hash_combine(swizzle.bits, swizzle.base, swizzle.shift);
  }
};

/// For each mode of a coordinate, the offset of each of its bits.
using ModeBases = llvm::SmallVector<llvm::SmallVector<uint64_t>>;

class StridedLayout {
public:
  /// Constructs 1:0, one element.
  StridedLayout() : shape(IntTuple::integer(1)) {}
  /// Constructs a layout; `shape` and `stride` are congruent.
  StridedLayout(IntTuple shape, IntTuple stride,
                llvm::ArrayRef<Swizzle> swizzles = {});

  [[nodiscard]] const IntTuple &getShape() const { return shape; }
  [[nodiscard]] const IntTuple &getStride() const { return stride; }
  /// The swizzles, of which the last one is applied first.
  [[nodiscard]] llvm::ArrayRef<Swizzle> getSwizzles() const { return swizzles; }
  [[nodiscard]] unsigned getRank() const { return shape.getRank(); }
  [[nodiscard]] bool isStatic() const {
    return shape.isStatic() && stride.isStatic();
  }
  /// Fails with the reason if these aren't a layout.
  [[nodiscard]] static llvm::Error check(const IntTuple &shape,
                                         const IntTuple &stride,
                                         llvm::ArrayRef<Swizzle> swizzles);

  //===--------------------------------------------------------------------===//
  // Evaluation
  //===--------------------------------------------------------------------===//

  /// The offset of `coord`, weakly congruent to the shape, if every leaf that
  /// matters is static: a coordinate of 0 or `_` needs no stride.
  [[nodiscard]] std::optional<uint64_t> crd2idx(const IntTuple &coord) const;
  /// The offset of an integral coordinate.
  [[nodiscard]] std::optional<uint64_t> crd2idx(int64_t index) const {
    return crd2idx(IntTuple::integer(index));
  }
  [[nodiscard]] uint64_t swizzle(uint64_t offset) const;

  //===--------------------------------------------------------------------===//
  // Algebra, of static layouts
  //===--------------------------------------------------------------------===//

  /// Returns the same function of integers, with as few modes as possible.
  [[nodiscard]] StridedLayout coalesce() const;
  /// Returns this ∘ inner: the shape of `inner`, and this at the offsets of
  /// `inner`, which are integral coordinates of this; nullopt if that is not a
  /// layout.
  [[nodiscard]] std::optional<StridedLayout>
  compose(const StridedLayout &inner) const;

  //===--------------------------------------------------------------------===//
  // Layouts that are linear over F2
  //===--------------------------------------------------------------------===//

  /// The bases by mode; nullopt if the layout is not linear.
  [[nodiscard]] std::optional<ModeBases> getBases() const;
  /// Returns the layout with these bases, a mode for each list; nullopt if a
  /// basis that is not zero depends on others.
  [[nodiscard]] static std::optional<StridedLayout>
  fromBases(llvm::ArrayRef<llvm::SmallVector<uint64_t>> modes);

  /// For a layout that is linear and fills memory from 0 on without gaps: maps
  /// an offset to its coordinate (InDim::Offset → one output for each mode).
  [[nodiscard]] std::optional<LinearLayout> toLinearLayout() const;
  /// Returns the inverse; `memory` is such a bijection.
  [[nodiscard]] static StridedLayout
  fromLinearLayout(const LinearLayout &memory);

  //===--------------------------------------------------------------------===//
  // Text, equality
  //===--------------------------------------------------------------------===//

  void print(llvm::raw_ostream &os) const;
  [[nodiscard]] std::string str() const;
  [[nodiscard]] static llvm::Expected<StridedLayout>
  parse(llvm::StringRef text);

  friend bool operator==(const StridedLayout &lhs, const StridedLayout &rhs) {
    return lhs.shape == rhs.shape && lhs.stride == rhs.stride &&
           lhs.swizzles == rhs.swizzles;
  }
  friend bool operator!=(const StridedLayout &lhs, const StridedLayout &rhs) {
    return !(lhs == rhs);
  }
  friend llvm::hash_code hash_value(const StridedLayout &layout) {
    return llvm::hash_combine(layout.shape, layout.stride,
                              llvm::hash_combine_range(layout.swizzles.begin(),
                                                       layout.swizzles.end()));
  }

private:
  IntTuple shape, stride;
  llvm::SmallVector<Swizzle, 1> swizzles;
};

/// Returns the digits of `index` in a static shape: a tree congruent to it.
[[nodiscard]] IntTuple idx2crd(int64_t index, const IntTuple &shape);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_STRIDEDLAYOUT_H
