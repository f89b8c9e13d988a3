//===- WarpSpecials.cpp - Special registers of a warp -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, chapter "Special Registers". A host thread is an SM.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Warp.h"

using namespace llvm;

namespace tileiras::emu {

void Warp::setSpecial(Special special, uint64_t value) {
  RegisterUnit *cells = &specials[2 * unsigned(special)];
  bool isWide = bytesOf(special) == 8;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    if (isWide)
      Lanes<uint64_t>(cells).set(lane, value);
    else
      Lanes<uint32_t>(cells).set(lane, uint32_t(value));
}

void Warp::setSpecials() {
  auto perLane = [&](Special special, auto value) {
    Lanes<uint32_t> lanes(&specials[2 * unsigned(special)]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      lanes.set(lane, value(lane));
  };
  Dim3 block = grid.block, gridDim = grid.grid;
  auto thread = [&](unsigned lane) { return number * kWarpSize + lane; };
  perLane(Special::TidX, [&](unsigned l) { return thread(l) % block.x; });
  perLane(Special::TidY,
          [&](unsigned l) { return thread(l) / block.x % block.y; });
  perLane(Special::TidZ,
          [&](unsigned l) { return thread(l) / block.x / block.y; });
  perLane(Special::LaneId, [](unsigned l) { return l; });
  perLane(Special::LanemaskEq, [](unsigned l) { return 1u << l; });
  perLane(Special::LanemaskLt, [](unsigned l) { return (1u << l) - 1; });
  perLane(Special::LanemaskLe, [](unsigned l) { return (2u << l) - 1; });
  perLane(Special::LanemaskGt, [](unsigned l) { return ~((2u << l) - 1); });
  perLane(Special::LanemaskGe, [](unsigned l) { return ~((1u << l) - 1); });
  setSpecial(Special::WarpId, number);
  setSpecial(Special::NwarpId, 64);
  setSpecial(Special::SmId, core.number);
  setSpecial(Special::NsmId, grid.processors);
  auto triple = [&](Special x, Special y, Special z, Dim3 value) {
    setSpecial(x, value.x);
    setSpecial(y, value.y);
    setSpecial(z, value.z);
  };
  triple(Special::NtidX, Special::NtidY, Special::NtidZ, block);
  triple(Special::CtaidX, Special::CtaidY, Special::CtaidZ, owner.id);
  triple(Special::NctaidX, Special::NctaidY, Special::NctaidZ, gridDim);
  Dim3 shape = grid.cluster, cluster = owner.cluster.id;
  triple(Special::ClusteridX, Special::ClusteridY, Special::ClusteridZ,
         cluster);
  triple(Special::NclusteridX, Special::NclusteridY, Special::NclusteridZ,
         {gridDim.x / shape.x, gridDim.y / shape.y, gridDim.z / shape.z});
  triple(Special::ClusterCtaidX, Special::ClusterCtaidY, Special::ClusterCtaidZ,
         {owner.id.x % shape.x, owner.id.y % shape.y, owner.id.z % shape.z});
  triple(Special::ClusterNctaidX, Special::ClusterNctaidY,
         Special::ClusterNctaidZ, shape);
  setSpecial(Special::ClusterCtarank, owner.rank);
  setSpecial(Special::ClusterNctarank, shape.count());
  setSpecial(Special::IsExplicitCluster, grid.explicitCluster);
  setSpecial(Special::GridId, 1);
  setSpecial(Special::TotalSmemSize, grid.sharedBytes);
  setSpecial(Special::AggrSmemSize, grid.sharedBytes);
  setSpecial(Special::DynamicSmemSize, grid.config.dynamicShared);
}

void Warp::updateClocks() {
  setSpecial(Special::Clock, core.clock);
  setSpecial(Special::ClockHi, core.clock >> 32);
  setSpecial(Special::Clock64, core.clock);
  setSpecial(Special::GlobalTimer, core.clock);
  setSpecial(Special::GlobalTimerLo, core.clock);
  setSpecial(Special::GlobalTimerHi, core.clock >> 32);
}

} // namespace tileiras::emu
