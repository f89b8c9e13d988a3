//===- ControlTest.cpp - Control flow and barriers --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Branches, calls, divergence and reconvergence of the lanes of a warp.
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

TEST(Control, LoopsOfDifferentLength) {
  auto results = run(R"(
    mov.u32 %r1, 0;
  LOOP:
    setp.ge.u32 %p1, %r1, %ra;
    @%p1 bra DONE;
    add.u32 %ro, %ro, %r1;
    add.u32 %r1, %r1, 1;
    bra.uni LOOP;
  DONE:)",
                     numbered(64));
  for (unsigned n = 0; n < 64; ++n)
    EXPECT_EQ(results[n], n * (n - 1) / 2 * (n > 0));
}

TEST(Control, EarlyExit) {
  auto results = run(R"(
    setp.gt.u32 %p1, %ra, 3;
    @%p1 exit;
    bar.sync 0;
    mov.u32 %ro, 7;)",
                     numbered(70));
  EXPECT_EQ(results[3], 7u);
  EXPECT_EQ(results[4], 0u);
}

TEST(Control, BranchTable) {
  auto results = run(R"(
    and.b32 %r1, %ra, 1;
    table: .branchtargets EVEN, ODD;
    brx.idx %r1, table;
  EVEN:
    mov.u32 %ro, 10;
    bra JOIN;
  ODD:
    mov.u32 %ro, 20;
  JOIN:)",
                     numbered(4));
  EXPECT_EQ(results, (std::vector<uint64_t>{10, 20, 10, 20}));
}

/// Labels in braces belong to their block: inline assembly is repeated.
TEST(Control, LabelsInBlocks) {
  EXPECT_EQ(eval("{ bra L; L: add.u32 %ro, %ro, 1; }"
                 "{ bra L; L: add.u32 %ro, %ro, 1; }"),
            2u);
}

TEST(Control, Barriers) {
  auto results = run(R"(
    mov.b32 %r1, smem;
    mad.lo.u32 %r2, %ra, 4, %r1;
    st.shared.u32 [%r2], %ra;
    bar.sync 0;
    xor.b32 %r3, %ra, 127;
    mad.lo.u32 %r2, %r3, 4, %r1;
    ld.shared.u32 %ro, [%r2];)",
                     numbered(128));
  for (unsigned n = 0; n < 128; ++n)
    EXPECT_EQ(results[n], n ^ 127);
}

TEST(Control, BarrierReductions) {
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 40; bar.red.popc.u32 %ro, 1, %p1;",
                numbered(96))[95],
            40u);
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 40; bar.red.and.pred %po, 1, %p1;",
                numbered(96))[0],
            0u);
  EXPECT_EQ(run("setp.lt.u32 %p1, %ra, 40; bar.red.or.pred %po, 1, 96, %p1;",
                numbered(96))[95],
            1u);
}

/// A producer warp arrives, a consumer warp waits.
TEST(Control, ArriveAndSync) {
  auto results = run(R"(
    setp.lt.u32 %p1, %ra, 32;
    @%p1 bra PRODUCER;
    bar.sync 1, 64;
    ld.shared.u32 %ro, [smem];
    bra DONE;
  PRODUCER:
    st.shared.u32 [smem], 5;
    bar.arrive 1, 64;
  DONE:)",
                     numbered(64));
  EXPECT_EQ(results[63], 5u);
}

TEST(Control, BarrierDeadlockIsTold) {
  std::string message = failure("setp.lt.u32 %p1, %ra, 32;\n"
                                "@%p1 bar.sync 1;\n@!%p1 bar.sync 2;",
                                numbered(64));
  EXPECT_NE(message.find("deadlock"), std::string::npos) << message;
  EXPECT_NE(message.find("barrier 1: 32 of 64"), std::string::npos) << message;
}

TEST(Control, WarpDeadlockIsTold) {
  std::string message = failure(R"(
    setp.lt.u32 %p1, %ra, 4;
    @%p1 bra LOW;
    shfl.sync.idx.b32 %ro, %ra, 0, 31, -1;
    bra DONE;
  LOW:
    shfl.sync.idx.b32 %ro, %ra, 1, 31, -1;
  DONE:)",
                                numbered(32));
  EXPECT_NE(message.find("lanes 0-3 wait for lanes 4-31"), std::string::npos)
      << message;
}

TEST(Control, DivergentBarrierIsTold) {
  std::string message =
      failure("setp.lt.u32 %p1, %ra, 4; @%p1 bar.sync 0;", numbered(32));
  EXPECT_NE(message.find("predicated off in lane 4"), std::string::npos)
      << message;
}

/// Lanes of one warp pass a lock to each other: every lane makes progress.
TEST(Control, SpinLockInOneWarp) {
  auto results = run(R"(
    mov.u32 %r1, smem;
    st.shared.u32 [smem], 0;
    st.shared.u32 [smem+4], 0;
    bar.warp.sync -1;
  AGAIN:
    atom.acquire.cta.shared.cas.b32 %r2, [smem], 0, 1;
    setp.ne.u32 %p1, %r2, 0;
    @%p1 bra AGAIN;
    ld.shared.u32 %r3, [smem+4];
    add.u32 %r3, %r3, 1;
    st.shared.u32 [smem+4], %r3;
    atom.release.cta.shared.exch.b32 %r2, [smem], 0;
    bar.warp.sync -1;
    ld.shared.u32 %ro, [smem+4];)",
                     numbered(32));
  EXPECT_EQ(results[0], 32u);
}

TEST(Control, Mbarrier) {
  auto results = run(R"(
    setp.eq.u32 %p1, %ra, 0;
    @%p1 mbarrier.init.shared.b64 [smem], 64;
    bar.sync 0;
    mbarrier.arrive.shared.b64 %x4, [smem];
  WAIT:
    mbarrier.try_wait.shared.b64 %p2, [smem], %x4;
    @!%p2 bra WAIT;
    mbarrier.test_wait.parity.shared.b64 %po, [smem], 0;)",
                     numbered(64));
  EXPECT_EQ(results[63], 1u);
}

TEST(Control, PollingForeverIsADeadlock) {
  std::string message = failure(R"(
    mbarrier.init.shared.b64 [smem], 2;
    mbarrier.arrive.shared.b64 %x4, [smem];
  WAIT:
    mbarrier.try_wait.shared.b64 %p2, [smem], %x4;
    @!%p2 bra WAIT;)");
  EXPECT_NE(message.find("deadlock"), std::string::npos) << message;
}

TEST(Control, InstructionLimit) {
  auto module =
      llvm::cantFail(Module::parse(kernelText("L: bra.uni L;"), "endless.ptx"));
  Machine machine;
  std::array<uint64_t, 2> parameters = {machine.allocate(8, "out"),
                                        machine.allocate(32, "in")};
  LaunchConfig config;
  config.maxInstructions = 1000;
  std::string message = llvm::toString(machine.launch(
      *module, "k", config,
      llvm::ArrayRef(reinterpret_cast<uint8_t *>(parameters.data()), 16)));
  EXPECT_NE(message.find("no end after 1000 warp instructions"),
            std::string::npos)
      << message;
}

TEST(Control, Calls) {
  const char *text = R"(.version 8.0
.target sm_80
.address_size 64
.func (.param .b32 result) twice(.param .b32 value);
.func (.param .b32 result) fact(.param .b32 value)
{
  .reg .b32 %r<6>; .reg .pred %p;
  ld.param.u32 %r1, [value];
  mov.u32 %r2, 1;
  setp.le.u32 %p, %r1, 1;
  @%p bra DONE;
  sub.u32 %r3, %r1, 1;
  { .param .b32 in; .param .b32 out;
    st.param.b32 [in], %r3;
    call.uni (out), fact, (in);
    ld.param.b32 %r4, [out]; }
  mul.lo.u32 %r2, %r1, %r4;
DONE:
  st.param.b32 [result], %r2;
  ret;
}
.visible .entry k(.param .u64 out)
{
  .reg .b64 %rd<6>; .reg .b32 %r<6>;
  ld.param.u64 %rd1, [out];
  mov.u32 %r1, %tid.x;
  mad.wide.u32 %rd1, %r1, 4, %rd1;
  { .param .b32 in; .param .b32 out1;
    st.param.b32 [in], %r1;
    mov.b64 %rd2, fact;
    prototype: .callprototype (.param .b32 _) _ (.param .b32 _);
    call (out1), %rd2, (in), prototype;
    ld.param.b32 %r2, [out1]; }
  st.global.u32 [%rd1], %r2;
  ret;
}
)";
  auto module = llvm::cantFail(Module::parse(text, "calls.ptx"));
  Machine machine;
  uint64_t out = machine.allocate(40, "out");
  std::array<uint8_t, 8> parameters;
  memcpy(parameters.data(), &out, 8);
  LaunchConfig config;
  config.block.x = 10;
  llvm::cantFail(launchCovered(machine, *module, config, parameters));
  uint32_t results[10];
  llvm::cantFail(machine.copyOut(
      out, llvm::MutableArrayRef(reinterpret_cast<uint8_t *>(results), 40)));
  EXPECT_EQ(results[0], 1u);
  EXPECT_EQ(results[5], 120u);
  EXPECT_EQ(results[9], 362880u);
}

TEST(Control, NothingToSee) {
  EXPECT_EQ(eval("nanosleep.u32 20; nanosleep.u32 %ra; pmevent 3;"
                 "pmevent.mask 5; brkpt; mov.b32 %ro, 7;",
                 100),
            7u);
}

TEST(Control, GridDependencies) {
  EXPECT_EQ(eval("griddepcontrol.wait; griddepcontrol.launch_dependents;"
                 "mov.b32 %ro, 3;"),
            3u);
}

TEST(Control, Trap) {
  EXPECT_NE(failure("trap;").find("trap"), std::string::npos);
}

} // namespace
