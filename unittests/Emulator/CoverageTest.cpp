//===- CoverageTest.cpp - Every instruction has a test ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a run of all tests, lists the lines of Instructions.def that none of
// them used.
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include "gtest/gtest.h"

#include <set>

using namespace tileiras::emu;

namespace {

std::set<const InstructionInfo *> &coveredLines() {
  static std::set<const InstructionInfo *> lines;
  return lines;
}

/// A filter, a shard or a failure leaves lines untested with good reason.
bool allTestsRan() {
  const testing::UnitTest &tests = *testing::UnitTest::GetInstance();
  return tests.test_to_run_count() == tests.total_test_count() &&
         tests.failed_test_count() == 0;
}

class LinesAreTested : public testing::Environment {
  void TearDown() override {
    if (!allTestsRan())
      return;
    for (const InstructionInfo &line : instructionTable())
      if (!line.isChapter() && !coveredLines().contains(&line))
        ADD_FAILURE() << "no test uses line '" << line.words << "' ("
                      << line.operands << ") of Instructions.def, "
                      << sectionOf(line);
  }
};

const testing::Environment *const environment =
    testing::AddGlobalTestEnvironment(new LinesAreTested);

TEST(InstructionTable, EveryLineHasASection) {
  for (const InstructionInfo &line : instructionTable())
    if (!line.isChapter())
      EXPECT_TRUE(llvm::StringRef(sectionOf(line)).starts_with("9.7."))
          << line.words;
}

} // namespace

void tileiras::emu::test::coverModule(const Module &module) {
  for (const Function &function : module.program().functions)
    for (const Instruction &instruction : function.code)
      coveredLines().insert(instruction.info);
}
