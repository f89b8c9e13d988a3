//===- CoverageTest.cpp - Every instruction has a test ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// After a run of all tests, lists the lines of Instructions.def that none of
// them executed. lit runs the tests in shards, of which none has seen all
// lines; test/Emulator/instruction-coverage.test therefore runs them in one
// process and asks for the last line that is printed here.
//
//===----------------------------------------------------------------------===//

#include "Coverage.h"

#include "tileiras/Emulator/Profile/Profile.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/raw_ostream.h"

#include "gtest/gtest.h"

#include <set>

using namespace tileiras::emu;

namespace {

std::set<const InstructionInfo *> &coveredLines() {
  static std::set<const InstructionInfo *> lines;
  return lines;
}

/// A filter or a shard leaves out tests, and a failed one may have been cut
/// short: which lines are covered is not known then.
bool allTestsPassed() {
  const testing::UnitTest &tests = *testing::UnitTest::GetInstance();
  return tests.successful_test_count() == tests.total_test_count();
}

class LinesAreTested : public testing::Environment {
  void TearDown() override {
    if (!allTestsPassed())
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

/// A launch that fails shows nothing of an instruction, but that trap traps.
static bool isCovered(const InstructionInfo &line, bool failed) {
  return !failed || llvm::StringRef(line.words) == "trap";
}

llvm::Error
tileiras::emu::test::launchCovered(Machine &machine, const Module &module,
                                   LaunchConfig config,
                                   llvm::ArrayRef<uint8_t> parameters) {
  Profile profile;
  config.profile = &profile;
  llvm::Error error = machine.launch(module, "k", config, parameters);
  for (const auto &[function, costs] : profile)
    for (auto [instruction, cost] : llvm::zip_equal(function->code, costs))
      if (cost[Cost::Lanes] && isCovered(*instruction.info, bool(error)))
        coveredLines().insert(instruction.info);
  return error;
}
