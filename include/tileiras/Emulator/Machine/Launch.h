//===- Launch.h - What all CTAs of a launch share ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
#define TILEIRAS_EMULATOR_MACHINE_LAUNCH_H

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Machine/Frame.h"
#include "tileiras/Emulator/Machine/GlobalMemory.h"

namespace tileiras::emu {

/// How often each instruction of a function ran: warps and lanes.
struct ExecutionCounts {
  std::vector<uint64_t> warps, lanes;
};

struct Launch {
  const Program &program;
  const Function &kernel;
  const LaunchConfig &config;
  GlobalMemory &memory;
  llvm::ArrayRef<uint8_t> parameters;
  std::vector<RegisterUnit> constants; // the pool, every value 32 times
  llvm::raw_ostream &output;
  Dim3 grid, block;
  uint64_t sharedBytes = 0;
  Counters counters = {};
  uint64_t clock = 0; // warp instructions so far
  std::unique_ptr<KernelError> fault = nullptr;
  FramePool frames = FramePool();
  std::map<const Function *, std::unique_ptr<ExecutionCounts>> counts = {};

  ExecutionCounts &countsOf(const Function &function);
  /// Sums the execution counts into the counters.
  void finishCounters();
};

/// Runs all CTAs of \p launch; false when one of them stopped with a fault.
bool runGrid(Launch &launch);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LAUNCH_H
