//===- Processor.h - One host thread that runs clusters ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A streaming multiprocessor is one host thread that runs clusters. All state
// that changes at each instruction belongs to it, so that nothing needs a lock.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H
#define TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H

#include "tileiras/Emulator/Machine/InstructionCosts.h"
#include "tileiras/Emulator/Machine/Launch.h"

#include "llvm/Support/Compiler.h"

namespace tileiras::emu {

/// The number of times that each instruction of a function ran, in warps and
/// lanes.
struct ExecutionCounts {
  std::vector<uint64_t> warps, lanes;
};

/// A processor with its clusters, counters and clock.
struct Processor {
  Processor(Launch &launch, unsigned number);

  ExecutionCounts &countsOf(const Function &function);
  /// Adds this processor's counters to \p total and the launch's profile.
  void addCounters(Counters &total);
  /// The line with most warp instructions: "prog.py:7", or a line of the PTX.
  std::string busiestLine() const;
  /// Returns whether the host has asked the launch to stop.
  bool isStopped() {
    if (LLVM_UNLIKELY(number == 0 && clock >= nextQuestion)) {
      constexpr uint64_t kInterval = 1 << 12;
      nextQuestion = clock + kInterval;
      launch.askHost();
    }
    return launch.isStopped();
  }

  Launch &launch;
  const unsigned number; // %smid
  Counters counters;
  uint64_t clock = 0; // warp instructions so far
  /// The number of writes to global memory, except atomic operations that
  /// didn't change it, and of prints.
  uint64_t globalChanges = 0;
  CostProfile profile; // filled if the launch asks for one
  RandomNumbers random;
  FramePool frames;
  /// The bytes that resident clusters hold, and the processor's share of the
  /// launch's limit.
  uint64_t residentBytes = 0;
  const uint64_t residentLimit;
  bool hasMemory(uint64_t bytes) const {
    return bytes <= residentLimit && residentBytes <= residentLimit - bytes;
  }

private:
  uint64_t nextQuestion = 0; // to the host
  std::map<const Function *, std::unique_ptr<ExecutionCounts>> counts;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_PROCESSOR_H
