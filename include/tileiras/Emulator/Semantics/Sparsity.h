//===- Sparsity.h - Metadata of structured sparse matrices ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Sparse matrix storage". Half of each row of A is stored. The row is
// divided into chunks, and four bits of metadata give the positions of the
// stored elements in a chunk:
//
//   1:2  tf32             chunk of 2: 0b0100 the first, 0b1110 the second
//   2:4  16 and 8 bits    chunk of 4: two 2-bit indices of elements
//   4:8  4 bits, packed   chunk of 8: two 2-bit indices of pairs
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H
#define TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H

#include "tileiras/Emulator/Semantics/SharedMatrix.h"

#include <optional>

namespace tileiras::emu {

struct AsyncOperation;

/// Elements of a chunk, stored or not.
inline unsigned chunkOf(const MatrixElement &element) {
  return element.bits == 32 ? 2 : element.bits == 4 ? 8 : 4;
}

/// Returns whether the four bits of one chunk are valid; with \p ordered, the
/// indices must rise.
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

/// Copies each element of \p stored, which has half of each row, to its column
/// in the row of \p matrix; other columns don't change. metadata(row, chunk)
/// gives the four bits of a chunk, nothing after a fault. Returns false after a
/// fault.
bool expandSparse(
    AsyncOperation &operation, const MatrixElement &element, bool ordered,
    llvm::function_ref<std::optional<unsigned>(unsigned, unsigned)> metadata,
    const ValueMatrix &stored, ValueMatrix &matrix);

/// The lanes of a warp that hold the metadata of a 16-row A of mma.sp and
/// wgmma.sp. With 16-bit and wider elements a lane has four chunks of row g in
/// its low and of row g + 8 in its high half; with narrower ones it has eight
/// chunks of one row, even lanes of row g, odd ones of row g + 8. The selector
/// is the first lane (one lane enough) or pair (two lanes enough) of a group of
/// four.
class MmaMetadata {
public:
  MmaMetadata(const MatrixElement &element, unsigned k, unsigned selector)
      : isWide(element.bits >= 16), selector(selector) {
    unsigned chunks = k / chunkOf(element);
    lanes = isWide ? chunks / 4 : chunks / 8 * 2;
  }

  bool isSelector() const { return selector < 4 / lanes; }

  struct Bits {
    unsigned lane, bit; // the lowest of four
  };
  Bits position(unsigned row, unsigned chunk) const {
    unsigned first = 4 * (row % 8) + selector * lanes;
    if (isWide)
      return {first + chunk / 4, row / 8 * 16 + chunk % 4 * 4};
    return {first + row / 8 + chunk / 8 * 2, chunk % 8 * 4};
  }

private:
  bool isWide;
  unsigned selector, lanes;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_SPARSITY_H
