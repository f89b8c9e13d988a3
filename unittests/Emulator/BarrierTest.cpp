//===- BarrierTest.cpp - barrier.*, membar, fence, mbarrier -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Named barriers with their reductions, warp barriers, and mbarriers.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// 64 threads whose %a is their index.
std::vector<Inputs> threads() {
  std::vector<Inputs> inputs(64);
  for (unsigned n = 0; n < inputs.size(); ++n)
    inputs[n].a = n;
  return inputs;
}

TEST(Barrier, SynchronisesTheCta) {
  auto results = run(R"(mov.u32 %r1, smem;
    mad.lo.u32 %r2, %t, 4, %r1;
    st.shared.b32 [%r2], %t;
    barrier.sync.aligned 1;
    xor.b32 %r3, %t, 63;
    mad.lo.u32 %r2, %r3, 4, %r1;
    ld.shared.b32 %ro, [%r2];
    barrier.sync 2, 64;)",
                     threads());
  for (unsigned n = 0; n < 64; ++n)
    EXPECT_EQ(results[n], 63 - n);
}

TEST(Barrier, Reductions) {
  // 24 of 64 threads have an index of 40 and more.
  std::string compare = "setp.ge.u32 %p1, %ra, 40;";
  for (const char *op : {"barrier.red.popc.u32 %ro, 0, %p1;",
                         "barrier.red.popc.aligned.u32 %ro, 0, 64, %p1;"})
    EXPECT_EQ(run(compare + op, threads())[3], 24u) << op;
  for (const char *op : {"barrier.red.and.pred %po, 0, %p1;",
                         "barrier.red.and.aligned.pred %po, 0, 64, %p1;"})
    EXPECT_EQ(run(compare + op, threads())[50], 0u) << op;
  for (const char *op : {"barrier.red.or.pred %po, 0, %p1;",
                         "barrier.red.or.aligned.pred %po, 0, 64, %p1;"})
    EXPECT_EQ(run(compare + op, threads())[3], 1u) << op;
}

TEST(Barrier, FencesOrderOnly) {
  EXPECT_EQ(eval("membar.gl; membar.sys; membar.cta; membar.proxy.alias;"
                 "fence.acq_rel.cluster; fence.sc.gpu;"
                 "fence.proxy.async.shared::cta;"
                 "fence.mbarrier_init.release.cluster; mov.b32 %ro, 5;"),
            5u);
}

/// The mbarrier is at smem, its address in %r1, its phase in %po, a result in
/// %ro.
std::string withBarrier(const std::string &count, const std::string &body) {
  return "mov.u32 %r1, smem; mbarrier.init.shared.b64 [%r1], " + count + ";" +
         body +
         "mbarrier.test_wait.parity.shared.b64 %po, [%r1], 0;"
         "mbarrier.inval.shared.b64 [%r1];";
}

TEST(Mbarrier, Arrivals) {
  EXPECT_EQ(eval(withBarrier("2", "mbarrier.arrive.shared.b64 %x4, [%r1];")),
            0u);
  EXPECT_EQ(eval(withBarrier("2", "mbarrier.arrive.shared.b64 %x4, [%r1];"
                                  "mbarrier.arrive.shared.b64 %x4, [%r1];")),
            1u);
  EXPECT_EQ(eval(withBarrier("3", "mbarrier.arrive.shared.b64 %x4, [%r1], 3;")),
            1u);
}

TEST(Mbarrier, DroppingLowersTheNextCount) {
  // Of two arrivals one drops out: one is expected in the next phase.
  EXPECT_EQ(
      eval(withBarrier("2", "mbarrier.arrive_drop.shared.b64 %x4, [%r1];"
                            "mbarrier.arrive.shared.b64 %x4, [%r1];"
                            "mbarrier.arrive.shared.b64 %x4, [%r1];")),
      0u); // the second phase is complete too: phase parity 0 isn't any more
}

TEST(Mbarrier, Transactions) {
  EXPECT_EQ(
      eval(withBarrier("1", "mbarrier.arrive.expect_tx.shared.b64 %x4, [%r1],"
                            " 64;")),
      0u);
  EXPECT_EQ(
      eval(withBarrier("1", "mbarrier.expect_tx.relaxed.cta.shared.b64 [%r1],"
                            " 64; mbarrier.arrive.shared.b64 %x4, [%r1];"
                            "mbarrier.complete_tx.relaxed.cta.shared.b64"
                            " [%r1], 64;")),
      1u);
  EXPECT_EQ(eval(withBarrier("1", "mbarrier.arrive_drop.expect_tx.shared.b64"
                                  " %x4, [%r1], 8;"
                                  "mbarrier.complete_tx.shared.b64 [%r1], 8;")),
            1u);
}

TEST(Mbarrier, PendingCountOfAState) {
  EXPECT_EQ(eval("mov.u32 %r1, smem; mbarrier.init.shared.b64 [%r1], 5;"
                 "mbarrier.arrive.shared.b64 %x4, [%r1], 2;"
                 "mbarrier.arrive.shared.b64 %x4, [%r1];"
                 "mbarrier.pending_count.b64 %ro, %x4;"),
            3u);
}

TEST(Barrier, ReductionsOfBar) {
  std::string compare = "setp.ge.u32 %p1, %ra, 40;";
  EXPECT_EQ(run(compare + "bar.red.popc.u32 %ro, 0, 64, %p1;", threads())[9],
            24u);
  EXPECT_EQ(run(compare + "bar.red.and.pred %po, 0, 64, !%p1;", threads())[9],
            0u);
  EXPECT_EQ(run(compare + "bar.red.or.pred %po, 0, %p1;", threads())[9], 1u);
}

TEST(Barrier, ProducersOnlyArrive) {
  // The second warp writes and arrives, the first one waits and reads.
  auto results = run(R"(mov.u32 %r1, smem;
    setp.ge.u32 %p1, %t, 32;
    @!%p1 bra CONSUMER;
    mad.lo.u32 %r2, %t, 4, %r1;
    st.shared.b32 [%r2], %t;
    barrier.arrive 3, 64;
    bra END;
  CONSUMER:
    barrier.sync 3, 64;
    mad.lo.u32 %r2, %t, 4, %r1;
    ld.shared.b32 %ro, [%r2+128];
  END:)",
                     threads());
  EXPECT_EQ(results[5], 37u);
}

TEST(Mbarrier, WaitsForTheStateOfAnArrival) {
  EXPECT_EQ(eval("mov.u32 %r1, smem; mbarrier.init.shared.b64 [%r1], 1;"
                 "mbarrier.arrive.shared.b64 %x4, [%r1];"
                 "mbarrier.test_wait.shared.b64 %po, [%r1], %x4;"),
            1u);
}

} // namespace
