//===- Processor.h - What the clusters on one thread share ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H
#define TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H

#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Profile/Profile.h"

#include "llvm/Support/Compiler.h"

namespace tileiras::emu {

/// How often each instruction of a function ran: warps and lanes.
struct ExecutionCounts {
  std::vector<uint64_t> warps, lanes;
};

/// A streaming multiprocessor: one host thread that runs clusters. Everything
/// that changes at each instruction is here, so that nothing needs a lock.
struct Processor {
  Processor(Launch &launch, unsigned number);

  ExecutionCounts &countsOf(const Function &function);
  /// Sums what happened here into \p total and the launch's profile.
  void addCounters(Counters &total);
  /// Where most warp instructions ran: "prog.py:7", or a line of the PTX.
  std::string busiestLine() const;
  /// Does the host want the launch to stop?
  bool isStopped() {
    if (LLVM_UNLIKELY(number == 0 && clock >= nextQuestion)) {
      constexpr uint64_t Interval = 1 << 12;
      nextQuestion = clock + Interval;
      launch.askHost();
    }
    return launch.isStopped();
  }

  Launch &launch;
  const unsigned number; // %smid
  Counters counters;
  uint64_t clock = 0; // warp instructions so far
  /// Writes to global memory, but for atomic ones that left it as it was, and
  /// what kernels printed.
  uint64_t globalChanges = 0;
  Profile profile; // kept when the launch wants one
  RandomNumbers random;
  FramePool frames;
  /// What clusters that run here hold, and the processor's part of what the
  /// launch may.
  uint64_t residentBytes = 0;
  const uint64_t residentLimit;
  bool hasRoom(uint64_t bytes) const {
    return bytes <= residentLimit && residentBytes <= residentLimit - bytes;
  }

private:
  uint64_t nextQuestion = 0; // to the host
  std::map<const Function *, std::unique_ptr<ExecutionCounts>> counts;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H
