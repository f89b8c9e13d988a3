//===- Cta.h - A cooperative thread array -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_CTA_H
#define TILEIRAS_EMULATOR_MACHINE_CTA_H

#include "tileiras/Emulator/Machine/Launch.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include <array>
#include <memory>
#include <vector>

namespace tileiras::emu {

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
  Cta(Launch &launch, Dim3 id);
  ~Cta();

  /// Idle: for a long time its warps have only polled.
  enum class Outcome : uint8_t { Finished, Running, Idle, Fault };
  /// Runs every warp until it blocks or has used up \p budget instructions.
  Outcome run(uint64_t budget);
  /// Reports who waits for what as the launch's fault.
  void reportDeadlock();
  /// Reports that the launch has reached its limit of instructions.
  void reportUnfinished();

  Launch &launch;
  const Dim3 id;
  std::vector<uint8_t> shared;
  /// One byte per byte of shared memory: has it been written?
  std::vector<uint8_t> written;
  std::array<Barrier, 16> barriers;

  uint32_t liveThreads() const;
  /// Some threads have exited: barriers that wait for all may be complete.
  void recheckBarriers();
  /// Releases \p barrier's waiters when enough threads have arrived.
  bool completeBarrier(unsigned index);

private:
  void reportWaiting(std::string text);

  std::vector<std::unique_ptr<Warp>> warps;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_CTA_H
