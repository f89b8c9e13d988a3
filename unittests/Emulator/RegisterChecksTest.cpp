//===- RegisterChecksTest.cpp - Registers used before they are written ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/RegisterChecks.h"

#include "KernelHarness.h"

using namespace tileiras::emu;
using namespace tileiras::emu::test;

namespace {

/// The number of watched registers of kernelText(body).
unsigned watchedIn(llvm::StringRef body) {
  auto module = llvm::cantFail(Module::parse(kernelText(body), "test.ptx"));
  const Function *kernel = llvm::cantFail(module->kernel("k"));
  return WatchedFunction(*kernel).indexOf.size();
}

TEST(WatchedRegisters, NoneWhereAllPathsWrite) {
  EXPECT_EQ(watchedIn("add.u32 %ro, %ra, %rb;"), 0u);
  EXPECT_EQ(watchedIn("setp.eq.u32 %p1, %ra, 0; @%p1 bra A; mov.u32 %r1, 1;"
                      "bra B; A: mov.u32 %r1, 2; B: add.u32 %ro, %r1, 1;"),
            0u);
  // In a loop, the register is written before the first iteration.
  EXPECT_EQ(watchedIn("mov.u32 %r1, 0; L: add.u32 %r1, %r1, 1;"
                      "setp.lt.u32 %p1, %r1, 9; @%p1 bra L;"
                      "mov.u32 %ro, %r1;"),
            0u);
  // Sinks, vectors, predicates next to results, local addresses.
  EXPECT_EQ(watchedIn("{ .local .align 8 .b8 depot[16]; mov.u64 %x1, depot;"
                      "st.local.v2.b32 [%x1], {%ra, %rb};"
                      "ld.local.v2.b32 {%r1, %r2}, [depot]; }"
                      "setp.lt.and.u32 %p1|%p2, %r1, %r2, %po;"
                      "and.pred %po, %p1, %p2;"
                      "shfl.sync.idx.b32 %r3|%p3, %r1, 0, 31, -1;"
                      "@%p3 mov.u32 %ro, %r3;"),
            0u);
}

TEST(WatchedRegisters, WhatOnePathLeaves) {
  EXPECT_GE(watchedIn("add.u32 %ro, %r1, 1;"), 2u);
  EXPECT_GE(watchedIn("setp.eq.u32 %p1, %ra, 0; @%p1 bra A; mov.u32 %r1, 1;"
                      "A: add.u32 %ro, %r1, 1;"),
            2u);
  // A guarded write is no write for all lanes, and a predicate is a register.
  EXPECT_GE(watchedIn("setp.eq.u32 %p1, %ra, 0; @%p1 mov.u32 %r1, 1;"
                      "add.u32 %ro, %r1, 1;"),
            2u);
  EXPECT_GE(watchedIn("@%p5 mov.u32 %ro, 1;"), 1u);
}

} // namespace
