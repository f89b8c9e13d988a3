//===- Checker.h - The monitor of a checked launch --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The monitor of a checked launch: it turns events into knowledge that
// synchronisation passes from warp to warp (WarpClock.h) and into accesses that
// are compared with earlier ones (RaceDetector.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_CHECKER_H
#define TILEIRAS_EMULATOR_CHECKS_CHECKER_H

#include "tileiras/Emulator/Checks/CheckState.h"
#include "tileiras/Emulator/Checks/RegisterChecks.h"
#include "tileiras/Emulator/Checks/Sites.h"
#include "tileiras/Emulator/Machine/CheckSet.h"

namespace tileiras::emu {

class Checker : public Monitor {
public:
  Checker(const CheckSet &checks, Launch &launch);
  /// Returns whether the launch has few enough agents to distinguish all.
  bool fits() const { return agents.fit(); }

  void clusterStart(Cluster &) override;
  void clusterEnd(Cluster &) override;
  void threadsExit(Warp &, LaneMask lanes) override;
  void frameStart(Warp &, Frame &) override;
  void beforeInstruction(Warp &, const Instruction &,
                         LaneMask reached) override;

  void access(const MemoryAccess &) override;
  void fence(Warp &, const Instruction &) override;

  void tcgen05Fence(Warp &, bool isAfter) override;
  void tmemRelease(Warp &, const TmemRange &) override;

  void barrierArrive(Warp &, LaneMask lanes, unsigned id, bool waits) override;
  void barrierComplete(Cta &, unsigned id) override;
  void warpSync(Warp &, LaneMask lanes) override;
  void warpgroup(Warp &, const Instruction &,
                 llvm::ArrayRef<uint64_t> agreed) override;
  void clusterArrive(Warp &, LaneMask lanes, const Instruction &) override;
  void clusterWait(Warp &, LaneMask lanes, const Instruction &) override;
  void mbarrier(MbarrierEvent, MemoryLocation mbarrier, uint64_t amount,
                Warp *warp, int lane, const AsyncOperation *operation) override;

  void asyncIssue(const AsyncOperation &) override;
  void asyncLand(const AsyncOperation &) override;
  void asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                 const uint64_t (&horizons)[kWarpSize], bool groupedOnly,
                 Stage stage) override;

private:
  //===-- Accesses (CheckerAccess.cpp) ------------------------------------===//
  CheckedMemory *memoryOf(MemoryLocation location);
  void record(Warp &warp, const WarpClock &clock, MemoryLocation location,
              const CheckedAccess &access, const Function &function,
              const Instruction &instruction);
  void strongAccess(const MemoryAccess &access, CheckedMemory &memory,
                    SiteId site);
  /// Observes values released since the last call; settles suspect writes.
  void settle(Warp &warp);
  uint8_t *bytesOf(MemoryLocation location, uint64_t bytes);
  bool mayBeSameValue(const Conflict &conflict) const;

  //===-- Asynchronous operations (CheckerAsync.cpp) ----------------------===//
  struct Completion {
    Epoch reads, writes;
  };
  std::optional<Completion> completionOf(const AsyncOperation &operation,
                                         const Cta *destination);
  void recordRange(const AsyncOperation &operation, const WarpClock &clock,
                   const MemoryRange &range, bool writes, Epoch by,
                   Proxy proxy);
  void checkSignals(const AsyncOperation &operation);
  void arriveAfterOthers(const AsyncOperation &operation);
  bool isChecked(const AsyncOperation &operation) const;
  void remember(const AsyncOperation &operation, Epoch completion,
                const Cta *memory);
  bool isFinished(const WarpChecks::Issued &issued) const;
  std::string missingBeforeExit(const WarpChecks::Issued &issued) const;
  void checkFinished(Cluster &cluster);

  //===-- Tensor memory (CheckerTensorMemory.cpp) -------------------------===//
  /// Whether one access comes before another, or the reason why not.
  enum class TmemOrder : uint8_t {
    Ordered,
    Unordered,
    OtherLanes,    // of its warp haven't reconverged for the arrival
    NoFenceBefore, // it is known, but not through fences
    NoFenceAfter
  };
  TmemOrder tensorOrder(const TmemAccess &earlier, Warp &warp,
                        const TmemAccess &later) const;
  void checkTensorMemory(const AsyncOperation &operation);
  void recordTensor(Warp &warp, const TmemAccess &made);
  std::string tensorRaceText(const TmemAccess &earlier, Warp &warp,
                             const TmemAccess &later, TmemOrder lacks);

  //===-- mbarriers (CheckerMbarrier.cpp) ---------------------------------===//
  MbarrierChecks &mbarrierAt(MemoryLocation location);
  void initialize(MbarrierChecks &object, MemoryLocation location, Warp &warp,
                  int lane);
  void arrived(MbarrierChecks &object, Warp &warp, LaneMask lanes,
               bool isRelaxed);
  void waited(MbarrierChecks &object, Warp &warp, int lane);
  void polled(MbarrierChecks &object, MemoryLocation location, Warp &warp,
              int lane);
  void fenceInitializations(Warp &warp);

  //===-- Warpgroups (CheckerWarpgroup.cpp) -------------------------------===//
  WarpgroupChecks &warpgroupOf(Warp &warp);
  void compareExecuted(const WarpgroupChecks::Executed &earlier,
                       const WarpgroupChecks::Executed &later);
  void checkFollows(Warp &warp, unsigned member);
  void checkWarpgroupOfExited(Warp &warp);
  void checkSynchronized(Warp &warp);

  //===-- Registers (CheckerRegisters.cpp) --------------------------------===//
  const WatchedFunction &watchedFunction(const Function &function);
  void checkUnwritten(Warp &warp, const Instruction &instruction,
                      LaneMask reached);
  void checkPending(Warp &warp, const Instruction &instruction);
  void useRegisters(const AsyncOperation &operation);
  Epoch completionOfRegisters(Warp &warp, const AsyncOperation &operation);

  //===-- Reports (RaceReport.cpp) ----------------------------------------===//
  void report(Warp &warp, const Conflict &conflict, MemoryLocation location,
              const Function &function, const Instruction &instruction);
  std::string raceMessage(Warp &warp, const Conflict &conflict,
                          MemoryLocation location);
  std::string whatIsMissing(Warp &warp, const Conflict &conflict);
  std::string missingWait(Warp &warp, Epoch epoch, const AgentName &earlier);
  bool isOfOtherLane(Warp &warp, const AccessRecord &earlier) const;
  static std::string waitFor(Engine engine);
  std::string missedText(const MissedRelease &missed) const;
  std::string describe(const AccessRecord &record) const;
  /// The state of a warp in \p warp's cluster; null if it is in another
  /// cluster.
  const WarpChecks *stateOf(Warp &warp, const AgentName &name);

  static WarpChecks &of(Warp &warp) {
    return static_cast<WarpChecks &>(*warp.monitorState);
  }
  static CtaChecks &of(const Cta &cta) {
    return static_cast<CtaChecks &>(*cta.monitorState);
  }
  static ClusterChecks &of(Cluster &cluster) {
    return static_cast<ClusterChecks &>(*cluster.monitorState);
  }
  SiteId siteOf(Warp &warp) const;
  /// \p lanes and the lanes that have exited, for which no thread waits.
  static LaneMask lanesOf(Warp &warp, LaneMask lanes) {
    return lanes | ~warp.liveLanes();
  }

  const CheckSet &checks;
  Launch &launch;
  const Agents agents;
  const Sites sites;
  CheckedMemory global;
  std::mutex watchedLock;
  std::map<const Function *, std::unique_ptr<WatchedFunction>> watched;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_CHECKER_H
