//===- AsyncEngine.h - Asynchronous operations under way --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operation lands only where the program may rely on it. When that is, the
// launch's schedule says (Schedule.h):
//
//   in order     when a wait or a test of an mbarrier asks for it, in the order
//                of issue
//   random       at any time, in any order that is allowed
//   adversarial  when nobody in the cluster can run without it, sources read
//                as late, the latest issued first
//
// Order between operations exists only where `after` says so. PTX ISA,
// "Asynchronous Operations" and "Async proxy".
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_ASYNCENGINE_H
#define TILEIRAS_EMULATOR_MACHINE_ASYNCENGINE_H

#include "tileiras/Emulator/Instruction.h"
#include "tileiras/Emulator/Machine/AsyncOperation.h"

#include <map>

namespace tileiras::emu {

class Cluster;

/// The groups of one kind that the lanes of a warp have committed. A group is
/// known by its horizon: the first id that doesn't belong to it any more.
class AsyncGroups {
public:
  void commit(LaneMask lanes, uint64_t horizon) {
    commits.push_back({lanes, horizon});
  }
  /// Operations of \p lane below this id are in groups other than the latest
  /// \p pending ones.
  uint64_t horizon(unsigned lane, uint32_t pending) const;
  /// \p lanes have waited for all but the latest \p pending groups.
  void forget(LaneMask lanes, uint32_t pending);

private:
  struct Commit {
    LaneMask lanes;
    uint64_t horizon;
  };
  llvm::SmallVector<Commit, 8> commits;
};

/// The operations of one cluster. Used by the one thread that runs it.
class AsyncEngine {
public:
  explicit AsyncEngine(Cluster &cluster) : cluster(cluster) {}

  /// Takes \p operation, issued by the active lanes of \p warp at its current
  /// instruction; returns its id.
  uint64_t issue(Warp &warp, AsyncOperation operation);
  /// The same by \p lanes of them.
  uint64_t issue(Warp &warp, AsyncOperation operation, LaneMask lanes);
  /// Lands the operation \p id whatever the schedule says.
  void landNow(uint64_t id) { bring(id, Stage::Landed); }
  /// What the active lanes issued and has not landed, of \p kind.
  llvm::SmallVector<uint64_t, 2> outstanding(const Warp &warp,
                                             AsyncKind kind) const;
  /// The last of these.
  std::optional<uint64_t> latest(const Warp &warp, AsyncKind kind) const;

  /// tcgen05.fence::before_thread_sync of \p warp.
  void fenceBefore(Warp &warp);
  /// tcgen05.fence::after_thread_sync of \p warp: what it issues from now on of
  /// AsyncKind::TensorCore lands after what others have fenced, whether or not
  /// anything has made it wait for them.
  void fenceAfter(Warp &warp);

  /// The active lanes put their operations so far into a group.
  void commit(Warp &warp, AsyncKind kind);
  /// The active lanes wait until all but their latest \p pending groups are at
  /// \p stage. Blocked: the instruction runs again after some have landed.
  Flow waitGroups(Warp &warp, AsyncKind kind, uint32_t pending,
                  Stage stage = Stage::Landed);
  /// The same for all operations of \p kind, in a group or not.
  Flow waitAll(Warp &warp, AsyncKind kind);

  /// A test of this mbarrier failed; true when an operation that signals it
  /// has landed now, so that testing again makes sense.
  bool demand(MemoryPlace mbarrier);

  //===-- For the cluster -------------------------------------------------===//

  /// Nobody can run: lands one operation of the schedule's choice; false when
  /// there is none.
  bool landOne();
  /// At some moment of a random schedule.
  void landSome();
  /// The cluster has ended: whatever is left lands.
  void drain();
  bool empty() const { return operations.empty(); }
  /// "bulk copy of warp 1 (k.ptx:20) has not completed", for deadlocks.
  std::string describeOutstanding() const;

private:
  Flow wait(Warp &warp, AsyncKind kind, const uint64_t (&horizons)[WarpSize],
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
