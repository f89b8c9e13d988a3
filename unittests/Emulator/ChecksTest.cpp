//===- ChecksTest.cpp - Mistakes that a checked launch finds --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each test has one mistake in few instructions; whole programs with faults are
// in test/Emulator/Faults, orders of two threads in LitmusTest.cpp.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

std::vector<Inputs> numbered(unsigned count) {
  std::vector<Inputs> inputs;
  for (unsigned n = 0; n < count; ++n)
    inputs.push_back({n});
  return inputs;
}

LaunchConfig checking(llvm::StringRef name, bool value) {
  LaunchConfig config;
  llvm::cantFail(config.checks.set(name, value));
  return config;
}

/// Returns the reports of \p threads in one line, or nothing.
std::string said(llvm::StringRef body, unsigned threads,
                 LaunchConfig config = {}) {
  std::string message = failure(body, numbered(threads), config);
  for (char &each : message)
    each = each == '\n' ? ' ' : each;
  return message;
}

#define EXPECT_SAYS(Text, Part)                                                \
  EXPECT_NE((Text).find(Part), std::string::npos) << (Text)
#define EXPECT_SILENT(Text) EXPECT_EQ(Text, "")

TEST(CheckSet, Names) {
  CheckSet set;
  EXPECT_TRUE(set.races && set.registers && !set.sameValue);
  llvm::cantFail(set.set("races", false));
  EXPECT_FALSE(set.races);
  llvm::cantFail(set.set("all", false));
  EXPECT_FALSE(set.needsMonitor());
  llvm::cantFail(set.set("all", true));
  EXPECT_TRUE(set.races && !set.sameValue);
  EXPECT_SAYS(llvm::toString(set.set("speed", true)),
              "unknown check 'speed': expected all, races, lane-races");
}

TEST(RaceCheck, BothAccessesAreTold) {
  std::string message =
      said("st.shared.u32 [smem], %ra; ld.shared.u32 %ro, [smem];", 64);
  EXPECT_SAYS(message, "race on shared memory at 0x0: this");
  EXPECT_SAYS(message, "write by CTA (0, 0, 0), warp 0, lane ");
  EXPECT_SAYS(message, "(st at test.ptx:30)");
  EXPECT_SAYS(message, "in kernel 'k', CTA (0, 0, 0), warp ");
}

TEST(RaceCheck, OneValueIsNoRaceUnlessAskedFor) {
  const char *body = "st.shared.u32 [smem], 7; ld.shared.u32 %ro, [smem];";
  const char *stores = "st.shared.u32 [smem], 7;";
  EXPECT_SILENT(said(stores, 64));
  EXPECT_SAYS(said(stores, 64, checking("same-value", true)),
              "missing: bar.warp.sync");
  EXPECT_SAYS(said(body, 64), "race on shared memory");
  EXPECT_SAYS(said("st.shared.u32 [smem], %ra;", 2), "race on shared memory");
}

/// Host memory that isn't allocated has values too.
TEST(RaceCheck, OneValueInHostMemory) {
  auto module = llvm::cantFail(Module::parse(
      kernelText("mul.wide.u32 %x1, %t, 8; sub.u64 %out, %out, %x1;"
                 "mov.b64 %o, %a;"),
      "host.ptx"));
  for (uint64_t differs : {0, 1}) {
    std::vector<uint64_t> out(64);
    std::vector<Inputs> in(32, Inputs{7});
    in[5].a += differs;
    Machine machine;
    machine.allowHostPointers(true);
    std::array<uint64_t, 2> parameters = {
        reinterpret_cast<uintptr_t>(out.data() + 32),
        reinterpret_cast<uintptr_t>(in.data())};
    LaunchConfig config;
    config.block.x = 32;
    llvm::Error error = machine.launch(
        *module, "k", config,
        llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16));
    std::string text = llvm::toString(std::move(error));
    EXPECT_EQ(text.empty(), !differs) << text;
  }
}

TEST(RaceCheck, LanesOfOneWarp) {
  const char *body = "mad.lo.u32 %r1, %ra, 4, 0; st.shared.u32 [%r1], %ra;"
                     "%s xor.b32 %r1, %r1, 4; ld.shared.u32 %ro, [%r1];";
  auto with = [&](const char *between) {
    std::string text = body;
    return text.replace(text.find("%s"), 2, between);
  };
  EXPECT_SAYS(said(with(""), 32), "missing: bar.warp.sync");
  EXPECT_SILENT(said(with(""), 32, checking("lane-races", false)));
  EXPECT_SILENT(said(with("bar.warp.sync -1;"), 32));
  EXPECT_SILENT(said(with("bar.sync 0;"), 32));
  EXPECT_SAYS(said(with("shfl.sync.idx.b32 %r2, %r1, 0, 31, -1;"), 32),
              "missing: bar.warp.sync");
}

TEST(RaceCheck, ChosenByName) {
  const char *body = "xor.b32 %r1, %ra, 32; mad.lo.u32 %r1, %r1, 4, 0;"
                     "mad.lo.u32 %r2, %ra, 4, 0; st.shared.u32 [%r2], %ra;"
                     "ld.shared.u32 %ro, [%r1];";
  LaunchConfig lenient = checking("races", false);
  llvm::cantFail(lenient.checks.set("uninitialized", false));
  EXPECT_SAYS(said(body, 64, checking("uninitialized", false)),
              "missing: a barrier between the two warps");
  EXPECT_SILENT(said(body, 64, lenient));
}

TEST(MbarrierCheck, UseOfWhatIsNone) {
  EXPECT_SAYS(said("st.shared.u64 [smem], %a;"
                   "mbarrier.arrive.shared.b64 %x1, [smem];",
                   1),
              "mbarrier at shared 0x0 is used, but it isn't initialised");
  EXPECT_SAYS(said("mbarrier.init.shared.b64 [smem], 1;"
                   "mbarrier.inval.shared.b64 [smem];"
                   "mbarrier.arrive.shared.b64 %x1, [smem];",
                   1),
              "isn't initialised");
  EXPECT_SAYS(said("mbarrier.init.shared.b64 [smem], 1;"
                   "mbarrier.init.shared.b64 [smem], 1;",
                   1),
              "initialised again without mbarrier.inval");
  EXPECT_SILENT(said("mbarrier.init.shared.b64 [smem], 1;"
                     "mbarrier.inval.shared.b64 [smem];"
                     "mbarrier.init.shared.b64 [smem], 1;",
                     1));
}

TEST(MbarrierCheck, InitialisationIsAWrite) {
  EXPECT_SAYS(said("setp.eq.u32 %p1, %ra, 0;"
                   "@%p1 mbarrier.init.shared.b64 [smem], 64;"
                   "setp.ge.u32 %p1, %ra, 32;"
                   "@%p1 mbarrier.arrive.shared.b64 %x1, [smem];",
                   64),
              "missing: a barrier between the two warps");
}

/// Warp 1 polls for phase 0; warp 0 ends it and the next one at once.
TEST(MbarrierCheck, MissedPhase) {
  LaunchConfig config;
  config.schedule = llvm::cantFail(Schedule::parse("adversarial"));
  EXPECT_SAYS(said(R"(
    setp.eq.u32 %p1, %ra, 0;
    @%p1 mbarrier.init.shared.b64 [smem], 1;
    bar.sync 0;
    setp.ge.u32 %p1, %ra, 32;
    @%p1 bra wait;
    nanosleep.u32 20;
    nanosleep.u32 20;
    nanosleep.u32 20;
    setp.ne.u32 %p1, %ra, 0;
    @%p1 bra end;
    mbarrier.arrive.shared.b64 %x1, [smem];
    mbarrier.arrive.shared.b64 %x1, [smem];
    bra end;
  wait:
    mbarrier.test_wait.parity.shared.b64 %p2, [smem], 0;
    @!%p2 bra wait;
  end:)",
                   64, config),
              "has ended, and the next one too");
}

TEST(UnfinishedCheck, CopiesOutliveTheCta) {
  const char *body = "cp.async.ca.shared.global [smem], [%in], 8;"
                     "cp.async.commit_group;";
  EXPECT_SAYS(said(body, 1), "unfinished: the CTA's threads end");
  EXPECT_SILENT(said(body, 1, checking("unfinished", false)));
  EXPECT_SILENT(said(std::string(body) + "cp.async.wait_group 0;", 1));
}

/// A CTA must not end while an operation of another CTA may read its memory:
/// the thread that waits has to synchronise with it.
TEST(UnfinishedCheck, CopiesBetweenCtas) {
  auto with = [](const char *end) {
    std::string body = R"(
      mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 0;
      st.shared.v2.u64 [smem], {%a, %b};
      mbarrier.init.shared.b64 [smem+16], 1;
      @!%p1 mbarrier.arrive.expect_tx.shared.b64 _, [smem+16], 16;
      fence.mbarrier_init.release.cluster; fence.proxy.async;
      barrier.cluster.arrive; barrier.cluster.wait;
      mov.u32 %r2, smem; mapa.shared::cluster.u32 %r3, %r2, 1;
      add.u32 %r4, %r3, 16;
      @%p1 cp.async.bulk.shared::cluster.shared::cta)"
                       R"(.mbarrier::complete_tx::bytes [%r3], [%r2], 16, [%r4];
      @%p1 bra end;
      wait: mbarrier.try_wait.parity.shared.b64 %p2, [smem+16], 0;
      @!%p2 bra wait;
      end:)";
    return body + end;
  };
  for (const char *schedule : {"inorder", "adversarial"}) {
    EXPECT_SAYS(said(with(""), 2, clustered(2, schedule)),
                "unfinished: the CTA's threads end, and none has waited");
    EXPECT_SILENT(said(with("barrier.cluster.arrive; barrier.cluster.wait;"), 2,
                       clustered(2, schedule)));
  }
  const char *store =
      "mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 0;"
      "mbarrier.init.shared.b64 [smem+16], 1;"
      "barrier.cluster.arrive; barrier.cluster.wait;"
      "mov.u32 %r2, smem; mapa.shared::cluster.u32 %r3, %r2, 1;"
      "@%p1 st.async.shared::cluster.mbarrier::complete_tx::bytes.b32 [%r3], "
      "7, [%r3+16];"
      "barrier.cluster.arrive; barrier.cluster.wait;";
  EXPECT_SAYS(said(store, 2, clustered(2)),
              "unfinished: the threads of the CTA of rank 1 end, and none has "
              "waited for this asynchronous operation on its shared memory; "
              "missing: a wait for the mbarrier");
}

} // namespace
