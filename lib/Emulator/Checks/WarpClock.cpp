//===- WarpClock.cpp - Memory model in terms of clocks ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/WarpClock.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/bit.h"

#include <utility>

using namespace llvm;

namespace tileiras::emu {

namespace {
/// The number of past synchronisations that messages consider.
constexpr unsigned kMaxMissed = 8, kMaxObserved = 16;
} // namespace

WarpClock::WarpClock(const Agents &agents, uint64_t cta, unsigned warp)
    : agents(agents), self(agents.engine(cta, warp, Engine::Warp)) {
  knowledge.ordered = VectorClock(agents.firstOf(cta), agents.perCta());
  advance();
}

Knowledge WarpClock::release(uint32_t mask) {
  Knowledge given = knowledge;
  if (~mask) {
    Tick base = 0; // other lanes of the warp may have exited
    for (uint32_t rest = mask; rest; rest &= rest - 1)
      base = std::max(base, lanes[__builtin_ctz(rest)]);
    given.limitToLanes(self, mask, base, now);
    given.tcgen05Fenced = fencedBy(mask);
  }
  advance();
  return given;
}

void WarpClock::acquire(const Knowledge &given, uint32_t mask) {
  knowledge.join(given);
  Tick own = given.ordered.of(self);
  for (const LaneTicks &each : given.lanes)
    if (each.agent == self)
      own = std::max(own, *max_element(each.ticks));
  for (; mask; mask &= mask - 1) {
    Tick &lane = lanes[__builtin_ctz(mask)];
    lane = std::max(lane, own);
  }
  tensorLanesOrdered =
      std::max(tensorLanesOrdered,
               given.tcgen05Fenced.of(self + unsigned(kIssuedByAll)));
}

void WarpClock::comeTo(uint64_t next) {
  if (next == moment)
    return;
  moment = next;
  if (std::exchange(relayed, nullptr))
    advance();
}

/// The release of a single lane. A copy of all knowledge for each lane would
/// cost too much if atomics of many warps target the same memory, so the lanes
/// of an instruction share one, and each has only its own knowledge of the
/// others.
Release WarpClock::releaseOfLane(unsigned lane, Scope scope, SiteId site) {
  if (!relayed) {
    relayed = std::make_shared<Knowledge>(knowledge);
    relayed->ordered.limit({self, *min_element(lanes)});
    relayed->tcgen05Fenced = fencedBy(uint32_t(1) << lane);
  }
  Release made;
  made.by = {self, now};
  made.lane = lane;
  made.scope = scope;
  made.site = site;
  made.knowledge = relayed;
  made.othersUpTo = lanes[lane];
  return made;
}

/// Acquires the release of a single lane. If it is a lane of this warp, only
/// the order of the lanes is new.
void WarpClock::acquireOfLane(const Release &release) {
  LaneTicks ticks = release.laneTicks();
  if (release.by.agent == self) {
    for (Tick &lane : lanes)
      lane = std::max(lane, release.by.tick);
    tensorLanesOrdered = std::max(
        tensorLanesOrdered,
        release.knowledge->tcgen05Fenced.of(self + unsigned(kIssuedByAll)));
    return;
  }
  Tick &latest = taken[release.by.agent];
  bool isNew = latest < release.by.tick;
  latest = std::max(latest, release.by.tick);
  if (isNew)
    acquire(*release.knowledge, ~uint32_t(0));
  knowledge.join(ticks);
  if (!relayed)
    return;
  if (isNew)
    relayed->join(*release.knowledge);
  relayed->join(ticks);
}

void WarpClock::syncLanes(uint32_t mask) {
  if (!~mask)
    tensorLanesOrdered =
        knowledge.tcgen05Fenced.of(self + unsigned(kIssuedByAll));
  for (; mask; mask &= mask - 1)
    lanes[__builtin_ctz(mask)] = now;
  advance();
}

//===-- Fences ----------------------------------------------------------===//

void WarpClock::fence(Scope scope, bool releases, bool acquires, SiteId site,
                      uint32_t mask) {
  if (acquires) {
    erase_if(observed, [&](const Observed &each) {
      return take(each.release, std::min(scope, each.scope), site);
    });
  }
  if (!releases)
    return;
  Tick at = now;
  auto given = std::make_shared<const Knowledge>(release(mask));
  for (unsigned each = 0; each <= unsigned(scope); ++each) {
    fenced[each] = given;
    fencedAt[each] = at;
  }
}

void WarpClock::fenceAsync() {
  knowledge.asyncVisible.join(knowledge.ordered);
  advance();
}

void WarpClock::releaseTensormaps() {
  knowledge.tensormapReleased.join(knowledge.ordered);
  advance();
}

/// PTX ISA, "membar, fence": a release sequence with the fence of the other
/// side synchronises with an acquire sequence that has this one, so a relaxed
/// read before it is enough, for the 128 bytes.
void WarpClock::acquireTensormap(uint64_t address) {
  knowledge.acquireTensormap(address);
  for (const Observed &each : observed)
    if (agents.includes(each.release.scope, each.release.by.agent, self))
      knowledge.acquireTensormap(address, *each.release.knowledge);
}

void WarpClock::fenceTensorBefore(Tick latest) {
  knowledge.tcgen05Fenced.join(inTensorOrder);
  for (Engine issued : {kIssuedByAll, kIssuedByOne})
    knowledge.tcgen05Fenced.advance({self + unsigned(issued), latest});
}

VectorClock WarpClock::fencedBy(uint32_t mask) const {
  VectorClock fenced = knowledge.tcgen05Fenced;
  if (~mask)
    fenced.limit({self + unsigned(kIssuedByAll), tensorLanesOrdered});
  return fenced;
}

//===-- Release and acquire patterns ------------------------------------===//

SmallVector<Release, 1> WarpClock::releasesOf(bool isRelease, Scope scope,
                                              SiteId site, uint32_t mask) {
  SmallVector<Release, 1> releases = patternsOf(isRelease, scope, site, mask);
  if (!knowledge.tcgen05Fenced.empty())
    releases.back().tcgen05Fenced =
        std::make_shared<const VectorClock>(fencedBy(mask));
  return releases;
}

SmallVector<Release, 1> WarpClock::patternsOf(bool isRelease, Scope scope,
                                              SiteId site, uint32_t mask) {
  Epoch by{self, now};
  unsigned lane = countr_zero(mask);
  if (isRelease && has_single_bit(mask))
    return {releaseOfLane(lane, scope, site)};
  if (isRelease)
    return {{by, lane, scope, site,
             std::make_shared<const Knowledge>(release(mask)), nullptr,
             std::nullopt}};
  // A fence of a narrower scope is later, or it would have been overwritten.
  SmallVector<Release, 1> releases;
  for (unsigned each = unsigned(scope); each > 0; --each)
    if (fenced[each] &&
        (releases.empty() || releases.back().knowledge != fenced[each]))
      releases.push_back({{self, fencedAt[each]},
                          lane,
                          Scope(each),
                          site,
                          fenced[each],
                          nullptr,
                          std::nullopt});
  if (releases.empty())
    releases.push_back({by, lane, scope, site, nullptr, nullptr, std::nullopt});
  return releases;
}

bool WarpClock::take(const Release &release, Scope scope, SiteId site) {
  if (!agents.includes(release.scope, release.by.agent, self)) {
    miss(release, MissedRelease::WriterScope, site);
    return false;
  }
  if (!agents.includes(scope, self, release.by.agent)) {
    miss(release, MissedRelease::ReaderScope, site);
    return false;
  }
  if (release.othersUpTo)
    acquireOfLane(release);
  else
    acquire(*release.knowledge, ~uint32_t(0));
  return true;
}

void WarpClock::observe(const Release &release, bool isAcquire, Scope scope,
                        SiteId site) {
  if (release.tcgen05Fenced)
    acquireTensor(*release.tcgen05Fenced);
  if (release.by.agent == self && !release.knowledge)
    return;
  if (!release.knowledge) {
    miss(release, MissedRelease::NotReleased, site);
    return;
  }
  bool isKnown =
      release.by.agent != self && knowledge.covers(release.by, release.lane);
  if (isKnown)
    return;
  if (isAcquire) {
    take(release, scope, site);
    return;
  }
  miss(release, MissedRelease::NotAcquired, site);
  for (const Observed &each : observed)
    if (each.release.knowledge == release.knowledge)
      return;
  if (observed.size() == kMaxObserved)
    observed.erase(observed.begin());
  observed.push_back({release, scope, site});
}

//===-- Messages --------------------------------------------------------===//

void WarpClock::miss(const Release &release, MissedRelease::Reason reason,
                     SiteId site) {
  for (const MissedRelease &each : missed)
    if (each.release.by.agent == release.by.agent &&
        each.release.by.tick == release.by.tick && each.reason == reason)
      return;
  if (missed.size() == kMaxMissed)
    missed.erase(missed.begin());
  missed.push_back({release, reason, site});
}

const MissedRelease *WarpClock::missedRelease(Epoch earlier,
                                              unsigned lane) const {
  for (const MissedRelease &each : reverse(missed))
    if (each.release.wouldOrder(earlier, lane))
      return &each;
  return nullptr;
}

} // namespace tileiras::emu
