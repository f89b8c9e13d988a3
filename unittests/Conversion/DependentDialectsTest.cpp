//===- DependentDialectsTest.cpp - Dialects that passes load --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Conversion/TileFuncToLLVM/Passes.h"

#include "gtest/gtest.h"

using namespace mlir;

// Req: F-03
TEST(DependentDialects, Functions) {
  DialectRegistry registry;
  tileiras::createConvertTileFuncToLLVM()->getDependentDialects(registry);
  EXPECT_TRUE(registry.getDialectAllocator("llvm"));
  EXPECT_TRUE(registry.getDialectAllocator("func"));
  EXPECT_TRUE(registry.getDialectAllocator("cutlass"));
  EXPECT_FALSE(registry.getDialectAllocator("scf"));
}
