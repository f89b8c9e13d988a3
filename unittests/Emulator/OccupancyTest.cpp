//===- OccupancyTest.cpp - Live registers and what fits -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The estimate of live registers and of the occupancy of a multiprocessor.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Profile/Occupancy.h"

#include "tileiras/Emulator/Emulator.h"

#include "gtest/gtest.h"

using namespace tileiras::emu;

namespace {

std::unique_ptr<Module> kernel(const std::string &body) {
  return llvm::cantFail(Module::parse(".version 8.0\n.target sm_80\n"
                                      ".address_size 64\n"
                                      ".visible .entry k(.param .u64 p)\n{\n"
                                      ".reg .pred %p;\n.reg .b32 %r<9>;\n"
                                      ".reg .b64 %d<9>;\n" +
                                          body + "ret;\n}\n",
                                      "k.ptx"));
}

unsigned liveRegisters(const std::string &body) {
  std::unique_ptr<Module> module = kernel(body);
  return countLiveRegisters(*llvm::cantFail(module->kernel("k")));
}

TEST(LiveRegisters, CountsWhatIsNeededAtOnce) {
  EXPECT_EQ(liveRegisters("mov.u32 %r1, 1;\nmov.u32 %r2, 2;\n"
                          "add.u32 %r3, %r1, %r2;\n"
                          "add.u32 %r4, %r3, %r3;\n"
                          "st.shared.u32 [%r4], %r4;\n"),
            2u);
}

TEST(LiveRegisters, WideOnesAreTwo) {
  EXPECT_EQ(liveRegisters("ld.param.u64 %d1, [p];\nmov.u32 %r1, 1;\n"
                          "st.global.u32 [%d1], %r1;\n"),
            3u);
}

TEST(LiveRegisters, LoopsKeepWhatTheNextRoundReads) {
  EXPECT_EQ(liveRegisters("mov.u32 %r1, 0;\nmov.u32 %r2, 5;\nloop:\n"
                          "add.u32 %r1, %r1, %r2;\n"
                          "setp.lt.u32 %p, %r1, 100;\n@%p bra loop;\n"),
            2u);
}

TEST(LiveRegisters, AGuardedWriteDoesNotEndTheOldValue) {
  EXPECT_EQ(liveRegisters("mov.u32 %r1, 0;\nmov.u32 %r2, %tid.x;\n"
                          "setp.lt.u32 %p, %r2, 3;\n@%p mov.u32 %r1, 7;\n"
                          "st.shared.u32 [%r2], %r1;\n"),
            2u);
}

Occupancy occupancy(uint64_t threads, uint64_t shared,
                    llvm::StringRef target = "sm_90a") {
  std::unique_ptr<Module> module = kernel("");
  return estimateOccupancy(target, *llvm::cantFail(module->kernel("k")),
                           threads, shared)
      .value();
}

TEST(OccupancyTest, IsLimitedByWarpsCtasOrSharedMemory) {
  EXPECT_EQ(occupancy(256, 0).str(), "64 of 64 warps (limited by warps)");
  EXPECT_EQ(occupancy(32, 0).str(), "32 of 64 warps (limited by CTAs)");
  // 228 KiB hold three times 75 KiB and the KiB of each.
  EXPECT_EQ(occupancy(128, 75 * 1024).str(),
            "12 of 64 warps (limited by shared memory)");
  EXPECT_EQ(occupancy(128, 300 * 1024).str(),
            "none: too much for a multiprocessor (shared memory)");
}

TEST(OccupancyTest, KnowsTheTargets) {
  EXPECT_EQ(occupancy(256, 0, "sm_120").maxWarps, 48u);
  std::unique_ptr<Module> module = kernel("");
  EXPECT_FALSE(
      estimateOccupancy("sm_35", *llvm::cantFail(module->kernel("k")), 32, 0));
}

} // namespace
