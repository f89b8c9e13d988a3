//===- Observation.h - Traces and reports of a launch -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H
#define TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Profile/Timeline.h"

#include <optional>

namespace tileiras::emu {

/// A trace and a report of one launch: attached before it runs, written after.
class Observation {
public:
  /// Empty paths: not wanted.
  Observation(llvm::StringRef tracePath, llvm::StringRef reportPath);

  void attach(LaunchConfig &config);
  /// \p ptx is the text of \p module.
  llvm::Error write(const Module &module, llvm::StringRef ptx,
                    const Function &kernel, const LaunchConfig &config,
                    const Counters &counters);

private:
  llvm::Error writeReport(const Module &module, llvm::StringRef ptx,
                          const Function &kernel, const LaunchConfig &config,
                          const Counters &counters);

  std::string tracePath, reportPath;
  Trace trace;
  Profile profile;
  std::optional<Timeline> timeline;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H
