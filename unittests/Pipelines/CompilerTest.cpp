//===- CompilerTest.cpp - The order of a compilation ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/Compiler.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tileiras;

namespace {
std::vector<std::string> phasesOf(StringRef text, Stage emit) {
  std::vector<std::string> phases;
  CompileRequest request;
  request.input = text;
  request.isText = true;
  request.target = lookupTarget(90);
  request.emit = emit;
  request.onPhase = [&](StringRef name) { phases.push_back(name.str()); };
  CompileResult result = compile(request);
  EXPECT_EQ(result.status, CompileStatus::Success);
  return phases;
}

const char *const kEmpty = "cuda_tile.module @m { entry @k() { return } }";
} // namespace

// BringUpTest.cpp tests the third stage in detail.
// Req: E-01
TEST(Compiler, Phases) {
  std::vector<std::string> expected = {
      "reading the input", "running the MLIR passes", "translating to LLVM IR",
      "running the LLVM passes", "printing PTX"};
  EXPECT_EQ(phasesOf(kEmpty, Stage::PTX), expected);
  expected.resize(4);
  EXPECT_EQ(phasesOf(kEmpty, Stage::LLVMIR), expected);
  expected.resize(2);
  EXPECT_EQ(phasesOf(kEmpty, Stage::LLVM), expected);
}
