//===- SparseValues.h - A sparse matrix and its metadata --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_SPARSEVALUES_H
#define TILEIRAS_UNITTESTS_EMULATOR_SPARSEVALUES_H

#include "MatrixValues.h"

namespace tileiras::emu::test {

/// PTX ISA, "Sparse matrix storage": 1:2 (tf32), 2:4, or 4:8 in pairs (4 bits
/// packed).
struct SparseMatrix {
  Element element;

  unsigned chunk() const {
    return element.bits == 32 ? 2 : element.bits == 4 ? 8 : 4;
  }
  /// The four bits of metadata, with rising indices.
  unsigned metadata(unsigned row, unsigned c) const {
    if (chunk() == 2)
      return (row + c) % 2 ? 0b1110 : 0b0100;
    constexpr unsigned kRising[] = {0b0100, 0b1000, 0b1001,
                                    0b1100, 0b1101, 0b1110};
    return kRising[(row * 5 + c * 2 + row / 8) % 6];
  }
  /// The column of stored element \p n of the row.
  unsigned column(unsigned row, unsigned n) const {
    unsigned kept = chunk() / 2, c = n / kept, bits = metadata(row, c);
    if (chunk() == 2)
      return 2 * c + (bits == 0b1110);
    if (chunk() == 4)
      return 4 * c + (bits >> (2 * (n % 2)) & 3);
    return 8 * c + 2 * (bits >> (2 * (n % 4 / 2)) & 3) + n % 2;
  }
  double stored(unsigned row, unsigned n) const {
    return valueA(element, row, column(row, n));
  }
  /// The element of the expanded matrix.
  double at(unsigned row, unsigned k) const {
    unsigned kept = chunk() / 2, first = k / chunk() * kept;
    for (unsigned n = first; n < first + kept; ++n)
      if (column(row, n) == k)
        return stored(row, n);
    return 0;
  }
};

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_SPARSEVALUES_H
