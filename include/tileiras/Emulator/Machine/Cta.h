//===- Cta.h - A cooperative thread array -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_CTA_H
#define TILEIRAS_EMULATOR_MACHINE_CTA_H

#include "tileiras/Emulator/Fault.h"
#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Machine/RegisterPool.h"
#include "tileiras/Emulator/Machine/TensorMemory.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include <array>
#include <memory>
#include <vector>

namespace tileiras::emu {

class Cluster;

/// One of the 16 named barriers (PTX ISA, "barrier").
struct Barrier {
  uint32_t expected = 0; // threads; 0: all that live
  uint32_t arrived = 0;
  /// bar.red: how many threads arrived with a true predicate.
  uint32_t trueCount = 0;
  struct Waiter {
    Warp *warp;
    Frame *frame;
    const Instruction *instruction;
    LaneMask lanes;
    /// Writes what bar.red gives the waiting lanes; null: nothing.
    void (*finish)(const Waiter &, const Barrier &);
  };
  std::vector<Waiter> waiters;
};

class Cta {
public:
  /// For the monitor.
  std::unique_ptr<MonitorState> monitorState;

  Cta(Cluster &cluster, Dim3 id, unsigned rank);
  ~Cta();

  Cluster &cluster;
  Launch &launch;
  const Dim3 id;
  const unsigned rank; // in the cluster
  std::vector<uint8_t> shared;
  /// One byte per byte of shared memory: has it been written?
  std::vector<uint8_t> written;
  /// Made when it is first allocated from.
  std::unique_ptr<TensorMemory> tensorMemory;
  std::array<Barrier, 16> barriers;
  /// Where it is known how many there are.
  std::optional<RegisterPool> registers;
  std::vector<std::unique_ptr<Warp>> warps;

  /// Checked memory for an access to .shared; null and the reason in
  /// \p problem when it isn't allowed.
  uint8_t *bytes(uint64_t offset, uint64_t bytes, Access access,
                 Problem &problem);
  /// Whether they lie in it, written or not.
  bool contains(uint64_t offset, uint64_t bytes, Access access,
                Problem &problem) const;
  uint64_t sharedBase() const { return sharedBaseOf(rank); }
  uint32_t liveThreads() const;
  bool hasEnded() const { return liveThreads() == 0; }
  /// Some threads have exited: barriers that wait for all may be complete.
  void recheckBarriers();
  /// Releases \p barrier's waiters when enough threads have arrived.
  bool completeBarrier(unsigned index);
  /// The pool has more registers: warps that wait for some look again.
  void wakeRegisters();
  /// Who waits where, for deadlocks.
  std::string describeWaiting() const;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_CTA_H
