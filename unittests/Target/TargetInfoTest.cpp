//===- TargetInfoTest.cpp - The target table --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/TargetInfo.h"

#include "gtest/gtest.h"

#include <set>

using namespace tileiras;

TEST(TargetInfo, FindsEveryRowByNumberAndName) {
  for (const TargetInfo &target : allTargets()) {
    EXPECT_EQ(lookupTarget(target.ComputeCapability), &target);
    EXPECT_EQ(lookupTarget(llvm::StringRef(target.Name)), &target);
  }
}

TEST(TargetInfo, KnowsTheGpusOfTheClosedTool) {
  for (unsigned cc : {80, 86, 87, 88, 89, 90, 100, 103, 107, 110, 120, 121})
    EXPECT_NE(lookupTarget(cc), nullptr) << cc;
}

TEST(TargetInfo, TakesArchitectureSuffixes) {
  EXPECT_EQ(lookupTarget("sm_121a"), lookupTarget(121));
  EXPECT_EQ(lookupTarget("sm_100f"), lookupTarget(100));
}

TEST(TargetInfo, RefusesOtherNames) {
  for (const char *name : {"", "90", "sm_", "sm_90x", "sm_90aa", "sm_76",
                           "SM_90", "sm_-90", "compute_90"})
    EXPECT_EQ(lookupTarget(name), nullptr) << name;
  EXPECT_EQ(lookupTarget(65536u + 90u), nullptr);
}

TEST(TargetInfo, RowsAreConsistent) {
  for (const TargetInfo &target : allTargets()) {
    SCOPED_TRACE(target.Name);
    EXPECT_LE(target.SharedMemoryStatic, target.SharedMemoryOptIn);
    EXPECT_LE(target.SharedMemoryOptIn + target.SharedMemoryReserved,
              target.SharedMemoryPerSM);
    EXPECT_EQ(target.Tcgen05, target.TensorMemoryColumns != 0);
    EXPECT_GE(target.MinPtxVersion, 63);
    // No GPU has two kinds of asynchronous MMA.
    EXPECT_FALSE(target.Wgmma && target.Tcgen05);
  }
}
