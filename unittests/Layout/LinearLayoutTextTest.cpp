//===- LinearLayoutTextTest.cpp - Layouts as text -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LinearLayout.h"

#include "RandomLayouts.h"

#include <gtest/gtest.h>

using namespace tileiras;
using namespace tileiras::test;

namespace {

std::string errorOf(llvm::StringRef text) {
  llvm::Expected<LinearLayout> layout = LinearLayout::parse(text);
  return layout ? "none" : llvm::toString(layout.takeError());
}

TEST(LinearLayoutText, RoundTrips) {
  RandomLayouts random(1);
  for (unsigned trial = 0; trial != 200; ++trial) {
    LinearLayout layout =
        random.any({8, 4, 16}, trial % 4, trial % 6, trial % 3);
    llvm::Expected<LinearLayout> again = LinearLayout::parse(layout.str());
    ASSERT_TRUE(bool(again)) << llvm::toString(again.takeError());
    EXPECT_EQ(*again, layout) << layout.str();
  }
}

TEST(LinearLayoutText, SizesArePrintedOnlyWhenNeeded) {
  EXPECT_EQ(LinearLayout::identity1D(8, InDim::Lane).str(),
            "{lane=[[1],[2],[4]]}");
  EXPECT_EQ(LinearLayout().str(), "{}");
  EXPECT_EQ(LinearLayout::unit(2).str(), "{out=[1,1]}");
  EXPECT_EQ(LinearLayout::zeros(2, InDim::Warp, 0).str(), "{warp=[[]]}");
  EXPECT_EQ(LinearLayout::zeros(2, InDim::Warp, 1).repeatTo({1}, {0}).str(),
            "{warp=[[0]]}");
  LinearLayout even = LinearLayout::fromFlatBases(InDim::Offset, {1}, {4});
  EXPECT_EQ(even.str(), "{offset=[[1]], out=[4]}");
}

TEST(LinearLayoutText, WhiteSpaceIsFree) {
  llvm::Expected<LinearLayout> layout =
      LinearLayout::parse(" { lane = [ [ 0 , 1 ] ] , out = [ 1 , 4 ] } ");
  ASSERT_TRUE(bool(layout)) << llvm::toString(layout.takeError());
  EXPECT_EQ(layout->str(), "{lane=[[0,1]], out=[1,4]}");
}

TEST(LinearLayoutText, ErrorsSayWhatWasExpected) {
  EXPECT_EQ(errorOf("lane"), "invalid layout at character 0: expected '{', "
                             "got 'l'");
  EXPECT_EQ(errorOf("{lanes=[]}"),
            "invalid layout at character 1: expected register, lane, warp, "
            "block, offset, tensor_lane, tensor_column or out, got 'lanes'");
  EXPECT_EQ(errorOf("{lane=[[1]], lane=[[2]]}"),
            "invalid layout at character 13: 'lane' is given twice");
  EXPECT_EQ(errorOf("{out=[2], out=[2]}"),
            "invalid layout at character 10: 'out' is given twice");
  EXPECT_EQ(errorOf("{lane=[[x]]}"),
            "invalid layout at character 8: expected an integer, got 'x'");
  EXPECT_EQ(errorOf("{lane=[[1]"),
            "invalid layout at character 10: expected ']', got the end");
  EXPECT_EQ(errorOf("{lane=[[1],[1,2]]}"),
            "invalid layout at character 18: expected bases of 2 coordinates, "
            "got 1");
  EXPECT_EQ(errorOf("{lane=[[4]], out=[4]}"),
            "invalid layout at character 21: expected coordinates below 4, "
            "got 4");
  EXPECT_EQ(errorOf("{out=[3]}"), "invalid layout at character 9: expected "
                                  "sizes that are powers of two, got 3");
  EXPECT_EQ(errorOf("{} x"),
            "invalid layout at character 3: expected the end, got 'x'");
  EXPECT_EQ(errorOf("{out=[4294967296]}"),
            "invalid layout at character 18: expected at most 31 bits of "
            "input and of output");
}

} // namespace
