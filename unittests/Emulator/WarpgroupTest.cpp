//===- WarpgroupTest.cpp - setmaxnreg and warpgroups ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Tests of setmaxnreg, and of the check that warps of a warpgroup execute the
// same instructions. Whole programs with faults are in test/Emulator/Faults:
// setmaxnreg.ptx, wgmma.ptx.
//
//===----------------------------------------------------------------------===//

#include "Messages.h"

#include "tileiras/Emulator/Machine/RegisterPool.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

const char *const Schedules[] = {"inorder", "adversarial", "random:1",
                                 "random:2"};

std::string fault(llvm::StringRef body, unsigned threads = 128,
                  LaunchConfig config = {}) {
  return withoutPosition(failure(body, numbered(threads), config));
}

/// The registers of a kernel with these directives, in a module with another
/// kernel.
std::optional<uint32_t> atEntryOf(const std::string &directives,
                                  const std::string &body) {
  auto module = llvm::cantFail(Module::parse(
      ".version 8.0\n.target sm_90a\n.address_size 64\n.entry k() " +
          directives + " { " + body + " ret; }\n" +
          ".entry other() { setmaxnreg.inc.sync.aligned.u32 256; }",
      "t.ptx"));
  return registersAtEntry(module->program(),
                          *llvm::cantFail(module->kernel("k")));
}

std::optional<uint32_t> atEntry(const std::string &directives,
                                unsigned largest = 240) {
  return atEntryOf(directives, "setmaxnreg.dec.sync.aligned.u32 24;"
                               "setmaxnreg.inc.sync.aligned.u32 " +
                                   std::to_string(largest) + ";");
}

/// The numbers are those that ptxas 13.5 reports for sm_90a ("Used N
/// registers"), in multiples of eight.
TEST(RegisterPool, AtEntry) {
  EXPECT_EQ(atEntry(".reqntid 384 .minnctapersm 1"), 168u);
  EXPECT_EQ(atEntry(".maxntid 16, 24 .minnctapersm 1"), 168u);
  EXPECT_EQ(atEntry(".reqntid 352 .minnctapersm 1"), 168u);
  EXPECT_EQ(atEntry(".reqntid 320 .minnctapersm 1"), 168u);
  EXPECT_EQ(atEntry(".reqntid 640 .minnctapersm 1"), 96u);
  EXPECT_EQ(atEntry(".reqntid 256 .minnctapersm 2"), 128u);
  EXPECT_EQ(atEntry(".reqntid 192 .minnctapersm 2"), 168u);
  EXPECT_EQ(atEntry(".reqntid 160 .minnctapersm 3"), 128u);
  EXPECT_EQ(atEntry(".reqntid 256 .minnctapersm 1"), 240u);
  EXPECT_EQ(atEntry(".reqntid 256 .minnctapersm 1", 56), 56u);
  EXPECT_EQ(atEntry(".reqntid 128 .minnctapersm 3", 256), 168u);
  EXPECT_EQ(atEntry(".reqntid 384 .maxnreg 128"), 128u);
  EXPECT_EQ(atEntry(".reqntid 384 .minnctapersm 1 .maxnreg 200"), 168u);
  EXPECT_EQ(atEntry(".reqntid 384 .minnctapersm 1 .maxnreg 100"), 104u);
  EXPECT_EQ(atEntry(".maxnreg 8"), 24u);
  EXPECT_EQ(atEntry(".reqntid 384"), std::nullopt);
  EXPECT_EQ(atEntryOf(".reqntid 256 .minnctapersm 1",
                      "setmaxnreg.dec.sync.aligned.u32 24;"),
            256u); // 255
  EXPECT_EQ(atEntryOf(".maxnreg 168", "setmaxnreg.dec.sync.aligned.u32 120;"),
            168u);
  EXPECT_EQ(atEntryOf(".maxnreg 168", ""), std::nullopt);
  EXPECT_EQ(atEntry(".minnctapersm 1"), std::nullopt);
}

TEST(RegisterPool, GivenAndTaken) {
  RegisterPool pool(3, 168);
  EXPECT_FALSE(pool.resize(1, 240));
  EXPECT_EQ(pool.of(1), 168u);
  EXPECT_EQ(pool.describe(), "registers a thread: warp 0 168, warp 1 168 and "
                             "waiting for 240, warp 2 168, in the CTA's pool 0 "
                             "for one warp");
  EXPECT_TRUE(pool.resize(0, 24));
  EXPECT_TRUE(pool.resize(1, 240));
  EXPECT_EQ(pool.of(1), 240u);
  EXPECT_EQ(pool.describe(), "");
  EXPECT_TRUE(pool.resize(2, 168 + 72));
  EXPECT_FALSE(pool.resize(2, 248));
  EXPECT_EQ(pool.describe(), "registers a thread: warp 0 24, warp 1 240, warp "
                             "2 240 and waiting for 248, in the CTA's pool 0 "
                             "for one warp");
}

/// The second warpgroup waits until the first has released enough; later they
/// exchange roles.
TEST(SetMaxRegisters, WaitsForThePool) {
  const char *body = "setp.ge.u32 %p1, %t, 128; @%p1 bra TAKER;"
                     "setmaxnreg.dec.sync.aligned.u32 64;"
                     "bar.sync 0;"
                     "setmaxnreg.inc.sync.aligned.u32 240; bra END;"
                     "TAKER: setmaxnreg.inc.sync.aligned.u32 240;"
                     "bar.sync 0;"
                     "setmaxnreg.dec.sync.aligned.u32 96;"
                     "END: mov.b32 %ro, %t;";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(body, numbered(256), under(schedule))[177], 177u);
}

/// Other warps poll for actions of the warps that wait forever.
TEST(SetMaxRegisters, NeverGrantedWhileOthersPoll) {
  const char *body = "setp.eq.u32 %p1, %t, 0;"
                     "@%p1 mbarrier.init.shared.b64 [smem], 128; bar.sync 0;"
                     "setp.ge.u32 %p1, %t, 128; @%p1 bra TAKER;"
                     "WAIT: mbarrier.try_wait.parity.shared.b64 %p2, [smem], 0;"
                     "@!%p2 bra WAIT; bra END;"
                     "TAKER: setmaxnreg.inc.sync.aligned.u32 240;"
                     "mbarrier.arrive.shared.b64 %x1, [smem]; END:";
  for (const char *schedule : {"inorder", "adversarial"}) {
    std::string message = failure(body, numbered(256), under(schedule));
    EXPECT_TRUE(contains(message, "deadlock: ")) << message;
    EXPECT_TRUE(contains(message, "lanes 0-31 wait for registers")) << message;
    EXPECT_TRUE(contains(message, "registers a thread: warps 0-3 168, warps "
                                  "4-7 168 and waiting for 240"))
        << message;
  }
}

/// Warps of one warpgroup may have it in separate code.
TEST(SetMaxRegisters, InCodeOfEachRole) {
  const char *body = "setp.ge.u32 %p1, %t, 64; @%p1 bra OTHER;"
                     "setmaxnreg.dec.sync.aligned.u32 24; bra END;"
                     "OTHER: setmaxnreg.dec.sync.aligned.u32 24;"
                     "END: mov.b32 %ro, %t;";
  for (const char *schedule : Schedules)
    EXPECT_EQ(run(body, numbered(128), under(schedule))[99], 99u);
}

TEST(SetMaxRegisters, NeedsAWholeWarpgroup) {
  const char *body = "setmaxnreg.dec.sync.aligned.u32 64;";
  EXPECT_EQ(fault(body, 96), "setmaxnreg.dec needs a warpgroup: four warps "
                             "whose first has a number divisible by 4");
  EXPECT_EQ(fault("setp.eq.u32 %p1, %t, 5; @%p1 exit; nanosleep.u32 20;" +
                  std::string(body)),
            "setmaxnreg.dec needs all 32 lanes of the warp");
}

TEST(SetMaxRegisters, TheNumberIsWritten) {
  EXPECT_EQ(failure("setmaxnreg.dec.sync.aligned.u32 %r1;"),
            "test.ptx:30: instruction 'setmaxnreg.dec.sync.aligned.u32' lacks "
            "a type or modifier, or combines some that don't go together");
}

TEST(Warpgroup, MayGoUnchecked) {
  const char *body = "setp.lt.u32 %p1, %t, 96;"
                     "@%p1 setmaxnreg.dec.sync.aligned.u32 64;";
  EXPECT_EQ(fault(body), "warpgroup: 'setmaxnreg.dec 64' is not executed by "
                         "warp 3 of the warpgroup, which has exited");
  LaunchConfig config;
  llvm::cantFail(config.checks.set("warpgroups", false));
  EXPECT_EQ(failure(body, numbered(128), config), "");
}

/// The last warp exits before or after the others execute it.
TEST(Warpgroup, OneHasExited) {
  for (const char *schedule : Schedules)
    EXPECT_EQ(fault("setp.ge.u32 %p1, %t, 96; @%p1 exit;"
                    "wgmma.fence.sync.aligned;",
                    128, under(schedule)),
              "warpgroup: 'wgmma.fence' is not executed by warp 3 of the "
              "warpgroup, which has exited");
}

TEST(Warpgroup, OneExecutesOther) {
  EXPECT_EQ(fault("setp.lt.u32 %p1, %t, 96; @%p1 wgmma.fence.sync.aligned;"
                  "wgmma.commit_group.sync.aligned;"),
            "warpgroup: 'wgmma.commit_group' where warp 0 of the warpgroup has "
            "executed 'wgmma.fence' at test.ptx:30; all four warps must "
            "execute the same");
  EXPECT_EQ(fault("setp.eq.u32 %p1, %t, %t;"
                  "setmaxnreg.dec.sync.aligned.u32 64;"
                  "setmaxnreg.dec.sync.aligned.u32 24;"),
            "warpgroup: setmaxnreg follows another one, and the warp has not "
            "synchronised with warp 1 of the warpgroup since");
}

} // namespace
