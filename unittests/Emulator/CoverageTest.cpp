//===- CoverageTest.cpp - Every instruction has a test ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a run of all tests, lists the lines of Instructions.def that none of
// them executed. lit runs the tests in shards, none of which covers all lines;
// test/Emulator/instruction-coverage.test therefore runs them in one process
// and checks the last line of the output. It leaves out by a filter the tests
// of threads and endless kernels, which take long and execute nothing that
// others don't, and asks for the list all the same by the environment variable
// TILEIRAS_LIST_UNCOVERED.
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/InstructionCosts.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <cstdlib>
#include <set>

using namespace tileiras::emu;

namespace {

std::set<const InstructionInfo *> &coveredLines() {
  static std::set<const InstructionInfo *> lines;
  return lines;
}

/// A filter or a shard omits tests, and a failed test may have ended early: the
/// coverage is unknown then, unless somebody who chose the filter asks for it.
bool isCoverageKnown() {
  const testing::UnitTest &tests = *testing::UnitTest::GetInstance();
  int expected = std::getenv("TILEIRAS_LIST_UNCOVERED")
                     ? tests.test_to_run_count()
                     : tests.total_test_count();
  return tests.successful_test_count() == expected;
}

class LinesAreTested : public testing::Environment {
  void TearDown() override {
    if (!isCoverageKnown())
      return;
    unsigned lines = 0;
    for (const InstructionInfo &line : instructionTable()) {
      if (line.isChapter())
        continue;
      ++lines;
      if (!coveredLines().contains(&line))
        ADD_FAILURE() << "no test executes line '" << line.words << "' ("
                      << line.operands << ") of Instructions.def, "
                      << sectionOf(line);
    }
    llvm::outs() << coveredLines().size() << " of " << lines
                 << " lines of Instructions.def are executed\n";
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

/// A launch that fails doesn't cover an instruction, except trap.
static bool isCovered(const InstructionInfo &line, bool failed) {
  return !failed || llvm::StringRef(line.words) == "trap";
}

llvm::Error
tileiras::emu::test::launchCovered(Machine &machine, const Module &module,
                                   LaunchConfig config,
                                   llvm::ArrayRef<uint8_t> parameters) {
  CostProfile profile;
  config.profile = &profile;
  llvm::Error error = machine.launch(module, "k", config, parameters);
  for (const auto &[function, costs] : profile)
    for (auto [instruction, cost] : llvm::zip_equal(function->code, costs))
      if (cost[Cost::Lanes] && isCovered(*instruction.info, bool(error)))
        coveredLines().insert(instruction.info);
  return error;
}
