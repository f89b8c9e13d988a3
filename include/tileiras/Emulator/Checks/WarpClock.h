//===- WarpClock.h - Memory model in terms of clocks ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The PTX ISA's memory consistency model in terms of clocks. Knowledge goes
// from a thread that releases to one that acquires:
//
//   release pattern   a release write; or a fence and later a strong write
//   acquire pattern   an acquire read; or a strong read and later a fence
//   barriers          arriving releases, waiting acquires
//
// and is valid if the scopes of all four include both threads. An agent is a
// whole warp: knowledge that one lane acquires counts as known to all. Lanes
// are ordered among themselves by bar.warp.sync and by instructions that imply
// it; see `lanes`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_WARPCLOCK_H
#define TILEIRAS_EMULATOR_CHECKS_WARPCLOCK_H

#include "tileiras/Emulator/Checks/Agents.h"
#include "tileiras/Emulator/Checks/ShadowMemory.h"

#include <optional>

namespace tileiras::emu {

/// A strong write with the knowledge that reads of its value may acquire.
struct Release {
  Epoch by;
  unsigned lane = 0; // the first that wrote
  Scope scope = Scope::Sys;
  SiteId site = 0;
  /// The released knowledge; null if the write releases nothing and is only
  /// kept for messages.
  std::shared_ptr<const Knowledge> knowledge;
  /// Knowledge::tcgen05Fenced, which needs no release; null if it is empty.
  std::shared_ptr<const VectorClock> tcgen05Fenced;
  /// For a single lane, the time up to which it knows the other lanes of its
  /// warp. Lanes that release by one instruction share the rest of their
  /// knowledge.
  std::optional<Tick> othersUpTo;

  LaneTicks laneTicks() const {
    LaneTicks made{by.agent, {}};
    made.ticks.fill(*othersUpTo);
    made.ticks[lane] = by.tick;
    return made;
  }
  /// Returns whether acquiring it would have ordered \p earlier before the
  /// reader.
  bool wouldOrder(Epoch earlier, unsigned earlierLane) const {
    if (knowledge && knowledge->covers(earlier, earlierLane))
      return true;
    if ((knowledge && !othersUpTo) || earlier.agent != by.agent)
      return false;
    bool isOther = othersUpTo && earlierLane != lane;
    return earlier.tick <= (isOther ? *othersUpTo : by.tick);
  }
};

/// A synchronisation without effect, and the reason; for messages.
struct MissedRelease {
  enum Reason : uint8_t { NotReleased, NotAcquired, WriterScope, ReaderScope };
  Release release;
  Reason reason;
  SiteId site; // of the read
};

class WarpClock {
public:
  WarpClock(const Agents &agents, uint64_t cta, unsigned warp);

  AgentId agent() const { return self; }
  Tick tick() const { return now; }
  const Knowledge &known() const { return knowledge; }
  /// The time up to which \p lane may rely on actions of the warp's other
  /// lanes.
  Tick lanesOrdered(unsigned lane) const { return lanes[lane]; }

  /// Lanes of \p mask publish their knowledge. It excludes the warp's later
  /// actions, and those of its other lanes since bar.warp.sync.
  Knowledge release(uint32_t mask = ~uint32_t(0));
  /// Makes the warp's later actions later than the operation just issued.
  void advance() { knowledge.ordered.advance({self, ++now}); }
  /// The warp is at its instruction number \p moment: releases of lanes by an
  /// earlier instruction are complete.
  void comeTo(uint64_t moment);
  /// The lanes of \p mask acquire \p given.
  void acquire(const Knowledge &given, uint32_t mask);
  /// Records that an engine of this warp, or an mbarrier, has reached \p epoch.
  void complete(Epoch epoch) { knowledge.ordered.advance(epoch); }
  /// Executes bar.warp.sync of \p mask.
  void syncLanes(uint32_t mask);

  /// Executes fence or membar.
  void fence(Scope scope, bool releases, bool acquires, SiteId site,
             uint32_t mask = ~uint32_t(0));
  /// Execute fence.proxy.async, fence.proxy.tensormap::generic.release and
  /// .acquire.
  void fenceAsync();
  void releaseTensormaps();
  void acquireTensormap(uint64_t address);

  //===-- Tensor memory ---------------------------------------------------===//

  /// The operations on tensor memory that the warp's next operations there come
  /// after.
  const VectorClock &tensorOrdered() const { return inTensorOrder; }
  /// Records that the warp has waited for its loads or stores up to \p epoch.
  void completeTensor(Epoch epoch) { inTensorOrder.advance(epoch); }
  /// Executes tcgen05.fence::before_thread_sync; the latest operation is \p
  /// latest.
  void fenceTensorBefore(Tick latest);
  void fenceTensorAfter() { inTensorOrder.join(knowledge.tcgen05Fenced); }
  /// The fenced operations that a relaxed arrival of \p mask's lanes publishes.
  VectorClock fencedBy(uint32_t mask) const;
  /// Acquires the fenced operations of threads that release nothing else.
  void acquireTensor(const VectorClock &fenced) {
    knowledge.tcgen05Fenced.join(fenced);
  }

  //===-- Release and acquire patterns ------------------------------------===//

  /// The releases of a strong write: its own, or those of the fences before it.
  llvm::SmallVector<Release, 1> releasesOf(bool isRelease, Scope scope,
                                           SiteId site, uint32_t mask);
  /// Records that a strong read has observed \p release.
  void observe(const Release &release, bool isAcquire, Scope scope,
               SiteId site);

  /// The reason why \p earlier isn't known although a value was observed, or
  /// null.
  const MissedRelease *missedRelease(Epoch earlier, unsigned lane) const;

private:
  llvm::SmallVector<Release, 1> patternsOf(bool isRelease, Scope scope,
                                           SiteId site, uint32_t mask);
  void miss(const Release &release, MissedRelease::Reason reason, SiteId site);
  bool take(const Release &release, Scope scope, SiteId site);
  void acquireOfLane(const Release &release);
  Release releaseOfLane(unsigned lane, Scope scope, SiteId site);

  const Agents &agents;
  AgentId self;
  Tick now = 0;
  Knowledge knowledge;
  VectorClock inTensorOrder;
  /// The index up to which single lanes may publish operations of the whole
  /// warp.
  Tick tensorLanesOrdered = 0;
  std::array<Tick, 32> lanes = {};
  /// The knowledge that lanes publish by the instruction at `moment`: that of
  /// the warp except about its own lanes, and the knowledge that they acquire
  /// by it. Null before the first.
  std::shared_ptr<Knowledge> relayed;
  uint64_t moment = 0;
  /// By warp, the latest knowledge that its lanes have published so and that is
  /// included here. It includes all earlier knowledge.
  llvm::DenseMap<AgentId, Tick> taken;
  /// The knowledge that the latest fence of each scope, or of a wider one, can
  /// release.
  std::array<std::shared_ptr<const Knowledge>, unsigned(Scope::Sys) + 1> fenced;
  std::array<Tick, unsigned(Scope::Sys) + 1> fencedAt = {};
  /// Releases observed by relaxed reads, which a later fence acquires.
  struct Observed {
    Release release;
    Scope scope;
    SiteId site;
  };
  llvm::SmallVector<Observed, 2> observed;
  llvm::SmallVector<MissedRelease, 2> missed;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_WARPCLOCK_H
