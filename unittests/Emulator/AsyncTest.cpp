//===- AsyncTest.cpp - Schedules and asynchronous operations ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Schedules, cp.async groups, and the order in which asynchronous operations
// land.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include "tileiras/Emulator/Machine/Monitor.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

TEST(Schedule, Names) {
  EXPECT_EQ(llvm::cantFail(Schedule::parse("random:7")).seed, 7u);
  EXPECT_TRUE(contains(llvm::toString(Schedule::parse("fifo").takeError()),
                       "unknown schedule 'fifo'"));
  EXPECT_FALSE(bool(llvm::expectedToOptional(Schedule::parse("random:x"))));
}

/// Each of two warps takes a ticket; the order depends on the schedule.
TEST(Schedule, SameSeedSameRun) {
  const char *text = "setp.eq.u32 %p1, %ra, 0; @%p1 st.shared.u32 [smem], 0;"
                     "bar.sync 0; atom.shared.add.u32 %ro, [smem], 1;";
  auto tickets = [&](const char *schedule) {
    return run(text, numbered(256), under(schedule));
  };
  EXPECT_EQ(tickets("random:3"), tickets("random:3"));
  EXPECT_NE(tickets("random:3"), tickets("random:4"));
  EXPECT_NE(tickets("inorder"), tickets("adversarial"));
}

/// A warp waits for its copies, but no barrier follows: other warps read too
/// early under the adversarial schedule.
const char *Copies = R"(
  mad.lo.u32 %r1, %ra, 8, 0;
  cp.async.ca.shared.global [%r1], [%in], 8;
  cp.async.commit_group;
  cp.async.wait_group 0;
  %s
  xor.b32 %r2, %r1, 256;
  ld.shared.u32 %ro, [%r2];)";

std::string copies(llvm::StringRef barrier) {
  std::string text = Copies;
  text.replace(text.find("%s"), 2, barrier.str());
  return text;
}

TEST(Async, CopiesLandAtTheWait) {
  for (const char *schedule :
       {"inorder", "random:1", "random:2", "random:3", "adversarial"}) {
    auto results = run(copies("bar.sync 0;"), numbered(64), under(schedule));
    for (unsigned n = 0; n < 64; ++n)
      EXPECT_EQ(results[n], n ^ 32) << schedule;
  }
}

TEST(Async, MissingBarrierIsSeen) {
  EXPECT_TRUE(contains(failure(copies(""), numbered(64), under("adversarial")),
                       "race on shared memory"));
}

/// cp.async.mbarrier.arrive completes the phase when the copies have landed.
TEST(Async, CopiesArriveAtAnMbarrier) {
  const char *text = R"(
    .shared .align 8 .b64 full;
    setp.eq.u32 %p1, %ra, 0;
    @%p1 mbarrier.init.shared.b64 [full], 64;
    bar.sync 0;
    mad.lo.u32 %r1, %ra, 8, 0;
    cp.async.ca.shared.global [%r1], [%in], 8;
    cp.async.mbarrier.arrive.noinc.shared.b64 [full];
  wait:
    mbarrier.test_wait.parity.shared.b64 %p2, [full], 0;
    @!%p2 bra wait;
    xor.b32 %r2, %r1, 256;
    ld.shared.u32 %ro, [%r2];)";
  for (const char *schedule : {"inorder", "random:5", "adversarial"}) {
    auto results = run(text, numbered(64), under(schedule));
    for (unsigned n = 0; n < 64; ++n)
      EXPECT_EQ(results[n], n ^ 32) << schedule;
  }
}

/// Records the events of a launch.
struct Recorder : Monitor {
  unsigned accesses = 0, fences = 0, barriers = 0, issued = 0, landed = 0,
           waits = 0, exits = 0, clusters = 0;
  void access(const MemoryAccess &access) override {
    accesses += access.location.space == Space::Shared;
  }
  void fence(Warp &, const Instruction &) override { ++fences; }
  void barrierComplete(Cta &, unsigned) override { ++barriers; }
  void asyncIssue(const AsyncOperation &) override { ++issued; }
  void asyncLand(const AsyncOperation &operation) override {
    landed += operation.kind == AsyncKind::Copy;
  }
  void asyncWait(Warp &, LaneMask, AsyncKind, const uint64_t (&)[kWarpSize],
                 bool, Stage) override {
    ++waits;
  }
  void threadsExit(Warp &, LaneMask lanes) override {
    exits += __builtin_popcount(lanes);
  }
  void clusterEnd(Cluster &) override { ++clusters; }
};

TEST(Monitor, IsToldWhatHappens) {
  Recorder recorder;
  LaunchConfig config;
  config.monitor = &recorder;
  run(copies("fence.acq_rel.cta; bar.sync 0;"), numbered(64), config);
  EXPECT_EQ(recorder.accesses, 128u); // landing and load, lane by lane
  EXPECT_EQ(recorder.fences, 2u);
  EXPECT_EQ(recorder.barriers, 1u);
  EXPECT_EQ(recorder.issued, 2u);
  EXPECT_EQ(recorder.landed, 2u);
  EXPECT_EQ(recorder.waits, 2u);
  EXPECT_EQ(recorder.exits, 64u);
  EXPECT_EQ(recorder.clusters, 1u);
}

} // namespace
