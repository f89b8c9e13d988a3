//===- Observation.h - Traces and reports of a launch -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The trace and the reports that a program writes about one launch. attach()
// sets the monitors and the profile of the launch's configuration before it
// runs, write() writes the files afterwards.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H
#define TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H

#include "tileiras/Emulator/Machine/LaunchConfig.h"
#include "tileiras/Emulator/Machine/MonitorPair.h"
#include "tileiras/Emulator/Profile/BytesInFlight.h"
#include "tileiras/Emulator/Profile/Timeline.h"
#include "tileiras/Support/SourceFile.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras::emu {

/// A trace and reports of one launch: attached before it runs, written after.
class Observation {
public:
  /// An empty path writes no trace. Reports are pages of HTML, or the same as
  /// JSON where the name ends in ".json". They show the source files below \p
  /// sourceRoots.
  Observation(llvm::StringRef tracePath, std::vector<std::string> reportPaths,
              SourceRoots sourceRoots = SourceRoots());

  void attach(LaunchConfig &config);
  /// \p ptx is the text of \p program.
  llvm::Error write(const Program &program, llvm::StringRef ptx,
                    const Function &kernel, const LaunchConfig &config,
                    const Counters &counters);

private:
  llvm::Error writeReports(const Program &program, llvm::StringRef ptx,
                           const Function &kernel, const LaunchConfig &config,
                           const Counters &counters);

  std::string tracePath;
  std::vector<std::string> reportPaths;
  SourceRoots sourceRoots;
  Trace trace;
  CostProfile profile;
  std::optional<Timeline> timeline;
  BytesInFlight inFlight;
  std::optional<MonitorPair> both;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_OBSERVATION_H
