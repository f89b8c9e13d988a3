//===- WarpClock.h - What a warp knows, gives and takes ---------*- C++ -*-===//
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
//   barriers          arriving releases, going on acquires
//
// and counts where the scopes of all four include both threads. An agent is a
// whole warp: what one lane acquires, the others are taken to know. Lanes are
// ordered among themselves by bar.warp.sync and what implies it; see `lanes`.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_WARPCLOCK_H
#define TILEIRAS_EMULATOR_CHECKS_WARPCLOCK_H

#include "tileiras/Emulator/Checks/Agents.h"
#include "tileiras/Emulator/Checks/ShadowMemory.h"

#include <optional>

namespace tileiras::emu {

/// What a strong write leaves at its address for the reads that observe it.
struct Release {
  Epoch by;
  unsigned lane = 0; // the first of those that wrote
  Scope scope = Scope::Sys;
  SiteId site = 0;
  /// Null: nothing was released, the write is only remembered for messages.
  std::shared_ptr<const Knowledge> knowledge;
  /// Knowledge::tensorFenced, which needs no release; null where it is empty.
  std::shared_ptr<const VectorClock> tensorFenced;
  /// Of a single lane: up to when it knows what others of its warp did. Lanes
  /// that release by one instruction share the rest of their knowledge.
  std::optional<Tick> othersUpTo;

  LaneTicks laneTicks() const {
    LaneTicks made{by.agent, {}};
    made.ticks.fill(*othersUpTo);
    made.ticks[lane] = by.tick;
    return made;
  }
  /// Would taking it have ordered \p earlier before the reader?
  bool wouldOrder(Epoch earlier, unsigned earlierLane) const {
    if (knowledge && knowledge->covers(earlier, earlierLane))
      return true;
    if ((knowledge && !othersUpTo) || earlier.agent != by.agent)
      return false;
    bool isOther = othersUpTo && earlierLane != lane;
    return earlier.tick <= (isOther ? *othersUpTo : by.tick);
  }
};

/// A synchronisation that came to nothing, and why; for messages.
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
  /// What other lanes of this warp did up to this time, \p lane may rely on.
  Tick lanesOrdered(unsigned lane) const { return lanes[lane]; }

  /// Lanes of \p mask hand on what they know: what the warp does from now on
  /// isn't in it, nor what its other lanes did since bar.warp.sync.
  Knowledge release(uint32_t mask = ~uint32_t(0));
  /// What the warp does from now on is later than an operation just issued.
  void advance() { knowledge.ordered.advance({self, ++now}); }
  /// The warp is at its instruction number \p moment: what lanes released by an
  /// earlier one is complete.
  void comeTo(uint64_t moment);
  /// Takes \p given for the lanes of \p mask.
  void acquire(const Knowledge &given, uint32_t mask);
  /// An engine of this warp, or an mbarrier, has come to \p epoch.
  void complete(Epoch epoch) { knowledge.ordered.advance(epoch); }
  /// bar.warp.sync of \p mask.
  void syncLanes(uint32_t mask);

  /// fence and membar.
  void fence(Scope scope, bool releases, bool acquires, SiteId site,
             uint32_t mask = ~uint32_t(0));
  /// fence.proxy.async, fence.proxy.tensormap::generic.release and .acquire.
  void fenceAsync();
  void releaseTensormaps();
  void acquireTensormap(uint64_t address);

  //===-- Tensor memory ---------------------------------------------------===//

  /// What the warp's operations there come after by now.
  const VectorClock &tensorOrdered() const { return inTensorOrder; }
  /// The warp has waited for its loads or stores up to \p epoch.
  void completeTensor(Epoch epoch) { inTensorOrder.advance(epoch); }
  /// tcgen05.fence::before_thread_sync; the latest operation is \p latest.
  void fenceTensorBefore(Tick latest);
  void fenceTensorAfter() { inTensorOrder.join(knowledge.tensorFenced); }
  /// What an arrival of \p mask's lanes that releases nothing hands on.
  VectorClock fencedBy(uint32_t mask) const;
  /// Has waited for others who say nothing but what they have fenced.
  void acquireTensor(const VectorClock &fenced) {
    knowledge.tensorFenced.join(fenced);
  }

  //===-- Release and acquire patterns ------------------------------------===//

  /// What a strong write gives those who observe it: by a release of its own,
  /// or by the fences before it.
  llvm::SmallVector<Release, 1> releasesOf(bool isRelease, Scope scope,
                                           SiteId site, uint32_t mask);
  /// A strong read has observed \p release.
  void observe(const Release &release, bool isAcquire, Scope scope,
               SiteId site);

  /// Why \p earlier isn't known although something was observed; or null.
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
  /// Operations up to this number single lanes may hand on for all.
  Tick tensorLanesOrdered = 0;
  std::array<Tick, 32> lanes = {};
  /// What lanes hand on by the instruction at `moment`: all that the warp knows
  /// but for its own lanes, and what they acquire by it. Null before the first.
  std::shared_ptr<Knowledge> handedOn;
  uint64_t moment = 0;
  /// By warp, the latest of what its lanes have so handed on and is in here. It
  /// has all that was before.
  llvm::DenseMap<AgentId, Tick> taken;
  /// What the latest fence of each scope, or of a wider one, can release.
  std::array<std::shared_ptr<const Knowledge>, unsigned(Scope::Sys) + 1> fenced;
  std::array<Tick, unsigned(Scope::Sys) + 1> fencedAt = {};
  /// Observed by relaxed reads: a fence will take them.
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
