//===- FaultKindTest.cpp - Each mistake has its kind ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "KernelHarness.h"

namespace tileiras::emu::test {
namespace {

/// The kind of mistake that \p body makes. Without one, the test fails.
FaultKind kindOf(llvm::StringRef body, LaunchConfig config = {}) {
  auto result = tryRun(body, {Inputs{}}, config);
  FaultKind kind = FaultKind::Other;
  bool isFault = false;
  if (!result)
    llvm::handleAllErrors(result.takeError(), [&](const KernelError &error) {
      kind = error.kind;
      isFault = true;
    });
  EXPECT_TRUE(isFault) << body.str();
  return kind;
}

TEST(FaultKind, Misaligned) {
  EXPECT_EQ(kindOf("add.u64 %x4, %in, 1; ld.global.u32 %ro, [%x4];"),
            FaultKind::Misaligned);
  EXPECT_EQ(kindOf("mov.u32 %r1, smem; add.u32 %r1, %r1, 2;"
                   "cp.async.ca.shared.global [%r1], [%in], 4;"),
            FaultKind::Misaligned);
  EXPECT_EQ(kindOf("mov.u32 %r1, smem; add.u32 %r1, %r1, 8;"
                   "cp.async.bulk.global.shared::cta.bulk_group [%out], [%r1], "
                   "16;"),
            FaultKind::Misaligned);
}

TEST(FaultKind, IllegalAddress) {
  EXPECT_EQ(kindOf("ld.global.u32 %ro, [0];"), FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf("ld.shared.u32 %ro, [smem+4096];"),
            FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf("ld.local.u32 %ro, [4096];"), FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf("ld.param.u32 %ro, [in+64];"), FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf("mov.u32 %r1, smem; mapa.shared::cluster.u32 %r2, %r1, 0;"
                   "add.u32 %r2, %r2, 0x1000000;"
                   "ld.shared::cluster.u32 %ro, [%r2];"),
            FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf(".const .u32 fixed = 1; mov.u64 %x4, fixed;"
                   "cvta.const.u64 %x4, %x4; st.u32 [%x4], %ra;"),
            FaultKind::IllegalAddress);
  EXPECT_EQ(kindOf("cp.async.bulk.prefetch.L2.global [0], 16;"
                   "mov.u32 %r1, smem;"
                   "cp.async.ca.shared.global [%r1], [0], 4;"),
            FaultKind::IllegalAddress);
}

TEST(FaultKind, NoEnd) {
  LaunchConfig limited;
  limited.maxInstructions = 1000;
  EXPECT_EQ(kindOf("again: bra again;", limited), FaultKind::NoEnd);
  EXPECT_EQ(kindOf("barrier.sync 1, 64;"), FaultKind::NoEnd);
}

TEST(FaultKind, Other) {
  EXPECT_EQ(kindOf("trap;"), FaultKind::Other);
  EXPECT_EQ(kindOf("ld.shared.u32 %ro, [smem];"), FaultKind::Other);
}

} // namespace
} // namespace tileiras::emu::test
