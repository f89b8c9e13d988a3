//===- MachineModelTest.cpp - The table of machines -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/MachineModel.h"

#include "gtest/gtest.h"

using namespace tileiras;

static llvm::StringRef getFamily(unsigned cc) {
  return getMachineModel(*lookupTarget(cc)).name;
}

TEST(MachineModel, EveryTargetHasTheRowOfItsFamily) {
  EXPECT_EQ(getFamily(75), "sm_80");
  EXPECT_EQ(getFamily(80), "sm_80");
  EXPECT_EQ(getFamily(89), "sm_80");
  EXPECT_EQ(getFamily(90), "sm_90");
  EXPECT_EQ(getFamily(103), "sm_100");
  EXPECT_EQ(getFamily(110), "sm_100");
  EXPECT_EQ(getFamily(121), "sm_120");
}

TEST(MachineModel, RatesAreThoseOfAnSM) {
  const MachineModel &model = getMachineModel(*lookupTarget(90));
  EXPECT_EQ(model.getTensorRate("f16"), 2048);
  EXPECT_EQ(model.getTensorRate("f4"), 0);
  EXPECT_EQ(model.getRate("smem"), 128);
  EXPECT_DOUBLE_EQ(model.getRate("l2"), 38.8);
  EXPECT_EQ(model.getRate("tmem_read"), 0);
  EXPECT_EQ(model.getLatency("global"), 273u);
  EXPECT_EQ(model.getHandoff("mbarrier"), 92u);
  EXPECT_EQ(model.synchronousPercent, 62u);
}

TEST(MachineModel, EveryFamilyHasTheUnitsThatPlannersAskFor) {
  for (const MachineModel &model : allMachineModels()) {
    for (const char *unit : {"issue", "fma", "alu", "mufu", "smem", "l2"})
      EXPECT_GT(model.getRate(unit), 0) << model.name.str() << ' ' << unit;
    EXPECT_EQ(model.getRate("issue"), kSchedulersOfSM);
    EXPECT_LE(model.getRate("l2"), kCachePortBytes);
    EXPECT_LE(model.getHandoff("poll"), model.getHandoff("mbarrier"));
  }
}
