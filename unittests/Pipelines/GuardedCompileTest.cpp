//===- GuardedCompileTest.cpp - Crashes name their pass ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedCompile.h"

#include "llvm/Support/Compiler.h"
#include "llvm/Support/FileSystem.h"
#include "llvm/Support/MemoryBuffer.h"

#include "gtest/gtest.h"

using namespace llvm;
using namespace tileiras;

namespace {
CompileRequest requestOfEmpty() {
  CompileRequest request;
  request.input = "cuda_tile.module @m { entry @k() { return } }";
  request.inputName = "empty.mlir";
  request.isText = true;
  request.target = lookupTarget(90);
  request.emit = Stage::PTX;
  return request;
}

struct ReproducerFile {
  ReproducerFile() {
    SmallString<128> path;
    sys::fs::createUniquePath("tileiras-%%%%%%.reproducer.mlir", path,
                              /*MakeAbsolute=*/true);
    name = path.str();
  }
  ~ReproducerFile() { sys::fs::remove(name); }

  std::string name;
};
} // namespace

TEST(GuardedCompile, CrashInAPass) {
  ReproducerFile file;
  CompileRequest request = requestOfEmpty();
  request.onPass = [](StringRef pass) {
    if (pass == "tileas-assign-smem")
      LLVM_BUILTIN_TRAP;
  };
  CompileResult result = compileGuarded(request, file.name);
  EXPECT_EQ(result.status, CompileStatus::Failed);
  ASSERT_EQ(result.diagnostics.size(), 2u);
  EXPECT_EQ(result.diagnostics[0].message,
            "internal compiler error while running the MLIR passes, in "
            "'tileas-assign-smem', for 'empty.mlir': the compiler crashed "
            "(Illegal instruction); this is a bug in tileiras");
  EXPECT_EQ(result.diagnostics[0].file, "empty.mlir");
  EXPECT_EQ(result.diagnostics[0].line, 1u);
  EXPECT_EQ(result.diagnostics[1].severity, CompileDiagnostic::Severity::Note);
  auto text = MemoryBuffer::getFile(file.name);
  ASSERT_TRUE(text);
  EXPECT_TRUE((*text)->getBuffer().contains("entry @k()"));
  EXPECT_TRUE((*text)->getBuffer().contains("tileas-assign-smem"));
}

TEST(GuardedCompile, CrashWithoutReproducer) {
  CompileRequest request = requestOfEmpty();
  request.onPhase = [](StringRef phase) {
    if (phase == "printing PTX")
      LLVM_BUILTIN_TRAP;
  };
  CompileResult result = compileGuarded(request, "");
  ASSERT_EQ(result.diagnostics.size(), 1u);
  EXPECT_EQ(result.diagnostics[0].message,
            "internal compiler error while printing PTX for 'empty.mlir': the "
            "compiler crashed (Illegal instruction); this is a bug in "
            "tileiras");
}

TEST(GuardedCompile, NothingToReproduce) {
  ReproducerFile file;
  CompileResult result = compileGuarded(requestOfEmpty(), file.name);
  EXPECT_EQ(result.status, CompileStatus::Success);
  EXPECT_FALSE(sys::fs::exists(file.name));
}
