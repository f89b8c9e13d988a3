//===- Checker.cpp - The monitor of a checked launch ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Checks/Checker.h"

using namespace llvm;

namespace tileiras::emu {

Checker::Checker(const CheckSet &checks, Launch &launch)
    : checks(checks), launch(launch),
      agents(launch.grid, launch.cluster,
             (launch.block.count() + kWarpSize - 1) / kWarpSize),
      sites(launch.program), global(CheckedMemory::Global, agents) {}

SiteId Checker::siteOf(Warp &warp) const {
  Origin origin = warp.origin();
  return sites.of(*origin.function, *origin.instruction);
}

//===-- Lives -----------------------------------------------------------===//

void Checker::clusterStart(Cluster &cluster) {
  cluster.monitorState = std::make_unique<ClusterChecks>();
  Dim3 grid = launch.grid;
  for (std::unique_ptr<Cta> &cta : cluster.ctas) {
    Dim3 id = cta->id;
    uint64_t index = (uint64_t(id.z) * grid.y + id.y) * grid.x + id.x;
    cta->monitorState =
        std::make_unique<CtaChecks>(agents, index, cta->warps.size());
    for (std::unique_ptr<Warp> &warp : cta->warps)
      warp->monitorState =
          std::make_unique<WarpChecks>(agents, index, warp->index());
  }
}

void Checker::clusterEnd(Cluster &cluster) {
  for (std::unique_ptr<Cta> &cta : cluster.ctas)
    for (std::unique_ptr<Warp> &warp : cta->warps)
      settle(*warp);
  checkFinished(cluster);
}

void Checker::threadsExit(Warp &warp, LaneMask) {
  settle(warp);
  checkWarpgroupOfExited(warp);
}

//===-- Fences and barriers ---------------------------------------------===//

void Checker::fence(Warp &warp, const Instruction &instruction) {
  settle(warp);
  WarpClock &clock = of(warp).clock;
  StringRef words = instruction.info->words;
  auto proxy = ProxyKind(instruction.modifiers.get(Group::Proxy));
  Order order = Order(instruction.modifiers.get(Group::Order));
  if (words == "fence.mbarrier_init")
    fenceInitializations(warp);
  // Writes of a tensor map are released to tensor copies with the fence's
  // release.
  if ((proxy == ProxyKind::Tensormap && order == Order::Release) ||
      words.starts_with("tensormap.cp_fenceproxy"))
    clock.releaseTensormaps();
  // fence.proxy orders threads only if it has .release or .acquire.
  if (!words.starts_with("fence.proxy") || order != Order::None) {
    Scope scope = Scope(instruction.modifiers.get(Group::Scope));
    if (scope == Scope::None)
      scope = Scope::Sys;
    clock.fence(scope, order != Order::Acquire, order != Order::Release,
                siteOf(warp), lanesOf(warp, warp.active));
  }
  if (proxy == ProxyKind::Async)
    clock.fenceAsync();
  if (proxy == ProxyKind::Tensormap && order == Order::Acquire)
    warp.forActive([&](unsigned lane) {
      clock.acquireTensormap(warp.address(instruction, 0, 0, lane));
    });
}

void Checker::barrierArrive(Warp &warp, LaneMask lanes, unsigned id,
                            bool waits) {
  settle(warp);
  CtaChecks::Barrier &barrier = of(warp.cta()).barriers[id];
  barrier.arrived.join(of(warp).clock.release(lanesOf(warp, lanes)));
  if (waits)
    barrier.waiters.push_back({&warp, lanes});
}

void Checker::barrierComplete(Cta &cta, unsigned id) {
  CtaChecks::Barrier done = std::move(of(cta).barriers[id]);
  of(cta).barriers[id] = CtaChecks::Barrier();
  for (auto [warp, lanes] : done.waiters)
    of(*warp).clock.acquire(done.arrived, lanes);
}

void Checker::warpSync(Warp &warp, LaneMask lanes) {
  settle(warp);
  of(warp).clock.syncLanes(lanesOf(warp, lanes));
}

/// A lane's n-th arrival is in phase n. A phase can't begin before all lanes
/// have waited for the phase before the last.
void Checker::clusterArrive(Warp &warp, LaneMask lanes,
                            const Instruction &arrive) {
  settle(warp);
  WarpChecks &state = of(warp);
  uint32_t phase = ++state.clusterArrivals[__builtin_ctz(lanes)];
  for (LaneMask rest = lanes; rest; rest &= rest - 1)
    state.clusterArrivals[__builtin_ctz(rest)] = phase;
  ClusterChecks &cluster = of(warp.cluster());
  Knowledge &arrived = cluster.arrived[phase % 2];
  if (std::exchange(cluster.phase[phase % 2], phase) != phase)
    arrived = Knowledge();
  if (Order(arrive.modifiers.get(Group::Order)) != Order::Relaxed)
    arrived.join(state.clock.release(lanesOf(warp, lanes)));
  else
    arrived.tcgen05Fenced.join(state.clock.fencedBy(lanesOf(warp, lanes)));
}

void Checker::clusterWait(Warp &warp, LaneMask lanes, const Instruction &) {
  settle(warp);
  uint32_t phase = of(warp).clusterArrivals[__builtin_ctz(lanes)];
  of(warp).clock.acquire(of(warp.cluster()).arrived[phase % 2], lanes);
}

} // namespace tileiras::emu
