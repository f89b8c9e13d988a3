//===- StridedLayoutTest.cpp - CuTe's layouts -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The examples of CuTe's documentation, and laws on random layouts. A layout is
// checked as a function: at every coordinate.
//
//===----------------------------------------------------------------------===//

#include "RandomLayouts.h"

#include "tileiras/Layout/StridedLayout.h"

#include "llvm/Support/MathExtras.h"

#include "gtest/gtest.h"

using namespace tileiras;
using namespace tileiras::test;

namespace {

StridedLayout parse(llvm::StringRef text) {
  return llvm::cantFail(StridedLayout::parse(text));
}

int64_t sizeOf(const StridedLayout &layout) {
  return *layout.getShape().getProduct();
}

/// A layout with `rank` modes that fills memory, its leaves in random order.
StridedLayout randomCompact(RandomLayouts &random, unsigned rank,
                            bool powersOfTwo) {
  struct Leaf {
    int64_t size, stride = 0;
  };
  std::vector<std::vector<Leaf>> modes(rank);
  std::vector<Leaf *> order;
  for (auto &mode : modes)
    mode.resize(1 + random.below(3));
  for (auto &mode : modes)
    for (Leaf &leaf : mode) {
      leaf.size = powersOfTwo ? int64_t(1) << random.below(3)
                              : 1 + int64_t(random.below(4));
      order.insert(order.begin() + random.below(order.size() + 1), &leaf);
    }
  int64_t next = 1;
  for (Leaf *leaf : order) {
    leaf->stride = next;
    next *= leaf->size;
  }
  std::vector<IntTuple> shapes, strides;
  for (auto &mode : modes) {
    llvm::SmallVector<int64_t> sizes, steps;
    for (Leaf &leaf : mode) {
      sizes.push_back(leaf.size);
      steps.push_back(leaf.stride);
    }
    shapes.push_back(IntTuple::flat(sizes));
    strides.push_back(IntTuple::flat(steps));
  }
  return StridedLayout(IntTuple::tuple(shapes), IntTuple::tuple(strides));
}

llvm::SmallVector<Swizzle> randomSwizzles(RandomLayouts &random, int bits) {
  llvm::SmallVector<Swizzle> swizzles;
  for (unsigned i = random.below(3); i > 0 && bits >= 2; --i) {
    int shift = 1 + int(random.below(bits - 1));
    int count = 1 + int(random.below(std::min(shift, bits - shift)));
    int base = int(random.below(bits - shift - count + 1));
    swizzles.push_back({count, base, random.below(2) ? shift : -shift});
  }
  return swizzles;
}

StridedLayout withSwizzles(const StridedLayout &layout, RandomLayouts &random) {
  return StridedLayout(
      layout.getShape(), layout.getStride(),
      randomSwizzles(random, int(llvm::Log2_64(sizeOf(layout)))));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

TEST(IntTupleTest, TextRoundTrip) {
  for (const char *text : {"5", "?", "?{i64}", "_", "()", "(1)", "(2,(3,?),_)",
                           "((1,2),(3,(4,?{i64})))"})
    EXPECT_EQ(llvm::cantFail(IntTuple::parse(text)).str(), text);
  EXPECT_EQ(llvm::cantFail(IntTuple::parse(" ( 1 , ? ) ")).str(), "(1,?)");
}

TEST(IntTupleTest, BadTextIsRefused) {
  for (const char *text :
       {"", "(", ")", "(1", "(1,", "(1,)", "1)", "-1", "x", "(1 2)",
        "99999999999999999999", "((((((((((((((((((1))))))))))))))))))"}) {
    auto tuple = IntTuple::parse(text);
    EXPECT_FALSE(static_cast<bool>(tuple)) << text;
    llvm::consumeError(tuple.takeError());
  }
}

TEST(IntTupleTest, Congruence) {
  auto tree = [](const char *text) {
    return llvm::cantFail(IntTuple::parse(text));
  };
  EXPECT_TRUE(tree("(1,(2,3))").isCongruentTo(tree("(?,(0,_))")));
  EXPECT_FALSE(tree("(1,2)").isCongruentTo(tree("(1,(2))")));
  EXPECT_FALSE(tree("(1)").isCongruentTo(tree("1")));
  EXPECT_TRUE(tree("(1,2)").isWeaklyCongruentTo(tree("(4,(2,3))")));
  EXPECT_FALSE(tree("(1,(2,3))").isWeaklyCongruentTo(tree("(4,5)")));
}

TEST(StridedLayoutTest, TextRoundTrip) {
  for (const char *text : {"8:1", "(8,(2,4)):(2,(1,16))", "(?,?):(?{i64},1)",
                           "():()", "S<3,4,3> o 0 o (8,64):(64,1)",
                           "S<1,3,-7> o S<2,4,4> o 0 o (2,4):(1,2)"})
    EXPECT_EQ(parse(text).str(), text);
}

TEST(StridedLayoutTest, BadTextIsRefused) {
  for (const char *text :
       {"", "8", "8:", ":1", "(8,2):1", "0:1", "_:1", "8:_", "8:1 x",
        "S<3,4,3> o (8):(1)", "S<3,4> o 0 o 8:1", "S<,,> o 0 o 8:1",
        "S<0,4,3> o 0 o 8:1", "S<3,4,2> o 0 o 8:1", "S<3,-1,3> o 0 o 8:1",
        "S<3,40,40> o 0 o 8:1", "S<3,4,-2147483648> o 0 o 8:1",
        "S<99999999999,1,1> o 0 o 8:1"}) {
    auto layout = StridedLayout::parse(text);
    EXPECT_FALSE(static_cast<bool>(layout)) << text;
    llvm::consumeError(layout.takeError());
  }
}

//===----------------------------------------------------------------------===//
// CuTe's documentation
//===----------------------------------------------------------------------===//

// "CuTe Layouts": the example of Coordinate Mapping.
TEST(StridedLayoutTest, CoordinatesOfTheDocumentation) {
  IntTuple shape = llvm::cantFail(IntTuple::parse("(3,(2,3))"));
  EXPECT_EQ(idx2crd(16, shape).str(), "(1,(1,2))");
  EXPECT_EQ(idx2crd(17, shape).str(), "(2,(1,2))");
  StridedLayout layout = parse("(3,(2,3)):(3,(12,1))");
  for (const char *coord : {"16", "(1,5)", "(1,(1,2))"})
    EXPECT_EQ(layout.crd2idx(llvm::cantFail(IntTuple::parse(coord))), 17u);
}

// "CuTe Layout Algebra": coalesce and composition.
TEST(StridedLayoutTest, AlgebraOfTheDocumentation) {
  EXPECT_EQ(parse("(2,(1,6)):(1,(6,2))").coalesce().str(), "12:1");
  auto compose = [](const char *outer, const char *inner) {
    auto result = parse(outer).compose(parse(inner));
    return result ? result->str() : "none";
  };
  EXPECT_EQ(compose("(6,2):(8,2)", "(4,3):(3,1)"), "((2,2),3):((24,2),8)");
  EXPECT_EQ(compose("20:2", "(5,4):(4,1)"), "(5,4):(8,2)");
  EXPECT_EQ(compose("(10,2):(16,4)", "(5,4):(1,5)"), "(5,(2,2)):(16,(80,4))");
}

TEST(StridedLayoutTest, SwizzleOfTheDocumentation) {
  // Swizzle<2,0,3> adds bits 3 and 4 to bits 0 and 1.
  Swizzle swizzle{2, 0, 3};
  EXPECT_EQ(swizzle.apply(0b01000), 0b01001u);
  EXPECT_EQ(swizzle.apply(0b11011), 0b11000u);
  EXPECT_EQ((Swizzle{2, 0, -3}).apply(0b00011), 0b11011u);
}

TEST(StridedLayoutTest, OnlyUsedPartsMustBeStatic) {
  StridedLayout layout = parse("(?,?):(?{i64},1)");
  auto at = [&](const char *coord) {
    return layout.crd2idx(llvm::cantFail(IntTuple::parse(coord)));
  };
  EXPECT_EQ(at("(0,5)"), 5u);
  EXPECT_EQ(at("(_,5)"), 5u);
  EXPECT_EQ(at("(1,5)"), std::nullopt);
  EXPECT_EQ(at("(0,?)"), std::nullopt);
  EXPECT_EQ(at("7"), std::nullopt);
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

TEST(StridedLayoutTest, IndexAndCoordinateAreInverse) {
  RandomLayouts random(1);
  for (int round = 0; round < 200; ++round) {
    StridedLayout layout = randomCompact(random, 1 + random.below(3), false);
    for (int64_t i = 0; i < sizeOf(layout); ++i) {
      IntTuple coord = idx2crd(i, layout.getShape());
      EXPECT_TRUE(coord.isCongruentTo(layout.getShape()));
      EXPECT_EQ(layout.crd2idx(coord), layout.crd2idx(i));
    }
  }
}

TEST(StridedLayoutTest, CoalescingKeepsTheFunction) {
  RandomLayouts random(2);
  for (int round = 0; round < 200; ++round) {
    StridedLayout layout = withSwizzles(
        randomCompact(random, 1 + random.below(3), random.below(2)), random);
    StridedLayout coalesced = layout.coalesce();
    EXPECT_EQ(sizeOf(layout), sizeOf(coalesced));
    for (int64_t i = 0; i < sizeOf(layout); ++i)
      EXPECT_EQ(layout.crd2idx(i), coalesced.crd2idx(i)) << layout.str();
  }
}

TEST(StridedLayoutTest, CompositionIsOfFunctions) {
  RandomLayouts random(3);
  unsigned composed = 0;
  for (int round = 0; round < 1000; ++round) {
    bool powersOfTwo = random.below(2);
    StridedLayout outer = randomCompact(random, 2, powersOfTwo);
    StridedLayout inner = randomCompact(random, 2, powersOfTwo);
    if (sizeOf(inner) > sizeOf(outer))
      continue;
    if (powersOfTwo) {
      outer = withSwizzles(outer, random);
      inner = withSwizzles(inner, random);
    }
    auto result = outer.compose(inner);
    if (!result) {
      EXPECT_FALSE(powersOfTwo) << "linear ones always compose";
      continue;
    }
    ++composed;
    EXPECT_EQ(result->getRank(), inner.getRank());
    for (int64_t i = 0; i < sizeOf(inner); ++i)
      EXPECT_EQ(result->crd2idx(i), outer.crd2idx(*inner.crd2idx(i)))
          << outer.str() << " after " << inner.str() << " is " << result->str();
  }
  EXPECT_GT(composed, 200u);
}

//===----------------------------------------------------------------------===//
// Linear layouts, both ways
//===----------------------------------------------------------------------===//

/// Coordinates have the same offset in both.
void expectSame(const StridedLayout &layout, const LinearLayout &memory) {
  ASSERT_EQ(layout.getRank(), memory.getRank());
  for (int64_t offset = 0; offset < memory.getInSize(InDim::Offset); ++offset) {
    Coords coord =
        memory.unflatten(memory.applyFlat(InDim::Offset, uint64_t(offset)));
    EXPECT_EQ(layout.crd2idx(IntTuple::flat(coord)), uint64_t(offset))
        << layout.str() << " and " << memory.str();
  }
}

TEST(StridedLayoutTest, ToLinearLayoutAndBack) {
  RandomLayouts random(4);
  for (int round = 0; round < 300; ++round) {
    StridedLayout layout =
        withSwizzles(randomCompact(random, 1 + random.below(3), true), random);
    auto memory = layout.toLinearLayout();
    ASSERT_TRUE(memory) << layout.str();
    expectSame(layout, *memory);
    StridedLayout back = StridedLayout::fromLinearLayout(*memory);
    expectSame(back, *memory);
    EXPECT_EQ(back.toLinearLayout(), memory);
  }
}

TEST(StridedLayoutTest, FromLinearLayoutAndBack) {
  RandomLayouts random(5);
  for (int round = 0; round < 300; ++round) {
    llvm::SmallVector<int64_t> sizes;
    for (unsigned dim = 0; dim < 1 + random.below(3); ++dim)
      sizes.push_back(int64_t(2) << random.below(4));
    LinearLayout registers =
        random.invertible(sizes, 0, 0, /*mixing=*/random.below(10));
    LinearLayout memory = LinearLayout::fromFlatBases(
        InDim::Offset, registers.getFlatBases(InDim::Register), sizes);
    StridedLayout layout = StridedLayout::fromLinearLayout(memory);
    expectSame(layout, memory);
    EXPECT_EQ(layout.toLinearLayout(), memory) << layout.str();
  }
}

TEST(StridedLayoutTest, SwizzlesOfHardwareKeepTheirForm) {
  // The three swizzle modes of TMA and wgmma, of rows of 16-bit elements.
  for (const char *text :
       {"S<1,3,3> o 0 o (8,16):(16,1)", "S<2,3,3> o 0 o (8,32):(32,1)",
        "S<3,3,3> o 0 o (8,64):(64,1)"}) {
    auto memory = parse(text).toLinearLayout();
    ASSERT_TRUE(memory);
    EXPECT_EQ(StridedLayout::fromLinearLayout(*memory).str(), text);
  }
}

TEST(StridedLayoutTest, BasesOfAccesses) {
  // Modes may replicate, and leave gaps.
  auto layout = StridedLayout::fromBases(
      {llvm::SmallVector<uint64_t>{16, 0, 33}, llvm::SmallVector<uint64_t>{},
       llvm::SmallVector<uint64_t>{1, 2}});
  ASSERT_TRUE(layout);
  EXPECT_EQ(layout->str(), "S<1,0,5> o 0 o ((2,2,2),1,4):((16,0,32),0,1)");
  EXPECT_EQ(layout->crd2idx(IntTuple::flat({7, 0, 1})), 16u ^ 33u ^ 1u);
  // A basis that others generate is no swizzle of anything.
  EXPECT_FALSE(
      StridedLayout::fromBases({llvm::SmallVector<uint64_t>{1, 2, 3}}));
  // Sums that carry, and sizes that are no powers of two, are not linear.
  EXPECT_FALSE(parse("(2,2):(1,1)").getBases());
  EXPECT_FALSE(parse("(3,2):(2,1)").getBases());
  EXPECT_FALSE(parse("(4,2):(?,1)").getBases());
  // Gaps are no bijection.
  EXPECT_FALSE(parse("(4,2):(4,1)").toLinearLayout());
  EXPECT_TRUE(parse("(4,2):(4,1)").getBases());
}

TEST(StridedLayoutTest, RandomBases) {
  RandomLayouts random(6);
  unsigned dependent = 0;
  for (int round = 0; round < 300; ++round) {
    LinearLayout any = random.any({64, 8}, random.below(4), random.below(4), 2);
    ModeBases modes = {
        llvm::SmallVector<uint64_t>(any.getFlatBases(InDim::Lane)),
        llvm::SmallVector<uint64_t>(any.getFlatBases(InDim::Warp)),
        llvm::SmallVector<uint64_t>(any.getFlatBases(InDim::Register))};
    auto layout = StridedLayout::fromBases(modes);
    if (!layout) {
      EXPECT_FALSE(any.isInjective());
      ++dependent;
      continue;
    }
    EXPECT_EQ(layout->getBases(), modes);
  }
  EXPECT_GT(dependent, 0u);
  EXPECT_LT(dependent, 200u);
}

} // namespace
