//===- AxisFacts.h - How the integers of a tile follow each other -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile of integers (or pointers) is cut along one of its dimensions into
// groups of equal size, a power of two, which start at multiples of that size.
// For each dimension three facts are kept:
//
//   contiguity  the largest size known such that in each group every element is
//               its predecessor plus `step`
//   constancy   the largest size known such that the elements of each group are
//               equal
//   divisor     a power of two that divides the first element of each group of
//               the size of the contiguity
//
// whatever the coordinates in the other dimensions are. `step` is one for
// integers, the size of the pointee in bytes for pointers.
//
//   elements          contiguity  constancy  divisor
//   8  9 10 11            4           1         8
//   8  9 12 13            2           1         4
//   8  8 24 24            1           2         8
//   5  5  5  5            1           4         1
//   3  1  4  1            1           1         1
//
// A scalar is a tile of one element, with one dimension.
//
// Numbers are those of the type, modulo 2^width: powers of two divide what has
// wrapped as well, and a run may wrap. Where an integer is widened, compared or
// divided, runs that may have wrapped don't count (`dropWrapping`): one that
// starts at a multiple of its own size hasn't.
//
// What is said here must be true, and need not be all that is true.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_AXISFACTS_H
#define TILEIRAS_ANALYSIS_AXISFACTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tileiras {

/// The divisor of zero: above what any address or index needs.
inline constexpr uint64_t kMaxDivisor = uint64_t(1) << 62;

/// The largest power of two that divides `value`.
[[nodiscard]] uint64_t getPowerOfTwoDivisor(const llvm::APInt &value);
[[nodiscard]] uint64_t getPowerOfTwoDivisor(int64_t value);

class AxisFacts {
public:
  /// What is known along one dimension.
  struct Axis {
    int64_t contiguity = 1, constancy = 1;
    uint64_t divisor = 1;
    friend bool operator==(const Axis &, const Axis &) = default;
  };

  /// No value has come here yet: the state that `join` starts from.
  AxisFacts() = default;

  //===--------------------------------------------------------------------===//
  // Where facts come from
  //===--------------------------------------------------------------------===//

  /// Nothing is known of a value of this type. Of pointers the step follows
  /// from the type.
  static AxisFacts unknown(mlir::Type type);
  /// A scalar.
  static AxisFacts scalar(uint64_t divisor, int64_t step = 1);
  /// 0, 1, 2, … along the only dimension.
  static AxisFacts range(int64_t size);
  /// Exactly what is true of a constant. Visits each element once.
  static AxisFacts constant(mlir::DenseIntElementsAttr value);

  //===--------------------------------------------------------------------===//
  // What is known
  //===--------------------------------------------------------------------===//

  bool isUninitialized() const { return axes.empty(); }
  unsigned getRank() const { return axes.size(); }
  int64_t getStep() const { return step; }
  int64_t getContiguity(unsigned dim) const { return axes[dim].contiguity; }
  int64_t getConstancy(unsigned dim) const { return axes[dim].constancy; }
  /// What divides the first element of each group of `size` along `dim`.
  uint64_t getDivisor(unsigned dim, int64_t size) const;
  /// What divides every element.
  uint64_t getDivisor() const;

  friend bool operator==(const AxisFacts &, const AxisFacts &) = default;
  void print(llvm::raw_ostream &os) const;

  //===--------------------------------------------------------------------===//
  // What follows
  //===--------------------------------------------------------------------===//

  /// What holds of both.
  static AxisFacts join(const AxisFacts &lhs, const AxisFacts &rhs);

  static AxisFacts add(const AxisFacts &lhs, const AxisFacts &rhs);
  static AxisFacts subtract(const AxisFacts &lhs, const AxisFacts &rhs);
  static AxisFacts multiply(const AxisFacts &lhs, const AxisFacts &rhs);
  /// Quotient and remainder of numbers that are not negative; integers of
  /// `width` bits.
  static AxisFacts divide(const AxisFacts &lhs, const AxisFacts &rhs,
                          unsigned width);
  static AxisFacts remainder(const AxisFacts &lhs, const AxisFacts &rhs,
                             unsigned width);
  /// `lhs < rhs` or `lhs >= rhs`.
  static AxisFacts compare(const AxisFacts &lhs, const AxisFacts &rhs,
                           unsigned width);
  static AxisFacts select(const AxisFacts &condition, const AxisFacts &lhs,
                          const AxisFacts &rhs);
  /// An operation of which only this is known: what divides both operands
  /// divides the result, and where they are constant it is.
  static AxisFacts combine(const AxisFacts &lhs, const AxisFacts &rhs);
  /// Pointer plus signed offset of `width` bits in elements.
  static AxisFacts addOffset(const AxisFacts &pointer, const AxisFacts &offset,
                             unsigned width);

  /// Elements are shifted by a constant: bits towards the left, or the right.
  AxisFacts shiftLeft(unsigned bits) const;
  AxisFacts shiftRight(unsigned bits, unsigned width) const;
  /// Runs of integers of `width` bits that don't wrap, signed or not.
  AxisFacts dropWrapping(unsigned width) const;
  /// Elements that may differ where the operand's do, and nowhere else.
  AxisFacts keepConstancy() const;
  /// Neighbours are another number of bytes apart.
  AxisFacts withStep(int64_t newStep) const;

  //===--------------------------------------------------------------------===//
  // Other shapes
  //===--------------------------------------------------------------------===//

  AxisFacts splat(llvm::ArrayRef<int64_t> shape) const;
  AxisFacts broadcast(llvm::ArrayRef<int64_t> from,
                      llvm::ArrayRef<int64_t> to) const;
  /// Row-major re-interpretation.
  AxisFacts reshape(llvm::ArrayRef<int64_t> from,
                    llvm::ArrayRef<int64_t> to) const;
  AxisFacts permute(llvm::ArrayRef<int32_t> permutation) const;
  /// One of the parts of this shape that the tile is cut into.
  AxisFacts extract(llvm::ArrayRef<int64_t> shape) const;

  //===--------------------------------------------------------------------===//
  // Promises
  //===--------------------------------------------------------------------===//

  /// The first of each `every` elements along `along` is divisible, and the
  /// others follow in steps; without `every`, each element is divisible.
  AxisFacts assumeDivisible(uint64_t divisor, std::optional<int64_t> every,
                            std::optional<int64_t> along,
                            llvm::ArrayRef<int64_t> shape) const;
  /// Elements are equal in groups of these sizes.
  AxisFacts assumeSame(llvm::ArrayRef<int64_t> sizes) const;

private:
  AxisFacts(unsigned rank, int64_t step) : axes(rank), step(step) {}

  llvm::SmallVector<Axis, 2> axes;
  int64_t step = 1;
};

/// The sizes of a tile; a scalar has one dimension of size one.
[[nodiscard]] llvm::SmallVector<int64_t> getTileShape(mlir::Type type);

} // namespace tileiras

#endif // TILEIRAS_ANALYSIS_AXISFACTS_H
