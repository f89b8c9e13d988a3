//===- F2SpanTest.cpp - Laws of subspaces ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/F2Span.h"

#include <gtest/gtest.h>

#include <random>

using namespace tileiras;

namespace {

F2Vectors randomVectors(std::mt19937 &generator, unsigned count,
                        unsigned bits) {
  F2Vectors result;
  while (count-- != 0)
    result.push_back(generator() & ((1u << bits) - 1));
  return result;
}

TEST(F2Span, SolveUsesEarlyVectors) {
  F2Span span({0b001, 0b011, 0b010, 0b100});
  EXPECT_EQ(span.getDim(), 3u);
  EXPECT_EQ(span.getIndependent(), 0b1011u);
  EXPECT_EQ(span.solve(0b110), 0b1011u);
  EXPECT_EQ(span.solve(0b1000), std::nullopt);
}

TEST(F2Span, MembershipAndSolutionsAgree) {
  std::mt19937 generator(1);
  for (unsigned round = 0; round != 200; ++round) {
    F2Vectors vectors = randomVectors(generator, 5, 7);
    F2Span span(vectors);
    for (uint64_t x = 0; x != 128; ++x) {
      std::optional<uint64_t> sum = span.solve(x);
      EXPECT_EQ(sum.has_value(), span.contains(x));
      if (sum) {
        EXPECT_EQ(select<uint64_t>(vectors, *sum), x);
      }
    }
  }
}

TEST(F2Span, IntersectionIsTheCommonMembers) {
  std::mt19937 generator(2);
  for (unsigned round = 0; round != 200; ++round) {
    F2Vectors a = randomVectors(generator, 4, 6);
    F2Vectors b = randomVectors(generator, 4, 6);
    F2Span spanA(a), spanB(b), both(intersectSpans(a, b));
    EXPECT_EQ(both.getDim(), intersectSpans(a, b).size());
    for (uint64_t x = 0; x != 64; ++x)
      EXPECT_EQ(both.contains(x), spanA.contains(x) && spanB.contains(x));
  }
}

TEST(F2Span, KernelMapsToZero) {
  std::mt19937 generator(3);
  for (unsigned round = 0; round != 200; ++round) {
    F2Vectors images = randomVectors(generator, 7, 5);
    F2Span kernel(getKernel(images));
    for (uint64_t x = 0; x != 128; ++x)
      EXPECT_EQ(kernel.contains(x), select<uint64_t>(images, x) == 0);
  }
}

} // namespace
