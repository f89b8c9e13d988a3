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
  /// State that the monitor keeps.
  std::unique_ptr<MonitorState> monitorState;

  Cluster(Processor &processor, Dim3 id);
  ~Cluster();

  /// Idle: for a long time its warps have only polled or repeated the same
  /// states.
  enum class Outcome : uint8_t { Finished, Running, Idle, Fault };
  /// Runs every warp until it blocks or has used up \p budget instructions.
  Outcome run(uint64_t budget);
  /// Reports the waiting warps as the launch's fault.
  void reportDeadlock();
  /// Reports that the launch has reached its limit of instructions.
  void reportUnfinished();
  /// Reports that the launch has reached its limit of instructions without
  /// progress.
  void reportStalled();
  /// Reports that the host has stopped it.
  void reportStopped();

  Processor &processor;
  Launch &launch;
  const Dim3 id;
  AsyncEngine async;
  std::vector<std::unique_ptr<Cta>> ctas; // by rank

  /// Records an event that other warps may have waited for: a barrier or a
  /// phase was completed, an operation landed, a warp ended.
  void noteProgress() { ++progress; }
  /// The CTA whose window contains \p address of .shared::cluster; null if the
  /// cluster has no such rank.
  Cta *ctaAt(uint64_t address) const;

  //===-- barrier.cluster -------------------------------------------------===//

  /// The active lanes of \p warp arrive at the cluster's barrier, which may
  /// complete.
  Flow arrive(Warp &warp, const Instruction &instruction);
  /// The active lanes of \p warp wait for the barrier at which they arrived.
  Flow wait(Warp &warp, const Instruction &instruction);
  /// Completes the barrier if possible after some threads have exited, which
  /// counts as arriving.
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
