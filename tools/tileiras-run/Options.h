//===- Options.h - The command line of tileiras-run -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of tileiras-run, parsed by LLVM's command line and checked
// against each other: options of one backend are refused for another.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_RUN_OPTIONS_H
#define TILEIRAS_RUN_OPTIONS_H

#include "tileiras/Arguments/ArgumentList.h"
#include "tileiras/Emulator/Emulator.h"

#include "llvm/Support/Error.h"

#include <optional>
#include <string>
#include <vector>

namespace tileiras::run {

enum ExitCode { Success = 0, BadInput = 1, KernelFailed = 2, Differs = 3 };

/// Prints \p error, and returns \p code.
ExitCode fail(ExitCode code, llvm::Error error);

/// Options of the emulator alone.
struct EmulatorOptions {
  std::vector<std::string> scheduleTexts; // at least one
  std::vector<emu::Schedule> schedules;   // the parsed texts
  emu::CheckSet checks;
  uint64_t maxInstructions = 0;
  unsigned hostThreads = 0;
  bool exactSums = false;
  bool debugs = false; // reads debugger commands
  bool printsCounters = false;
  std::string counterFile; // empty: to standard output
  std::string traceFile;
  std::vector<std::string> reportFiles;
  std::vector<std::string> sourceRoots; // in addition to the input's folder
};

/// Options of a GPU alone.
struct GpuOptions {
  std::string driver; // path or name of libcuda.so.1
  int ordinal = 0;
  /// The driver assembles PTX; otherwise the compiler makes a cubin.
  bool useJit = false;
  unsigned repeat = 0; // runs that are timed, after the first
  bool compareWithEmulator = false;
};

struct Options {
  bool interprets = false;
  bool useGpu = false;
  std::string input, kernel;
  std::string gpuName; // empty: sm_90 on the emulator, else the GPU's
  std::string deviceLibrary;
  emu::Dim3 grid, block;
  std::optional<emu::Dim3> cluster;
  uint64_t dynamicShared = 0;
  std::vector<std::string> arguments;
  FileOptions files;
  EmulatorOptions emulator;
  GpuOptions gpu;

  emu::LaunchConfig launchConfig() const;
};

/// Returns the options of the command line; nullopt if the instructions of the
/// emulator were asked for, and printed.
llvm::Expected<std::optional<Options>> parseOptions(int argc, char **argv);

} // namespace tileiras::run

#endif // TILEIRAS_RUN_OPTIONS_H
