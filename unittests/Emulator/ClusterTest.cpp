//===- ClusterTest.cpp - Clusters and their shared memory -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Addresses in the shared memory of a cluster, barrier.cluster, and launches
// whose clusters contradict the kernel.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

const char *Schedules[] = {"inorder", "random:1", "random:2", "adversarial"};

TEST(Cluster, SpecialRegisters) {
  LaunchConfig config = clustered(2);
  config.grid.x = 4;
  auto results =
      run("mov.u32 %r1, %cluster_ctarank; mov.u32 %r2, %clusterid.x;"
          "mov.u32 %r3, %cluster_nctarank; mov.u32 %r4, %ctaid.x;"
          "mov.u32 %r5, %nclusterid.x; mov.u32 %r6, %cluster_ctaid.x;"
          "mad.lo.u32 %ro, %r4, 10, %r2; mad.lo.u32 %ro, %ro, 10, %r1;"
          "mad.lo.u32 %ro, %ro, 10, %r6; mad.lo.u32 %ro, %ro, 10, %r3;"
          "mad.lo.u32 %ro, %ro, 10, %r5;",
          numbered(4), config);
  EXPECT_EQ(results, (std::vector<uint64_t>{22, 101122, 210022, 311122}));
}

/// Each CTA writes its rank + 10 to its own memory; then reads that of the next
/// CTA.
const char *Exchange = R"(
  mov.u32 %r1, %cluster_ctarank;
  mov.u32 %r2, %cluster_nctarank;
  add.u32 %r3, %r1, 10;
  st.shared.u32 [smem], %r3;
  %s
  add.u32 %r4, %r1, 1;
  rem.u32 %r4, %r4, %r2;
  mov.u32 %r5, smem;
  mapa.shared::cluster.u32 %r6, %r5, %r4;
  ld.shared::cluster.u32 %ro, [%r6];
  barrier.cluster.arrive.aligned;
  barrier.cluster.wait.aligned;)";

std::string withBarrier(llvm::StringRef barrier) {
  std::string text = Exchange;
  text.replace(text.find("%s"), 2, barrier.str());
  return text;
}

TEST(Cluster, ReadsMemoryOfTheNextCta) {
  std::string text = withBarrier("barrier.cluster.arrive.release.aligned;"
                                 "barrier.cluster.wait.acquire.aligned;");
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text, numbered(4), clustered(4, schedule)),
              (std::vector<uint64_t>{11, 12, 13, 10}))
        << schedule;
}

TEST(Cluster, MissingBarrierIsSeen) {
  EXPECT_TRUE(contains(
      failure(withBarrier(""), numbered(4), clustered(4, "adversarial")),
      "uninitialised shared read"));
}

TEST(Cluster, GenericAddressesAndRanks) {
  // 64-bit mapa keeps the generic window; getctarank and isspacep agree.
  const char *text = R"(
    mov.u64 %x1, smem;
    cvta.shared.u64 %x2, %x1;
    mapa.u64 %x3, %x2, 1;
    getctarank.u64 %r1, %x3;
    isspacep.shared::cluster %p1, %x3;
    isspacep.shared::cta %p2, %x3;
    selp.u32 %r2, 1, 0, %p1;
    selp.u32 %r3, 1, 0, %p2;
    mov.u32 %r4, %cluster_ctarank;
    mad.lo.u32 %ro, %r1, 10, %r2;
    mad.lo.u32 %ro, %ro, 10, %r3;)";
  EXPECT_EQ(run(text, numbered(2), clustered(2)),
            (std::vector<uint64_t>{110, 111}));
}

TEST(Cluster, RemoteAtomicsAndMbarriers) {
  // All CTAs add to, and arrive at an mbarrier of, the CTA of rank 0.
  const char *text = R"(
    .shared .align 8 .b64 full;
    mov.u32 %r1, %cluster_ctarank;
    setp.ne.u32 %p1, %r1, 0;
    @!%p1 st.shared.u32 [smem], 0;
    @!%p1 mbarrier.init.shared::cta.b64 [full], 3;
    barrier.cluster.arrive; barrier.cluster.wait;
    mov.u32 %r2, smem; mapa.shared::cluster.u32 %r3, %r2, 0;
    add.u32 %r4, %r1, 1;
    red.shared::cluster.add.u32 [%r3], %r4;
    mov.u32 %r5, full; mapa.shared::cluster.u32 %r6, %r5, 0;
    mbarrier.arrive.release.cluster.shared::cluster.b64 _, [%r6];
    @%p1 bra done;
  wait:
    mbarrier.try_wait.parity.shared::cta.b64 %p2, [full], 0;
    @!%p2 bra wait;
    ld.shared.u32 %ro, [smem];
  done:
    barrier.cluster.arrive; barrier.cluster.wait;)";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(text, numbered(3), clustered(3, schedule)),
              (std::vector<uint64_t>{6, 0, 0}))
        << schedule;
}

TEST(Cluster, Mistakes) {
  EXPECT_TRUE(
      contains(failure("barrier.cluster.wait;"), "without having arrived"));
  EXPECT_TRUE(
      contains(failure("barrier.cluster.arrive; barrier.cluster.arrive;"),
               "not yet waited"));
  EXPECT_TRUE(contains(failure("mov.u32 %r1, smem;"
                               "mapa.shared::cluster.u32 %r2, %r1, 2;",
                               numbered(2), clustered(2)),
                       "mapa to rank 2 of a cluster of 2"));
  EXPECT_TRUE(contains(failure("ld.shared::cluster.u32 %ro, [0x2000000];"),
                       "is in no CTA of the cluster"));
  // The other CTA has exited.
  EXPECT_TRUE(
      contains(failure("mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 0;"
                       "@%p1 exit; mov.u32 %r2, smem;"
                       "mapa.shared::cluster.u32 %r3, %r2, 0;"
                       "st.shared::cluster.u32 [%r3], 1;",
                       numbered(2), clustered(2)),
               "threads have all exited"));
}

TEST(Cluster, Limits) {
  EXPECT_TRUE(contains(failure("", numbered(32), clustered(32)),
                       "a cluster has 1 to 16 CTAs, got (32, 1, 1)"));
  LaunchConfig uneven = clustered(2);
  uneven.grid.x = 3;
  EXPECT_TRUE(contains(failure("", numbered(3), uneven),
                       "a grid of (3, 1, 1) CTAs is not made of clusters"));
}

TEST(Cluster, Directives) {
  auto launch = [](const char *directives, LaunchConfig config) {
    std::string text = std::string(".version 8.7\n.target sm_90\n"
                                   ".visible .entry k()\n") +
                       directives + "{ ret; }";
    auto module = llvm::cantFail(Module::parse(text, "k.ptx"));
    Machine machine;
    Counters counters;
    llvm::Error error = machine.launch(*module, "k", config, {}, &counters);
    return error ? llvm::toString(std::move(error))
                 : std::to_string(counters.ctas);
  };
  LaunchConfig six;
  six.grid.x = 6;
  EXPECT_EQ(launch(".reqnctapercluster 3", six), "6");
  EXPECT_EQ(launch(".reqntid 32 .reqnctapercluster 2 .blocksareclusters", six),
            "12");
  six.cluster = Dim3{2};
  EXPECT_TRUE(contains(launch(".reqnctapercluster 3", six),
                       "requires clusters (3, 1, 1), got (2, 1, 1)"));
  EXPECT_TRUE(contains(launch(".maxclusterrank 1", six), "1 to 1 CTAs"));
  six.cluster.reset();
  EXPECT_TRUE(contains(launch(".explicitcluster", six), "explicit clusters"));
}

} // namespace
