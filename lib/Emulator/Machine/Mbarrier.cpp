//===- Mbarrier.cpp - mbarrier objects --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Mbarrier.h"
#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

static uint64_t loadBits(const uint8_t *data) {
  uint64_t bits;
  std::memcpy(&bits, data, sizeof(bits));
  return bits;
}

MbarrierObject::MbarrierObject(MemoryLocation location, uint8_t *data,
                               Warp &warp, unsigned lane)
    : location(location), data(data), warp(warp), lane(int(lane)),
      old(loadBits(data)), state(old) {}

MbarrierObject::MbarrierObject(MemoryLocation location, uint8_t *data,
                               AsyncOperation &operation)
    : location(location), data(data), warp(*operation.origin.warp),
      operation(&operation), old(loadBits(data)), state(old) {}

void MbarrierObject::tell(MbarrierEvent event, uint64_t amount) {
  if (Monitor *monitor = warp.monitor())
    monitor->mbarrier(event, location, amount, operation ? nullptr : &warp,
                      lane, operation);
}

void MbarrierObject::fault(const Twine &message) {
  if (operation)
    operation->fault(message);
  else
    warp.fault(message, lane);
}

void MbarrierObject::arrive(uint64_t count) {
  tell(MbarrierEvent::Arrive, count);
  if (count > state.pending)
    return fault("mbarrier arrival of " + Twine(count) +
                 " exceeds the pending count " + Twine(state.pending));
  state.pending -= count;
}

void MbarrierObject::raise(uint64_t count) {
  state.pending += count;
  if (state.pending > Mbarrier::kMaxCount)
    fault("mbarrier pending count exceeds 2^20 - 1");
}

void MbarrierObject::drop(uint64_t count) {
  arrive(count);
  state.expected -= std::min(count, state.expected);
}

void MbarrierObject::changeBytes(int64_t difference) {
  state.bytes += difference;
  if (state.bytes > Mbarrier::kMaxBytes || state.bytes < -Mbarrier::kMaxBytes)
    fault("mbarrier transaction count " + Twine(state.bytes) +
          " leaves the range of 2^20 - 1");
}

void MbarrierObject::expectBytes(uint64_t bytes) {
  tell(MbarrierEvent::ExpectBytes, bytes);
  changeBytes(int64_t(bytes));
}

void MbarrierObject::completeBytes(uint64_t bytes) {
  tell(MbarrierEvent::CompleteBytes, bytes);
  changeBytes(-int64_t(bytes));
}

void MbarrierObject::settle() {
  if (state.complete()) {
    warp.cluster().noteProgress();
    tell(MbarrierEvent::PhaseComplete, 0);
  }
  uint64_t bits = state.pack();
  std::memcpy(data, &bits, sizeof(bits));
}

std::optional<MemoryLocation> locateMbarrier(Warp &warp, const Instruction &i,
                                             unsigned operand, unsigned lane) {
  uint64_t address = warp.address(i, operand, 0, lane);
  std::optional<MemoryLocation> location =
      warp.locate(i.modifiers.space(), address, lane);
  if (!location || location->space == Space::Shared)
    return location;
  warp.fault("an mbarrier object is in shared memory, not at 0x" +
                 utohexstr(address, true),
             lane);
  return std::nullopt;
}

std::optional<MbarrierObject> mbarrierOf(Warp &warp, const Instruction &i,
                                         unsigned operand, unsigned lane) {
  uint64_t address = warp.address(i, operand, 0, lane);
  uint8_t *data =
      warp.memory(i.modifiers.space(), address, 8, Access::Atomic, lane);
  if (!data)
    return std::nullopt;
  std::optional<MemoryLocation> location =
      locateMbarrier(warp, i, operand, lane);
  if (!location)
    return std::nullopt;
  return MbarrierObject(*location, data, warp, lane);
}

} // namespace tileiras::emu
