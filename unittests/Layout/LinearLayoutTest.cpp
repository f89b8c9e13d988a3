//===- LinearLayoutTest.cpp - Laws of the algebra -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LinearLayout.h"

#include "RandomLayouts.h"

#include <gtest/gtest.h>

#include <set>

using namespace tileiras;
using namespace tileiras::test;

namespace {

constexpr unsigned kTrials = 200;
/// The laws hold for CTAs of a cluster as for registers, lanes and warps.
constexpr unsigned kBlockBits = 1;

uint64_t packedSize(const LinearLayout &layout) {
  return uint64_t(1) << layout.getTotalInBits();
}

/// The worked example of the header.
LinearLayout example() {
  return LinearLayout::fromBases(
      {{InDim::Register, {{0, 1}}},
       {InDim::Lane, {{0, 2}, {0, 4}, {1, 0}, {2, 0}, {4, 0}}}},
      {8, 8});
}

TEST(LinearLayout, WorkedExample) {
  LinearLayout layout = example();
  EXPECT_EQ(layout.apply(1, 13), Coords({3, 3}));
  EXPECT_TRUE(layout.isInvertible());
  EXPECT_EQ(layout.getNumRegisters(), 2);
  EXPECT_EQ(layout.getNumLanes(), 32);
  EXPECT_EQ(layout.getNumWarps(), 1);
  LinearLayout reduced = layout.dropOut(0);
  EXPECT_EQ(reduced.str(), "{register=[[1]], lane=[[2],[4],[0],[0],[0]]}");
  EXPECT_EQ(reduced.getFreeMask(InDim::Lane), 0b11100u);
}

TEST(LinearLayout, RankZeroIsReplicatedEverywhere) {
  LinearLayout scalar =
      LinearLayout::zeros(32, InDim::Lane, 0) * LinearLayout::unit(0);
  EXPECT_EQ(scalar.getRank(), 0u);
  EXPECT_EQ(scalar.getOutBits(), 0u);
  EXPECT_TRUE(scalar.isSurjective());
  EXPECT_TRUE(scalar.isTrivialOver(InDim::Lane));
  EXPECT_EQ(scalar.apply(0, 31), Coords());
  EXPECT_EQ(scalar.getFreeMask(InDim::Lane), 31u);
}

TEST(LinearLayout, StridedAndIdentity) {
  EXPECT_EQ(LinearLayout::strided1D(4, 8, InDim::Lane).apply(0, 3),
            Coords({24}));
  EXPECT_TRUE(LinearLayout::identity1D(16, InDim::Register).isIdentity());
  EXPECT_EQ(LinearLayout::identity1D(1, InDim::Register, 1, 2),
            LinearLayout::unit(2));
}

TEST(LinearLayout, ApplyIsLinear) {
  RandomLayouts random(1, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.any({8, 4, 16}, 3, 5, 2);
    uint64_t x = random.below(packedSize(layout)),
             y = random.below(packedSize(layout));
    EXPECT_EQ(layout.applyPacked(x ^ y),
              layout.applyPacked(x) ^ layout.applyPacked(y));
    EXPECT_EQ(layout.pack(layout.unpack(InDim::Register, x),
                          layout.unpack(InDim::Lane, x),
                          layout.unpack(InDim::Warp, x),
                          layout.unpack(InDim::Block, x)),
              x);
    EXPECT_EQ(layout.unflatten(layout.applyPacked(x)),
              layout.apply(layout.unpack(InDim::Register, x),
                           layout.unpack(InDim::Lane, x),
                           layout.unpack(InDim::Warp, x),
                           layout.unpack(InDim::Block, x)));
  }
}

TEST(LinearLayout, ProductIsAMonoid) {
  RandomLayouts random(2, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout a = random.any({2, 4}, 2, 3, 0);
    LinearLayout b = random.any({8, 1}, 1, 2, 1);
    LinearLayout c = random.any({2, 2}, 0, 2, 2);
    EXPECT_EQ((a * b) * c, a * (b * c));
    EXPECT_EQ(a * LinearLayout::unit(2), a);
    EXPECT_EQ(LinearLayout::unit(2) * a, a);
  }
}

TEST(LinearLayout, ProductDivides) {
  RandomLayouts random(3, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout a = random.any({2, 4}, 2, 3, 0);
    LinearLayout b = random.any({8, 2}, 1, 2, 1);
    EXPECT_EQ((a * b).divideLeft(a), b);
    EXPECT_EQ(a.divideLeft(LinearLayout::unit(2)), a);
    EXPECT_EQ(a.divideLeft(a), LinearLayout::unit(2));
    // The quotient always reproduces the dividend.
    LinearLayout c = random.any({2, 4}, 1, 1, 0);
    if (std::optional<LinearLayout> rest = (a * b).divideLeft(c)) {
      EXPECT_EQ(c * *rest, a * b);
    }
  }
}

TEST(LinearLayout, InverseIsTwoSided) {
  RandomLayouts random(4, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.invertible({16, 32}, 5, 2, trial % 40);
    LinearLayout inverse = layout.invert();
    EXPECT_TRUE(layout.compose(inverse).isIdentity());
    EXPECT_TRUE(inverse.compose(layout).isIdentity());
  }
}

TEST(LinearLayout, CompositionIsAssociativeAndContravariantUnderInverse) {
  RandomLayouts random(5, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout a = random.invertible({256}, 5, 1, 20);
    LinearLayout b = random.invertible({256}, 5, 1, 20);
    LinearLayout c = random.invertible({16, 16}, 5, 1, 20);
    EXPECT_EQ(a.compose(b).compose(c), a.compose(b.compose(c)));
    for (uint64_t x = 0; x != 256; ++x)
      EXPECT_EQ(a.compose(b).applyPacked(x), b.applyPacked(a.applyPacked(x)));
    LinearLayout left = a.compose(b).invert();
    LinearLayout right = b.invert().compose(a.invert());
    for (uint64_t x = 0; x != 256; ++x)
      EXPECT_EQ(left.applyPacked(x), right.applyPacked(x));
  }
}

TEST(LinearLayout, PseudoInverseFindsAnIndexOfEveryElement) {
  RandomLayouts random(6, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = trial % 2 ? random.replicating({8, 16}, 5, 2, 10)
                                    : random.any({8, 16}, 2, 3, 1);
    LinearLayout places = layout.pseudoInvert();
    uint64_t free = layout.pack(
        layout.getFreeMask(InDim::Register), layout.getFreeMask(InDim::Lane),
        layout.getFreeMask(InDim::Warp), layout.getFreeMask(InDim::Block));
    for (uint64_t x = 0; x != packedSize(layout); ++x) {
      uint64_t flat = layout.applyPacked(x);
      uint64_t place = places.applyPacked(flat);
      EXPECT_EQ(layout.applyPacked(place), flat);
      EXPECT_EQ(place & free, 0u);
    }
  }
}

TEST(LinearLayout, InvertAndComposeFindsTheSameElement) {
  RandomLayouts random(7, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    unsigned mixing = trial % 30;
    LinearLayout src = trial % 3 ? random.replicating({16, 32}, 5, 2, mixing)
                                 : random.any({16, 32}, 3, 5, 2);
    LinearLayout dst = trial % 2 ? random.replicating({16, 32}, 5, 2, mixing)
                                 : random.invertible({16, 32}, 5, 2, mixing);
    LinearLayout moves = src.invertAndCompose(dst);
    EXPECT_EQ(moves.compose(dst), src);
    EXPECT_TRUE(dst.invertAndCompose(dst).isIdentity());
    if (dst.isInvertible()) {
      EXPECT_EQ(moves, src.compose(dst.invert()));
    }
  }
}

TEST(LinearLayout, InvertAndComposeStaysInTheThreadIfItCan) {
  // dst replicates over lane 0, which src distributes over registers.
  LinearLayout src = LinearLayout::identity1D(2, InDim::Lane) *
                     LinearLayout::identity1D(2, InDim::Register);
  LinearLayout dst = LinearLayout::zeros(2, InDim::Lane) *
                     LinearLayout::identity1D(4, InDim::Register);
  LinearLayout moves = src.invertAndCompose(dst);
  EXPECT_EQ(moves.getBasis(InDim::Lane, 0)[outDimOf(InDim::Lane)], 1);
  EXPECT_EQ(moves.getBasis(InDim::Lane, 0)[outDimOf(InDim::Register)], 1);
}

TEST(LinearLayout, ReshapeKeepsRowMajorOrder) {
  RandomLayouts random(8, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.any({4, 8, 2}, 2, 5, 1);
    LinearLayout flat = layout.reshapeOuts({64});
    EXPECT_EQ(flat.reshapeOuts({16, 4}).reshapeOuts({4, 8, 2}), layout);
    for (uint64_t x = 0; x != packedSize(layout); ++x)
      EXPECT_EQ(flat.applyPacked(x),
                layout.flatten(layout.unflatten(layout.applyPacked(x))));
  }
}

TEST(LinearLayout, PermuteActsOnCoordinates) {
  RandomLayouts random(9, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.any({4, 8, 2}, 2, 5, 1);
    LinearLayout permuted = layout.permuteOuts({2, 0, 1});
    EXPECT_EQ(permuted.getOutSizes(), llvm::ArrayRef<int64_t>({2, 4, 8}));
    // order[i] then its inverse is the identity.
    EXPECT_EQ(permuted.permuteOuts({1, 2, 0}), layout);
    uint64_t x = random.below(packedSize(layout));
    Coords was = layout.unflatten(layout.applyPacked(x));
    EXPECT_EQ(permuted.unflatten(permuted.applyPacked(x)),
              Coords({was[2], was[0], was[1]}));
  }
}

TEST(LinearLayout, DropProjectExpand) {
  RandomLayouts random(10, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.any({4, 8, 2}, 2, 5, 1);
    for (unsigned dim = 0; dim != 3; ++dim) {
      EXPECT_EQ(layout.projectOut(dim), layout.dropOut(dim).expandOut(dim));
      uint64_t x = random.below(packedSize(layout));
      Coords coords = layout.unflatten(layout.applyPacked(x));
      coords.erase(coords.begin() + dim);
      LinearLayout dropped = layout.dropOut(dim);
      EXPECT_EQ(dropped.unflatten(dropped.applyPacked(x)), coords);
    }
    EXPECT_EQ(layout.dropOut(0).dropOut(0), layout.dropOut(1).dropOut(0));
    EXPECT_EQ(layout.expandOut(3).dropOut(3), layout);
  }
}

TEST(LinearLayout, WrapIsModulo) {
  RandomLayouts random(11, kBlockBits);
  LinearLayout layout = random.any({16, 8}, 2, 5, 1);
  LinearLayout wrapped = layout.wrapTo({4, 8});
  for (uint64_t x = 0; x != packedSize(layout); ++x) {
    Coords coords = layout.unflatten(layout.applyPacked(x));
    coords[0] %= 4;
    EXPECT_EQ(wrapped.unflatten(wrapped.applyPacked(x)), coords);
  }
}

TEST(LinearLayout, RepeatAddsRegistersInOrder) {
  LinearLayout layout = LinearLayout::identity1D(4, InDim::Lane, 1, 2);
  EXPECT_EQ(layout.repeatTo({2, 16}, {1, 0}).str(),
            "{register=[[0,4],[0,8],[1,0]], lane=[[0,1],[0,2]]}");
}

TEST(LinearLayout, RemoveZeroBasesTellsWhichRegistersStay) {
  LinearLayout layout = LinearLayout::fromBases(
      {{InDim::Register, {{1}, {0}, {2}}}, {InDim::Lane, {{0}}}}, {4});
  auto [reduced, kept] = layout.removeZeroBases();
  EXPECT_EQ(reduced.str(), "{register=[[1],[2]], lane=[[0]]}");
  ASSERT_EQ(kept.size(), 4u);
  for (unsigned i = 0; i != 4; ++i)
    EXPECT_EQ(reduced.apply(i), layout.apply(kept[i]));
}

TEST(LinearLayout, FactsAgreeWithEnumeration) {
  RandomLayouts random(12, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.any({4, 4}, 1 + trial % 2, 1 + trial % 3, 1);
    std::set<uint64_t> image;
    for (uint64_t x = 0; x != packedSize(layout); ++x)
      image.insert(layout.applyPacked(x));
    EXPECT_EQ(layout.isSurjective(), image.size() == 16);
    EXPECT_EQ(layout.isInjective(), image.size() == packedSize(layout));
  }
}

TEST(LinearLayout, OwnersCoverEverything) {
  RandomLayouts random(13, kBlockBits);
  for (unsigned trial = 0; trial != kTrials; ++trial) {
    LinearLayout layout = random.replicating({8, 16}, 5, 2, trial % 20);
    std::set<uint64_t> image;
    for (uint64_t x = 0; x != packedSize(layout); ++x)
      if ((layout.unpack(InDim::Lane, x) & layout.getFreeMask(InDim::Lane)) ==
              0 &&
          (layout.unpack(InDim::Warp, x) & layout.getFreeMask(InDim::Warp)) ==
              0)
        image.insert(layout.applyPacked(x));
    EXPECT_EQ(image.size(), 128u);
  }
}

TEST(LinearLayout, HashFollowsEquality) {
  LinearLayout a = example(), b = example();
  EXPECT_EQ(a, b);
  EXPECT_EQ(hash_value(a), hash_value(b));
  EXPECT_FALSE(a == a.permuteOuts({1, 0}));
  EXPECT_FALSE(a == a.reshapeOuts({64}));
}

} // namespace
