//===- CheckerAccess.cpp - Accesses of lanes and of operations --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses to memory as the race detector records them: the kind and the scope
// that an instruction's modifiers give (PTX ISA, "Strong operations"), and
// suspect writes, which are races only if they change the value.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

using namespace llvm;

namespace tileiras::emu {

namespace {

Order orderOf(const Instruction &instruction) {
  return Order(instruction.modifiers.get(Group::Order));
}

bool isMbarrier(const Instruction &instruction) {
  return StringRef(instruction.info->words).starts_with("mbarrier.");
}

/// Returns whether an asynchronous operation makes the instruction's accesses
/// to data, rather than the lane.
bool issuesOperation(const Instruction &instruction) {
  StringRef words = instruction.info->words;
  return words.starts_with("cp.") || words.starts_with("st.async") ||
         words.starts_with("red.async");
}

/// PTX ISA, "Strong operations": volatile is relaxed at .sys, atom and red are
/// relaxed at .gpu unless they say otherwise, mbarrier operations are strong.
AccessKind kindOf(const MemoryAccess &access) {
  const Instruction &instruction = *access.instruction;
  Order order = orderOf(instruction);
  bool isAtomic = access.kind == Access::Atomic;
  AccessKind kind;
  kind.writes = access.kind != Access::Read;
  kind.strong = isAtomic || (order != Order::None && order != Order::Weak);
  kind.nonCoherent = instruction.modifiers.get(Group::NonCoherent) != 0;
  kind.scope = Scope(instruction.modifiers.get(Group::Scope));
  if (order == Order::Volatile || isMbarrier(instruction))
    kind.scope = Scope::Sys;
  else if (kind.scope == Scope::None)
    kind.scope = isAtomic ? Scope::Gpu : Scope::Sys;
  return kind;
}

bool acquires(Order order) {
  return order == Order::Acquire || order == Order::AcqRel ||
         order == Order::SeqCst;
}
bool releases(Order order) {
  return order == Order::Release || order == Order::AcqRel ||
         order == Order::SeqCst;
}

} // namespace

CheckedMemory *Checker::memoryOf(MemoryLocation location) {
  if (location.space == Space::Shared)
    return &of(*location.cta).memory;
  return location.space == Space::Global ? &global : nullptr;
}

void Checker::access(const MemoryAccess &access) {
  CheckedMemory *memory = memoryOf(access.location);
  if (!memory)
    return;
  if (access.operation) {
    auto &issued = of(access.warp->cluster()).operations;
    auto found = issued.find(access.operation->id);
    bool writes = access.kind != Access::Read;
    if (found == issued.end() ||
        !(writes ? found->second->recordsWrites : found->second->recordsReads))
      return; // it was recorded at issue
    recordRange(*access.operation, found->second->clock,
                {access.location, access.bytes}, writes,
                writes ? found->second->writes : found->second->reads,
                access.operation->proxy);
    return;
  }
  if (access.proxy != Proxy::TensorMap && issuesOperation(*access.instruction))
    return; // only tests whether the operation is allowed
  Warp &warp = *access.warp;
  settle(warp);
  WarpChecks &state = of(warp);
  const Function &function = *warp.currentFrame().function;
  CheckedAccess made;
  made.address = access.location.address;
  made.bytes = access.bytes;
  made.kind = kindOf(access);
  made.by = {state.clock.agent(), state.clock.tick()};
  made.site = sites.of(function, *access.instruction);
  made.lane = access.lane;
  made.throughTensormapProxy = access.proxy == Proxy::TensorMap;
  record(warp, state.clock, access.location, made, function,
         *access.instruction);
  if (made.kind.strong && !isMbarrier(*access.instruction))
    strongAccess(access, *memory, made.site);
}

void Checker::strongAccess(const MemoryAccess &access, CheckedMemory &memory,
                           SiteId site) {
  Warp &warp = *access.warp;
  WarpChecks &state = of(warp);
  Order order = orderOf(*access.instruction);
  AccessKind kind = kindOf(access);
  uint64_t address = access.location.address;
  bool isAtomic = access.kind == Access::Atomic;
  if (isAtomic || !kind.writes)
    memory.observe(state.clock, address, acquires(order), kind.scope, site);
  if (kind.writes)
    memory.release(state.clock, address, releases(order), kind.scope, isAtomic,
                   site, lanesOf(warp, LaneMask(1) << access.lane));
}

void Checker::record(Warp &warp, const WarpClock &clock,
                     MemoryLocation location, const CheckedAccess &access,
                     const Function &function, const Instruction &instruction) {
  std::optional<Conflict> conflict = memoryOf(location)->access(clock, access);
  if (!conflict || warp.faulted())
    return;
  if (conflict->lacks == Ordering::OtherLane ? !checks.laneRaces
                                             : !checks.races)
    return;
  uint8_t *data = nullptr;
  if (mayBeSameValue(*conflict))
    data = bytesOf(location, access.bytes);
  if (!data) {
    report(warp, *conflict, location, function, instruction);
    return;
  }
  SuspectWrite suspect{*conflict, location, {}, &function, &instruction};
  suspect.before.append(data, data + access.bytes);
  of(warp).suspect = std::move(suspect);
}

/// Both accesses may be weak or strong, but neither asynchronous, since its
/// value is written at some later time, nor atomic.
bool Checker::mayBeSameValue(const Conflict &conflict) const {
  auto isStore = [&](SiteId site) {
    const Instruction *instruction = sites.instruction(site);
    return instruction && instruction->info->cls == InstClass::Store;
  };
  return !checks.sameValue && conflict.earlier.writes &&
         conflict.later.kind.writes && isStore(conflict.earlier.site) &&
         isStore(conflict.later.site);
}

uint8_t *Checker::bytesOf(MemoryLocation location, uint64_t bytes) {
  if (location.space == Space::Shared) {
    std::vector<uint8_t> &shared = location.cta->shared;
    bool isInside = location.address + bytes <= shared.size();
    return isInside ? shared.data() + location.address : nullptr;
  }
  const Allocation *found = launch.memory.find(location.address);
  if (!found || !found->contains(location.address, bytes)) {
    bool isHost = launch.memory.hostPointersAllowed && location.address >= 4096;
    return isHost ? reinterpret_cast<uint8_t *>(location.address) : nullptr;
  }
  return found->data + (location.address - found->base);
}

void Checker::settle(Warp &warp) {
  WarpChecks &state = of(warp);
  state.clock.comeTo(warp.processor().clock);
  if (!state.suspect)
    return;
  SuspectWrite suspect = std::move(*state.suspect);
  state.suspect.reset();
  const uint8_t *now = bytesOf(suspect.location, suspect.before.size());
  if (!std::equal(suspect.before.begin(), suspect.before.end(), now))
    report(warp, suspect.conflict, suspect.location, *suspect.function,
           *suspect.instruction);
}

} // namespace tileiras::emu
