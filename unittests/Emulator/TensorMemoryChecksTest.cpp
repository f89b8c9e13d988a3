//===- TensorMemoryChecksTest.cpp - Order of accesses to tensor memory ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Canonical synchronization patterns" of tcgen05, whole and with
// something missing. A program has the actions of two warps among four: warp 0
// acts before warp 1, or in the order of `order`. Warps share no lanes that
// they could load and store, so that every pattern includes an MMA or a copy.
//
//===----------------------------------------------------------------------===//

#include "TensorKernel.h"

#include "llvm/ADT/StringExtras.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// The actions between them, as instructions of a warp and of one thread.
const std::string Load =
    "tcgen05.ld.sync.aligned.32x32b.x1.b32 {%r5}, [%r20];\n";
const std::string Store =
    "tcgen05.st.sync.aligned.32x32b.x1.b32 [%r20], {%t};\n";
const std::string Loaded = "tcgen05.wait::ld.sync.aligned;\n";
const std::string Stored = "tcgen05.wait::st.sync.aligned;\n";
const std::string Before = "tcgen05.fence::before_thread_sync;\n";
const std::string After = "tcgen05.fence::after_thread_sync;\n";
const std::string Lanes = "bar.warp.sync -1;\n";
const std::string Copy = "@%p3 tcgen05.cp.cta_group::1.128x128b [%r19], "
                         "0x400000000000;\n";
/// 128 x 16 accumulators at column 0.
const std::string Multiply =
    "@%p3 tcgen05.mma.cta_group::1.kind::f16 [%r19], 0x400000000000, "
    "0x400000000000, 0x8040010, 0;\n";
std::string commit(unsigned barrier) {
  return "@%p3 tcgen05.commit.cta_group::1.mbarrier::arrive::one.b64 [%x1+" +
         std::to_string(8 * barrier) + "];\n";
}
std::string arrive(unsigned barrier, const std::string &how = "") {
  return "@%p3 mbarrier.arrive" + how + ".shared.b64 %x2, [smem+" +
         std::to_string(1024 + 8 * barrier) + "];\n";
}
std::string wait(unsigned barrier, const std::string &how = "") {
  std::string number = std::to_string(barrier);
  return "{ .reg .pred %done;\nAGAIN" + number + ": mbarrier.try_wait.parity" +
         how + ".shared.b64 %done, [smem+" +
         std::to_string(1024 + 8 * barrier) + "], 0;\n@!%done bra AGAIN" +
         number + "; }\n";
}

const std::string Relaxed = ".relaxed.cta";

struct Options {
  bool fences = false;
  Schedule::Kind schedule = Schedule::InOrder;
};

/// The report of a launch in which warp 0 executes \p first, warp 1 \p second
/// and warp 2 \p third. Tensor memory is written before.
std::string said(const std::string &first, const std::string &second,
                 const std::string &third = "", Options options = {}) {
  WarpProgram program;
  program.target = "sm_100a";
  program.shared.resize(1024 + 64);
  program.config.schedule.kind = options.schedule;
  program.config.checks.tensorFences = options.fences;
  std::string init;
  for (unsigned barrier = 0; barrier < 4; ++barrier)
    init += "@%p2 mbarrier.init.shared.b64 [smem+" +
            std::to_string(1024 + 8 * barrier) + "], 1;\n";
  auto warp = [](unsigned number, const std::string &body) {
    std::string name = "OTHER" + std::to_string(number);
    return "setp.ne.u32 %p4, %r22, " + std::to_string(number) + ";\n@%p4 bra " +
           name + ";\n" + body + name + ":\n";
  };
  std::string sync = Before + "bar.sync 0;\n" + After;
  program.body = R"(setp.lt.u32 %p1, %t, 32;
setp.eq.u32 %p2, %t, 0;
and.b32 %r23, %t, 31;
setp.eq.u32 %p3, %r23, 0;
shr.u32 %r22, %t, 5;
@%p1 tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+1072], 32;
)" + init + R"(fence.proxy.async;
mov.u64 %x1, smem;
cvta.shared.u64 %x1, %x1;
add.u64 %x1, %x1, 1024;
bar.sync 0;
ld.shared.b32 %r19, [smem+1072];
and.b32 %r21, %t, 96;
shl.b32 %r21, %r21, 16;
add.u32 %r20, %r19, %r21;
)" + Store + Stored +
                 sync + warp(0, first) + warp(1, second) + warp(2, third) +
                 Loaded + sync + R"(
@%p1 tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r19, 32;
)";
  WordTable in(128, 1), out(128, 1);
  std::string text = llvm::toString(tryRunWarp(program, in, out));
  for (char &each : text)
    each = each == '\n' ? ' ' : each;
  return text;
}

std::string strictly(const std::string &first, const std::string &second,
                     const std::string &third = "") {
  return said(first, second, third, {/*fences=*/true});
}

#define EXPECT_SAYS(Text, ...)                                                 \
  for (std::string whole = (Text);                                             \
       const std::string &part : std::vector<std::string>{__VA_ARGS__})        \
  EXPECT_NE(whole.find(part), std::string::npos) << whole
#define EXPECT_SILENT(Text) EXPECT_EQ(Text, "")

const std::string NoBefore =
    "missing: tcgen05.fence::before_thread_sync between that and where its "
    "warp arrives";
const std::string NoAfter =
    "missing: tcgen05.fence::after_thread_sync between the wait that tells "
    "this warp of it and this";

//===-- One thread ------------------------------------------------------===//

TEST(TensorMemoryChecks, PipelinedInOneThread) {
  for (Schedule::Kind kind : {Schedule::InOrder, Schedule::Adversarial}) {
    EXPECT_SILENT(
        said(Multiply + Multiply + commit(0) + wait(0), "", "", {true, kind}));
    EXPECT_SILENT(said(Copy + Multiply + Copy + commit(0) + wait(0), "", "",
                       {true, kind}));
  }
}

/// Only MMAs with the same accumulator are pipelined.
TEST(TensorMemoryChecks, OtherAccumulatorsAreNotPipelined) {
  std::string narrower = Multiply;
  narrower.replace(narrower.find("0x8040010"), 9, "0x8020010");
  EXPECT_SAYS(said(Multiply + narrower + commit(0) + wait(0), ""),
              "race on tensor memory: this tcgen05.mma of lanes 0 to 127, "
              "columns 0 to 7 is not ordered after the",
              "tcgen05.mma of lanes 0 to 127, columns 0 to 15 by CTA (0, 0, 0)"
              ", warp 0 (at test.ptx:",
              "missing: a wait for an mbarrier that tcgen05.commit signals");
}

TEST(TensorMemoryChecks, WaitsOfOneThread) {
  EXPECT_SILENT(strictly(Store + Stored + Load + Loaded, ""));
  EXPECT_SAYS(said(Store + Load + Stored + Loaded, ""),
              "this tcgen05.ld.sync.aligned of lanes 0 to 31, column",
              "missing: tcgen05.wait::st");
  EXPECT_SAYS(said(Load + Store + Loaded + Stored, ""),
              "this tcgen05.st.sync.aligned", "missing: tcgen05.wait::ld");
  EXPECT_SILENT(
      strictly(Load + Loaded + Lanes + Multiply + commit(0) + wait(0), ""));
}

TEST(TensorMemoryChecks, LoadAfterMma) {
  std::string product = Multiply + commit(0);
  EXPECT_SILENT(strictly(product + wait(0) + After + Load + Loaded, ""));
  EXPECT_SILENT(
      strictly(product + wait(0, Relaxed) + After + Load + Loaded, ""));
  EXPECT_SILENT(said(product + wait(0) + Load + Loaded, ""));
  EXPECT_SAYS(strictly(product + wait(0) + Load + Loaded, ""), NoAfter);
  EXPECT_SAYS(said(product + wait(0, Relaxed) + Load + Loaded, ""), NoAfter);
  EXPECT_SAYS(said(product + Load + Loaded + wait(0), ""),
              "missing: a wait for an mbarrier that tcgen05.commit signals");
}

//===-- Several threads -------------------------------------------------===//

TEST(TensorMemoryChecks, PipelinedInTwoThreads) {
  std::string end = Multiply + commit(1) + wait(1);
  for (Schedule::Kind kind : {Schedule::InOrder, Schedule::Adversarial})
    EXPECT_SILENT(said(Copy + Before + arrive(0, Relaxed),
                       wait(0, Relaxed) + After + end, "", {true, kind}));
  // The copy isn't complete: release and acquire of the barrier don't order it.
  EXPECT_SAYS(said(Copy + arrive(0), wait(0) + After + end),
              "missing: a wait for an mbarrier that tcgen05.commit signals and "
              "a barrier after it");
  EXPECT_SAYS(said(Copy + Before + arrive(0), wait(0) + end), NoAfter);
}

TEST(TensorMemoryChecks, ProductAndLoads) {
  std::string product = Multiply + commit(0), load = Load + Loaded;
  EXPECT_SILENT(strictly(product, wait(0) + After + load));
  EXPECT_SILENT(strictly(product, wait(0, Relaxed) + After + load));
  EXPECT_SILENT(said(product, wait(0) + load));
  EXPECT_SAYS(strictly(product, wait(0) + load), NoAfter);
  EXPECT_SAYS(said(product, wait(0, Relaxed) + load), NoAfter);
  EXPECT_SAYS(said(product, load + wait(0)), "race on tensor memory");
}

TEST(TensorMemoryChecks, LoadsAndProduct) {
  std::string end = Multiply + commit(1) + wait(1);
  std::string load = Load + Loaded;
  EXPECT_SILENT(
      strictly(load + Before + Lanes + arrive(0), wait(0) + After + end));
  EXPECT_SILENT(said(load + Before + Lanes + arrive(0, Relaxed),
                     wait(0, Relaxed) + After + end));
  EXPECT_SILENT(said(load + Lanes + arrive(0), wait(0) + end));
  EXPECT_SAYS(strictly(load + Lanes + arrive(0), wait(0) + After + end),
              NoBefore, "this tcgen05.mma of lanes 0 to 127",
              "tcgen05.ld.sync.aligned of lanes 0 to 31, columns 0 to 0 by CTA "
              "(0, 0, 0), warp 0 (at test.ptx:");
  EXPECT_SAYS(strictly(load + Before + Lanes + arrive(0), wait(0) + end),
              NoAfter);
  EXPECT_SAYS(said(Load + Lanes + arrive(0), wait(0) + end),
              "missing: a barrier after the wait of the warp");
  EXPECT_SAYS(said(load + Lanes + arrive(0, Relaxed), wait(0, Relaxed) + end),
              "missing: a barrier after the wait of the warp");
  EXPECT_SAYS(said(load, end), "missing: a barrier after the wait of the warp");
}

/// One lane arrives for all.
TEST(TensorMemoryChecks, LanesOfTheWarp) {
  std::string end = wait(0) + After + Multiply + commit(1) + wait(1);
  std::string missing = "missing: bar.warp.sync between the lanes of that warp";
  EXPECT_SAYS(said(Load + Loaded + arrive(0), end), missing);
  EXPECT_SAYS(said(Load + Loaded + Before + arrive(0), end), missing);
  std::string all = Store + Stored + Before + Lanes + arrive(0);
  EXPECT_SILENT(strictly(all, end));
  EXPECT_SAYS(said(Store + Before + Lanes + arrive(0), end),
              "missing: tcgen05.wait::st and a barrier after it");
}

/// A warp that only transfers fenced operations of others needs no fences.
TEST(TensorMemoryChecks, Composition) {
  std::string load = wait(1, Relaxed) + After + Load + Loaded;
  EXPECT_SILENT(
      said(Multiply + commit(0), wait(0, Relaxed) + arrive(1, Relaxed), load));
  EXPECT_SILENT(strictly(Multiply + commit(0), wait(0) + arrive(1),
                         wait(1) + After + Load + Loaded));
}

/// Flags order accesses as barriers do.
TEST(TensorMemoryChecks, StrongAccesses) {
  std::string flag = "@%p3 st.relaxed.cta.shared.b32 [smem+1080], 1;\n";
  std::string poll = "POLL: ld.relaxed.cta.shared.b32 %r6, [smem+1080];\n"
                     "setp.ne.u32 %p5, %r6, 1;\n@%p5 bra POLL;\n";
  std::string end = Multiply + commit(1) + wait(1);
  EXPECT_SILENT(strictly(Copy + Before + flag, poll + After + end));
  EXPECT_SAYS(said(Copy + flag, poll + After + end), "race on tensor memory");
  EXPECT_SAYS(said(Copy + Before + flag, poll + end), NoAfter);
}

//===-- tcgen05.dealloc -------------------------------------------------===//

/// The end of the program waits and synchronises for all; here one warp
/// doesn't.
TEST(TensorMemoryChecks, GivenBackTooEarly) {
  std::string free =
      "tcgen05.dealloc.cta_group::1.sync.aligned.b32 %r19, 32;\n"
      "tcgen05.alloc.cta_group::1.sync.aligned.shared::cta.b32 [smem+1072], "
      "32;\n";
  EXPECT_SILENT(
      strictly(wait(0) + free, Load + Loaded + Before + Lanes + arrive(0)));
  EXPECT_SAYS(strictly(wait(0) + free, Load + Loaded + Lanes + arrive(0)),
              "this tcgen05.dealloc.sync.aligned of lanes 0 to 127, columns 0 "
              "to 31",
              NoBefore);
  EXPECT_SAYS(said(wait(0) + free, Load + Lanes + arrive(0)),
              "missing: a barrier after the wait of the warp");
  EXPECT_SAYS(said(Multiply + free, ""),
              "missing: a wait for an mbarrier that tcgen05.commit signals");
}

} // namespace
