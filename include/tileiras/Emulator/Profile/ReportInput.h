//===- ReportInput.h - What a report of a launch is made of -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H
#define TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Profile/Profile.h"

namespace tileiras::emu {

/// Text of a source file, or why there is none.
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
  const Profile &profile;
  /// Lines of summary beside the counters: a label and a value each.
  std::vector<std::pair<std::string, std::string>> facts = {};
  /// A source file by its name in the PTX.
  std::function<SourceText(llvm::StringRef)> readSource = nullptr;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_REPORTINPUT_H
