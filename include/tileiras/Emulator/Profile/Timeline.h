//===- Timeline.h - Logical time of a launch --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A monitor that gives each event a time, as if all warps ran in parallel:
//
//   a warp            one tick for each instruction
//   a barrier         waiting warps continue at the time of the last arrival
//   an engine         executes the operations of a CTA one after the other: one
//                     tick, and another one for each 32 bytes that it writes
//   a wait for it     ends when the operation has completed
//
// The slices of a trace follow from it and, for the profile, the instructions
// at which warps waited and the bytes that the engines copied. It shows the
// dependences between warps and isn't a model of hardware: it has neither
// latencies nor a number of issue ports.
//
// The launch must run on one thread.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_TIMELINE_H
#define TILEIRAS_EMULATOR_PROFILE_TIMELINE_H

#include "tileiras/Emulator/Machine/InstructionCosts.h"
#include "tileiras/Emulator/Machine/Monitor.h"
#include "tileiras/Emulator/Profile/Trace.h"

#include "llvm/ADT/DenseMap.h"

#include <map>

namespace tileiras::emu {

class Timeline : public Monitor {
public:
  /// Either may be null.
  Timeline(Trace *trace, CostProfile *profile)
      : trace(trace), profile(profile) {}

  void clusterStart(Cluster &cluster) override;
  void clusterEnd(Cluster &cluster) override;
  void threadsExit(Warp &warp, LaneMask lanes) override;
  void frameStart(Warp &warp, Frame &frame) override;
  void beforeInstruction(Warp &warp, const Instruction &instruction,
                         LaneMask reached) override;
  void barrierArrive(Warp &warp, LaneMask lanes, unsigned id,
                     bool waits) override;
  void barrierComplete(Cta &cta, unsigned id) override;
  void clusterArrive(Warp &warp, LaneMask lanes, const Instruction &) override;
  void clusterWait(Warp &warp, LaneMask lanes,
                   const Instruction &instruction) override;
  void mbarrier(MbarrierEvent event, MemoryLocation mbarrier, uint64_t amount,
                Warp *warp, int lane, const AsyncOperation *operation) override;
  void asyncIssue(const AsyncOperation &operation) override;
  void asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                 const uint64_t (&horizons)[kWarpSize], bool groupedOnly,
                 Stage stage) override;

private:
  using Time = uint64_t;

  /// The instruction of a warp, and the time since which it is on the same
  /// line.
  struct WarpTime {
    Time now = 0, sliceStart = 0;
    const Function *function = nullptr;
    const Instruction *instruction = nullptr;
  };
  struct Arrivals {
    Time latest = 0;
    llvm::SmallVector<Warp *, 4> waiting;
  };
  /// The current phase of an mbarrier and the one before, which is complete.
  struct Phase {
    Time pending = 0, complete = 0;
  };
  struct Completion {
    const Warp *warp;
    AsyncKind kind;
    Time at;
  };
  using MbarrierKey = std::pair<const Cta *, uint64_t>;

  /// Ends the slice of instructions at \p warp's time.
  void closeSlice(Warp &warp, WarpTime &time);
  /// \p warp continues at \p at after waiting for \p what.
  void waitUntil(Warp &warp, Time at, llvm::StringRef what);
  Time &engineOf(const Cta &cta, AsyncKind kind);

  Trace *trace;
  CostProfile *profile;
  llvm::DenseMap<const Warp *, WarpTime> warps;
  std::map<std::pair<const Cta *, unsigned>, Arrivals> barriers;
  llvm::DenseMap<const Cluster *, Time> clusterArrivals;
  std::map<MbarrierKey, Phase> mbarriers;
  std::map<std::pair<const Cta *, AsyncKind>, Time> engines;
  std::map<std::pair<const Cluster *, uint64_t>, Completion> completions;
  llvm::DenseMap<const Function *, std::vector<bool>> everything;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_TIMELINE_H
