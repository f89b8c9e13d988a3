//===- DebugInfoTest.cpp - Positions and scopes in locations ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Req: D-11
// Req: D-30
// Req: D-31
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileDialect.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {
class DebugInfoTest : public ::testing::Test {
protected:
  DebugInfoTest() {
    context.loadDialect<CudaTileDialect>();
    file = DIFileAttr::get(&context, str("a.py"), str("/d"));
    auto unit = DICompileUnitAttr::get(&context, file);
    kernel =
        DISubprogramAttr::get(&context, file, 1, str("k"), str("k"), unit, 1);
    callee =
        DISubprogramAttr::get(&context, file, 9, str("f"), str("f"), unit, 9);
    auto block = DILexicalBlockAttr::get(&context, kernel, file, 2, 0);
    inner = DILexicalBlockAttr::get(&context, block, file, 3, 0);
    inKernel = Location(DILocAttr::get(&context, plain(4), inner));
    inCallee = Location(DILocAttr::get(&context, plain(10), callee));
  }

  StringAttr str(StringRef text) { return StringAttr::get(&context, text); }
  FileLineColLoc plain(unsigned line) {
    return FileLineColLoc::get(&context, "a.py", line, 1);
  }

  MLIRContext context;
  DIFileAttr file;
  DISubprogramAttr kernel, callee;
  DILexicalBlockAttr inner;
  Location inKernel = UnknownLoc::get(&context);
  Location inCallee = UnknownLoc::get(&context);
};
} // namespace

TEST_F(DebugInfoTest, PositionOfAnyLocation) {
  Location unknown = UnknownLoc::get(&context);
  EXPECT_EQ(findFileLineCol(unknown), nullptr);
  EXPECT_EQ(findFileLineCol(plain(7)), plain(7));
  EXPECT_EQ(findFileLineCol(inKernel), plain(4));
  EXPECT_EQ(findFileLineCol(CallSiteLoc::get(inCallee, inKernel)), plain(10));
  EXPECT_EQ(findFileLineCol(NameLoc::get(str("n"), inKernel)), plain(4));
  EXPECT_EQ(findFileLineCol(FusedLoc::get(&context, {unknown, inKernel})),
            plain(4));
}

TEST_F(DebugInfoTest, DebugLocationsAreSeenThroughWrappers) {
  Location unknown = UnknownLoc::get(&context);
  EXPECT_EQ(findDebugLoc(unknown), nullptr);
  EXPECT_EQ(findDebugLoc(plain(7)), nullptr);
  EXPECT_EQ(findDebugLoc(NameLoc::get(str("n"), inKernel)), inKernel);
  EXPECT_EQ(
      findDebugLoc(FusedLoc::get(&context, {plain(1), inKernel, inCallee})),
      inKernel);
  EXPECT_EQ(findDebugLoc(NameLoc::get(str("n"), plain(7))), nullptr);
}

// The writer of bytecode sees an opaque location as its fallback; text can't
// spell one.
TEST_F(DebugInfoTest, OpaqueLocationsAreTheirFallback) {
  int producer = 0;
  Location scoped = OpaqueLoc::get<int *>(&producer, inKernel);
  Location plainOne = OpaqueLoc::get<int *>(&producer, plain(7));
  EXPECT_EQ(findDebugLoc(scoped), inKernel);
  EXPECT_EQ(findDebugLoc(plainOne), nullptr);
  EXPECT_EQ(findFileLineCol(plainOne), plain(7));
  EXPECT_EQ(findDebugLoc(NameLoc::get(str("n"), scoped)), inKernel);
}

TEST_F(DebugInfoTest, LocationOfEitherSideOfACall) {
  Location site = CallSiteLoc::get(NameLoc::get(str("f"), plain(10)), plain(4));
  EXPECT_EQ(findFileLineCol(site), plain(10));
  EXPECT_EQ(findFileLineCol(site, CallSiteSide::Caller), plain(4));
  Location outer = CallSiteLoc::get(plain(20), site);
  EXPECT_EQ(findFileLineCol(outer, CallSiteSide::Caller), plain(4));
}

TEST_F(DebugInfoTest, CallSiteNeedsBothSides) {
  Location site = CallSiteLoc::get(inCallee, inKernel);
  EXPECT_EQ(findDebugLoc(site), site);
  EXPECT_EQ(findDebugLoc(CallSiteLoc::get(inCallee, plain(7))), nullptr);
  EXPECT_EQ(findDebugLoc(CallSiteLoc::get(plain(7), inKernel)), nullptr);
}

TEST_F(DebugInfoTest, SubprogramThroughBlocksAndCallers) {
  EXPECT_EQ(findSubprogram(inner), kernel);
  EXPECT_EQ(findSubprogram(file), nullptr);
  EXPECT_EQ(findSubprogramOf(inKernel), kernel);
  EXPECT_EQ(findSubprogramOf(CallSiteLoc::get(inCallee, inKernel)), kernel);
  EXPECT_EQ(findSubprogramOf(plain(7)), nullptr);
}
