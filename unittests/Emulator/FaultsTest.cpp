//===- FaultsTest.cpp - Messages of kernels' faults -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each message of lib/Emulator/Machine and lib/Emulator/Semantics about a
// kernel's mistake, with its location; TensorFaultsTest.cpp has those on tensor
// maps and tensor cores.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

struct Wrong {
  const char *body, *message;
  unsigned threads = 1;
};

std::string fault(llvm::StringRef body, unsigned threads = 1,
                  LaunchConfig config = {}) {
  return withoutPosition(failure(body, std::vector<Inputs>(threads), config));
}

void check(llvm::ArrayRef<Wrong> all) {
  for (const Wrong &each : all)
    EXPECT_EQ(fault(each.body, each.threads), each.message) << each.body;
}

/// The message about kernel k of \p text, which begins in line 4.
std::string faultOfModule(llvm::StringRef text) {
  auto module = llvm::cantFail(Module::parse(
      ".version 8.0\n.target sm_80\n.address_size 64\n" + text.str(), "t.ptx"));
  return llvm::toString(Machine().launch(*module, "k", {}, {}));
}

/// A location has kernel, CTA, warp and lane, and the line of the text.
TEST(Faults, Place) {
  EXPECT_EQ(failure("bar.sync 0;\nsetp.eq.u32 %p1, %t, 40; @%p1 trap;",
                    std::vector<Inputs>(128), clustered(2)),
            "trap\n  in kernel 'k', CTA (0, 0, 0), warp 1, lane 8\n"
            "  at test.ptx:31");
}

TEST(Faults, GlobalMemory) {
  check({
      {"ld.u32 %ro, [%in+2];", "misaligned read of 4 bytes at 0x1000000002"},
      {"ld.global.u32 %ro, [0];",
       "out-of-bounds global read of 4 bytes at 0x0: 68719476736 bytes before "
       "'in' (32 bytes at 0x1000000000)"},
      {"st.global.u32 [%in+32], %ra;",
       "out-of-bounds global write of 4 bytes at 0x1000000020: 0 bytes past "
       "the end of 'in' (32 bytes at 0x1000000000)"},
      {"red.global.add.u32 [%in+36], 1;",
       "out-of-bounds global atomic access of 4 bytes at 0x1000000024: 4 bytes "
       "past the end of 'in' (32 bytes at 0x1000000000)"},
      {"ld.global.v2.u64 {%o, %x1}, [%out];",
       "out-of-bounds global read of 16 bytes at 0x1000100200: 8 bytes of it "
       "past the end of 'out' (8 bytes at 0x1000100200)"},
  });
  EXPECT_EQ(faultOfModule(".const .b32 c = 5;\n.entry k() { .reg .b64 %a;\n"
                          "mov.b64 %a, c; cvta.const.u64 %a, %a;\n"
                          "st.u32 [%a], 7; }"),
            "write to constant 'c'\n  in kernel 'k', CTA (0, 0, 0), warp 0, "
            "lane 0\n  at t.ptx:7");
}

TEST(Faults, OtherMemory) {
  check({
      {"ld.shared.u32 %ro, [smem];",
       "uninitialised shared read of 4 bytes at 0x0: nothing was written "
       "there"},
      {"ld.shared.u32 %ro, [smem+1024];",
       "out-of-bounds shared read of 4 bytes at 0x400: the CTA has 1024 bytes "
       "of shared memory"},
      {"mov.u32 %r1, 0x5000000; ld.shared::cluster.u32 %ro, [%r1];",
       "shared address 0x5000000 is in no CTA of the cluster, which has 1"},
      {".local .b32 v; ld.local.u32 %ro, [v];",
       "uninitialised local read of 4 bytes at 0x0: nothing was written "
       "there"},
      {".local .b32 v[2]; ld.local.u32 %ro, [v+8];",
       "out-of-bounds local access of 4 bytes at 0x8: the thread has 8 bytes "
       "of local memory"},
      {"ld.param.u64 %o, [out+24];",
       "out-of-bounds parameter read of 8 bytes at offset 24 of 16"},
      {"st.param.b64 [out], %o;", "write to a kernel parameter"},
      {"st.bulk.shared::cta [smem], 4, 0;",
       "st.bulk writes zeros to a multiple of 8 bytes"},
  });
}

TEST(Faults, Control) {
  check({
      {"trap;", "trap"},
      {"L0: .branchtargets L1; mov.b32 %r1, 7; brx.idx %r1, L0; L1:",
       "branch index 7 is beyond the table's 1 targets"},
      {".param .b32 p; call %in, (p), P; P: .callprototype _ (.param .b32 _);",
       "call through a value that is no function's address"},
      {"setmaxnreg.inc.sync.aligned.u32 25;",
       "setmaxnreg takes 24 to 256 registers in steps of 8, not 25", 128},
      {"setmaxnreg.inc.sync.aligned.u32 24; bar.sync 0;"
       "setmaxnreg.inc.sync.aligned.u32 168; bar.sync 0;",
       "setmaxnreg.inc to 24 registers a thread, where the warp has 168", 128},
  });
  std::string place = "\n  in kernel 'k', CTA (0, 0, 0), warp 0\n  at t.ptx:";
  EXPECT_EQ(faultOfModule(".entry k() { .reg .b32 %r; mov.b32 %r, 1; }"),
            "control runs past the end of function 'k'" + place + "4");
  EXPECT_EQ(faultOfModule(".func f();\n.entry k() { call f; }"),
            "call of 'f', which is declared but not defined" + place + "5");
  EXPECT_EQ(faultOfModule(".func f(.param .b32 p) { ret; }\n"
                          ".entry k() { call f; }"),
            "call of 'f' with other parameters than it declares" + place + "5");
  EXPECT_EQ(faultOfModule(".func f() { call f; ret; }\n"
                          ".entry k() { call f; ret; }"),
            "call depth exceeds 1000" + place + "4");
}

TEST(Faults, LanesOfAWarp) {
  check({
      {"shfl.sync.idx.b32 %ro, %ra, 0, 31, 2;",
       "lane executes a .sync instruction whose member mask 0x2 doesn't name "
       "it"},
      {"shfl.sync.idx.b32 %ro, %ra, 5, 31, 1;",
       "shfl.sync reads lane 5, which doesn't take part"},
      {"bar.warp.sync 2;",
       "bar.warp.sync's member mask 0x2 doesn't name the lane that executes "
       "it"},
      {"setp.eq.u32 %p1, %t, 0; @%p1 shfl.sync.idx.b32 %ro, %ra, 0, 31, -1;",
       "an instruction that the whole warp must execute is predicated off in "
       "lane 1",
       32},
      {"setp.eq.u32 %p1, %t, 0; @%p1 shfl.sync.idx.b32 %ro, %ra, 0, 31, 3;",
       "lane 1 is named in the member mask but its predicate is false", 32},
      {"setp.eq.u32 %p1, %t, 0; @%p1 bra L; bar.warp.sync 3;"
       "L: @%p1 activemask.b32 %ro; @%p1 shfl.sync.idx.b32 %ro, %ra, 0, 31, 3;",
       "deadlock: lanes of the warp wait for each other: warp 0: lanes 0 wait "
       "for lanes 1 (test.ptx:30); lanes 1 wait for lanes 0 (test.ptx:30)",
       2},
  });
}

TEST(Faults, Barriers) {
  check({
      {"barrier.sync 16;", "barrier 16 does not exist"},
      {"bar.sync 1, 33;", "barrier count 33 is not a positive multiple of 32"},
      {"setp.lt.u32 %p1, %t, 32; selp.b32 %r1, 96, 64, %p1; bar.sync 1, %r1;",
       "barrier 1 expects 96 threads, this instruction 64", 64},
      {"setp.lt.u32 %p1, %t, 32; @%p1 bar.sync 1, 96;",
       "deadlock: warp 0: lanes 0-31 wait at barrier 1 (test.ptx:30)\n"
       "  barrier 1: 32 of 96 threads have arrived",
       64},
      {"barrier.cluster.arrive; barrier.cluster.arrive;",
       "the thread has arrived at the cluster's barrier before and not yet "
       "waited"},
      {"barrier.cluster.wait;",
       "the thread waits at the cluster's barrier without having arrived"},
  });
}

/// A cluster whose two CTAs wait for each other in different ways.
TEST(Faults, DeadlockOfACluster) {
  EXPECT_EQ(fault("setp.eq.u32 %p1, %ra, 0; mov.u32 %r1, %cluster_ctarank;"
                  "setp.eq.u32 %p1, %r1, 0;"
                  "@%p1 bra A; bar.sync 1, 64; bra B;"
                  "A: barrier.cluster.arrive; barrier.cluster.wait; B:",
                  2, clustered(2)),
            "deadlock: \n  CTA of rank 0:\n  warp 0: lanes 0 wait at the "
            "cluster's barrier (test.ptx:30)\n  CTA of rank 1:\n  warp 0: "
            "lanes 0 wait at barrier 1 (test.ptx:30)\n  barrier 1: 32 of 64 "
            "threads have arrived");
}

TEST(Faults, Mbarriers) {
  check({
      {"mbarrier.init.shared.b64 [smem], 0;",
       "mbarrier count 0 is not between 1 and 2^20 - 1"},
      {"mbarrier.init.b64 [%in], 1;",
       "an mbarrier object is in shared memory, not at 0x1000000000"},
      {"mbarrier.arrive.b64 %o, [%in];",
       "an mbarrier object is in shared memory, not at 0x1000000000"},
      {"mbarrier.init.shared.b64 [smem], 1;"
       "mbarrier.arrive.shared.b64 %o, [smem], 2;",
       "mbarrier arrival of 2 exceeds the pending count 1"},
      // The fault of the arrival that copies make when they have completed.
      {"mbarrier.init.shared.b64 [smem], 1;"
       "mbarrier.arrive.expect_tx.shared.b64 %o, [smem], 16;"
       "cp.async.mbarrier.arrive.noinc.shared.b64 [smem];"
       "cp.async.wait_all;",
       "mbarrier arrival of 1 exceeds the pending count 0"},
      {"mbarrier.init.shared.b64 [smem], 1;"
       "mbarrier.arrive.noComplete.shared.b64 %o, [smem], 1;",
       "mbarrier.arrive.noComplete completes the phase"},
      {"mbarrier.init.shared.b64 [smem], 1048575;"
       "cp.async.mbarrier.arrive.shared.b64 [smem];",
       "mbarrier pending count exceeds 2^20 - 1"},
      {"mbarrier.init.shared.b64 [smem], 1;"
       "mbarrier.expect_tx.shared.b64 [smem], 1048575;"
       "mbarrier.expect_tx.shared.b64 [smem], 5;",
       "mbarrier transaction count 1048580 leaves the range of 2^20 - 1"},
      {"mbarrier.init.shared.b64 [smem], 1;"
       "L: mbarrier.try_wait.parity.shared.b64 %p1, [smem], 0; @!%p1 bra L;",
       "deadlock: warp 0: lanes 0 run (test.ptx:30)\n  warp 0 waits for parity "
       "0 of the mbarrier at shared 0x0: parity 0, 1 of 1 arrivals and 0 bytes "
       "pending"},
  });
}

TEST(Faults, AsynchronousCopies) {
  check({
      {"cp.async.ca.shared.global [smem], [%in], 5;",
       "cp.async copies 4, 8 or 16 bytes, not 5"},
      {"cp.async.ca.shared.global [smem+4], [%in], 8;",
       "misaligned cp.async to shared 0x4: its size is 8"},
      {"cp.async.ca.shared.global [smem], [%in+4], 8;",
       "misaligned cp.async from 0x1000000004: its size is 8"},
      {"cp.async.ca.shared.global [smem], [%in], 4, 8;",
       "cp.async source size 8 exceeds the size 4"},
      {"cp.async.bulk.prefetch.L2.global [%in], 8;",
       "the size 8 of a bulk prefetch is not a multiple of 16"},
  });
}

#define COMPLETES ".mbarrier::complete_tx::bytes"

TEST(Faults, BulkCopies) {
  auto with = [](const std::string &copy, LaunchConfig config = {}) {
    return fault("mbarrier.init.shared.b64 [smem+16], 1;"
                 "fence.mbarrier_init.release.cluster;"
                 "mov.u32 %r1, smem; mapa.shared::cluster.u32 %r2, %r1, 0;"
                 "add.u32 %r3, %r1, 16; mapa.shared::cluster.u32 %r4, %r1, 1;" +
                     copy,
                 config.grid.x, config);
  };
  std::string copy = "cp.async.bulk.shared::cluster.global" COMPLETES " ";
  LaunchConfig pair = clustered(2);
  EXPECT_EQ(with(copy + "[%r2], [%in], 8, [%r3];", pair),
            "the size 8 of a bulk copy is not a multiple of 16");
  EXPECT_EQ(with(copy + "[%r2+4], [%in], 16, [%r3];", pair),
            "misaligned bulk copy: the address 0x4 of operand 1 is not a "
            "multiple of 16");
  EXPECT_EQ(with(copy + "[%r4], [%in], 16, [%r3];", pair),
            "the mbarrier is in the CTA of rank 0, the destination in that of "
            "rank 1");
  EXPECT_EQ(
      with("st.async.shared::cluster" COMPLETES ".b32 [%r4], 7, [%r3];", pair),
      "the mbarrier is not in the CTA of the destination");
}

TEST(Faults, Clusters) {
  check({
      {"mapa.shared::cluster.u32 %ro, %ra, 5;",
       "mapa to rank 5 of a cluster of 1 CTAs"},
      {"mapa.u64 %o, %in, 0;",
       "mapa of 0x1000000000, which is no address of shared memory"},
      {"getctarank.u64 %ro, %in;",
       "getctarank of 0x1000000000, which is no address of shared memory"},
      {".reg .b128 %q; mov.b128 %q, {%a, %b}; "
       "clusterlaunchcontrol.query_cancel.get_first_ctaid::x.b32.b128 %ro, %q;",
       "query_cancel.get_first_ctaid of a request that took no cluster"},
  });
  EXPECT_EQ(fault("mov.u32 %r1, %cluster_ctarank; setp.eq.u32 %p1, %r1, 1;"
                  "@%p1 exit; nanosleep.u32 20; mov.u32 %r2, smem;"
                  "mapa.shared::cluster.u32 %r2, %r2, 1;"
                  "st.shared::cluster.u32 [%r2], 1;",
                  2, clustered(2, "adversarial")),
            "access to shared memory of the CTA of rank 1, whose threads have "
            "all exited");
}

//===-- Launches --------------------------------------------------------===//

class Launches : public testing::Test {
protected:
  std::string launch(llvm::StringRef kernel, LaunchConfig config = {}) {
    std::string text = ".version 8.0\n.target sm_90\n.address_size 64\n"
                       ".shared .b8 smem[1024];\n" +
                       kernel.str();
    auto module = llvm::cantFail(Module::parse(text, "t.ptx"));
    return llvm::toString(machine.launch(*module, name, config, {}));
  }
  Machine machine;
  const char *name = "k";
};

TEST_F(Launches, Kernels) {
  const char *two = ".entry k() { ret; }\n.entry l() { ret; }";
  EXPECT_EQ(launch(two), "");
  name = "m";
  EXPECT_EQ(launch(two), "there is no kernel 'm' in t.ptx");
  name = "";
  EXPECT_EQ(launch(two), "t.ptx has 2 kernels; one must be named");
  EXPECT_EQ(launch(".entry k(.param .u64 p) { ret; }"),
            "kernel 'k' takes 8 bytes of parameters, got 0");
}

TEST_F(Launches, Extents) {
  LaunchConfig config;
  config.block = {32, 2, 1};
  EXPECT_EQ(launch(".entry k() .reqntid 64, 2 { ret; }", config),
            "kernel 'k' requires blocks (64, 2, 1), got (32, 2, 1)");
  EXPECT_EQ(launch(".entry k() .maxntid 32 { ret; }", config),
            "kernel 'k' allows 32 threads per block, got (32, 2, 1)");
  config.block = {32, 64, 1};
  EXPECT_EQ(launch(".entry k() { ret; }", config),
            "a block has 1 to 1024 threads, got (32, 64, 1)");
  config.block = {1, 1, 1};
  config.grid = {3, 1, 1};
  config.cluster = Dim3{2, 1, 1};
  EXPECT_EQ(launch(".entry k() { ret; }", config),
            "a grid of (3, 1, 1) CTAs is not made of clusters (2, 1, 1)");
  EXPECT_EQ(launch(".entry k() .reqnctapercluster 3 { ret; }", config),
            "kernel 'k' requires clusters (3, 1, 1), got (2, 1, 1)");
  config.cluster = Dim3{17, 1, 1};
  EXPECT_EQ(launch(".entry k() { ret; }", config),
            "a cluster has 1 to 16 CTAs, got (17, 1, 1)");
  config.cluster.reset();
  EXPECT_EQ(launch(".entry k() .explicitcluster { ret; }", config),
            "kernel 'k' must be launched with explicit clusters");
}

TEST_F(Launches, Registers) {
  LaunchConfig config;
  config.block.x = 384;
  std::string with = ".entry k() .maxnreg 240 {";
  EXPECT_EQ(launch(with + "setmaxnreg.inc.sync.aligned.u32 240; }", config),
            "kernel 'k' has 240 registers a thread, which makes 92160 for a "
            "CTA of 12 warps; a multiprocessor has 65536");
  EXPECT_EQ(launch(with + "ret; }", config), "");
}

TEST_F(Launches, Limits) {
  LaunchConfig config;
  config.dynamicShared = 1 << 24;
  EXPECT_EQ(launch(".entry k() { ret; }", config),
            "a CTA has at most 16777216 bytes of shared memory, not 1024 "
            "static and 16777216 dynamic ones");
  config = {};
  config.maxInstructions = 100;
  EXPECT_EQ(launch(".entry k() {\nL: bra L; }", config),
            "no end after 100 warp instructions, most of them at t.ptx:6: warp "
            "0: lanes 0 run (t.ptx:6)"
            "\n  in kernel 'k', CTA (0, 0, 0), warp 0\n  at t.ptx:6");
  config = {};
  config.grid = {(1u << 31) - 1, 65535, 1};
  EXPECT_EQ(launch(".entry k() { ret; }", config),
            "the grid has too many warps to look for races; launch it without "
            "checks");
}

TEST_F(Launches, Symbols) {
  EXPECT_EQ(launch(".global .b64 x = y;\n.entry k() { ret; }"),
            "'y' is not defined in t.ptx");
  auto module = llvm::cantFail(Module::parse("", "t.ptx"));
  EXPECT_EQ(llvm::toString(Machine().address(*module, "x").takeError()),
            "there is no variable 'x'");
}

TEST(Machine, Memory) {
  Machine machine;
  uint8_t bytes[8] = {};
  EXPECT_EQ(llvm::toString(machine.copyIn(64, bytes)),
            "copy of 8 bytes: nothing is allocated");
  uint64_t at = machine.allocate(8, "a");
  EXPECT_EQ(llvm::toString(machine.copyOut(at + 4, bytes)),
            "copy of 8 bytes: 4 bytes of it past the end of 'a' (8 bytes at "
            "0x1000000000)");
  EXPECT_EQ(llvm::toString(machine.release(at + 4)),
            "no allocation begins at this address");
}

TEST(Machine, Names) {
  EXPECT_EQ(llvm::toString(Schedule::parse("random:x").takeError()),
            "unknown schedule 'random:x': expected inorder, random:SEED or "
            "adversarial");
  EXPECT_EQ(llvm::toString(CheckSet().set("speed", true)),
            "unknown check 'speed': expected all, races, lane-races, "
            "same-value, uninitialized, registers, mbarriers, unfinished, "
            "warpgroups, tensor-fences");
}

} // namespace
