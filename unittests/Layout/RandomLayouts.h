//===- RandomLayouts.h - Layouts for law tests ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H
#define TILEIRAS_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H

#include "tileiras/Layout/F2Span.h"
#include "tileiras/Layout/LinearLayout.h"

#include <random>

namespace tileiras::test {

class RandomLayouts {
public:
  /// Every layout gets `blockBits` bits of CTAs of a cluster as well.
  explicit RandomLayouts(unsigned seed, unsigned blockBits = 0)
      : generator(seed), blockBits(blockBits) {}

  /// Uniform in [0, bound).
  unsigned below(unsigned bound) { return generator() % bound; }

  /// Any bases at all, over the given numbers of input bits.
  LinearLayout any(llvm::ArrayRef<int64_t> outSizes, unsigned registerBits,
                   unsigned laneBits, unsigned warpBits);

  /// Bijective: with all register bits that the threads leave. With `mixing` 0
  /// its bases are single bits in random order; a larger one XORs more of them.
  LinearLayout invertible(llvm::ArrayRef<int64_t> outSizes, unsigned laneBits,
                          unsigned warpBits, unsigned mixing);

  /// Surjective, with some input bits that replicate (zero bases or, with
  /// `mixing`, dependent ones).
  LinearLayout replicating(llvm::ArrayRef<int64_t> outSizes, unsigned laneBits,
                           unsigned warpBits, unsigned mixing);

private:
  /// Shuffles \p bases, then XORs random pairs of them \p mixing times.
  void shuffleAndMix(F2Vectors &bases, unsigned mixing);

  LinearLayout deal(llvm::ArrayRef<uint64_t> bases,
                    llvm::ArrayRef<int64_t> outSizes, unsigned laneBits,
                    unsigned warpBits);

  std::mt19937 generator;
  unsigned blockBits;
};

} // namespace tileiras::test

#endif // TILEIRAS_UNITTESTS_LAYOUT_RANDOMLAYOUTS_H
