//===- F2Span.h - Subspaces of F2^n -----------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A vector over F2 is a 64-bit word. F2Span is the subspace that some vectors
// span, kept as an echelon basis; it also remembers the combination that gave
// each row, so that it solves linear systems. The algebra of layouts is built
// on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_F2SPAN_H
#define TILEIRAS_LAYOUT_F2SPAN_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <array>
#include <cstdint>
#include <optional>

namespace tileiras {

using F2Vectors = llvm::SmallVector<uint64_t, 16>;

class F2Span {
public:
  F2Span() { rowOfPivot.fill(-1); }
  explicit F2Span(llvm::ArrayRef<uint64_t> vectors) : F2Span() {
    insert(vectors);
  }

  /// Adds a vector; returns false if it was in the span already. Vectors are
  /// numbered in the order of insertion (dependent ones too), at most 64 of
  /// them.
  bool insert(uint64_t vector);
  void insert(llvm::ArrayRef<uint64_t> vectors) {
    for (uint64_t vector : vectors)
      insert(vector);
  }

  [[nodiscard]] unsigned getDim() const { return rows.size(); }
  [[nodiscard]] bool contains(uint64_t vector) const {
    return reduce(vector) == 0;
  }
  /// The representative of vector + span without any pivot bit: zero exactly
  /// for members, equal exactly for vectors that differ by a member.
  [[nodiscard]] uint64_t reduce(uint64_t vector) const;
  /// The set of inserted vectors (bit i: vector i) whose sum is `vector`.
  /// Vectors that depended on earlier ones are never used, so the answer is
  /// unique and prefers early vectors.
  [[nodiscard]] std::optional<uint64_t> solve(uint64_t vector) const;
  /// The set of the inserted vectors that were independent of earlier ones.
  [[nodiscard]] uint64_t getIndependent() const { return independent; }

private:
  struct Row {
    uint64_t vector, witness;
  };
  Row reduceRow(Row row) const;

  llvm::SmallVector<Row, 16> rows;
  std::array<int8_t, 64> rowOfPivot;
  unsigned numInserted = 0;
  uint64_t independent = 0;
};

/// Returns the members of `candidates` that extend `span` independently, in
/// order, at most `limit` of them.
[[nodiscard]] F2Vectors extendBasis(F2Span span,
                                    llvm::ArrayRef<uint64_t> candidates,
                                    unsigned limit = 64);

/// Returns a basis of span(lhs) ∩ span(rhs). Vectors of `lhs` that are in
/// span(rhs) come first and unchanged, in order.
[[nodiscard]] F2Vectors intersectSpans(llvm::ArrayRef<uint64_t> lhs,
                                       llvm::ArrayRef<uint64_t> rhs);

/// Returns the kernel of the map that takes bit i to images[i].
[[nodiscard]] F2Vectors getKernel(llvm::ArrayRef<uint64_t> images);

/// Returns e_0 … e_(n-1).
[[nodiscard]] F2Vectors unitVectors(unsigned n);

/// Returns the XOR of masks[i] over the set bits i of `index`.
template <typename T>
[[nodiscard]] T select(llvm::ArrayRef<T> masks, uint64_t index) {
  T result = 0;
  for (unsigned bit = 0, end = masks.size(); bit != end; ++bit)
    if ((index >> bit) & 1)
      result ^= masks[bit];
  return result;
}

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_F2SPAN_H
