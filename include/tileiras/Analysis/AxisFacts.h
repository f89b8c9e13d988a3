//===- AxisFacts.h - Contiguity and divisibility of tiles -------*- C++ -*-===//
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
// for all coordinates in the other dimensions. `step` is one for integers, the
// size of the pointee in bytes for pointers.
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
// Values are those of the type, modulo 2^width: powers of two divide a wrapped
// value too, and a run may wrap. Where an integer is widened, compared or
// divided, runs that may have wrapped don't count (`dropWrapping`): one that
// starts at a multiple of its own size hasn't.
//
// Facts must be true, and need not be all that is true.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_ANALYSIS_AXISFACTS_H
#define TILEIRAS_ANALYSIS_AXISFACTS_H

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/BuiltinTypes.h"

namespace tileiras {

/// The divisor of zero is larger than any address or index requires.
inline constexpr uint64_t kMaxDivisor = uint64_t(1) << 62;

/// The largest power of two that divides `value`.
[[nodiscard]] uint64_t getPowerOfTwoDivisor(const llvm::APInt &value);
[[nodiscard]] uint64_t getPowerOfTwoDivisor(int64_t value);

class AxisFacts {
public:
  /// The facts along one dimension.
  struct Axis {
    int64_t contiguity = 1, constancy = 1;
    uint64_t divisor = 1;
    friend bool operator==(const Axis &, const Axis &) = default;
  };

  /// No value has arrived yet: this is the state from which `join` starts.
  AxisFacts() = default;

  //===--------------------------------------------------------------------===//
  // Sources of facts
  //===--------------------------------------------------------------------===//

  /// Nothing is known of a value of this type, except the step of pointers,
  /// which follows from the type.
  static AxisFacts unknown(mlir::Type type);
  /// A scalar.
  static AxisFacts scalar(uint64_t divisor, int64_t step = 1);
  /// 0, 1, 2, … along the only dimension.
  static AxisFacts range(int64_t size);
  /// Exactly the facts that are true of a constant. Visits each element once.
  static AxisFacts constant(mlir::DenseIntElementsAttr value);

  //===--------------------------------------------------------------------===//
  // Queries
  //===--------------------------------------------------------------------===//

  bool isUninitialized() const { return axes.empty(); }
  unsigned getRank() const { return axes.size(); }
  int64_t getStep() const { return step; }
  int64_t getContiguity(unsigned dim) const { return axes[dim].contiguity; }
  int64_t getConstancy(unsigned dim) const { return axes[dim].constancy; }
  /// A divisor of the first element of each group of `size` along `dim`.
  uint64_t getDivisor(unsigned dim, int64_t size) const;
  /// A divisor of every element.
  uint64_t getDivisor() const;

  friend bool operator==(const AxisFacts &, const AxisFacts &) = default;
  void print(llvm::raw_ostream &os) const;

  //===--------------------------------------------------------------------===//
  // Arithmetic
  //===--------------------------------------------------------------------===//

  /// The facts that are true of both.
  static AxisFacts join(const AxisFacts &lhs, const AxisFacts &rhs);

  static AxisFacts add(const AxisFacts &lhs, const AxisFacts &rhs);
  static AxisFacts subtract(const AxisFacts &lhs, const AxisFacts &rhs);
  static AxisFacts multiply(const AxisFacts &lhs, const AxisFacts &rhs);
  /// The quotient and remainder of values that are not negative; integers of
  /// `width` bits.
  static AxisFacts divide(const AxisFacts &lhs, const AxisFacts &rhs,
                          unsigned width);
  static AxisFacts remainder(const AxisFacts &lhs, const AxisFacts &rhs,
                             unsigned width);
  /// The facts of `lhs < rhs` or `lhs >= rhs`.
  static AxisFacts compare(const AxisFacts &lhs, const AxisFacts &rhs,
                           unsigned width);
  static AxisFacts select(const AxisFacts &condition, const AxisFacts &lhs,
                          const AxisFacts &rhs);
  /// The facts of any other operation: a common divisor of both operands
  /// divides the result, and it is constant where both operands are.
  static AxisFacts combine(const AxisFacts &lhs, const AxisFacts &rhs);
  /// The facts of a pointer plus a signed offset of `width` bits in elements.
  static AxisFacts addOffset(const AxisFacts &pointer, const AxisFacts &offset,
                             unsigned width);

  /// The elements are shifted by a constant: bits towards the left, or the
  /// right.
  AxisFacts shiftLeft(unsigned bits) const;
  AxisFacts shiftRight(unsigned bits, unsigned width) const;
  /// Keeps only runs of integers of `width` bits that don't wrap, signed or
  /// not.
  AxisFacts dropWrapping(unsigned width) const;
  /// The elements may differ only where the operand's do.
  AxisFacts keepConstancy() const;
  /// Adjacent elements are another number of bytes apart.
  AxisFacts withStep(int64_t newStep) const;

  //===--------------------------------------------------------------------===//
  // Other shapes
  //===--------------------------------------------------------------------===//

  AxisFacts splat(llvm::ArrayRef<int64_t> shape) const;
  AxisFacts broadcast(llvm::ArrayRef<int64_t> from,
                      llvm::ArrayRef<int64_t> to) const;
  /// The facts after a row-major re-interpretation.
  AxisFacts reshape(llvm::ArrayRef<int64_t> from,
                    llvm::ArrayRef<int64_t> to) const;
  AxisFacts permute(llvm::ArrayRef<int32_t> permutation) const;
  /// The facts of one of the parts of this shape that the tile is cut into.
  AxisFacts extract(llvm::ArrayRef<int64_t> shape) const;

  //===--------------------------------------------------------------------===//
  // Assumptions
  //===--------------------------------------------------------------------===//

  /// The first of each `every` elements along `along` is divisible, and the
  /// others follow by increments of `step`; without `every`, each element is
  /// divisible.
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
