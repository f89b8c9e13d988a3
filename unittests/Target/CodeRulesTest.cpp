//===- CodeRulesTest.cpp - What LLVM must leave as it is --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The effect of the rules on code is tested in test/Target/NVPTX.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/CodeRules.h"

#include "gtest/gtest.h"

using namespace tileiras;

TEST(CodeRules, CollectiveInstructions) {
  for (const char *text :
       {"bar.sync 0;", "barrier.cluster.arrive.release.aligned;",
        "wgmma.fence.sync.aligned;", "setmaxnreg.inc.sync.aligned.u32 240;",
        "cp.async.ca.shared.global [$0], [$1], 16;",
        "cp.async.bulk.commit_group;", "mbarrier.init.shared.b64 [$0], 1;",
        "tcgen05.fence::before_thread_sync;",
        "red.async.relaxed.cluster.global.mbarrier::complete_tx::bytes"
        ".shared::cluster.inc.u32 [$0], $1, [$2];",
        "shfl.sync.idx.b32 $0, $1, 0, 31, -1;", "activemask.b32 $0;",
        "@$1 mbarrier.arrive.shared.b64 _, [$0];",
        "{\n\t.reg .pred p;\n\telect.sync _|p, -1;\n\t@p st.shared.b32 "
        "[$0], $1;\n}",
        "{ .reg .pred p; WAIT: mbarrier.try_wait.parity.shared.b64 p, [$0], "
        "$1; @!p bra WAIT; }"})
    EXPECT_TRUE(isCollectivePTX(text)) << text;
  for (const char *text :
       {"", "ld.global.v4.b32 {$0, $1, $2, $3}, [$4];",
        "@$2 st.global.b32 [$0], $1;", "atom.acq_rel.gpu.add.u32 $0, [$1], $2;",
        "prefetch.global.L2 [$0];", "fence.acq_rel.gpu;",
        "{ .reg .b32 sync; mov.b32 sync, $1; mov.b32 $0, sync; }"})
    EXPECT_FALSE(isCollectivePTX(text)) << text;
}
