//===- RaceReport.cpp - Messages of races -----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The messages of races: the two accesses, and the synchronisation that is
// missing between them, which is derived from their ordering and from the
// releases that were observed without effect.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

/// Returns "asynchronous write", "atomic operation" and the like.
std::string nameOf(bool writes, bool strong, bool async, StringRef words) {
  std::string text = async ? "asynchronous " : "";
  if (words.starts_with("atom") || words.starts_with("red"))
    return text + "atomic operation";
  if (words.starts_with("mbarrier."))
    return words.str();
  if (strong && !async)
    text += "strong ";
  return text + (writes ? "write" : "read");
}

StringRef spelling(Scope scope) {
  switch (scope) {
  case Scope::Cta:
    return ".cta";
  case Scope::Cluster:
    return ".cluster";
  case Scope::Gpu:
    return ".gpu";
  default:
    return ".sys";
  }
}

} // namespace

/// The instruction that waits for operations of \p engine.
std::string Checker::waitFor(Engine engine) {
  switch (engine) {
  case Engine::CopyGroup:
    return "cp.async.wait_group for the copy's group";
  case Engine::BulkRead:
    return "cp.async.bulk.wait_group.read before the source is written again";
  case Engine::BulkWrite:
    return "cp.async.bulk.wait_group for the operation's group";
  case Engine::Wgmma:
    return "wgmma.wait_group for the operation's group";
  case Engine::Tcgen05:
    return "a wait for an mbarrier that tcgen05.commit signals";
  case Engine::TensorLoad:
    return "tcgen05.wait::ld";
  case Engine::TensorStore:
    return "tcgen05.wait::st";
  default:
    return "a wait for the mbarrier that the operation signals";
  }
}

std::string Checker::describe(const AccessRecord &record) const {
  const Instruction *instruction = sites.instruction(record.site);
  StringRef words = instruction ? instruction->info->words : "";
  AgentName name = agents.name(record.agent);
  bool async = name.engine != Engine::Warp;
  Dim3 cta = agents.ctaIdOf(record.agent);
  std::string text;
  raw_string_ostream os(text);
  os << nameOf(record.writes, record.strong, async, words) << " by CTA ("
     << cta.x << ", " << cta.y << ", " << cta.z << ")";
  if (name.engine != Engine::Mbarrier)
    os << ", warp " << name.warp;
  os << ", lane " << record.lane << " (" << words << " at "
     << sites.text(record.site) << ")";
  return text;
}

void Checker::report(Warp &warp, const Conflict &conflict,
                     MemoryLocation location, const Function &function,
                     const Instruction &instruction) {
  warp.faultAt(function, &instruction, FaultKind::Other,
               raceMessage(warp, conflict, location), conflict.later.lane);
}

std::string Checker::raceMessage(Warp &warp, const Conflict &conflict,
                                 MemoryLocation location) {
  const CheckedAccess &later = conflict.later;
  const Instruction *instruction = sites.instruction(later.site);
  std::string text;
  raw_string_ostream os(text);
  if (conflict.lacks == Ordering::ReadOnly) {
    os << "global memory at 0x" << utohexstr(location.address, true)
       << " is read with .nc, and written by the same kernel: this "
       << nameOf(later.kind.writes, later.kind.strong,
                 later.by.agent != of(warp).clock.agent(),
                 instruction ? instruction->info->words : "")
       << " of " << later.bytes << " bytes comes after the\n  "
       << describe(conflict.earlier)
       << "\n  missing: a coherent load, which has no .nc";
    return text;
  }
  os << "race on " << (location.space == Space::Shared ? "shared" : "global")
     << " memory at 0x" << utohexstr(location.address, true) << ": this "
     << nameOf(later.kind.writes, later.kind.strong,
               later.by.agent != of(warp).clock.agent(),
               instruction ? instruction->info->words : "")
     << " of " << later.bytes << " bytes is not ordered after the\n  "
     << describe(conflict.earlier)
     << "\n  missing: " << whatIsMissing(warp, conflict);
  return text;
}

/// Returns whether lanes of the warp have released after the access, but not
/// the lane that made it.
bool Checker::isOfOtherLane(Warp &warp, const AccessRecord &earlier) const {
  for (const LaneTicks &each : of(warp).clock.known().lanes)
    if (each.agent == earlier.agent)
      return *std::max_element(each.ticks.begin(), each.ticks.end()) >=
             earlier.tick;
  return false;
}

const WarpChecks *Checker::stateOf(Warp &warp, const AgentName &name) {
  for (std::unique_ptr<Cta> &cta : warp.cluster().ctas)
    if (of(*cta).index == name.cta)
      return &of(*cta->warps[name.warp]);
  return nullptr;
}

std::string Checker::whatIsMissing(Warp &warp, const Conflict &conflict) {
  const AccessRecord &earlier = conflict.earlier;
  AgentId self = of(warp).clock.agent();
  if (conflict.lacks == Ordering::OtherLane)
    return "bar.warp.sync between the lanes of the warp";
  if (conflict.lacks == Ordering::NotFenced)
    return conflict.later.throughTensormapProxy
               ? "fence.proxy.tensormap::generic.release by the thread that "
                 "wrote the map, "
                 "or .acquire of these 128 bytes by the thread that copies "
                 "with it"
               : "fence.proxy.async between them: the write went through the "
                 "generic proxy";
  AgentName name = agents.name(earlier.agent);
  if (name.engine != Engine::Warp)
    return missingWait(warp, earlier.epoch(), name);
  // The operation was issued before, but reads only now.
  if (earlier.agent == self && conflict.later.by.agent != self)
    return waitFor(agents.name(conflict.later.by.agent).engine) +
           ", between the operation and that access";
  if (earlier.strong && conflict.later.kind.strong)
    return ("a wider scope: " + spelling(Scope(earlier.scope)) + " and " +
            spelling(conflict.later.kind.scope) + " don't include both threads")
        .str();
  if (isOfOtherLane(warp, earlier))
    return "bar.warp.sync between the lanes of that warp, before one of them "
           "arrives or releases";
  if (const MissedRelease *missed =
          of(warp).clock.missedRelease(earlier.epoch(), earlier.lane))
    return missedText(*missed);
  if (agents.ctaOf(earlier.agent) == agents.ctaOf(self))
    return "a barrier between the two warps (bar.sync, or arriving at and "
           "waiting for an mbarrier)";
  if (agents.sameCluster(earlier.agent, self))
    return "barrier.cluster, or release and acquire at .cluster scope, between "
           "the two CTAs";
  return "release and acquire at .gpu scope between the two CTAs, which run in "
         "any order";
}

/// The earlier access belongs to an asynchronous operation.
std::string Checker::missingWait(Warp &warp, Epoch epoch,
                                 const AgentName &earlier) {
  if (earlier.engine == Engine::Mbarrier) {
    for (std::unique_ptr<Cta> &cta : warp.cluster().ctas) {
      if (of(*cta).index != earlier.cta)
        continue;
      for (auto &[offset, object] : of(*cta).mbarriers) {
        if (object.agent != epoch.agent)
          continue;
        std::string text = "a wait for the mbarrier at shared 0x" +
                           utohexstr(offset, true) +
                           ", in whose phase the operation completes";
        for (const MbarrierChecks::Wait &wait : object.waits)
          if (wait.warp == of(warp).clock.agent() && wait.phase < epoch.tick)
            text += "; the wait at " + sites.text(wait.site) +
                    " ended with an earlier phase";
        return text;
      }
    }
    return "a wait for the mbarrier that the operation signals";
  }
  const WarpChecks *issuer = stateOf(warp, earlier);
  if (issuer && issuer != &of(warp) &&
      issuer->clock.known().ordered.covers(epoch))
    return "a barrier after the wait of the warp that issued the operation";
  std::string wait = waitFor(earlier.engine);
  if (issuer != &of(warp))
    wait += " and a barrier after it; or a barrier that orders the operation "
            "after this access";
  return wait;
}

std::string Checker::missedText(const MissedRelease &missed) const {
  std::string write = "the write at " + sites.text(missed.release.site);
  std::string read = "the read at " + sites.text(missed.site);
  StringRef scope = spelling(missed.release.scope);
  switch (missed.reason) {
  case MissedRelease::NotReleased:
    return "a release: " + read + " saw " + write +
           ", which has no .release and no fence before it";
  case MissedRelease::NotAcquired:
    return "an acquire: " + read + " saw the release at " +
           sites.text(missed.release.site) +
           ", but has no .acquire and no fence after it";
  case MissedRelease::WriterScope:
    return ("a wider scope: the release at " + sites.text(missed.release.site) +
            ", seen by " + read + ", has scope " + scope +
            ", which doesn't include this thread")
        .str();
  case MissedRelease::ReaderScope:
    return "a wider scope: " + read + " saw " + write +
           ", but its scope doesn't include that thread";
  }
  return "";
}

} // namespace tileiras::emu
