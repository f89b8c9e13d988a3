//===- WarpExchangeTest.cpp - Exchange between lanes ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// shfl, vote, match, redux, elect and activemask, also among diverged lanes.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include <cmath>

using namespace tileiras::emu::test;

namespace {

TEST(WarpExchange, Shuffle) {
  auto up = run("shfl.sync.up.b32 %ro|%p1, %ra, 1, 0, -1;", numbered(32));
  auto down = run("shfl.sync.down.b32 %ro, %ra, 3, 31, -1;", numbered(32));
  auto bfly = run("shfl.sync.bfly.b32 %ro, %ra, 5, 31, -1;", numbered(32));
  auto index = run("shfl.sync.idx.b32 %ro, %ra, 7, 31, -1;", numbered(32));
  // Segments of eight lanes: c = (32 - 8) << 8 | clamp.
  auto segment = run("shfl.sync.idx.b32 %ro, %ra, 2, 6175, -1;", numbered(32));
  auto inside =
      run("shfl.sync.down.b32 %r1|%po, %ra, 3, 31, -1;", numbered(32));
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(up[lane], lane ? lane - 1 : 0);
    EXPECT_EQ(down[lane], lane + 3 < 32 ? lane + 3 : lane);
    EXPECT_EQ(bfly[lane], lane ^ 5);
    EXPECT_EQ(index[lane], 7u);
    EXPECT_EQ(segment[lane], (lane & ~7u) + 2);
    EXPECT_EQ(inside[lane], lane + 3 < 32);
  }
}

TEST(WarpExchange, Vote) {
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 4;"
                "vote.sync.ballot.b32 %ro, %p1, -1;",
                numbered(32))[9],
            0xfu);
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 4; vote.sync.any.pred %po, %p1, -1;",
                numbered(32))[9],
            1u);
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 4; vote.sync.all.pred %po, !%p1, -1;",
                numbered(32))[9],
            0u);
}

TEST(WarpExchange, MatchElectReduce) {
  EXPECT_EQ(run("and.b32 %r1, %ra, 3; match.any.sync.b32 %ro, %r1, -1;",
                numbered(32))[1],
            0x22222222u);
  EXPECT_EQ(run("match.all.sync.b32 %ro|%p1, %rb, -1;", numbered(32))[5],
            0xffffffffu);
  EXPECT_EQ(run("elect.sync %r1|%po, -1;", numbered(32))[0], 1u);
  EXPECT_EQ(run("elect.sync %r1|%po, -1;", numbered(32))[1], 0u);
  EXPECT_EQ(run("redux.sync.add.s32 %ro, %ra, -1;", numbered(32))[3], 496u);
  EXPECT_EQ(run("redux.sync.max.u32 %ro, %ra, -1;", numbered(32))[3], 31u);
  EXPECT_EQ(run("redux.sync.xor.b32 %ro, %ra, -1;", numbered(32))[3], 0u);
  EXPECT_EQ(run("activemask.b32 %ro;", numbered(5))[3], 31u);
}

/// Lanes that diverged reconverge at the .sync instruction.
TEST(WarpExchange, DivergedLanesConverge) {
  auto results = run(R"(
    setp.lt.u32 %p1, %ra, 10;
    @%p1 bra LOW;
    add.u32 %r1, %ra, 100;
    bra JOIN;
  LOW:
    add.u32 %r1, %ra, 200;
    bra JOIN;
  JOIN:
    shfl.sync.idx.b32 %ro, %r1, 3, 31, -1;)",
                     numbered(32));
  for (uint64_t result : results)
    EXPECT_EQ(result, 203u);
}

/// The two halves of a warp use different masks.
TEST(WarpExchange, HalfWarps) {
  auto results = run(R"(
    setp.lt.u32 %p1, %ra, 16;
    @%p1 bra LOW;
    redux.sync.add.u32 %ro, %ra, 0xffff0000;
    bra JOIN;
  LOW:
    redux.sync.add.u32 %ro, %ra, 0x0000ffff;
  JOIN:)",
                     numbered(32));
  EXPECT_EQ(results[0], 120u);
  EXPECT_EQ(results[31], 376u);
}

TEST(WarpExchange, LaneOutsideItsMask) {
  EXPECT_NE(failure("shfl.sync.idx.b32 %ro, %ra, 0, 31, 1;", numbered(2))
                .find("doesn't name it"),
            std::string::npos);
}

TEST(WarpExchange, ShuffleUpStaysInItsSegment) {
  auto up = run("shfl.sync.up.b32 %ro|%p1, %ra, 1, 6144, -1;", numbered(32));
  auto inside =
      run("shfl.sync.up.b32 %r1|%po, %ra, 1, 6144, -1;", numbered(32));
  for (unsigned lane = 0; lane < 32; ++lane) {
    EXPECT_EQ(up[lane], lane % 8 ? lane - 1 : lane);
    EXPECT_EQ(inside[lane], lane % 8 != 0);
  }
}

TEST(WarpExchange, VoteUniform) {
  auto uniform = [](const char *limit) {
    return run("setp.lt.u32 %p1, %ra, " + std::string(limit) +
                   "; vote.sync.uni.pred %po, %p1, -1;",
               numbered(32))[9];
  };
  EXPECT_EQ(uniform("0"), 1u);
  EXPECT_EQ(uniform("4"), 0u);
  EXPECT_EQ(uniform("32"), 1u);
}

TEST(WarpExchange, MatchAllOfDifferentValues) {
  EXPECT_EQ(run("match.all.sync.b32 %ro|%po, %ra, -1;", numbered(32))[5], 0u);
  EXPECT_EQ(run("match.all.sync.b64 %ro|%po, %b, -1;", numbered(4))[3],
            0xfu + 1);
}

TEST(WarpExchange, ReduceFloats) {
  auto reduce = [](const char *operation, float last) {
    std::vector<Inputs> inputs(32, {bits(-2.0f)});
    inputs[31].a = bits(last);
    return run("redux.sync." + std::string(operation) + ".f32 %ro, %ra, -1;",
               inputs)[7];
  };
  EXPECT_EQ(reduce("min", 1.0f), bits(-2.0f));
  EXPECT_EQ(reduce("max", 1.0f), bits(1.0f));
  EXPECT_EQ(reduce("max.abs", 1.0f), bits(2.0f));
  EXPECT_EQ(reduce("min.abs", 1.0f), bits(1.0f));
  EXPECT_EQ(reduce("max", NAN), bits(-2.0f));
  EXPECT_EQ(reduce("max.NaN", NAN), 0x7fffffffu);
}

TEST(WarpExchange, ReduceZerosAndNaNs) {
  auto reduce = [](const char *operation, std::vector<uint32_t> lanes) {
    std::vector<Inputs> inputs;
    for (uint32_t lane : lanes)
      inputs.push_back({lane});
    return run("redux.sync." + std::string(operation) + ".f32 %ro, %ra, -1;",
               inputs)[0];
  };
  uint32_t minus = 0x80000000;
  for (std::vector<uint32_t> zeros : {std::vector{minus, 0u}, {0u, minus}}) {
    EXPECT_EQ(reduce("max", zeros), 0u);
    EXPECT_EQ(reduce("min", zeros), minus);
  }
  EXPECT_EQ(reduce("min", {0xffc00001, 0x7fc00002}), 0x7fffffffu);
  EXPECT_EQ(reduce("max.abs", {minus}), 0u);
  EXPECT_EQ(reduce("min.NaN", {0xffc00001}), 0x7fffffffu);
}

} // namespace
