//===- RandomLayouts.cpp - Layouts for law tests --------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/Support/MathExtras.h"

#include <algorithm>

using namespace tileiras;
using namespace tileiras::test;

static unsigned bitsOf(llvm::ArrayRef<int64_t> sizes) {
  unsigned bits = 0;
  for (int64_t size : sizes)
    bits += llvm::Log2_64(size);
  return bits;
}

LinearLayout RandomLayouts::any(llvm::ArrayRef<int64_t> outSizes,
                                unsigned registerBits, unsigned laneBits,
                                unsigned warpBits) {
  uint64_t size = uint64_t(1) << bitsOf(outSizes);
  auto vectors = [&](unsigned n) {
    F2Vectors result;
    while (n-- != 0)
      result.push_back(generator() % size);
    return result;
  };
  return LinearLayout::fromFlatBases(InDim::Register, vectors(registerBits),
                                     outSizes)
      .withBases(InDim::Lane, vectors(laneBits))
      .withBases(InDim::Warp, vectors(warpBits))
      .withBases(InDim::Block, vectors(blockBits));
}

LinearLayout RandomLayouts::deal(llvm::ArrayRef<uint64_t> bases,
                                 llvm::ArrayRef<int64_t> outSizes,
                                 unsigned laneBits, unsigned warpBits) {
  unsigned registerBits = bases.size() - laneBits - warpBits - blockBits;
  return LinearLayout::fromFlatBases(InDim::Register,
                                     bases.take_front(registerBits), outSizes)
      .withBases(InDim::Lane, bases.slice(registerBits, laneBits))
      .withBases(InDim::Warp, bases.slice(registerBits + laneBits, warpBits))
      .withBases(InDim::Block, bases.take_back(blockBits));
}

void RandomLayouts::shuffleAndMix(F2Vectors &bases, unsigned mixing) {
  std::shuffle(bases.begin(), bases.end(), generator);
  for (unsigned n = 0; n != mixing; ++n) {
    unsigned to = below(bases.size()), from = below(bases.size());
    if (to != from)
      bases[to] ^= bases[from];
  }
}

LinearLayout RandomLayouts::invertible(llvm::ArrayRef<int64_t> outSizes,
                                       unsigned laneBits, unsigned warpBits,
                                       unsigned mixing) {
  F2Vectors bases = unitVectors(bitsOf(outSizes));
  shuffleAndMix(bases, mixing);
  return deal(bases, outSizes, laneBits, warpBits);
}

LinearLayout RandomLayouts::replicating(llvm::ArrayRef<int64_t> outSizes,
                                        unsigned laneBits, unsigned warpBits,
                                        unsigned mixing) {
  F2Vectors bases = unitVectors(bitsOf(outSizes));
  unsigned extra = 1 + below(3);
  bases.append(extra, 0);
  while (bases.size() < laneBits + warpBits + blockBits)
    bases.push_back(0);
  shuffleAndMix(bases, mixing);
  return deal(bases, outSizes, laneBits, warpBits);
}
