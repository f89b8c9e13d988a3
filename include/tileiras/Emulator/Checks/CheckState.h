//===- CheckState.h - State of the checks -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The state that the checks keep for each warp, CTA, cluster and mbarrier:
// clocks and knowledge, operations that are not known to be complete, and the
// phases of barriers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H
#define TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H

#include "tileiras/Emulator/Checks/RaceDetector.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <deque>

namespace tileiras::emu {

/// A write that conflicts with another one. It is a race unless the value stays
/// the same, which is known after the instruction.
struct SuspectWrite {
  Conflict conflict;
  MemoryLocation location;
  llvm::SmallVector<uint8_t, 32> before;
  const Function *function;
  const Instruction *instruction;
};

struct WarpChecks : MonitorState {
  WarpChecks(const Agents &agents, uint64_t cta, unsigned warp)
      : clock(agents, cta, warp) {}

  WarpClock clock;
  std::optional<SuspectWrite> suspect;
  /// The number of arrivals of each lane at barrier.cluster, which is the index
  /// of the phase.
  std::array<uint32_t, kWarpSize> clusterArrivals = {};
  /// The latest operation of each kind.
  std::array<Tick, unsigned(AsyncKind::NumKinds)> lastIssued = {};
  /// The latest operation on a CTA's shared memory that completes as each
  /// agent: a thread of that CTA must know of it when the CTA ends.
  struct Issued {
    Epoch completion;
    const Cta *memory;
    AsyncKind kind;
    /// Whether it is in a group of bulk operations, for which only the lane
    /// that issued it can wait: each lane has an entry, until it has waited.
    bool isLanes;
    unsigned lane;
    const Function *function;
    const Instruction *instruction;
  };
  llvm::SmallVector<Issued, 2> issued;
};

/// An mbarrier object. Its time is the index of the incomplete phase; indices
/// continue when an object is initialised again.
struct MbarrierChecks {
  bool isLive = false;
  AgentId agent = 0;
  Tick phase = 1;
  /// The time of mbarrier.init, and whether asynchronous operations may rely on
  /// it.
  Epoch initialized;
  SiteId initializedAt = 0;
  bool isFenced = false;
  /// The knowledge that threads release by arriving in this phase, and in all
  /// completed phases.
  Knowledge arriving, completed;
  /// The latest successful wait of each warp, for messages.
  struct Wait {
    AgentId warp;
    SiteId site;
    Tick phase;
  };
  llvm::SmallVector<Wait, 4> waits;
  /// The phase that each lane polls for without success.
  llvm::DenseMap<uint64_t, Tick> polls;
};

/// The instructions that the warps of a warpgroup have executed together; see
/// CheckerWarpgroup.cpp.
struct WarpgroupChecks {
  static constexpr unsigned kWarps = 4;

  struct Executed {
    Warp *warp; // the first to execute it
    const Function *function;
    const Instruction *instruction;
    SiteId site;
    /// The values that must be the same in all warps.
    llvm::SmallVector<uint64_t, 2> agreed;
  };
  /// Instructions that some warps have executed and others have not yet; the
  /// index of the first of them, and the number that each warp has executed.
  std::deque<Executed> executed;
  uint64_t first = 0;
  std::array<uint64_t, kWarps> made = {};
  /// The times at which each warp executed setmaxnreg.
  std::array<llvm::SmallVector<Epoch, 2>, kWarps> resizes;
};

/// An access to tensor memory.
struct TmemAccess {
  TmemRange range;
  /// The epoch at which it is complete, and the epoch as which the warp has
  /// issued it (see Knowledge::tcgen05Fenced).
  Epoch complete, issued;
  /// The warp's own time.
  Epoch started;
  /// Whether it is tcgen05.dealloc, which isn't asynchronous: it is complete
  /// when it is issued.
  bool isSynchronous = false;
  const Function *function;
  const Instruction *instruction;
};

struct CtaChecks : MonitorState {
  CtaChecks(const Agents &agents, uint64_t index, unsigned warps)
      : index(index), memory(CheckedMemory::Shared, agents),
        warpgroups(warps / WarpgroupChecks::kWarps) {}

  const uint64_t index; // in the grid
  CheckedMemory memory;
  /// A named barrier: the knowledge that arriving threads release, and the
  /// waiting threads.
  struct Barrier {
    Knowledge arrived;
    llvm::SmallVector<std::pair<Warp *, LaneMask>, 4> waiters;
  };
  std::array<Barrier, 16> barriers;
  std::map<uint64_t, MbarrierChecks> mbarriers; // by offset
  std::vector<WarpgroupChecks> warpgroups;      // whole ones
  std::vector<TmemAccess> tensorMemory;
};

struct ClusterChecks : MonitorState {
  /// barrier.cluster: the knowledge released in phases of even and odd index.
  std::array<Knowledge, 2> arrived;
  std::array<uint32_t, 2> phase = {};
  /// Operations whose accesses are recorded when they happen: the knowledge of
  /// the threads that issued them.
  struct Issued {
    WarpClock clock;
    Epoch reads, writes;
    bool recordsReads, recordsWrites; // whose ranges are unknown
  };
  llvm::DenseMap<uint64_t, std::unique_ptr<Issued>> operations;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H
