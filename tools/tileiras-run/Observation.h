//===- Observation.h - Traces and reports of a launch -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TOOLS_TILEIRAS_RUN_OBSERVATION_H
#define TILEIRAS_TOOLS_TILEIRAS_RUN_OBSERVATION_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Profile/Timeline.h"

#include <optional>

namespace tileiras::run {

/// What --trace and --report ask for: attached to a launch before it runs, and
/// written after it.
class Observation {
public:
  /// Empty paths: not wanted.
  Observation(llvm::StringRef tracePath, llvm::StringRef reportPath);

  void attach(emu::LaunchConfig &config);
  /// \p ptx is the text of \p module.
  llvm::Error write(const emu::Module &module, llvm::StringRef ptx,
                    const emu::Function &kernel,
                    const emu::LaunchConfig &config,
                    const emu::Counters &counters);

private:
  llvm::Error writeReport(const emu::Module &module, llvm::StringRef ptx,
                          const emu::Function &kernel,
                          const emu::LaunchConfig &config,
                          const emu::Counters &counters);

  std::string tracePath, reportPath;
  emu::Trace trace;
  emu::Profile profile;
  std::optional<emu::Timeline> timeline;
};

} // namespace tileiras::run

#endif // TILEIRAS_TOOLS_TILEIRAS_RUN_OBSERVATION_H
