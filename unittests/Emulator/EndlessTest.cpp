//===- EndlessTest.cpp - Launches that don't end by themselves --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Kernels that don't end: polling, recurring states, limits of instructions,
// and requests of the host to stop; and slow kernels that must not be stopped.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "llvm/Support/Error.h"

#include <atomic>
#include <chrono>
#include <thread>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

LaunchConfig stalledAfter(uint64_t instructions, const char *schedule) {
  LaunchConfig config = unchecked(schedule);
  config.maxStalledInstructions = instructions;
  return config;
}

/// A loop that counts in registers repeats no state.
const char *const Counts = "again: add.u64 %x4, %x4, 1; setp.ne.u64 %p1, %x4, "
                           "0; @%p1 bra again;";

TEST(Endless, EndsByTheLimitOfInstructionsWithoutProgress) {
  for (const char *schedule : {"inorder", "random:1", "adversarial"}) {
    std::string body = std::string("mov.u64 %x4, 1;\n") + Counts;
    std::string message =
        failure(body, std::vector<Inputs>(64), stalledAfter(100000, schedule));
    EXPECT_TRUE(contains(message,
                         "no progress in 100000 warp instructions, most of "
                         "them at test.ptx:31: no CTA ended, and global memory "
                         "stayed as it was:\n  warp 0: lanes 0-31 run"))
        << message;
  }
}

/// Barriers and shared memory are visible only to their CTA.
TEST(Endless, WhatOnlyTheCtaSeesIsNoProgress) {
  std::string message = failure(
      "mov.u64 %x4, 1; again: add.u64 %x4, %x4, 1; st.shared.u64 [smem], %x4;"
      "bar.sync 0; setp.ne.u64 %p1, %x4, 0; @%p1 bra again;",
      std::vector<Inputs>(64), stalledAfter(100000, "inorder"));
  EXPECT_TRUE(contains(message, "no progress in 100000")) << message;
}

/// A long kernel makes progress if it stores, or its CTAs end one by one.
TEST(Endless, ProgressIsSeen) {
  std::string stores =
      "mov.u32 %r1, 0; again: st.global.u32 [%out], %r1; add.u32 %r1, %r1, 1;"
      "setp.ne.u32 %p1, %r1, 20000; @%p1 bra again;";
  std::string works = "mov.u32 %r1, 0; again: add.u32 %r1, %r1, 1;"
                      "setp.ne.u32 %p1, %r1, 2000; @%p1 bra again;";
  for (const char *schedule : {"inorder", "random:1"}) {
    LaunchConfig config = stalledAfter(10000, schedule);
    EXPECT_EQ(failure(stores, Inputs{}, config), "");
    config.grid.x = 32;
    EXPECT_EQ(failure(works, std::vector<Inputs>(32 * 32), config), "");
  }
}

/// A lock that is never released is a deadlock, however it is polled: the whole
/// state recurs.
TEST(Endless, GoesRoundInCircles) {
  const char *asks[] = {
      "atom.global.exch.b32 %r2, [%x5], 1;",
      "atom.global.add.u32 %r2, [%x5], 0;",
      "atom.global.or.b32 %r2, [%x5], 1;",
      "ld.global.u32 %r2, [%x5];",
      "bar.sync 0; atom.global.exch.b32 %r2, [%x5], 1; bar.sync 0;"
      "st.shared.u32 [smem], %r2; bar.sync 0; ld.shared.u32 %r2, [smem];"
      "bar.sync 0;",
  };
  for (const char *ask : asks) {
    std::string body =
        std::string("ld.param.u64 %x5, [in]; st.global.u32 [%x5], 1;\n"
                    "again: ") +
        ask + "setp.ne.u32 %p1, %r2, 0; @%p1 bra again;";
    for (unsigned threads = 1; threads <= (ask == asks[0] ? 2 : 1); ++threads) {
      LaunchConfig config = unchecked("inorder");
      config.grid.x = 2;
      config.threads = threads;
      std::string message = failure(body, std::vector<Inputs>(64), config);
      EXPECT_TRUE(contains(message, "deadlock: warp 0: lanes 0-31 "))
          << body << "\n"
          << message;
    }
  }
}

/// A CTA that waits for another repeats its states as well, and isn't stopped.
TEST(Endless, WaitsForAWorkingCta) {
  const char *body =
      "ld.param.u64 %x5, [in]; mov.u32 %r1, %ctaid.x;\n"
      "setp.eq.u32 %p1, %r1, 1; @%p1 bra works;"
      "again: ld.global.u32 %r2, [%x5+8]; setp.eq.u32 %p2, %r2, 0;"
      "@%p2 bra again; bra done;"
      "works: mov.u32 %r3, 0; count: add.u32 %r3, %r3, 1;"
      "setp.ne.u32 %p3, %r3, 5000000; @%p3 bra count;"
      "st.global.u32 [%x5+8], 1;"
      "done: mov.u32 %ro, 7;";
  for (unsigned threads : {1, 2}) {
    LaunchConfig config = unchecked("inorder");
    config.grid.x = 2;
    config.threads = threads;
    EXPECT_EQ(run(body, std::vector<Inputs>(2), config),
              (std::vector<uint64_t>{7, 7}));
  }
}

//===-- Stopped by the host ---------------------------------------------===//

TEST(Endless, IsStopped) {
  std::string body = std::string("mov.u64 %x4, 1;\n") + Counts;
  for (unsigned threads : {1, 2, 4}) {
    LaunchConfig config = unchecked("inorder");
    config.grid.x = 4;
    config.threads = threads;
    unsigned asked = 0;
    config.isStopped = [&] { return ++asked == 100; };
    auto results = tryRun(body, std::vector<Inputs>(128), config);
    ASSERT_FALSE(bool(results));
    handleAllErrors(results.takeError(), [](const KernelError &error) {
      EXPECT_EQ(error.kind, FaultKind::Stopped);
      EXPECT_TRUE(contains(error.message, "stopped by the host; most "
                                          "instructions ran at test.ptx:31: "
                                          "warp 0: lanes 0-31 run"))
          << error.message;
    });
  }
}

/// The launch stops also if the thread that launches has no CTAs left.
TEST(Endless, IsStoppedOnOtherThreads) {
  std::string body = "mov.u32 %r1, %ctaid.x; setp.eq.u32 %p2, %r1, 0;"
                     "@%p2 bra done; mov.u64 %x4, 1;\n" +
                     std::string(Counts) + "done: mov.u32 %ro, 1;";
  LaunchConfig config = unchecked("inorder");
  config.grid.x = 2;
  config.threads = 2;
  auto start = std::chrono::steady_clock::now();
  config.isStopped = [&] {
    return std::chrono::steady_clock::now() - start >
           std::chrono::milliseconds(100);
  };
  std::string message = failure(body, std::vector<Inputs>(64), config);
  EXPECT_TRUE(contains(message, "stopped by the host")) << message;
}

} // namespace
