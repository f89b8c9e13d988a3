//===- MonitorPair.h - Two monitors of one launch ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two monitors of one launch, such as a check and a timeline, which are told of
// each event in order. MonitorState, of which each frame, warp, CTA and cluster
// has one, belongs to the first alone.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_MONITORPAIR_H
#define TILEIRAS_EMULATOR_MACHINE_MONITORPAIR_H

#include "tileiras/Emulator/Machine/Monitor.h"

namespace tileiras::emu {

/// Forwards each event to two monitors, in order.
class MonitorPair : public Monitor {
public:
  MonitorPair(Monitor &first, Monitor &second) : pair{&first, &second} {}

  void launchStart(Launch &launch) override {
    both(&Monitor::launchStart, launch);
  }
  void launchEnd(Launch &launch) override { both(&Monitor::launchEnd, launch); }
  void clusterStart(Cluster &cluster) override {
    both(&Monitor::clusterStart, cluster);
  }
  void clusterEnd(Cluster &cluster) override {
    both(&Monitor::clusterEnd, cluster);
  }
  void ctaEnd(Cta &cta) override { both(&Monitor::ctaEnd, cta); }
  void threadsExit(Warp &warp, LaneMask lanes) override {
    both(&Monitor::threadsExit, warp, lanes);
  }
  void launchFails(Warp &warp, const KernelError &error) override {
    both(&Monitor::launchFails, warp, error);
  }
  void frameStart(Warp &warp, Frame &frame) override {
    both(&Monitor::frameStart, warp, frame);
  }
  void beforeInstruction(Warp &warp, const Instruction &instruction,
                         LaneMask reached) override {
    both(&Monitor::beforeInstruction, warp, instruction, reached);
  }
  void access(const MemoryAccess &access) override {
    both(&Monitor::access, access);
  }
  void fence(Warp &warp, const Instruction &instruction) override {
    both(&Monitor::fence, warp, instruction);
  }
  void tcgen05Fence(Warp &warp, bool isAfter) override {
    both(&Monitor::tcgen05Fence, warp, isAfter);
  }
  void tmemRelease(Warp &warp, const TmemRange &range) override {
    both(&Monitor::tmemRelease, warp, range);
  }
  void barrierArrive(Warp &warp, LaneMask lanes, unsigned id,
                     bool waits) override {
    both(&Monitor::barrierArrive, warp, lanes, id, waits);
  }
  void barrierComplete(Cta &cta, unsigned id) override {
    both(&Monitor::barrierComplete, cta, id);
  }
  void warpSync(Warp &warp, LaneMask lanes) override {
    both(&Monitor::warpSync, warp, lanes);
  }
  void warpgroup(Warp &warp, const Instruction &instruction,
                 llvm::ArrayRef<uint64_t> agreed) override {
    both(&Monitor::warpgroup, warp, instruction, agreed);
  }
  void clusterArrive(Warp &warp, LaneMask lanes,
                     const Instruction &instruction) override {
    both(&Monitor::clusterArrive, warp, lanes, instruction);
  }
  void clusterWait(Warp &warp, LaneMask lanes,
                   const Instruction &instruction) override {
    both(&Monitor::clusterWait, warp, lanes, instruction);
  }
  void mbarrier(MbarrierEvent event, MemoryLocation location, uint64_t amount,
                Warp *warp, int lane,
                const AsyncOperation *operation) override {
    both(&Monitor::mbarrier, event, location, amount, warp, lane, operation);
  }
  void asyncIssue(const AsyncOperation &operation) override {
    both(&Monitor::asyncIssue, operation);
  }
  void asyncSourcesRead(const AsyncOperation &operation) override {
    both(&Monitor::asyncSourcesRead, operation);
  }
  void asyncLand(const AsyncOperation &operation) override {
    both(&Monitor::asyncLand, operation);
  }
  void asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                 const uint64_t (&horizons)[kWarpSize], bool groupedOnly,
                 Stage stage) override {
    for (Monitor *each : pair)
      each->asyncWait(warp, lanes, kind, horizons, groupedOnly, stage);
  }

private:
  template <class Event, class... T> void both(Event event, T &&...what) {
    for (Monitor *each : pair)
      (each->*event)(what...);
  }

  Monitor *pair[2];
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_MONITORPAIR_H
