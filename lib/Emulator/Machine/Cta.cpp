//===- Cta.cpp - A cooperative thread array ---------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

Cta::Cta(Cluster &cluster, Dim3 id, unsigned rank)
    : cluster(cluster), launch(cluster.launch), id(id), rank(rank),
      shared(launch.sharedBytes), written(launch.sharedBytes) {
  cluster.processor.residentBytes += 2 * launch.sharedBytes;
  uint64_t threads = launch.block.count();
  for (uint64_t first = 0; first < threads; first += kWarpSize) {
    uint64_t lanes = std::min<uint64_t>(kWarpSize, threads - first);
    LaneMask mask = lanes == kWarpSize ? kAllLanes : (LaneMask(1) << lanes) - 1;
    warps.push_back(std::make_unique<Warp>(*this, first / kWarpSize, mask));
  }
  if (launch.registers)
    registers.emplace(warps.size(), *launch.registers);
}

Cta::~Cta() { cluster.processor.residentBytes -= 2 * launch.sharedBytes; }

//===-- Shared memory ---------------------------------------------------===//

template <class T> static bool allSet(const uint8_t *flags) {
  T value;
  std::memcpy(&value, flags, sizeof(T));
  return value == T(0x0101010101010101);
}

/// Returns whether all bytes are flagged as written. A flag is 0 or 1.
static bool allWritten(const uint8_t *flags, uint64_t bytes) {
  switch (bytes) {
  case 1:
    return *flags;
  case 2:
    return allSet<uint16_t>(flags);
  case 4:
    return allSet<uint32_t>(flags);
  case 8:
    return allSet<uint64_t>(flags);
  default:
    return !std::memchr(flags, 0, bytes);
  }
}

/// Returns "uninitialised shared read of 4 bytes at 0x10: ".
static std::string describe(const char *what, uint64_t offset, uint64_t bytes,
                            Access access) {
  return (Twine(what) + " shared " + name(access) + " of " + Twine(bytes) +
          " bytes at 0x" + utohexstr(offset, true) + ": ")
      .str();
}

bool Cta::contains(uint64_t offset, uint64_t bytes, Access access,
                   Problem &problem) const {
  uint64_t size = shared.size();
  if (LLVM_LIKELY(offset < size && bytes <= size - offset))
    return true;
  problem = {FaultKind::IllegalAddress,
             describe("out-of-bounds", offset, bytes, access) + "the CTA has " +
                 std::to_string(size) + " bytes of shared memory"};
  return false;
}

uint8_t *Cta::bytes(uint64_t offset, uint64_t bytes, Access access,
                    Problem &problem) {
  if (LLVM_UNLIKELY(!contains(offset, bytes, access, problem)))
    return nullptr;
  uint8_t *flags = written.data() + offset;
  if (access == Access::Write) {
    std::memset(flags, 1, bytes);
  } else if (launch.config.checks.uninitialized &&
             LLVM_UNLIKELY(!allWritten(flags, bytes))) {
    problem.message = describe("uninitialised", offset, bytes, access) +
                      "nothing was written there";
    return nullptr;
  }
  return shared.data() + offset;
}

//===-- Barriers --------------------------------------------------------===//

uint32_t Cta::liveThreads() const {
  uint32_t count = 0;
  for (const std::unique_ptr<Warp> &warp : warps)
    count += __builtin_popcount(warp->liveLanes());
  return count;
}

bool Cta::completeBarrier(unsigned index) {
  Barrier &barrier = barriers[index];
  uint32_t expected = barrier.expected ? barrier.expected : liveThreads();
  if (!barrier.arrived || barrier.arrived < expected)
    return false;
  Barrier done = std::move(barrier);
  barrier = Barrier();
  ++cluster.processor.counters.barriers;
  cluster.noteProgress();
  if (Monitor *monitor = launch.monitor())
    monitor->barrierComplete(*this, index);
  for (const Barrier::Waiter &waiter : done.waiters) {
    if (waiter.finish)
      waiter.finish(waiter, done);
    waiter.warp->releaseBarrier(index);
  }
  return true;
}

void Cta::wakeRegisters() {
  for (std::unique_ptr<Warp> &warp : warps)
    warp->wakeRegisters();
}

void Cta::recheckBarriers() {
  for (unsigned index = 0; index < barriers.size(); ++index)
    if (barriers[index].arrived && !barriers[index].expected)
      completeBarrier(index);
}

} // namespace tileiras::emu
