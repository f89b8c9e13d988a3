//===- F2Span.cpp - Subspaces of F2^n -------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <cassert>

using namespace tileiras;

F2Span::Row F2Span::reduceRow(Row row) const {
  for (uint64_t rest = row.vector; rest != 0;) {
    unsigned pivot = 63 - llvm::countl_zero(rest);
    if (rowOfPivot[pivot] >= 0) {
      const Row &other = rows[rowOfPivot[pivot]];
      row.vector ^= other.vector;
      row.witness ^= other.witness;
    }
    rest = row.vector & ((uint64_t(1) << pivot) - 1);
  }
  return row;
}

bool F2Span::insert(uint64_t vector) {
  assert(numInserted < 64 && "a witness is one word");
  unsigned index = numInserted++;
  Row row = reduceRow({vector, uint64_t(1) << index});
  if (row.vector == 0)
    return false;
  rowOfPivot[63 - llvm::countl_zero(row.vector)] = rows.size();
  rows.push_back(row);
  independent |= uint64_t(1) << index;
  return true;
}

uint64_t F2Span::reduce(uint64_t vector) const {
  return reduceRow({vector, 0}).vector;
}

std::optional<uint64_t> F2Span::solve(uint64_t vector) const {
  Row row = reduceRow({vector, 0});
  if (row.vector != 0)
    return std::nullopt;
  return row.witness;
}

F2Vectors tileiras::extendBasis(F2Span span,
                                llvm::ArrayRef<uint64_t> candidates,
                                unsigned limit) {
  F2Vectors result;
  for (uint64_t candidate : candidates) {
    if (result.size() == limit)
      break;
    // Dependent vectors are not inserted: they would use up indices.
    if (span.contains(candidate))
      continue;
    span.insert(candidate);
    result.push_back(candidate);
  }
  return result;
}

F2Vectors tileiras::getKernel(llvm::ArrayRef<uint64_t> images) {
  F2Vectors result;
  F2Span span;
  for (auto [bit, image] : llvm::enumerate(images)) {
    if (std::optional<uint64_t> sum = span.solve(image))
      result.push_back(*sum | uint64_t(1) << bit);
    span.insert(image);
  }
  return result;
}

F2Vectors tileiras::intersectSpans(llvm::ArrayRef<uint64_t> lhs,
                                   llvm::ArrayRef<uint64_t> rhs) {
  F2Span right(rhs);
  F2Vectors plain;
  for (uint64_t vector : lhs)
    if (right.contains(vector))
      plain.push_back(vector);
  F2Vectors result = extendBasis(F2Span(), plain);

  // A vector a in both spans is sum(lhs) = sum(rhs), an element of the kernel
  // of [lhs | rhs].
  F2Vectors both = extendBasis(F2Span(), lhs);
  unsigned numLeft = both.size();
  F2Vectors left = both;
  both.append(rhs.begin(), rhs.end());
  F2Vectors sums;
  for (uint64_t relation : getKernel(both))
    sums.push_back(
        select<uint64_t>(left, relation & ((uint64_t(1) << numLeft) - 1)));
  F2Span found(result);
  result.append(extendBasis(found, sums));
  return result;
}

F2Vectors tileiras::unitVectors(unsigned n) {
  F2Vectors result;
  for (unsigned bit = 0; bit != n; ++bit)
    result.push_back(uint64_t(1) << bit);
  return result;
}
