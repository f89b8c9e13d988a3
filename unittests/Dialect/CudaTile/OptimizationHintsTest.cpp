//===- OptimizationHintsTest.cpp - Look-up of hints by architecture -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/OptimizationHints.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/Parser/Parser.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cuda_tile;

static OwningOpRef<mlir::ModuleOp> parse(MLIRContext &context) {
  context.loadDialect<CudaTileDialect>();
  return parseSourceString<mlir::ModuleOp>(R"(
    cuda_tile.module @m {
      entry @k() optimization_hints=<sm_90 = {occupancy = 2, allow_tma = true},
                                     default = {occupancy = 1,
                                                num_cta_in_cga = 4,
                                                flag = 0 : i1}> {
      }
    })",
                                           &context);
}

TEST(OptimizationHints, ArchitectureFirstThenDefault) {
  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> module = parse(context);
  ASSERT_TRUE(module);
  module->walk([](EntryOp entry) {
    EXPECT_EQ(getIntHint(entry, "sm_90", "occupancy"), 2);
    EXPECT_EQ(getIntHint(entry, "sm_100", "occupancy"), 1);
    EXPECT_EQ(getIntHint(entry, "sm_90", "num_cta_in_cga"), 4);
    EXPECT_EQ(getIntHint(entry, "sm_90", "latency"), std::nullopt);
  });
}

TEST(OptimizationHints, TruthValues) {
  MLIRContext context;
  OwningOpRef<mlir::ModuleOp> module = parse(context);
  ASSERT_TRUE(module);
  module->walk([](EntryOp entry) {
    EXPECT_EQ(getBoolHint(entry, "sm_90", "allow_tma"), true);
    EXPECT_EQ(getBoolHint(entry, "sm_90", "flag"), false);
    EXPECT_EQ(getBoolHint(entry, "sm_80", "allow_tma"), std::nullopt);
  });
}

TEST(OptimizationHints, ValuesAreDictionaries) {
  MLIRContext context;
  context.loadDialect<CudaTileDialect>();
  std::string message;
  ScopedDiagnosticHandler handler(&context, [&](Diagnostic &diagnostic) {
    message = diagnostic.str();
    return success();
  });
  Builder builder(&context);
  auto value = builder.getDictionaryAttr(
      builder.getNamedAttr("sm_90", builder.getI32IntegerAttr(1)));
  EXPECT_EQ(OptimizationHintsAttr::getChecked(UnknownLoc::get(&context),
                                              &context, value),
            nullptr);
  EXPECT_EQ(message, "expected a dictionary of hints for 'sm_90', got 1 : i32");
}
