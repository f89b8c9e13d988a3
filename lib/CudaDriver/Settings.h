//===- Settings.h - Settings of the emulated driver -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A process that loads libcuda.so.1 has no command line for it, so all settings
// are environment variables. docs/Guides/Emulate.md describes them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_SETTINGS_H
#define TILEIRAS_CUDADRIVER_SETTINGS_H

#include "tileiras/Emulator/Emulator.h"

#include "llvm/Support/Error.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::cuda {

/// The settings that each launch looks at. A client that changes the environment has
/// them read again by cuEmulatedReadSettings.
struct LaunchSettings {
  /// EMULATED_SCHEDULE=inorder, random:SEED or adversarial.
  emu::Schedule schedule;
  /// EMULATED_THREADS: host threads that run a grid, if it isn't checked and
  /// its schedule is in order; 0 for all cores.
  unsigned threads = 0;
  /// EMULATED_CHECKS=0: only bounds and alignment are checked, not races,
  /// memory that was never written and the like. 1: all are. Neither: Effort.h.
  std::optional<bool> checks;
  /// EMULATED_STICKY=0: a context continues after a kernel's fault. 1: each
  /// later call fails, as on a GPU. Neither: 0 in tests under pytest, since the
  /// remaining tests have to continue.
  std::optional<bool> sticky;
  bool isSticky() const;
  /// EMULATED_COUNTERS=1: counters of each launch go to standard error.
  bool counters = false;
  /// EMULATED_MAX_INSTRUCTIONS: the limit of a launch, 0 for no limit.
  uint64_t maxInstructions = 0;
  /// EMULATED_STALL_LIMIT: the instructions that a host thread may run without
  /// progress (LaunchConfig::maxStalledInstructions), 0 for no limit.
  uint64_t stallLimit = uint64_t(1) << 32;
  /// EMULATED_REPORT_DIR: the folder of a report and a trace of each launch.
  std::string reportDirectory;
  /// EMULATED_COSTS_DIR: the folder of the costs of each launch, as data only.
  std::string costsDirectory;
  /// EMULATED_SOURCE_ROOT: folders, separated by ':', below which source files
  /// are shown in reports.
  std::vector<std::string> sourceRoots;
};

struct Settings : LaunchSettings {
  /// EMULATED_CC=9.0: the compute capability.
  int major = 9, minor = 0;
  /// EMULATED_SMS: multiprocessors. Persistent kernels start this many CTAs.
  int multiprocessors = 4;
  /// EMULATED_MEMORY: bytes of device memory.
  uint64_t memoryBytes = uint64_t(8) << 30;
  /// EMULATED_HOST_POINTERS=1: kernels may use memory that the driver doesn't
  /// know, unchecked.
  bool hostPointers = false;
  /// EMULATED_LOG=1: each call and its result go to standard error.
  bool logCalls = false;
  /// EMULATED_PTX_DIR: the folder that keeps the text of each loaded module.
  std::string ptxDirectory;

  /// Fails for an invalid value, and names the variable.
  static llvm::Expected<Settings> fromEnvironment();
};

/// The limits of a compute capability: a line of Gpus.def.
struct Gpu {
  int major, minor;
  int threadsPerSM, blocksPerSM;
  int sharedPerSM, sharedPerBlock; // bytes

  static const Gpu &of(int major, int minor);
};

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_SETTINGS_H
