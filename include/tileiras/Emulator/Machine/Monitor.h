//===- Monitor.h - Observers of a launch ------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A launch with a monitor (LaunchConfig::monitor) calls it at each event;
// without one, it costs only the test of a pointer. A monitor derives from this
// class and overrides the events that it observes. Checks and profiles attach
// through this interface only.
//
// Calls about one cluster come from one thread; clusters may run on several
// threads at once (LaunchConfig::threads). A monitor that has found something
// calls Warp::fault or AsyncOperation::fault.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_MONITOR_H
#define TILEIRAS_EMULATOR_MACHINE_MONITOR_H

#include "tileiras/Emulator/Machine/AsyncEngine.h"

namespace tileiras::emu {

class Warp;
class Cta;
class Cluster;
class KernelError;
struct Launch;

/// An access of one lane or of an asynchronous operation. The instruction's
/// modifiers give its order and scope.
struct MemoryAccess {
  MemoryLocation location; // .local and .param too; `cta` for .shared only
  uint64_t bytes;
  Access kind;
  Proxy proxy;
  Warp *warp;
  unsigned lane; // of the operation: the first that issued it
  const Instruction *instruction;
  const AsyncOperation *operation; // null: the lane's own
};

enum class MbarrierEvent : uint8_t {
  Initialize,
  Invalidate,
  Arrive,        // by a lane or, with an operation, when that landed
  ExpectBytes,   // expect-tx
  CompleteBytes, // complete-tx
  PhaseComplete, // follows the event that completed it
  WaitSuccess,   // a test_wait or try_wait returned true
  WaitFailure    // …or false
};

class Monitor {
public:
  virtual ~Monitor() = default;

  //===-- Lives -----------------------------------------------------------===//

  virtual void launchStart(Launch &) {}
  virtual void launchEnd(Launch &) {}
  virtual void clusterStart(Cluster &) {}
  /// All threads have exited; operations that no thread waited for are about to
  /// land.
  virtual void clusterEnd(Cluster &) {}
  virtual void ctaEnd(Cta &) {}
  virtual void threadsExit(Warp &, LaneMask lanes) {}
  /// This warp has made the launch's first mistake; the launch ends when this
  /// returns.
  virtual void launchFails(Warp &, const KernelError &) {}

  /// \p warp makes \p frame to enter a function; sets Frame::watched.
  virtual void frameStart(Warp &, Frame &) {}
  /// Called before each instruction that Frame::watched names; \p reached are
  /// its lanes, regardless of the guard. It is called again if a monitor has
  /// called Warp::hold.
  virtual void beforeInstruction(Warp &, const Instruction &,
                                 LaneMask reached) {}

  //===-- Memory ----------------------------------------------------------===//

  virtual void access(const MemoryAccess &) {}
  /// The active lanes of \p warp execute fence, membar or fence.proxy; the
  /// modifiers say which.
  virtual void fence(Warp &warp, const Instruction &) {}
  /// \p warp executes tcgen05.fence::before_thread_sync or, if \p isAfter,
  /// ::after_thread_sync.
  virtual void tcgen05Fence(Warp &warp, bool isAfter) {}
  /// \p warp executes tcgen05.dealloc of these columns.
  virtual void tmemRelease(Warp &warp, const TmemRange &) {}

  //===-- Barriers --------------------------------------------------------===//

  /// \p lanes arrive at CTA barrier \p id; with \p waits they also wait.
  virtual void barrierArrive(Warp &, LaneMask lanes, unsigned id, bool waits) {}
  virtual void barrierComplete(Cta &, unsigned id) {}
  /// \p lanes execute bar.warp.sync.
  virtual void warpSync(Warp &, LaneMask lanes) {}
  /// \p warp has executed its part of an instruction that all four warps of a
  /// warpgroup have to execute; \p agreed are the values that must be the same
  /// in all.
  virtual void warpgroup(Warp &warp, const Instruction &,
                         llvm::ArrayRef<uint64_t> agreed) {}
  virtual void clusterArrive(Warp &, LaneMask lanes, const Instruction &) {}
  virtual void clusterWait(Warp &, LaneMask lanes, const Instruction &) {}
  /// \p warp and \p lane are set if a lane acts, \p operation if an operation
  /// does. \p amount counts arrivals or bytes.
  virtual void mbarrier(MbarrierEvent, MemoryLocation mbarrier, uint64_t amount,
                        Warp *warp, int lane, const AsyncOperation *operation) {
  }

  //===-- Asynchronous operations -----------------------------------------===//

  virtual void asyncIssue(const AsyncOperation &) {}
  virtual void asyncSourcesRead(const AsyncOperation &) {}
  virtual void asyncLand(const AsyncOperation &) {}
  /// \p warp's \p lanes may now rely on \p stage of their operations of \p kind
  /// whose id is less than horizons[lane]; with \p groupedOnly, only of those
  /// in groups. The operations may have landed long ago.
  virtual void asyncWait(Warp &warp, LaneMask lanes, AsyncKind kind,
                         const uint64_t (&horizons)[kWarpSize],
                         bool groupedOnly, Stage stage) {}
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_MONITOR_H
