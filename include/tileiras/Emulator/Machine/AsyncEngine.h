//===- AsyncEngine.h - Asynchronous operations ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation lands no later than the program may rely on it. The launch's
// schedule (Schedule.h) chooses the time:
//
//   in order     when a wait or a test of an mbarrier asks for it, in the order
//                of issue
//   random       at any time, in any order that is allowed
//   adversarial  when no warp of the cluster can run without it, sources read
//                as late, the latest issued first
//
// Order between operations exists only where `after` says so. PTX ISA,
// "Asynchronous Operations" and "Async proxy".
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_ASYNCENGINE_H
#define TILEIRAS_EMULATOR_MACHINE_ASYNCENGINE_H

#include "tileiras/Emulator/ISA/Instruction.h"
#include "tileiras/Emulator/Machine/AsyncOperation.h"

#include <map>

namespace tileiras::emu {

class Cluster;

/// The groups of one kind that the lanes of a warp have committed. A group is
/// identified by its horizon: the first id after its operations.
class AsyncGroups {
public:
  void commit(LaneMask lanes, uint64_t horizon) {
    commits.push_back({lanes, horizon});
  }
  /// Operations of \p lane below this id are in groups other than the latest
  /// \p pending ones.
  uint64_t horizon(unsigned lane, uint32_t pending) const;
  /// Records that \p lanes have waited for all but the latest \p pending
  /// groups.
  void forget(LaneMask lanes, uint32_t pending);

private:
  struct Commit {
    LaneMask lanes;
    uint64_t horizon;
  };
  llvm::SmallVector<Commit, 8> commits;
};

/// The operations of one cluster. Only the thread that runs the cluster uses
/// it.
class AsyncEngine {
public:
  explicit AsyncEngine(Cluster &cluster) : cluster(cluster) {}

  /// Takes \p operation, issued by the active lanes of \p warp at its current
  /// instruction; returns its id.
  uint64_t issue(Warp &warp, AsyncOperation operation);
  /// The same, issued by \p lanes of the active ones.
  uint64_t issue(Warp &warp, AsyncOperation operation, LaneMask lanes);
  /// Lands the operation \p id regardless of the schedule.
  void landNow(uint64_t id) { bring(id, Stage::Landed); }
  /// The operations of \p kind that the active lanes issued and that have not
  /// landed.
  llvm::SmallVector<uint64_t, 2> outstanding(const Warp &warp,
                                             AsyncKind kind) const;
  /// The last of the outstanding operations.
  std::optional<uint64_t> latest(const Warp &warp, AsyncKind kind) const;

  /// Executes tcgen05.fence::before_thread_sync of \p warp.
  void fenceBefore(Warp &warp);
  /// Executes tcgen05.fence::after_thread_sync of \p warp: its later operations
  /// of AsyncKind::TensorCore land after the operations that other warps have
  /// fenced, whether or not the warp has waited for those warps.
  void fenceAfter(Warp &warp);

  /// Commits the operations of the active lanes so far to a group.
  void commit(Warp &warp, AsyncKind kind);
  /// The active lanes wait until all but their latest \p pending groups are at
  /// \p stage. If Blocked is returned, the instruction runs again after some
  /// have landed.
  Flow waitGroups(Warp &warp, AsyncKind kind, uint32_t pending,
                  Stage stage = Stage::Landed);
  /// The same for all operations of \p kind, in a group or not.
  Flow waitAll(Warp &warp, AsyncKind kind);

  /// A test of this mbarrier has failed. Returns whether an operation that
  /// signals it has landed now, so that it is worth testing again.
  bool demand(MemoryLocation mbarrier);

  //===-- For the cluster -------------------------------------------------===//

  /// No warp can run: lands one operation of the schedule's choice; returns
  /// false if there is none.
  bool landOne();
  /// Lands operations at a random moment, in a random schedule.
  void landSome();
  /// The cluster has ended: lands the operations that are left.
  void drain();
  bool empty() const { return operations.empty(); }
  /// Returns "bulk copy of warp 1 (k.ptx:20) has not completed", for reports of
  /// deadlocks.
  std::string describeOutstanding() const;

private:
  Flow wait(Warp &warp, AsyncKind kind, const uint64_t (&horizons)[kWarpSize],
            bool groupedOnly, Stage stage);
  bool mayDelay();
  void sortBySchedule(llvm::MutableArrayRef<uint64_t> ids);
  void bring(uint64_t id, Stage stage);
  void advance(AsyncOperation &operation, Stage stage);
  void takeSources(AsyncOperation &operation);
  void wakeWarps();
  void deliver(AsyncOperation &operation, const MbarrierSignal &signal);
  uint64_t choose();

  Cluster &cluster;
  std::map<uint64_t, AsyncOperation> operations; // by id
  uint64_t nextId = 1;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_ASYNCENGINE_H
