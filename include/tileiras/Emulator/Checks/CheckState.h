//===- CheckState.h - What checks keep of warps and CTAs --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H
#define TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H

#include "tileiras/Emulator/Checks/RaceDetector.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Monitor.h"

#include <deque>

namespace tileiras::emu {

/// A write that conflicts with another one: a race unless the value stays the
/// same, which is known after the instruction.
struct SuspectWrite {
  Conflict conflict;
  MemoryPlace place;
  llvm::SmallVector<uint8_t, 32> before;
  const Function *function;
  const Instruction *instruction;
};

struct WarpChecks : MonitorState {
  WarpChecks(const Agents &agents, uint64_t cta, unsigned warp)
      : clock(agents, cta, warp) {}

  WarpClock clock;
  std::optional<SuspectWrite> suspect;
  /// How often each lane has arrived at barrier.cluster: the phase's number.
  std::array<uint32_t, WarpSize> clusterArrivals = {};
  /// The latest operation of each kind.
  std::array<Tick, unsigned(AsyncKind::NumKinds)> lastIssued = {};
  /// The latest operation on a CTA's shared memory that completes as each
  /// agent: somebody of that CTA must know of it when the CTA ends.
  struct Issued {
    Epoch completion;
    const Cta *memory;
    AsyncKind kind;
    /// In a group of bulk operations, for which nobody but the lane that issued
    /// it can wait: each lane has an entry, until it has waited.
    bool isLanes;
    unsigned lane;
    const Function *function;
    const Instruction *instruction;
  };
  llvm::SmallVector<Issued, 2> issued;
};

/// An mbarrier object. Its time is the number of the phase that is incomplete;
/// phases are numbered on when an object is initialised again.
struct MbarrierChecks {
  bool isLive = false;
  AgentId agent = 0;
  Tick phase = 1;
  /// mbarrier.init, and whether asynchronous operations may rely on it.
  Epoch initialized;
  SiteId initializedAt = 0;
  bool isFenced = false;
  /// What those who arrive in this phase give, and in all before.
  Knowledge arriving, completed;
  /// The latest successful wait of each warp, for messages.
  struct Wait {
    AgentId warp;
    SiteId site;
    Tick phase;
  };
  llvm::SmallVector<Wait, 4> waits;
  /// Polls in vain: the phase each lane waits for.
  llvm::DenseMap<uint64_t, Tick> polls;
};

/// What the warps of a warpgroup have executed as one; see
/// CheckerWarpgroup.cpp.
struct WarpgroupChecks {
  static constexpr unsigned Warps = 4;

  struct Step {
    Warp *warp; // the first to make it
    const Function *function;
    const Instruction *instruction;
    SiteId site;
    /// What all have to agree on.
    llvm::SmallVector<uint64_t, 2> agreed;
  };
  /// Steps that some warps have made and others have to make yet; the number of
  /// the first of them, and of those that each warp has made.
  std::deque<Step> steps;
  uint64_t first = 0;
  std::array<uint64_t, Warps> made = {};
  /// When each warp executed setmaxnreg.
  std::array<llvm::SmallVector<Epoch, 2>, Warps> resizes;
};

/// An access to tensor memory.
struct TensorAccess {
  TensorRange range;
  /// When it is complete, and as what the warp has issued it (see
  /// Knowledge::tensorFenced).
  Epoch complete, issued;
  /// The warp's own time.
  Epoch started;
  /// tcgen05.dealloc isn't asynchronous: complete when it is issued.
  bool isSynchronous = false;
  const Function *function;
  const Instruction *instruction;
};

struct CtaChecks : MonitorState {
  CtaChecks(const Agents &agents, uint64_t index, unsigned warps)
      : index(index), memory(CheckedMemory::Shared, agents),
        warpgroups(warps / WarpgroupChecks::Warps) {}

  const uint64_t index; // in the grid
  CheckedMemory memory;
  /// Named barriers: what those who have arrived give, and who waits.
  struct Barrier {
    Knowledge arrived;
    llvm::SmallVector<std::pair<Warp *, LaneMask>, 4> waiters;
  };
  std::array<Barrier, 16> barriers;
  std::map<uint64_t, MbarrierChecks> mbarriers; // by offset
  std::vector<WarpgroupChecks> warpgroups;      // whole ones
  std::vector<TensorAccess> tensorMemory;
};

struct ClusterChecks : MonitorState {
  /// barrier.cluster: what was given in phases of even and odd number.
  std::array<Knowledge, 2> arrived;
  std::array<uint32_t, 2> phase = {};
  /// Operations whose accesses are recorded as they are made: what their
  /// issuers knew.
  struct Issued {
    WarpClock clock;
    Epoch reads, writes;
    bool recordsReads, recordsWrites; // of which no ranges are known
  };
  llvm::DenseMap<uint64_t, std::unique_ptr<Issued>> operations;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_CHECKSTATE_H
