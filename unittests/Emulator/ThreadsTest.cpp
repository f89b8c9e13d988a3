//===- ThreadsTest.cpp - CTAs on several threads of the host ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches on several host threads: atomicity, locks, and CTAs that wait for
// each other.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include <numeric>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

LaunchConfig onThreads(unsigned threads, uint32_t ctas) {
  LaunchConfig config;
  config.grid.x = ctas;
  config.threads = threads;
  config.checks = CheckSet::none(); // checked launches run on one thread
  return config;
}

/// Tickets of one counter: each value is drawn once.
TEST(Threads, AtomicsAreWhole) {
  for (const char *draw :
       {"atom.global.add.u64 %o, [%x9+8], 1;",
        // The same with a lock by exch and a releasing store.
        "again: atom.acquire.gpu.global.exch.b32 %r1, [%x9+16], 1;"
        "setp.ne.u32 %p1, %r1, 0; @%p1 bra again;"
        "ld.global.u64 %o, [%x9+8]; add.u64 %x8, %o, 1;"
        "st.global.u64 [%x9+8], %x8; st.release.gpu.global.u32 [%x9+16], 0;"}) {
    for (unsigned threads : {1, 2, 5}) {
      constexpr unsigned kTotal = 64 * 32;
      auto tickets = run(std::string("ld.param.u64 %x9, [in];") + draw,
                         std::vector<Inputs>(kTotal), onThreads(threads, 64));
      std::sort(tickets.begin(), tickets.end());
      std::vector<uint64_t> expected(kTotal);
      std::iota(expected.begin(), expected.end(), 0);
      EXPECT_EQ(tickets, expected) << threads;
    }
  }
}

/// Each CTA waits for the flag of the next one.
const char *Chain = R"(
  mov.u32 %r1, %ctaid.x; mov.u32 %r2, %nctaid.x; add.u32 %r3, %r1, 1;
  setp.eq.u32 %p1, %r3, %r2; @%p1 bra set;
  wait: ld.acquire.gpu.global.u64 %x1, [%in+40]; setp.eq.u64 %p2, %x1, 0;
  @%p2 bra wait;
  set: add.u64 %x2, %x1, 1; st.release.gpu.global.u64 [%in+8], %x2;
  mov.u64 %o, %x2;)";

TEST(Threads, ACtaMayWaitForALaterOne) {
  for (unsigned threads : {1, 2, 3}) {
    auto results = run(std::string("mov.u64 %x1, 0;") + Chain,
                       std::vector<Inputs>(8), onThreads(threads, 8));
    for (unsigned n = 0; n < 8; ++n)
      EXPECT_EQ(results[n], 8 - n) << threads;
  }
}

TEST(Threads, ChecksSeeOneThread) {
  LaunchConfig config = onThreads(3, 8);
  config.checks = CheckSet();
  auto results = run(std::string("mov.u64 %x1, 0;") + Chain,
                     std::vector<Inputs>(8), config);
  for (unsigned n = 0; n < 8; ++n)
    EXPECT_EQ(results[n], 8 - n);
}

TEST(Threads, DeadlockAcrossCtas) {
  for (unsigned threads : {1, 2})
    EXPECT_TRUE(contains(
        failure("wait: ld.volatile.global.u64 %x1, [%in]; nanosleep.u32 20;"
                "setp.eq.u64 %p2, %x1, 0; @%p2 bra wait;",
                std::vector<Inputs>(4), onThreads(threads, 4)),
        "deadlock"))
        << threads;
}

TEST(Threads, OneMistakeStopsAll) {
  for (unsigned threads : {1, 2, 4})
    EXPECT_TRUE(contains(
        failure("mov.u32 %r1, %ctaid.x; setp.eq.u32 %p1, %r1, 3; @%p1 trap;"
                "wait: nanosleep.u32 20; bra wait;",
                std::vector<Inputs>(4), onThreads(threads, 4)),
        "trap"))
        << threads;
}

TEST(Threads, CountersAreSums) {
  auto count = [](unsigned threads) {
    auto module = llvm::cantFail(
        Module::parse(".version 8.0\n.target sm_80\n.visible .entry k() {"
                      ".reg .b32 %r; mov.u32 %r, 1; add.u32 %r, %r, 1; ret; }",
                      "k.ptx"));
    Machine machine;
    Counters counters;
    LaunchConfig config = onThreads(threads, 100);
    config.block.x = 64;
    llvm::cantFail(machine.launch(*module, "k", config, {}, &counters));
    return counters;
  };
  for (unsigned threads : {1, 3}) {
    EXPECT_EQ(count(threads).warpInstructions, 600u);
    EXPECT_EQ(count(threads).threadInstructions, 600u * 32);
    EXPECT_EQ(count(threads).ctas, 100u);
  }
}

} // namespace
