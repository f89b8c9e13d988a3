//===- LaunchConfig.h - Options and results of a launch ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The options of a launch and the monitors that observe it (LaunchConfig), the
// events that a launch counts (Counters), and the mistake of a kernel with its
// location (KernelError).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_LAUNCHCONFIG_H
#define TILEIRAS_EMULATOR_MACHINE_LAUNCHCONFIG_H

#include "tileiras/Emulator/Machine/CheckSet.h"
#include "tileiras/Emulator/Machine/Fault.h"
#include "tileiras/Emulator/Machine/Schedule.h"
#include "tileiras/Emulator/Program/Program.h"

#include "llvm/Support/Error.h"
#include "llvm/Support/raw_ostream.h"

#include <array>
#include <cstdint>
#include <functional>
#include <optional>
#include <string>

namespace tileiras::emu {

/// The mistake of a kernel, and its location. lane is -1 for a mistake of the
/// whole warp.
class KernelError : public llvm::ErrorInfo<KernelError> {
public:
  static char ID;
  void log(llvm::raw_ostream &os) const override;
  std::error_code convertToErrorCode() const override;

  FaultKind kind = FaultKind::Other;
  std::string message;
  std::string kernel;
  Dim3 cta{0, 0, 0};
  unsigned warp = 0;
  int lane = -1;
  std::string ptxFile;
  unsigned ptxLine = 0;
  std::string sourceFile; // empty: no .loc
  unsigned sourceLine = 0;
  unsigned sourceColumn = 0;
};

/// Events of a launch, summed over all warps.
struct Counters {
  uint64_t warpInstructions = 0;
  uint64_t threadInstructions = 0; // lanes that were active
  std::array<uint64_t, unsigned(InstClass::NumClasses)> byClass = {};
  uint64_t globalRequests = 0; // warp instructions that went to memory
  uint64_t globalSectors = 0;  // 32-byte sectors those needed
  uint64_t globalBytes = 0;
  uint64_t sharedRequests = 0;
  uint64_t sharedWavefronts = 0; // passes over the 32 banks
  uint64_t bankConflicts = 0;    // those that words of one bank add
  uint64_t sharedBytes = 0;
  uint64_t multiplyAdds = 0; // of matrix products, zeros of sparse ones too
  uint64_t asyncBytes = 0;   // written by the asynchronous engines
  uint64_t barriers = 0;     // completed CTA barriers
  uint64_t ctas = 0;

  void add(const Counters &other);
  void print(llvm::raw_ostream &os) const;
  void printJson(llvm::raw_ostream &os) const;
};

class CostProfile; // Machine/InstructionCosts.h
class Monitor;     // Machine/Monitor.h

struct LaunchConfig {
  Dim3 grid, block;
  /// CTAs per cluster; if absent, the kernel's directive counts, or clusters
  /// have one CTA.
  std::optional<Dim3> cluster;
  uint64_t dynamicShared = 0;
  /// The mistakes to look for in addition to those that are always found.
  CheckSet checks;
  /// A launch that runs more warp instructions than this fails; 0 is no limit.
  uint64_t maxInstructions = 0;
  /// A launch fails if a host thread runs more warp instructions than this
  /// while no CTA ends and global memory doesn't change; 0 is no limit.
  uint64_t maxStalledInstructions = 0;
  /// A launch fails if its clusters hold more bytes of registers, parameters,
  /// local and shared memory at the same time, which deep calls and many warps
  /// multiply.
  uint64_t maxResidentBytes = uint64_t(1) << 32;
  /// The maximum of bytes that kernels have allocated by `malloc` and not
  /// freed: CUDA's default of cudaLimitMallocHeapSize.
  uint64_t heapBytes = uint64_t(8) << 20;
  /// Matrix products are accumulated exactly and rounded once, even if the rule
  /// of the target's tensor cores is known.
  bool exactSums = false;
  /// Count sectors and bank conflicts too (slower).
  bool countMemory = false;
  /// Schedules other than in order, and launches with a monitor or check, run
  /// on one thread.
  Schedule schedule;
  /// Host threads that run clusters; 0 is the number of the host's cores.
  unsigned threads = 1;
  /// The monitor that is told of each event, or null; it outlives the launch.
  Monitor *monitor = nullptr;
  /// Receives the costs of each instruction, if not null (slower).
  CostProfile *profile = nullptr;
  /// Is called from time to time with the number of CTAs that have ended and
  /// the number of all.
  std::function<void(uint64_t done, uint64_t all)> progress;
  /// Is called several times a second, by the thread that launches. If it
  /// returns true, the launch ends with FaultKind::Stopped.
  std::function<bool()> isStopped;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_LAUNCHCONFIG_H
