//===- BulkCopyTest.cpp - cp.async.bulk and its kin -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bulk copies and reductions with their completion by mbarriers and groups,
// st.async, multicast, and clusterlaunchcontrol.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

const char *Schedules[] = {"inorder", "random:1", "random:2", "random:3",
                           "adversarial"};

/// Lane 0 of every CTA prepares an mbarrier; %p1 is "lane 0", %r1 the rank.
std::string prologue(unsigned arrivals = 1) {
  return R"(
    .shared .align 8 .b64 full;
    setp.eq.u32 %p1, %t, 0;
    mov.u32 %r1, %cluster_ctarank;
    @%p1 mbarrier.init.shared::cta.b64 [full], )" +
         std::to_string(arrivals) + R"(;
    fence.mbarrier_init.release.cluster;
    barrier.cluster.arrive; barrier.cluster.wait;)";
}
const char *Wait = R"(
  wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra wait;)";

std::string expecting(unsigned bytes) {
  return "@%p1 mbarrier.arrive.expect_tx.shared::cta.b64 _, [full], " +
         std::to_string(bytes) + ";";
}

TEST(BulkCopy, GlobalToShared) {
  // The inputs of a thread are 32 bytes, %a first.
  std::string copy =
      prologue() + expecting(64) +
      "@%p1 cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes "
      "[smem], [%in], 64, [full];";
  std::string use = "mad.lo.u32 %r2, %t, 32, 0; xor.b32 %r2, %r2, 32;"
                    "ld.shared.u64 %o, [%r2];";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(copy + Wait + use, {{7}, {8}}, under(schedule)),
              (std::vector<uint64_t>{8, 7}))
        << schedule;
  // Without the wait nothing has arrived.
  for (const char *schedule : {"inorder", "adversarial"}) {
    EXPECT_TRUE(contains(failure(copy + use, {{7}, {8}}, under(schedule)),
                         "race on shared memory"));
    LaunchConfig config = unchecked(schedule);
    config.checks.uninitialized = true;
    EXPECT_TRUE(contains(failure(copy + use, {{7}, {8}}, config),
                         "uninitialised shared read"));
  }
}

TEST(BulkCopy, MulticastReachesEveryCtaOfTheMask) {
  std::string text =
      prologue() + "setp.ne.u32 %p3, %r1, 1; @%p3" + expecting(32).substr(4) +
      "setp.eq.u32 %p4, %r1, 0;"
      "@%p4 cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes"
      ".multicast::cluster.L2::cache_hint [smem], [%in], 32, [full], 5, %b;"
      "@!%p3 bra done;" +
      Wait +
      "ld.shared.u64 %o, [smem]; done:"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text, {{9}, {1}, {2}}, clustered(3, schedule)),
              (std::vector<uint64_t>{9, 0, 9}))
        << schedule;
  EXPECT_TRUE(contains(failure(text, {{9}, {1}}, clustered(2)),
                       "multicast to mask 0x5 in a cluster of 2 CTAs"));
}

/// Each CTA's input goes to the other one, whose mbarrier counts the bytes.
TEST(BulkCopy, GlobalToSharedOfAnotherCta) {
  std::string text =
      prologue() + expecting(32) +
      "xor.b32 %r2, %r1, 1; mov.u32 %r3, smem; mov.u32 %r4, full;"
      "mapa.shared::cluster.u32 %r5, %r3, %r2;"
      "mapa.shared::cluster.u32 %r6, %r4, %r2;"
      "cp.async.bulk.shared::cluster.global.mbarrier::complete_tx::bytes "
      "[%r5], [%in], 32, [%r6];" +
      Wait +
      "ld.shared.u64 %o, [smem+8];"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text, {{1, 11}, {2, 12}}, clustered(2, schedule)),
              (std::vector<uint64_t>{12, 11}))
        << schedule;
}

TEST(BulkCopy, SharedToSharedOfAnotherCta) {
  std::string text =
      prologue() + expecting(16) +
      "add.u64 %x1, %a, 100; st.shared.v2.u64 [smem], {%x1, %x1};"
      "fence.proxy.async.shared::cta;"
      "xor.b32 %r2, %r1, 1; mov.u32 %r3, smem; add.u32 %r4, %r3, 512;"
      "mapa.shared::cluster.u32 %r5, %r4, %r2; mov.u32 %r6, full;"
      "mapa.shared::cluster.u32 %r7, %r6, %r2;"
      "cp.async.bulk.shared::cluster.shared::cta.mbarrier::complete_tx::bytes "
      "[%r5], [%r3], 16, [%r7];" +
      Wait +
      "ld.shared.u64 %o, [smem+512];"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text, {{1}, {2}}, clustered(2, schedule)),
              (std::vector<uint64_t>{102, 101}))
        << schedule;
}

/// %a's copy in .shared goes over %c and %d in global memory.
std::string toGlobal(llvm::StringRef copy, llvm::StringRef wait) {
  return "st.shared.v2.u64 [smem], {%a, %b}; add.u64 %x9, %in, 16;"
         "fence.proxy.async.shared::cta;" +
         copy.str() + "cp.async.bulk.commit_group;" + wait.str();
}
const char *Store = "cp.async.bulk.global.shared::cta.bulk_group [%x9], "
                    "[smem], 16;";

TEST(BulkCopy, SharedToGlobalLandsAtTheWait) {
  std::string read = "ld.global.u64 %o, [%x9+8];";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(toGlobal(Store, "cp.async.bulk.wait_group 0;") + read,
                  Inputs{1, 2, 3, 4}, under(schedule))[0],
              2u)
        << schedule;
  // Only the source has been read.
  for (const char *wait : {"cp.async.bulk.wait_group.read 0;", ""}) {
    std::string early = toGlobal(Store, wait) + read;
    EXPECT_EQ(run(early, Inputs{1, 2, 3, 4}, unchecked("adversarial"))[0], 4u);
    EXPECT_TRUE(contains(failure(early), "race on global memory"));
  }
}

TEST(BulkCopy, SourceMayBeOverwrittenAfterWaitRead) {
  auto text = [&](const char *wait) {
    return toGlobal(Store, wait) + "st.shared.u64 [smem+8], 77;"
                                   "cp.async.bulk.wait_group 0;"
                                   "ld.global.u64 %o, [%x9+8];";
  };
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text("cp.async.bulk.wait_group.read 0;"), Inputs{1, 2, 3, 4},
                  under(schedule))[0],
              2u)
        << schedule;
  EXPECT_EQ(run(text(""), Inputs{1, 2, 3, 4}, unchecked("adversarial"))[0],
            77u);
  EXPECT_TRUE(contains(failure(text("")), "race on shared memory"));
}

/// Data of a copy that a warp polls for without the mbarrier arrives
/// eventually.
TEST(BulkCopy, PolledDataArrives) {
  const char *text = R"(
    .shared .align 8 .b64 full;
    st.shared.u64 [smem+8], 0;
    mbarrier.init.shared.b64 [full], 1;
    mbarrier.arrive.expect_tx.shared.b64 _, [full], 16;
    cp.async.bulk.shared::cta.global.mbarrier::complete_tx::bytes
      [smem], [%in], 16, [full];
    wait: ld.volatile.shared.u64 %o, [smem+8];
    setp.eq.u64 %p1, %o, 0; @%p1 bra wait;)";
  for (const char *schedule : {"inorder", "random:1", "adversarial"})
    EXPECT_EQ(run(text, Inputs{1, 2}, unchecked(schedule))[0], 2u) << schedule;
}

TEST(BulkCopy, ByteMask) {
  for (const char *copy :
       {"cp.async.bulk.global.shared::cta.bulk_group.cp_mask [%x9], [smem], 16,"
        " 0x0003;",
        "cp.async.bulk.global.shared::cta.bulk_group.L2::cache_hint.cp_mask "
        "[%x9], [smem], 16, %b, 0x0003;"})
    EXPECT_EQ(run(toGlobal(copy, "cp.async.bulk.wait_group 0;") +
                      "ld.global.u64 %o, [%x9];",
                  Inputs{0x1111111111111111, 2, 0x3333333333333333, 4})[0],
              0x3333333333331111u);
}

TEST(BulkCopy, Reductions) {
  auto reduced = [](const char *op, uint64_t a, uint64_t c) {
    std::string copy = "cp.reduce.async.bulk.global.shared::cta.bulk_group." +
                       std::string(op) + " [%x9], [smem], 16;";
    return run(toGlobal(copy, "cp.async.bulk.wait_group 0;") +
                   "ld.global.u64 %o, [%x9];",
               Inputs{a, 0, c, 0})[0];
  };
  EXPECT_EQ(reduced("add.u64", 5, 7), 12u);
  EXPECT_EQ(reduced("add.u32", 0x1ffffffff, 0x300000002), 0x400000001u);
  EXPECT_EQ(reduced("min.s32", u32(-1), 5), u32(-1));
  EXPECT_EQ(reduced("max.u64", 3, 9), 9u);
  EXPECT_EQ(reduced("xor.b64", 0xf0, 0xff), 0x0fu);
  EXPECT_EQ(reduced("inc.u32", 3, 3), 0u);
  EXPECT_EQ(reduced("add.f64", bits(1.5), bits(2.0)), bits(3.5));
  EXPECT_EQ(reduced("add.noftz.f16", 0x3c00, 0x3c00), 0x4000u);
  EXPECT_EQ(reduced("max.bf16", 0x3f80, 0x4000), 0x4000u);
  EXPECT_NE(failure("cp.reduce.async.bulk.global.shared::cta.bulk_group"
                    ".add.f16 [%x9], [smem], 16;"),
            "");
}

TEST(BulkCopy, ReductionIntoAnotherCta) {
  std::string text =
      prologue() + expecting(16) +
      "add.u32 %r8, %ra, 1; st.shared.v4.u32 [smem+512], {1, 2, 3, 4};"
      "st.shared.v4.u32 [smem], {%r8, %r8, %r8, %r8};"
      "fence.proxy.async.shared::cta;"
      "barrier.cluster.arrive; barrier.cluster.wait;"
      "xor.b32 %r2, %r1, 1; mov.u32 %r3, smem; add.u32 %r4, %r3, 512;"
      "mapa.shared::cluster.u32 %r5, %r4, %r2; mov.u32 %r6, full;"
      "mapa.shared::cluster.u32 %r7, %r6, %r2;"
      "cp.reduce.async.bulk.shared::cluster.shared::cta"
      ".mbarrier::complete_tx::bytes.add.u32 [%r5], [%r3], 16, [%r7];" +
      Wait +
      "ld.shared.u32 %ro, [smem+524];"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  EXPECT_EQ(run(text, {{10}, {20}}, clustered(2)),
            (std::vector<uint64_t>{25, 15}));
}

TEST(BulkCopy, Prefetch) {
  EXPECT_EQ(failure("cp.async.bulk.prefetch.L2.global [%in], 32;"), "");
  EXPECT_TRUE(contains(failure("cp.async.bulk.prefetch.L2.global [%in], 48;"),
                       "out-of-bounds global read"));
  EXPECT_TRUE(contains(failure("cp.async.bulk.prefetch.L2.global [%in], 8;"),
                       "not a multiple of 16"));
}

TEST(BulkCopy, Mistakes) {
  auto copy = [](const char *operands) {
    return failure(prologue() + expecting(16) +
                   "cp.async.bulk.shared::cluster.global"
                   ".mbarrier::complete_tx::bytes " +
                   operands + ", [full];");
  };
  EXPECT_TRUE(contains(copy("[smem], [%in], 24"), "not a multiple of 16"));
  EXPECT_TRUE(contains(copy("[smem+8], [%in], 16"), "misaligned bulk copy"));
  EXPECT_TRUE(contains(copy("[smem], [%in+8], 16"), "misaligned bulk copy"));
  EXPECT_TRUE(contains(copy("[smem], [%in+16], 32"), "past the end of 'in'"));
  EXPECT_TRUE(contains(copy("[smem+1024], [%in], 32"), "out-of-bounds shared"));
  // The transaction count can't hold more than 2^20 - 1 bytes.
  EXPECT_TRUE(contains(failure(prologue() +
                               "mbarrier.expect_tx.relaxed.cta.shared::cta.b64"
                               " [full], 1048576;"),
                       "leaves the range"));
}

//===-- Stores that complete later --------------------------------------===//

TEST(AsyncStore, SignalsTheOtherCta) {
  auto text = [](const char *store, unsigned bytes) {
    return prologue() + expecting(bytes) +
           "st.shared.v2.u64 [smem], {5, 5};"
           "barrier.cluster.arrive; barrier.cluster.wait;"
           "xor.b32 %r2, %r1, 1; mov.u32 %r3, smem;"
           "mapa.shared::cluster.u32 %r5, %r3, %r2; mov.u32 %r6, full;"
           "mapa.shared::cluster.u32 %r7, %r6, %r2;" +
           store + Wait +
           "ld.shared.u64 %o, [smem];"
           "barrier.cluster.arrive; barrier.cluster.wait;";
  };
  for (const char *store : {"st.async.mbarrier::complete_tx::bytes.b64 [%r5], "
                            "%a, [%r7];",
                            "red.async.relaxed.cluster"
                            ".mbarrier::complete_tx::bytes.add.u64 [%r5], %a, "
                            "[%r7];"})
    EXPECT_EQ(failure(text(store, 8), {{1}, {2}}, clustered(2)), "");
  for (const char *schedule : Schedules) {
    EXPECT_EQ(run(text("st.async.shared::cluster.mbarrier::complete_tx::bytes"
                       ".v2.b64 [%r5], {%a, %b}, [%r7];",
                       16),
                  {{1}, {2}}, clustered(2, schedule)),
              (std::vector<uint64_t>{2, 1}));
    EXPECT_EQ(run(text("red.async.relaxed.cluster.shared::cluster"
                       ".mbarrier::complete_tx::bytes.add.u64 [%r5], %a, "
                       "[%r7];",
                       8),
                  {{1}, {2}}, clustered(2, schedule)),
              (std::vector<uint64_t>{7, 6}));
  }
}

TEST(Multimem, OneDevice) {
  EXPECT_EQ(eval("multimem.st.relaxed.sys.global.u32 [%in], 41;"
                 "multimem.red.relaxed.gpu.global.add.u32 [%in], 1;"
                 "multimem.ld_reduce.relaxed.gpu.global.add.u32 %ro, [%in];"),
            42u);
  EXPECT_EQ(eval("multimem.ld_reduce.weak.global.add.acc::f32.v2.f16x2 "
                 "{%r1, %ro}, [%in];",
                 0x3c00400044004200),
            0x3c004000u);
}

//===-- Launch control --------------------------------------------------===//

/// A CTA takes the work of one that hasn't begun; the last finds none.
TEST(LaunchControl, TakesTheNextCluster) {
  std::string text =
      prologue() + expecting(16) +
      "@%p1 clusterlaunchcontrol.try_cancel.async.shared::cta"
      ".mbarrier::complete_tx::bytes.b128 [smem], [full];" +
      Wait +
      "{ .reg .b128 %q; ld.shared.b128 %q, [smem];"
      "clusterlaunchcontrol.query_cancel.is_canceled.pred.b128 %p5, %q;"
      "mov.u32 %ro, 77;"
      "@%p5 clusterlaunchcontrol.query_cancel.get_first_ctaid.v4.b32.b128 "
      "{%ro, %r2, %r3, _}, %q;"
      "@%p5 clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 "
      "%r4, %q;"
      "@%p5 clusterlaunchcontrol.query_cancel.get_first_ctaid::y.b32.b128 "
      "%r5, %q;"
      "@%p5 clusterlaunchcontrol.query_cancel.get_first_ctaid::z.b32.b128 "
      "%r6, %q;"
      "@%p5 add.u32 %ro, %ro, %r4; @%p5 add.u32 %ro, %ro, %r5;"
      "@%p5 add.u32 %ro, %ro, %r6; }";
  LaunchConfig three;
  three.grid.x = 3;
  three.threads = 1; // in order
  EXPECT_EQ(run(text, numbered(3), three), (std::vector<uint64_t>{2, 0, 77}));
}

TEST(LaunchControl, TheAnswerGoesToTheWholeCluster) {
  std::string text =
      prologue() + expecting(16) +
      "setp.eq.u32 %p3, %r1, 0;"
      "@%p3 clusterlaunchcontrol.try_cancel.async.shared::cta"
      ".mbarrier::complete_tx::bytes.multicast::cluster::all.b128 [smem], "
      "[full];" +
      Wait +
      "ld.shared.u32 %ro, [smem+4];"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  LaunchConfig config = clustered(2);
  config.grid.x = 4;
  config.threads = 1;
  EXPECT_EQ(run(text, numbered(4), config),
            (std::vector<uint64_t>{2, 2, 0, 0}));
}

//===-- mbarrier --------------------------------------------------------===//

TEST(Mbarrier, NoComplete) {
  EXPECT_TRUE(contains(
      failure(prologue() +
              "mbarrier.arrive.noComplete.shared::cta.b64 %x1, [full], 1;"),
      "noComplete completes the phase"));
}

TEST(Mbarrier, DropExpectsFewer) {
  EXPECT_EQ(eval(prologue(2) +
                 "mbarrier.arrive.shared::cta.b64 %x1, [full];"
                 "mbarrier.arrive_drop.expect_tx.shared::cta.b64 _, [full], 0;"
                 "mbarrier.arrive.shared::cta.b64 %x1, [full];"
                 "mbarrier.test_wait.parity.shared::cta.b64 %po, [full], 1;"),
            1u);
}

TEST(Mbarrier, CountMustBeInRange) {
  EXPECT_TRUE(contains(failure("mbarrier.init.shared.b64 [smem], 0;"),
                       "is not between 1 and 2^20 - 1"));
}

} // namespace
