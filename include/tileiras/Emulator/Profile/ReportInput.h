//===- ReportInput.h - Input of a launch's report ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H
#define TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H

#include "tileiras/Emulator/Machine/InstructionCosts.h"
#include "tileiras/Emulator/Machine/LaunchConfig.h"

namespace tileiras::emu {

/// The text of a source file, or the reason why it is left out.
struct SourceText {
  std::string text;
  std::string leftOut;
};

struct ReportInput {
  const Program &program;
  llvm::StringRef ptx; // the text that was parsed
  llvm::StringRef kernel;
  Dim3 grid, block;
  const Counters &counters;
  const CostProfile &profile;
  /// Lines of the summary next to the counters: a label and a value each.
  std::vector<std::pair<std::string, std::string>> facts = {};
  /// A source file by its name in the PTX.
  std::function<SourceText(llvm::StringRef)> readSource = nullptr;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H
