//===- AtomicChecksTest.cpp - Checks of atomic operations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lanes that release by one instruction share the published knowledge. Each
// still publishes only its own actions, and the cost is proportional to the
// number of accesses.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

#include <ctime>

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

LaunchConfig ofCtas(uint32_t ctas) {
  LaunchConfig config;
  config.grid.x = ctas;
  return config;
}

/// Each lane of CTA 0 writes an address and releases a flag, by one instruction
/// for all of them; the lanes of CTA 1 wait for flags and read.
std::string passThroughFlags(const std::string &read) {
  return R"(
    ld.param.u64 %x9, [in];
    mad.wide.u32 %x8, %t, 32, %x9;
    mov.u32 %r1, %ctaid.x;
    setp.eq.u32 %p1, %r1, 1;
    @%p1 bra consume;
    st.global.u32 [%x8+8], %t;
    atom.acq_rel.gpu.global.exch.b32 %r2, [%x8+16], 1;
    bra done;
    consume:)" +
         read + "done:";
}
const std::string Wait = "wait: ld.acquire.gpu.global.u32 %r3, [%x8+16];"
                         "setp.eq.u32 %p2, %r3, 0; @%p2 bra wait;";

TEST(AtomicChecks, LanesPublishTheirActions) {
  std::vector<uint64_t> results =
      run(passThroughFlags(Wait + "ld.global.u32 %ro, [%x8+8];"),
          std::vector<Inputs>(64), ofCtas(2));
  for (unsigned lane = 0; lane < 32; ++lane)
    EXPECT_EQ(results[32 + lane], lane);
}

TEST(AtomicChecks, LanesPublishNoActionsOfOthers) {
  std::string lone = "setp.ne.u32 %p3, %t, 3; @%p3 bra done;" + Wait;
  EXPECT_EQ(failure(passThroughFlags(lone + "ld.global.u32 %ro, [%x8+8];"),
                    std::vector<Inputs>(64), ofCtas(2)),
            "");
  for (const char *other : {"-24", "+40"}) {
    std::string message = failure(
        passThroughFlags(lone + "ld.global.u32 %ro, [%x8" + other + "];"),
        std::vector<Inputs>(64), ofCtas(2));
    EXPECT_TRUE(contains(message, "race on global memory")) << message;
  }
}

/// The last of all lanes that increment a counter knows the actions of the
/// others, including lanes of its own warp and instruction.
TEST(AtomicChecks, TheLastToArriveKnowsAll) {
  const char *body = R"(
    ld.param.u64 %x9, [in];
    st.global.u32 [%in+8], %index;
    atom.acq_rel.gpu.global.add.u32 %r2, [%x9+16], 1;
    setp.ne.u32 %p1, %r2, 127;
    @%p1 bra done;
    mov.u32 %r3, 0;
    more: mad.wide.u32 %x8, %r3, 32, %x9;
    ld.global.u32 %r4, [%x8+8];
    add.u32 %ro, %ro, %r4;
    add.u32 %r3, %r3, 1;
    setp.ne.u32 %p2, %r3, 128;
    @%p2 bra more;
    done:)";
  for (uint32_t ctas : {1, 4}) {
    std::vector<uint64_t> results =
        run(body, std::vector<Inputs>(128), ofCtas(ctas));
    EXPECT_EQ(results.back(), 127u * 64) << ctas;
  }
  std::string relaxed = body;
  relaxed.replace(relaxed.find("acq_rel"), 7, "relaxed");
  EXPECT_TRUE(contains(failure(relaxed, std::vector<Inputs>(128), ofCtas(4)),
                       "race on global memory"));
}

/// The CPU time of a checked launch in which atomics of all CTAs target the
/// same addresses.
double timeOf(const std::string &order, uint32_t ctas) {
  std::string body = "ld.param.u64 %x9, [in]; mad.wide.u32 %x8, %t, 32, %x9;";
  for (unsigned n = 0; n < 8; ++n)
    body += "atom." + order + ".gpu.global.add.u32 %r2, [%x8+" +
            std::to_string(4 * n) + "], 1;";
  std::clock_t start = std::clock();
  EXPECT_EQ(failure(body, std::vector<Inputs>(64 * ctas), ofCtas(ctas)), "");
  return double(std::clock() - start);
}

/// Eight times as many CTAs once took 500 times as long.
TEST(AtomicChecks, CostGrowsWithTheAccesses) {
  for (const char *order : {"acq_rel", "relaxed", "acquire"}) {
    double few = std::min({timeOf(order, 32), timeOf(order, 32)});
    EXPECT_LT(timeOf(order, 256), 24 * few) << order;
  }
}

} // namespace
