//===- Cluster.cpp - Instructions of clusters -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: mapa, getctarank, barrier.cluster.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"

#include "llvm/ADT/StringExtras.h"

namespace tileiras::emu {

namespace {

constexpr uint64_t kOffsetMask = kMaxSharedBytes - 1;

/// The window of the instruction's addresses, 0 unless they are generic.
uint64_t windowBefore(const Instruction &i) {
  return i.modifiers.space() == Space::Generic ? kSharedWindow : 0;
}

/// mapa d, a, rank: the address that corresponds to a in the CTA of that rank.
Flow mapAddress(Warp &w, const Instruction &i) {
  uint64_t window = windowBefore(i);
  w.forActive([&](unsigned lane) {
    uint64_t address = w.readAny(i[1], lane) + i.offsets[0] - window;
    uint64_t rank = w.readAny(i[2], lane);
    if (!w.cluster().ctaAt(address)) {
      w.fault("mapa of 0x" + llvm::utohexstr(address + window, true) +
                  ", which is no address of shared memory",
              lane);
      return;
    }
    if (rank >= w.cluster().ctas.size()) {
      w.fault("mapa to rank " + llvm::Twine(rank) + " of a cluster of " +
                  llvm::Twine(w.cluster().ctas.size()) + " CTAs",
              lane);
      return;
    }
    w.writeAny(i[0], lane,
               (address & kOffsetMask) + sharedBaseOf(rank) + window);
  });
  return w.next();
}

/// getctarank d, a: the rank of the CTA whose memory contains a.
Flow rankOfAddress(Warp &w, const Instruction &i) {
  uint64_t window = windowBefore(i);
  w.forActive([&](unsigned lane) {
    uint64_t address = w.readAny(i[1], lane) - window;
    if (Cta *cta = w.cluster().ctaAt(address))
      w.writeAny(i[0], lane, cta->rank);
    else
      w.fault("getctarank of 0x" + llvm::utohexstr(address + window, true) +
                  ", which is no address of shared memory",
              lane);
  });
  return w.next();
}

bool mustGather(Warp &w, const Instruction &i) {
  return i.modifiers.has(Group::Aligned) && !w.together(kAllLanes);
}

Flow arrive(Warp &w, const Instruction &i) {
  return mustGather(w, i) ? w.awaitLanes(kAllLanes) : w.cluster().arrive(w, i);
}
Flow wait(Warp &w, const Instruction &i) {
  return mustGather(w, i) ? w.awaitLanes(kAllLanes) : w.cluster().wait(w, i);
}

bool isOfShared(const Instruction &i) {
  Space space = i.modifiers.space();
  return space == Space::Generic || space == Space::SharedCluster;
}

} // namespace

namespace bind {
Handler mapa(const Instruction &i) {
  return isOfShared(i) ? mapAddress : nullptr;
}
Handler getctarank(const Instruction &i) {
  return isOfShared(i) ? rankOfAddress : nullptr;
}
Handler clusterArrive(const Instruction &i) {
  Order order = Order(i.modifiers.get(Group::Order));
  return order == Order::Acquire ? nullptr : arrive;
}
Handler clusterWait(const Instruction &i) {
  Order order = Order(i.modifiers.get(Group::Order));
  return order == Order::None || order == Order::Acquire ? wait : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
