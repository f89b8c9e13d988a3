//===- Swizzle.h - Shared memory without bank conflicts ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Chooses a buffer's bases; ConversionPlan.h has the theory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_LAYOUT_SWIZZLE_H
#define TILEIRAS_LIB_LAYOUT_SWIZZLE_H

#include "tileiras/Layout/F2Span.h"
#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

/// One side's accesses of the buffer.
struct SwizzleSide {
  const LinearLayout &layout;
  /// log2 of the elements that are contiguous for one access (for ldmatrix: of
  /// a row).
  unsigned contiguous;
  /// The directions of the tile along the lanes of one wavefront.
  F2Vectors wave;
};

/// Returns the bases of the offset's bits, lowest first: vector, bank, segment,
/// round. `chain` are the contiguous directions, in order, of the wider side;
/// the narrower uses the first of them. `space` is a basis of all elements that
/// are exchanged, 2^bufferBits elements at a time.
[[nodiscard]] F2Vectors
chooseSwizzle(const SwizzleSide &store, const SwizzleSide &load,
              llvm::ArrayRef<uint64_t> chain, llvm::ArrayRef<uint64_t> space,
              unsigned bufferBits, unsigned elementBits);

/// Appends the vectors that `more` adds to span(list), up to `limit` vectors in
/// all.
void extendTo(F2Vectors &list, llvm::ArrayRef<uint64_t> more,
              unsigned limit = 64);

} // namespace tileiras

#endif // TILEIRAS_LIB_LAYOUT_SWIZZLE_H
