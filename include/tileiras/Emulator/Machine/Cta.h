//===- Cta.h - A cooperative thread array -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A CTA: its warps, its shared and tensor memory, its named barriers, and the
// registers that setmaxnreg distributes (PTX ISA, "Cooperative Thread Array",
// "barrier").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_CTA_H
#define TILEIRAS_EMULATOR_MACHINE_CTA_H

#include "tileiras/Emulator/Machine/Fault.h"
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
  /// bar.red: the number of threads that arrived with a true predicate.
  uint32_t trueCount = 0;
  struct Waiter {
    Warp *warp;
    Frame *frame;
    const Instruction *instruction;
    LaneMask lanes;
    /// Writes the result of bar.red to the waiting lanes; null for other
    /// barriers.
    void (*finish)(const Waiter &, const Barrier &);
  };
  std::vector<Waiter> waiters;
};

class Cta {
public:
  /// State that the monitor keeps.
  std::unique_ptr<MonitorState> monitorState;

  Cta(Cluster &cluster, Dim3 id, unsigned rank);
  ~Cta();

  Cluster &cluster;
  Launch &launch;
  const Dim3 id;
  const unsigned rank; // in the cluster
  std::vector<uint8_t> shared;
  /// One flag per byte of shared memory: whether it has been written.
  std::vector<uint8_t> written;
  /// Created at the first allocation.
  std::unique_ptr<TensorMemory> tensorMemory;
  std::array<Barrier, 16> barriers;
  /// Set if the number of registers at entry is known.
  std::optional<RegisterPool> registers;
  std::vector<std::unique_ptr<Warp>> warps;

  /// Checked memory for an access to .shared; null and the reason in
  /// \p problem when it isn't allowed.
  uint8_t *bytes(uint64_t offset, uint64_t bytes, Access access,
                 Problem &problem);
  /// Whether these bytes are in shared memory, written or not.
  bool contains(uint64_t offset, uint64_t bytes, Access access,
                Problem &problem) const;
  uint64_t sharedBase() const { return sharedBaseOf(rank); }
  uint32_t liveThreads() const;
  bool hasEnded() const { return liveThreads() == 0; }
  /// Completes barriers that wait for all threads after some have exited.
  void recheckBarriers();
  /// Releases \p barrier's waiters when enough threads have arrived.
  bool completeBarrier(unsigned index);
  /// Wakes the warps that wait for registers after the pool has received some.
  void wakeRegisters();
  /// Lists the waiting warps, for reports of deadlocks.
  std::string describeWaiting() const;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_CTA_H
