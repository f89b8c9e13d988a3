//===- ResourceBudgetTest.cpp - What each CTA of an SM may take -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/ResourceBudget.h"

#include "gtest/gtest.h"

using namespace tileiras;

static Admission admit(unsigned capability, int64_t ctas,
                       const ResourceDemand &demand) {
  return ResourceBudget(*lookupTarget(capability), ctas).admits(demand);
}

TEST(ResourceBudget, CountsRegistersOfAllPartitions) {
  // One warpgroup of producers and two of consumers (CUTLASS, FlashAttention).
  ResourceDemand demand{{{4, 24}, {8, 240}}};
  Admission one = admit(90, 1, demand);
  EXPECT_TRUE(one);
  EXPECT_EQ(one.binding, Resource::Registers);
  EXPECT_EQ(one.needed, 128 * 24 + 256 * 240);
  EXPECT_EQ(one.getMissing(), 0);
  Admission two = admit(90, 2, demand);
  EXPECT_FALSE(two);
  EXPECT_EQ(two.getMissing(), one.needed - 65536 / 2);
}

TEST(ResourceBudget, RoundsRegistersUpToUnits) {
  EXPECT_EQ(admit(80, 1, {{{4, 97}}}).needed, 128 * 104);
}

TEST(ResourceBudget, CountsReservedSharedMemory) {
  ResourceDemand demand{{{4, 32}}, /*sharedMemory=*/114 * 1024};
  Admission two = admit(90, 2, demand);
  EXPECT_EQ(two.binding, Resource::SharedMemory);
  EXPECT_EQ(two.getMissing(), 1024);
  demand.sharedMemory -= 1024;
  EXPECT_TRUE(admit(90, 2, demand));
}

TEST(ResourceBudget, DividesTensorMemory) {
  ResourceDemand demand{{{4, 32}}, 0, /*tensorMemoryColumns=*/256};
  EXPECT_TRUE(admit(100, 2, demand));
  Admission four = admit(100, 4, demand);
  EXPECT_EQ(four.binding, Resource::TensorMemory);
  EXPECT_EQ(four.getMissing(), 128);
  // A target without tensor memory has none to give.
  EXPECT_FALSE(admit(90, 1, demand));
}

TEST(ResourceBudget, LimitsThreadsBarriersAndCTAs) {
  EXPECT_EQ(admit(90, 3, {{{32, 8}}}).binding, Resource::Threads);
  EXPECT_EQ(admit(90, 1, {{{33, 8}}}).getMissing(), 32);
  EXPECT_EQ(admit(90, 1, {{{4, 8}}, 0, 0, /*namedBarriers=*/17}).getMissing(),
            2);
  EXPECT_EQ(admit(90, 40, {{{1, 8}}}).binding, Resource::CTAs);
}

TEST(ResourceBudget, CountsAdmittedCTAs) {
  const TargetInfo &target = *lookupTarget(90);
  EXPECT_EQ(countAdmittedCTAs(target, {{{4, 128}}}, 8), 4);
  EXPECT_EQ(countAdmittedCTAs(target, {{{4, 128}}}, 2), 2);
  EXPECT_EQ(countAdmittedCTAs(target, {{{1, 32}}}, 1 << 20), 32);
  // A kernel runs with what it gets.
  EXPECT_EQ(countAdmittedCTAs(target, {{{32, 255}}}, 4), 1);
}

TEST(ResourceBudget, NamesUnits) {
  EXPECT_EQ(getUnit(Resource::Registers), "registers");
  EXPECT_EQ(getUnit(Resource::SharedMemory), "bytes of shared memory");
  EXPECT_EQ(getUnit(Resource::TensorMemory), "columns of tensor memory");
  EXPECT_EQ(getUnit(Resource::Threads), "threads");
  EXPECT_EQ(getUnit(Resource::NamedBarriers), "named barriers");
  EXPECT_EQ(getUnit(Resource::CTAs), "CTAs");
}
