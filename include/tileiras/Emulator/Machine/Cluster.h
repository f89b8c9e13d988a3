//===- Cluster.h - CTAs that run together -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Cluster of Cooperative Thread Arrays". All CTAs of a cluster are
// resident at once and reach each other's shared memory. A launch without
// clusters has clusters of one CTA. The cluster decides which warp runs and,
// through its AsyncEngine, which asynchronous operation lands.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_CLUSTER_H
#define TILEIRAS_EMULATOR_MACHINE_CLUSTER_H

#include "tileiras/Emulator/Machine/AsyncEngine.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Machine/Processor.h"
#include "tileiras/Emulator/Machine/Recurrence.h"

namespace tileiras::emu {

class Cluster {
public:
  /// For the monitor.
  std::unique_ptr<MonitorState> monitorState;

  Cluster(Processor &processor, Dim3 id);
  ~Cluster();

  /// Idle: for a long time its warps have only polled, or gone in circles.
  enum class Outcome : uint8_t { Finished, Running, Idle, Fault };
  /// Runs every warp until it blocks or has used up \p budget instructions.
  Outcome run(uint64_t budget);
  /// Reports who waits for what as the launch's fault.
  void reportDeadlock();
  /// Reports that the launch has reached its limit of instructions.
  void reportUnfinished();
  /// Reports that it has reached that of instructions without progress.
  void reportStalled();
  /// Reports that the host has stopped it.
  void reportStopped();

  Processor &processor;
  Launch &launch;
  const Dim3 id;
  AsyncEngine async;
  std::vector<std::unique_ptr<Cta>> ctas; // by rank

  /// Something happened that others may have waited for: a barrier or a phase
  /// was completed, an operation landed, a warp ended.
  void noteProgress() { ++progress; }
  /// The CTA in whose window \p address of .shared::cluster lies; null when
  /// the cluster has no such rank.
  Cta *ctaAt(uint64_t address) const;

  //===-- barrier.cluster -------------------------------------------------===//

  /// The active lanes of \p warp arrive; the barrier may complete.
  Flow arrive(Warp &warp, const Instruction &instruction);
  /// They wait for the barrier that they arrived at.
  Flow wait(Warp &warp, const Instruction &instruction);
  /// Some threads have exited, which counts as arriving.
  void recheckBarrier();

private:
  enum class Round : uint8_t { Finished, Fault, Stuck, Quiet, Busy };
  /// Lets every warp run once, in the schedule's order.
  Round runRound();
  std::vector<unsigned> warpOrder();
  uint64_t sliceOf();
  bool finish();
  void reportWaiting(std::string text, FaultKind kind = FaultKind::NoEnd);

  std::vector<Warp *> warps; // of all CTAs
  uint64_t progress = 0;
  unsigned quietRounds = 0;
  Recurrence recurrence{*this};
  bool guessing = false;  // a warp only seems to poll
  bool descending = true; // adversarial: direction of the next round
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_CLUSTER_H
