//===- Sparsity.h - Metadata of structured sparse matrices ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Sparse matrix storage". Half of each row of A is stored. The row is
// divided into chunks, and four bits of metadata say where the stored elements
// of a chunk belong:
//
//   1:2  tf32             chunk of 2: 0b0100 the first, 0b1110 the second
//   2:4  16 and 8 bits    chunk of 4: two 2-bit indices of elements
//   4:8  4 bits, packed   chunk of 8: two 2-bit indices of pairs
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H
#define TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H

#include "tileiras/Emulator/Numerics/MatrixElements.h"

namespace tileiras::emu {

/// Elements of a chunk, stored or not.
inline unsigned chunkOf(const MatrixElement &element) {
  return element.bits == 32 ? 2 : element.bits == 4 ? 8 : 4;
}

/// Are the four bits of one chunk meaningful? \p ordered: the indices rise.
inline bool isMetadata(const MatrixElement &element, unsigned bits,
                       bool ordered) {
  if (element.bits == 32)
    return bits == 0b1110 || bits == 0b0100;
  unsigned low = bits & 3, high = bits >> 2;
  return ordered ? low < high : low != high;
}

/// The column in its chunk of stored element \p n of the chunk.
inline unsigned columnInChunk(const MatrixElement &element, unsigned bits,
                              unsigned n) {
  switch (chunkOf(element)) {
  case 2:
    return bits == 0b1110;
  case 4:
    return bits >> (2 * n) & 3;
  default: // pairs
    return 2 * (bits >> (2 * (n / 2)) & 3) + n % 2;
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H
