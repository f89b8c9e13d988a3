//===- FactoriesTest.cpp - Blocked and coalesced layouts ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/Factories.h"

#include <gtest/gtest.h>

#include <map>

using namespace tileiras;

namespace {

/// The number of indices that hold each element.
std::map<uint64_t, int> countPlaces(const LinearLayout &layout) {
  std::map<uint64_t, int> count;
  for (uint64_t x = 0; x >> layout.getTotalInBits() == 0; ++x)
    ++count[layout.applyPacked(x)];
  return count;
}

TEST(Blocked, ExactFit) {
  LinearLayout layout = blocked({16, 64}, {1, 4}, {4, 8}, {2, 2}, {1, 0});
  EXPECT_EQ(layout.str(), "{register=[[0,1],[0,2],[8,0]], "
                          "lane=[[0,4],[0,8],[0,16],[1,0],[2,0]], "
                          "warp=[[0,32],[4,0]]}");
}

TEST(Blocked, SmallTilesReplicateThreads) {
  LinearLayout layout = blocked({8}, {2}, {32}, {4}, {0});
  EXPECT_EQ(layout.str(), "{register=[[1]], lane=[[2],[4],[0],[0],[0]], "
                          "warp=[[0],[0]]}");
  EXPECT_EQ(blocked({1}, {4}, {32}, {1}, {0}).getNumRegisters(), 1);
}

TEST(Blocked, LargeTilesRepeatAlongTheOrder) {
  LinearLayout layout = blocked({4, 128}, {1, 1}, {1, 32}, {1, 1}, {1, 0});
  EXPECT_EQ(layout.str(), "{register=[[0,32],[0,64],[1,0],[2,0]], "
                          "lane=[[0,1],[0,2],[0,4],[0,8],[0,16]]}");
}

TEST(Coalesced, CoversEveryElementOnce) {
  for (int64_t rows : {1, 2, 8, 64})
    for (int64_t cols : {1, 16, 128, 512})
      for (unsigned bits : {8u, 16u, 32u, 64u})
        for (int64_t warps : {1, 4, 8}) {
          LinearLayout layout = coalesced({rows, cols}, bits, warps);
          EXPECT_EQ(layout.getNumLanes(), 32);
          EXPECT_EQ(layout.getNumWarps(), warps);
          int replicas = std::max<int64_t>(1, 32 * warps / (rows * cols));
          std::map<uint64_t, int> places = countPlaces(layout);
          EXPECT_EQ(int64_t(places.size()), rows * cols);
          for (auto [element, count] : places)
            EXPECT_EQ(count, replicas) << rows << "x" << cols;
        }
}

TEST(Coalesced, VectorsAreContiguous) {
  LinearLayout layout = coalesced({64, 128}, 16, 4);
  for (unsigned reg = 0; reg != 8; ++reg)
    EXPECT_EQ(layout.apply(reg), Coords({0, reg}));
  EXPECT_EQ(layout.apply(0, 1), Coords({0, 8}));
  EXPECT_EQ(layout.apply(0, 16), Coords({1, 0}));
  // The layout leaves no thread idle.
  EXPECT_EQ(coalesced({256}, 16, 4).getNumRegisters(), 2);
  EXPECT_EQ(coalesced({128}, 16, 4).getNumRegisters(), 1);
}

TEST(Coalesced, OrderChoosesTheFastDimension) {
  LinearLayout layout = coalesced({128, 64}, {0, 1}, 32, 4);
  EXPECT_EQ(layout, coalesced({64, 128}, 32, 4).permuteOuts({1, 0}));
}

TEST(Coalesced, RankZero) {
  LinearLayout layout = coalesced({}, 32, 4);
  EXPECT_EQ(layout.getRank(), 0u);
  EXPECT_EQ(layout.getNumWarps(), 4);
}

TEST(Replicated, EveryThreadHoldsTheTile) {
  LinearLayout layout = replicated({4, 2}, 2);
  EXPECT_EQ(layout.str(), "{register=[[0,1],[1,0],[2,0]], "
                          "lane=[[0,0],[0,0],[0,0],[0,0],[0,0]], "
                          "warp=[[0,0]]}");
}

} // namespace
