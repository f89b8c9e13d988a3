//===- ReportsTest.cpp - Messages of the checks -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The whole texts of the reports of lib/Emulator/Checks. ChecksTest, LitmusTest
// and test/Emulator/Faults test when they are made, and when not.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct Wrong {
  std::string body, message;
  unsigned threads = 1;
};

std::string report(llvm::StringRef body, unsigned threads,
                   LaunchConfig config = {}) {
  config.checks.uninitialized = false;
  return withoutPosition(failure(body, std::vector<Inputs>(threads), config));
}

void check(llvm::ArrayRef<Wrong> all) {
  for (const Wrong &each : all)
    EXPECT_EQ(report(each.body, each.threads), each.message) << each.body;
}

/// "race on WHERE: this ACCESS is not ordered after the EARLIER"
std::string race(const std::string &where, const std::string &access,
                 const std::string &earlier, const std::string &missing) {
  return "race on " + where + ": this " + access +
         " is not ordered after the\n  " + earlier + " at test.ptx:30)" +
         "\n  missing: " + missing;
}

const std::string Shared = "shared memory at 0x0";
const std::string Global = "global memory at 0x1000000000";
const std::string ByLane0 = " by CTA (0, 0, 0), warp 0, lane 0 (";

TEST(Reports, Threads) {
  check({{"st.shared.u32 [smem], %t;",
          race(Shared, "write of 4 bytes", "write" + ByLane0 + "st",
               "bar.warp.sync between the lanes of the warp"),
          2},
         {"setp.eq.u32 %p1, %t, 0; @%p1 st.shared.u32 [smem], 7;"
          "setp.eq.u32 %p1, %t, 32; @%p1 atom.shared.add.u32 %ro, [smem], 1;",
          race(Shared, "atomic operation of 4 bytes", "write" + ByLane0 + "st",
               "a barrier between the two warps (bar.sync, or arriving at and "
               "waiting for an mbarrier)"),
          64}});
  std::string store = "mov.u32 %r1, %ctaid.x; mad.wide.u32 %x1, %r1, 32, 0;"
                      "sub.u64 %x1, %in, %x1;";
  LaunchConfig grid;
  grid.grid.x = 2;
  EXPECT_EQ(report(store + "st.global.u32 [%x1], %r1;", 2, grid),
            race(Global, "write of 4 bytes", "write" + ByLane0 + "st",
                 "release and acquire at .gpu scope between the two CTAs, "
                 "which run in any order"));
  EXPECT_EQ(report(store + "st.global.u32 [%x1], %r1;", 2, clustered(2)),
            race(Global, "write of 4 bytes", "write" + ByLane0 + "st",
                 "barrier.cluster, or release and acquire at .cluster scope, "
                 "between the two CTAs"));
  EXPECT_EQ(report(store + "st.relaxed.cta.global.u32 [%x1], %r1;", 2, grid),
            race(Global, "strong write of 4 bytes",
                 "strong write" + ByLane0 + "st",
                 "a wider scope: .cta and .cta don't include both "
                 "threads"));
}

const std::string Bulk = "cp.async.bulk.global.shared::cta.bulk_group";

TEST(Reports, CopiesInGroups) {
  std::string copy = "cp.async.ca.shared.global [smem], [%in], 8;";
  std::string fill = "st.shared.v2.u64 [smem], {%a, %b};";
  std::string bulk = fill + "fence.proxy.async;" + Bulk + " [%in], [smem], 16;";
  check(
      {{copy + "ld.shared.u64 %o, [smem];",
        race(Shared, "read of 8 bytes",
             "asynchronous write" + ByLane0 + "cp.async.ca.global",
             "cp.async.wait_group for the copy's group")},
       {copy + "st.global.u64 [%in], 5;",
        race(Global, "write of 8 bytes",
             "asynchronous read" + ByLane0 + "cp.async.ca.global",
             "cp.async.wait_group for the copy's group")},
       {copy, "unfinished: the CTA's threads end, and none has waited for "
              "this asynchronous operation on its shared memory; missing: "
              "cp.async.wait_group for the copy's group"},
       {fill + Bulk + " [%in], [smem], 16;",
        race(Shared, "asynchronous read of 16 bytes", "write" + ByLane0 + "st",
             "fence.proxy.async between them: the write went through "
             "the generic proxy")},
       {bulk + "st.shared.u64 [smem], 7;",
        race(Shared, "write of 8 bytes", "asynchronous read" + ByLane0 + Bulk,
             "cp.async.bulk.wait_group.read before the source is written "
             "again")},
       {bulk + "ld.global.u64 %o, [%in];",
        race(Global, "read of 8 bytes", "asynchronous write" + ByLane0 + Bulk,
             "cp.async.bulk.wait_group for the operation's group")}});
}

/// Lane 0 copies, thread 32 reads.
TEST(Reports, CopiesOfAnotherWarp) {
  auto with = [](const char *wait) {
    return std::string("setp.ne.u32 %p1, %t, 0; @%p1 bra L;"
                       "cp.async.ca.shared.global [smem], [%in], 8;") +
           wait + "L: setp.eq.u32 %p1, %t, 32; @%p1 ld.shared.u64 %o, [smem];";
  };
  std::string write = "asynchronous write" + ByLane0 + "cp.async.ca.global";
  check({{with("cp.async.wait_all;"),
          race(Shared, "read of 8 bytes", write,
               "a barrier after the wait of the warp that issued the "
               "operation"),
          64},
         {with(""),
          race(Shared, "read of 8 bytes", write,
               "cp.async.wait_group for the copy's group and a barrier after "
               "it; or a barrier that orders the operation after this access"),
          64}});
}

#define COMPLETES "mbarrier::complete_tx::bytes"

TEST(Reports, CopiesWithAnMbarrier) {
  std::string init = "mbarrier.init.shared.b64 [smem+512], 1;";
  std::string fence = "fence.mbarrier_init.release.cluster;";
  std::string copy = "mbarrier.arrive.expect_tx.shared.b64 _, [smem+512], 16;"
                     "cp.async.bulk.shared::cluster.global." COMPLETES
                     " [smem], [%in], 16, [smem+512];";
  auto wait = [](const std::string &label) {
    return label +
           ": mbarrier.try_wait.parity.shared.b64 %p1, [smem+512], 0;"
           "@!%p1 bra " +
           label + ";";
  };
  std::string read = "ld.shared.u64 %o, [smem];";
  std::string write = "asynchronous write by CTA (0, 0, 0), lane 0 "
                      "(cp.async.bulk.shared::cluster.global." COMPLETES;
  std::string missing = "a wait for the mbarrier at shared 0x200, in whose "
                        "phase the operation completes";
  std::string mbarrier = "mbarrier at shared 0x200 ";
  check({{init + fence + copy + read,
          race(Shared, "read of 8 bytes", write, missing)},
         {init + fence + copy + wait("L") + copy + wait("M") + read,
          race(Shared, "read of 8 bytes", write,
               missing + "; the wait at test.ptx:30 ended with an earlier "
                         "phase")},
         {init + copy,
          mbarrier + "was initialised at test.ptx:30, and no "
                     "fence.mbarrier_init or fence.proxy.async makes that "
                     "visible to this asynchronous operation"},
         {copy.substr(copy.find("cp.")),
          mbarrier + "is signalled, but it isn't initialised"},
         {init + init,
          mbarrier + "is initialised again without mbarrier.inval; it was at "
                     "test.ptx:30"}});
}

TEST(Reports, UnwrittenRegisters) {
  auto unwritten = [](const std::string &what) {
    return "uninitialised register: the " + what +
           " comes from a register that this lane has not written";
  };
  check({{"@%p3 mov.u32 %ro, 1;", unwritten("predicate of 'mov'")},
         {"ld.global.u32 %ro, [%x7];", unwritten("address of 'ld'")},
         {"st.global.u32 [%in], %r7;", unwritten("stored value of 'st'")},
         {"red.global.add.u32 [%in], %r7;", unwritten("operand of 'red'")},
         {"bar.sync %r7;", unwritten("operand of 'bar.sync'")},
         {"brx.idx %r7, T; T: .branchtargets L; L:",
          unwritten("branch index of 'brx.idx'")}});
}

/// A wgmma, whose registers %r1 to %r4 are D and %r5 to %r8 A.
TEST(Reports, RegistersOfProducts) {
  std::string fill;
  for (const char *n : {"1", "2", "3", "4", "5", "6", "7", "8"})
    fill += "mov.b32 %r" + std::string(n) + ", 0;";
  std::string fence = "wgmma.fence.sync.aligned;";
  std::string product = "wgmma.mma_async.sync.aligned.m64n8k16.f32.f16.f16"
                        " {%r1,%r2,%r3,%r4}, {%r5,%r6,%r7,%r8}, 0, 0, 1, 1, 0;"
                        "wgmma.commit_group.sync.aligned;";
  auto inUse = [](const std::string &what) {
    return "register in use by an asynchronous operation: 'mov' touches " +
           what +
           " of the operation at test.ptx:30, which no thread has waited "
           "for";
  };
  std::string unfenced = "'wgmma.mma_async.sync.aligned' uses a register that "
                         "was written at test.ptx:30, and no wgmma.fence is "
                         "between";
  check({{fill + fence + product + "mov.b32 %ro, %r1;", inUse("a result"), 128},
         {fill + fence + product + "mov.b32 %r5, 7;", inUse("an operand"), 128},
         {fill + product, unfenced, 128},
         {fill + fence + "mov.b32 %r5, 7;" + product, unfenced, 128}});
  EXPECT_EQ(failure(fill + fence + product +
                        "mov.b32 %ro, %r5;"
                        "wgmma.wait_group.sync.aligned 0; mov.b32 %r5, 7;"
                        "wgmma.fence.sync.aligned;",
                    std::vector<Inputs>(128), unchecked("inorder")),
            "");
}

} // namespace
