//===- WarpMemory.cpp - Memory accesses of a warp ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Accesses of a warp to memory: the fast path for all active lanes at once
// (span), and the checked access of one lane (memory), which reports the
// mistake of a kernel.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

//===-- All lanes at once -----------------------------------------------===//

std::optional<uintptr_t> Warp::globalSpan(uint64_t low, uint64_t bytes,
                                          Access access) {
  const Allocation *&hit = access == Access::Read ? readHit : writeHit;
  core.globalChanges += access == Access::Write;
  if (LLVM_UNLIKELY(!hit || !hit->contains(low, bytes))) {
    const Allocation *found = grid.memory.find(low);
    if (!found || !found->contains(low, bytes) ||
        (found->readOnly && access != Access::Read))
      return std::nullopt;
    hit = found;
  }
  return reinterpret_cast<uintptr_t>(hit->data) - hit->base;
}

/// \p isDense: some lane accesses each byte.
std::optional<uintptr_t> Warp::sharedSpan(uint64_t low, uint64_t bytes,
                                          bool isDense, Access access) {
  uint64_t base = owner.sharedBase(), offset = low - base;
  uint64_t size = owner.shared.size();
  if (offset >= size || bytes > size - offset)
    return std::nullopt;
  uint8_t *flags = owner.written.data() + offset;
  if (access == Access::Write) {
    if (!isDense)
      return std::nullopt;
    std::memset(flags, 1, bytes);
  } else if (grid.config.checks.uninitialized && std::memchr(flags, 0, bytes)) {
    return std::nullopt;
  }
  return reinterpret_cast<uintptr_t>(owner.shared.data()) - base;
}

std::optional<uintptr_t> Warp::span(Space space,
                                    const uint64_t (&addresses)[kWarpSize],
                                    unsigned bytes, Access access) {
  if (watcher || (space != Space::Global && space != Space::Shared))
    return std::nullopt;
  uint64_t low = ~uint64_t(0), high = 0, bits = 0;
  forActive([&](unsigned lane) {
    uint64_t address = addresses[lane];
    low = address < low ? address : low;
    high = address > high ? address : high;
    bits |= address;
  });
  if (LLVM_UNLIKELY(bits & (bytes - 1)))
    return std::nullopt;
  uint64_t extent = high - low + bytes;
  if (space == Space::Global)
    return globalSpan(low, extent, access);
  // Lanes with ascending contiguous addresses fill their span.
  bool isDense = active == kAllLanes && extent == uint64_t(bytes) * kWarpSize;
  for (unsigned lane = 1; isDense && lane < kWarpSize; ++lane)
    isDense = addresses[lane] == addresses[lane - 1] + bytes;
  return sharedSpan(low, extent, isDense, access);
}

//===-- Lane by lane ----------------------------------------------------===//

uint8_t *Warp::memory(Space space, uint64_t address, unsigned bytes,
                      Access access, unsigned lane) {
  if (LLVM_UNLIKELY(address & (bytes - 1))) {
    fault(FaultKind::Misaligned,
          "misaligned " + name(access) + " of " + Twine(bytes) +
              " bytes at 0x" + utohexstr(address, true),
          lane);
    return nullptr;
  }
  if (space == Space::Generic) {
    space = spaceOf(address);
    address -= windowOf(space);
    if (space == Space::Shared)
      space = Space::SharedCluster;
  }
  switch (space) {
  case Space::Shared:
  case Space::SharedCluster:
    return shared(space, address, bytes, access, lane);
  case Space::Local:
    return local(address, bytes, access, lane);
  case Space::Param:
    return param(address, bytes, access, lane);
  default:
    return global(address, bytes, access, lane);
  }
}

void Warp::tell(MemoryLocation location, unsigned bytes, Access access,
                unsigned lane) {
  watcher->access({location, bytes, access, proxy, this, lane,
                   &frame->function->code[pc], nullptr});
}

Cta *Warp::sharedOwner(Space space, uint64_t address, unsigned lane) {
  Cta *target = space == Space::Shared ? &owner : owner.cluster.ctaAt(address);
  if (!target) {
    fault(FaultKind::IllegalAddress,
          "shared address 0x" + utohexstr(address, true) +
              " is in no CTA of the cluster, which has " +
              Twine(owner.cluster.ctas.size()),
          lane);
    return nullptr;
  }
  if (target != &owner && target->hasEnded()) {
    fault(FaultKind::IllegalAddress,
          "access to shared memory of the CTA of rank " + Twine(target->rank) +
              ", whose threads have all exited",
          lane);
    return nullptr;
  }
  return target;
}

std::optional<MemoryLocation> Warp::locate(Space space, uint64_t address,
                                           unsigned lane) {
  if (space == Space::Generic) {
    space = spaceOf(address);
    address -= windowOf(space);
    if (space == Space::Shared)
      space = Space::SharedCluster;
  }
  if (!isShared(space))
    return MemoryLocation{space, nullptr, address};
  Cta *target = sharedOwner(space, address, lane);
  if (!target)
    return std::nullopt;
  return MemoryLocation{Space::Shared, target, address - target->sharedBase()};
}

bool Warp::checkRange(MemoryLocation location, uint64_t bytes, Access access,
                      unsigned lane) {
  Problem problem;
  const Allocation *hit = nullptr;
  bool allowed =
      location.cta
          ? location.cta->contains(location.address, bytes, access, problem)
          : bytes == 0 || grid.memory.bytes(location.address, bytes, access,
                                            hit, problem);
  if (!allowed)
    fault(problem, lane);
  return allowed;
}

uint8_t *Warp::global(uint64_t address, unsigned bytes, Access access,
                      unsigned lane) {
  if (LLVM_UNLIKELY(watcher))
    tell({Space::Global, nullptr, address}, bytes, access, lane);
  core.globalChanges += access == Access::Write;
  const Allocation *&hit = access == Access::Read ? readHit : writeHit;
  if (LLVM_LIKELY(hit && hit->contains(address, bytes)))
    return hit->data + (address - hit->base);
  Problem problem;
  if (uint8_t *data = grid.memory.bytes(address, bytes, access, hit, problem))
    return data;
  fault(problem, lane);
  return nullptr;
}

uint8_t *Warp::shared(Space space, uint64_t address, unsigned bytes,
                      Access access, unsigned lane) {
  Cta *target = &owner;
  if (LLVM_UNLIKELY(space == Space::SharedCluster))
    target = sharedOwner(space, address, lane);
  if (LLVM_UNLIKELY(!target))
    return nullptr;
  uint64_t offset = address - target->sharedBase();
  if (LLVM_UNLIKELY(watcher))
    tell({Space::Shared, target, offset}, bytes, access, lane);
  Problem problem;
  if (uint8_t *data = target->bytes(offset, bytes, access, problem))
    return data;
  fault(problem, lane);
  return nullptr;
}

uint8_t *Warp::local(uint64_t address, unsigned bytes, Access access,
                     unsigned lane) {
  if (LLVM_UNLIKELY(watcher))
    tell({Space::Local, nullptr, address}, bytes, access, lane);
  if (LLVM_LIKELY(address < localBytes && bytes <= localBytes - address)) {
    uint64_t offset = lane * localStride + address;
    uint8_t *written = localWritten.data() + offset;
    if (access == Access::Write)
      std::memset(written, 1, bytes);
    else if (grid.config.checks.uninitialized &&
             LLVM_UNLIKELY(!std::memchr(written, 1, bytes)))
      // Compilers copy structures with their padding, so one initialised byte
      // is enough.
      fault("uninitialised local " + name(access) + " of " + Twine(bytes) +
                " bytes at 0x" + utohexstr(address, true) +
                ": nothing was written there",
            lane);
    return localMemory.data() + offset;
  }
  fault(FaultKind::IllegalAddress,
        "out-of-bounds local access of " + Twine(bytes) + " bytes at 0x" +
            utohexstr(address, true) + ": the thread has " + Twine(localBytes) +
            " bytes of local memory",
        lane);
  return nullptr;
}

uint8_t *Warp::param(uint64_t address, unsigned bytes, Access access,
                     unsigned lane) {
  bool isFrame = address >= kFrameParams;
  uint64_t offset = isFrame ? address - kFrameParams : address;
  uint64_t size =
      isFrame ? frame->function->frameBytes : grid.parameters.size();
  if (offset >= size || bytes > size - offset) {
    fault(FaultKind::IllegalAddress,
          "out-of-bounds parameter " + name(access) + " of " + Twine(bytes) +
              " bytes at offset " + Twine(offset) + " of " + Twine(size),
          lane);
    return nullptr;
  }
  if (isFrame)
    return frame->param(lane, offset);
  if (access == Access::Read)
    return const_cast<uint8_t *>(grid.parameters.data()) + offset;
  fault(FaultKind::IllegalAddress, "write to a kernel parameter", lane);
  return nullptr;
}

} // namespace tileiras::emu
