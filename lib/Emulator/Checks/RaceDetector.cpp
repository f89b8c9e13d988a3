//===- RaceDetector.cpp - Conflicting accesses without an order -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/RaceDetector.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::emu {

//===-- Accesses --------------------------------------------------------===//

Ordering CheckedMemory::order(const AccessRecord &earlier,
                              const WarpClock &warp,
                              const CheckedAccess &later) const {
  // A lane may write memory that other lanes have read: the warp's instructions
  // are executed in order, and compilers that keep a value in several lanes
  // rely on that.
  if (earlier.agent == warp.agent() && earlier.writes && !later.collective) {
    bool sameLane = earlier.lane == later.lane && !earlier.severalLanes;
    if (!sameLane && earlier.tick > warp.lanesOrdered(later.lane))
      return Ordering::OtherLane;
  }
  const Knowledge &known = warp.known();
  bool isKnown = earlier.severalLanes
                     ? known.ordered.covers(earlier.epoch())
                     : known.covers(earlier.epoch(), earlier.lane);
  if (!isKnown)
    return Ordering::Unordered;
  if (!earlier.writes || earlier.throughAsyncProxy)
    return Ordering::Ordered;
  bool isVisible = true;
  if (later.throughTensormapProxy)
    isVisible = known.seesTensormap(later.address, earlier.epoch());
  else if (later.kind.throughAsyncProxy)
    isVisible = known.asyncVisible.covers(earlier.epoch());
  return isVisible ? Ordering::Ordered : Ordering::NotFenced;
}

bool CheckedMemory::conflicts(const AccessRecord &earlier,
                              const CheckedAccess &later) const {
  if (!earlier.writes && !later.kind.writes)
    return false;
  bool morallyStrong =
      earlier.strong && later.kind.strong &&
      agents.includes(Scope(earlier.scope), earlier.agent, later.by.agent) &&
      agents.includes(later.kind.scope, later.by.agent, earlier.agent);
  return !morallyStrong;
}

Ordering CheckedMemory::lacks(const AccessRecord &earlier,
                              const WarpClock &warp,
                              const CheckedAccess &later) const {
  if (earlier.nonCoherent || later.kind.nonCoherent)
    return Ordering::ReadOnly;
  return order(earlier, warp, later);
}

/// The cell has too many accesses: evicts one of the newcomer's CTA if it has
/// two, or else any.
void CheckedMemory::evictAccess(ShadowCell &cell, AgentId newcomer) const {
  unsigned ofCta = 0;
  for (auto [index, each] : enumerate(cell)) {
    if (each.writes || agents.ctaOf(each.agent) != agents.ctaOf(newcomer))
      continue;
    if (++ofCta == 2) {
      cell.erase(cell.begin() + index);
      return;
    }
  }
  cell.erase(cell.begin() + newcomer % cell.size());
}

static bool isSameMoment(const AccessRecord &earlier,
                         const CheckedAccess &later) {
  return earlier.agent == later.by.agent && earlier.tick == later.by.tick &&
         bool(earlier.writes) == later.kind.writes &&
         bool(earlier.strong) == later.kind.strong &&
         bool(earlier.nonCoherent) == later.kind.nonCoherent;
}

/// An earlier access is dropped if every thread that knows this one knows it,
/// too; but a non-coherent read isn't dropped for another access, since no
/// later write may know it.
void CheckedMemory::record(ShadowCell &cell, const WarpClock &warp,
                           const CheckedAccess &access) {
  erase_if(cell, [&](const AccessRecord &earlier) {
    bool isOfLaterUse = earlier.nonCoherent && !access.kind.nonCoherent;
    return (access.kind.writes || !earlier.writes) && !isOfLaterUse &&
           order(earlier, warp, access) == Ordering::Ordered;
  });
  for (AccessRecord &earlier : cell) {
    if (!access.kind.writes && isSameMoment(earlier, access)) {
      earlier.severalLanes |= earlier.lane != access.lane;
      return;
    }
  }
  if (cell.size() >= maxPerCell)
    evictAccess(cell, access.by.agent);
  AccessRecord made;
  made.agent = access.by.agent;
  made.tick = access.by.tick;
  made.site = std::min(access.site, AccessRecord::kLastSite);
  made.lane = access.lane;
  made.writes = access.kind.writes;
  made.strong = access.kind.strong;
  made.scope = unsigned(access.kind.scope);
  made.throughAsyncProxy = access.kind.throughAsyncProxy;
  made.nonCoherent = access.kind.nonCoherent;
  cell.push_back(made);
}

std::optional<Conflict> CheckedMemory::access(const WarpClock &warp,
                                              const CheckedAccess &access) {
  std::optional<Conflict> found;
  auto visit = [&](ShadowCell &cell) {
    // No other access has been recorded since this lane made the same.
    if (!cell.empty() && isSameMoment(cell.back(), access) &&
        cell.back().lane == access.lane && !cell.back().severalLanes)
      return true;
    for (const AccessRecord &earlier : cell) {
      if (found || !conflicts(earlier, access))
        continue;
      Ordering ordering = lacks(earlier, warp, access);
      if (ordering != Ordering::Ordered)
        found = {earlier, access, ordering};
    }
    record(cell, warp, access);
    return true;
  };
  uint64_t address = access.address, end = address + access.bytes;
  while (address < end) {
    uint64_t offset = address % ShadowPage::kBytes;
    uint64_t bytes = std::min(end - address, ShadowPage::kBytes - offset);
    shadow.page(address).visit(offset, bytes, visit);
    address += bytes;
  }
  return found;
}

//===-- Releases --------------------------------------------------------===//

constexpr int kMaxForMessages = 8;

void CheckedMemory::release(WarpClock &warp, uint64_t address, bool isRelease,
                            Scope scope, bool isAtomic, SiteId site,
                            uint32_t lanes) {
  SmallVector<Release, 1> made = warp.releasesOf(isRelease, scope, site, lanes);
  Locations &shard = locations[address / 4 % locations.size()];
  std::lock_guard guard(shard.lock);
  auto &releases = shard.releases[address];
  if (!isAtomic)
    releases.clear();
  // A release that the new one includes or repeats needs no entry.
  auto includes = [&](const Release &each, const Release &old) {
    bool isWide = old.by.agent == each.by.agent ? each.scope == old.scope
                                                : each.scope >= old.scope;
    bool saysMore =
        each.knowledge || (!old.knowledge && old.by.agent == each.by.agent);
    return isWide && saysMore && each.wouldOrder(old.by, old.lane);
  };
  erase_if(releases, [&](const Release &old) {
    return any_of(made,
                  [&](const Release &each) { return includes(each, old); });
  });
  releases.append(made.begin(), made.end());
  // Writes that released nothing are kept for messages only: a few are enough.
  auto isEmpty = [](const Release &each) {
    return !each.knowledge && !each.tcgen05Fenced;
  };
  if (count_if(releases, isEmpty) > kMaxForMessages)
    releases.erase(find_if(releases, isEmpty));
}

void CheckedMemory::observe(WarpClock &warp, uint64_t address, bool isAcquire,
                            Scope scope, SiteId site) {
  SmallVector<Release, 1> found;
  {
    Locations &shard = locations[address / 4 % locations.size()];
    std::lock_guard guard(shard.lock);
    auto entry = shard.releases.find(address);
    if (entry == shard.releases.end())
      return;
    found = entry->second;
  }
  for (const Release &release : found)
    warp.observe(release, isAcquire, scope, site);
}

} // namespace tileiras::emu
