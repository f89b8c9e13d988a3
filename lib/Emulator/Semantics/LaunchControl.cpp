//===- LaunchControl.cpp - Taking work of CTAs not launched yet -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: clusterlaunchcontrol.try_cancel, .query_cancel. The opaque response
// has words of 32 bits: whether a cluster was taken, then the x, y and z of its
// first CTA.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/BulkCopy.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

namespace {

using Answer = std::array<uint32_t, 4>;

Answer takeCluster(Launch &launch) {
  Dim3 id, shape = launch.cluster;
  if (!launch.takeCluster(id))
    return {0, 0, 0, 0};
  return {1, id.x * shape.x, id.y * shape.y, id.z * shape.z};
}

/// try_cancel [addr], [mbar]: 16 bytes arrive at the address, with .multicast
/// in every CTA of the cluster.
template <bool Multicast> Flow tryToCancel(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    if (w.faulted())
      return;
    auto to = bulkAddress(w, i, 0, 0, Space::Shared, 16, lane);
    auto mbarrier = bulkAddress(w, i, 1, 1, Space::Shared, 8, lane);
    if (!to || !mbarrier)
      return;
    std::optional<uint32_t> everybody;
    if (Multicast)
      everybody = (1u << w.cluster().ctas.size()) - 1;
    auto answer = std::make_shared<std::optional<Answer>>();
    for (const Destination &each :
         destinations(w, i, *to, *mbarrier, everybody, lane)) {
      AsyncOperation operation = bulkOperation(each.mbarrier, 16);
      operation.writes.push_back({each.location, 16});
      operation.land = [=, location = each.location](AsyncOperation &o) {
        if (!*answer)
          *answer = takeCluster(o.origin.warp->launch());
        if (uint8_t *data = o.memory(location, 16, Access::Write))
          std::memcpy(data, (*answer)->data(), 16);
      };
      w.async().issue(w, std::move(operation), LaneMask(1) << lane);
    }
  });
  return w.next();
}

Answer answerOf(Warp &w, Slot slot, unsigned lane) {
  return std::bit_cast<Answer>(w.lanes<Wide128>(slot)[lane]);
}

Flow isCanceled(Warp &w, const Instruction &i) {
  LaneMask taken = 0;
  w.forActive([&](unsigned lane) {
    taken |= LaneMask(answerOf(w, i[1], lane)[0] != 0) << lane;
  });
  w.setPredicate(i[0], taken);
  return Flow::Next;
}

/// Coordinates from \p First on, as many as the instruction has registers.
template <unsigned First> Flow firstCta(Warp &w, const Instruction &i) {
  w.forActive([&](unsigned lane) {
    Answer answer = answerOf(w, i.group(1)[0], lane);
    if (!answer[0]) {
      w.fault("query_cancel.get_first_ctaid of a request that took no cluster",
              lane);
      return;
    }
    for (auto [n, slot] : enumerate(i.group(0)))
      if (slot.exists())
        w.writeAny(slot, lane, n < 3 ? answer[1 + First + n] : 0);
  });
  return w.next();
}

} // namespace

namespace bind {
Handler tryCancel(const Instruction &) { return tryToCancel<false>; }
Handler tryCancelMulticast(const Instruction &) { return tryToCancel<true>; }
Handler queryCanceled(const Instruction &) { return isCanceled; }
Handler queryFirstCta(const Instruction &i) {
  return i.group(0).size() == 4 ? firstCta<0> : nullptr;
}
Handler queryFirstCtaX(const Instruction &) { return firstCta<0>; }
Handler queryFirstCtaY(const Instruction &) { return firstCta<1>; }
Handler queryFirstCtaZ(const Instruction &) { return firstCta<2>; }
} // namespace bind

} // namespace tileiras::emu
