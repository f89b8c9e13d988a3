//===- VectorClockTest.cpp - Clocks, their joins, agents' numbers ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Vector clocks: advance, join and limit, dense and sparse.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Agents.h"

#include "gtest/gtest.h"

#include <map>
#include <random>

using namespace tileiras::emu;

namespace {

TEST(VectorClock, CoversWhatItHeardOf) {
  VectorClock clock(8, 4);
  EXPECT_TRUE(clock.covers({9, 0}));
  EXPECT_FALSE(clock.covers({9, 1}));
  clock.advance({9, 3});
  clock.advance({9, 2});
  clock.advance({100, 7});
  clock.advance({3, 1});
  EXPECT_TRUE(clock.covers({9, 3}));
  EXPECT_FALSE(clock.covers({9, 4}));
  EXPECT_EQ(clock.of(100), 7u);
  EXPECT_EQ(clock.of(3), 1u);
  EXPECT_EQ(clock.of(50), 0u);
}

/// Join is the maximum in each component, however the clocks are stored.
TEST(VectorClock, JoinIsTheMaximum) {
  std::mt19937 random(1);
  for (unsigned round = 0; round < 200; ++round) {
    VectorClock clocks[2];
    std::map<AgentId, Tick> expected;
    for (VectorClock &clock : clocks) {
      if (unsigned count = random() % 4 * 4)
        clock = VectorClock(random() % 3 * 4, count);
      for (unsigned n = random() % 8; n > 0; --n) {
        Epoch epoch{AgentId(random() % 24), Tick(random() % 5)};
        clock.advance(epoch);
        expected[epoch.agent] = std::max(expected[epoch.agent], epoch.tick);
      }
    }
    clocks[0].join(clocks[1]);
    for (AgentId agent = 0; agent < 24; ++agent)
      EXPECT_EQ(clocks[0].of(agent), expected[agent]);
  }
}

TEST(Agents, NumbersAndNames) {
  Agents agents({4, 3, 2}, {2, 1, 1}, 8);
  for (uint64_t cta : {0, 5, 23})
    for (unsigned warp : {0, 7})
      for (Engine engine : {Engine::Warp, Engine::BulkWrite, Engine::Tcgen05}) {
        AgentName name = agents.name(agents.engine(cta, warp, engine));
        EXPECT_EQ(name.engine, engine);
        EXPECT_EQ(name.cta, cta);
        EXPECT_EQ(name.warp, warp);
      }
  AgentName name = agents.name(agents.mbarrier(5, 9));
  EXPECT_EQ(name.engine, Engine::Mbarrier);
  EXPECT_EQ(name.cta, 5u);
  EXPECT_EQ(agents.ctaIdOf(agents.mbarrier(17, 9)), (Dim3{1, 1, 1}));
}

TEST(Agents, Scopes) {
  Agents agents({4, 2, 1}, {2, 2, 1}, 1);
  auto warp = [&](uint64_t cta) { return agents.engine(cta, 0, Engine::Warp); };
  EXPECT_TRUE(agents.includes(Scope::Cta, warp(3), warp(3)));
  EXPECT_FALSE(agents.includes(Scope::Cta, warp(0), warp(1)));
  EXPECT_TRUE(agents.includes(Scope::Cluster, warp(0), warp(5)));
  EXPECT_FALSE(agents.includes(Scope::Cluster, warp(0), warp(2)));
  EXPECT_TRUE(agents.includes(Scope::Gpu, warp(0), warp(7)));
}

} // namespace
