//===- WarpMemory.cpp - Memory accesses of a warp ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Machine/Warp.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

using namespace llvm;

namespace tileiras::emu {

namespace {
StringRef verb(Access access) {
  return access == Access::Read    ? "read"
         : access == Access::Write ? "write"
                                   : "atomic access";
}

template <class T> bool allSet(const uint8_t *flags) {
  T value;
  std::memcpy(&value, flags, sizeof(T));
  return value == T(0x0101010101010101);
}

/// Are all bytes flagged as written? A flag is 0 or 1.
bool allWritten(const uint8_t *flags, unsigned bytes) {
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
} // namespace

uint8_t *Warp::memory(Space space, uint64_t address, unsigned bytes,
                      Access access, unsigned lane) {
  if (LLVM_UNLIKELY(address & (bytes - 1))) {
    fault("misaligned " + verb(access) + " of " + Twine(bytes) +
              " bytes at 0x" + utohexstr(address, true),
          lane);
    return nullptr;
  }
  if (space == Space::Generic) {
    space = spaceOf(address);
    address -= windowOf(space);
  }
  switch (space) {
  case Space::Shared:
    return shared(address, bytes, access, lane);
  case Space::Local:
    return local(address, bytes, lane);
  case Space::Param:
    return param(address, bytes, access, lane);
  default:
    return global(address, bytes, access, lane);
  }
}

uint8_t *Warp::global(uint64_t address, unsigned bytes, Access access,
                      unsigned lane) {
  const Allocation *&hit = access == Access::Read ? readHit : writeHit;
  if (LLVM_LIKELY(hit && hit->contains(address, bytes)))
    return hit->data + (address - hit->base);
  const Allocation *found = grid.memory.find(address);
  if (found && found->contains(address, bytes)) {
    if (access != Access::Read && found->readOnly) {
      fault(verb(access) + " to constant '" + Twine(found->name) + "'", lane);
      return nullptr;
    }
    hit = found;
    return found->data + (address - found->base);
  }
  if (grid.memory.hostPointersAllowed && address >= 4096)
    return reinterpret_cast<uint8_t *>(address);
  fault("out-of-bounds global " + verb(access) + " of " + Twine(bytes) +
            " bytes at 0x" + utohexstr(address, true) + ": " +
            grid.memory.describe(address, bytes),
        lane);
  return nullptr;
}

uint8_t *Warp::shared(uint64_t address, unsigned bytes, Access access,
                      unsigned lane) {
  uint64_t size = owner.shared.size();
  if (LLVM_UNLIKELY(address >= size || bytes > size - address)) {
    fault("out-of-bounds shared " + verb(access) + " of " + Twine(bytes) +
              " bytes at 0x" + utohexstr(address, true) + ": the CTA has " +
              Twine(size) + " bytes of shared memory",
          lane);
    return nullptr;
  }
  uint8_t *written = owner.written.data() + address;
  if (access == Access::Write) {
    std::memset(written, 1, bytes);
  } else if (grid.config.checkUninitialized &&
             LLVM_UNLIKELY(!allWritten(written, bytes))) {
    fault("uninitialised shared " + verb(access) + " of " + Twine(bytes) +
              " bytes at 0x" + utohexstr(address, true) +
              ": nothing was written there",
          lane);
    return nullptr;
  }
  return owner.shared.data() + address;
}

uint8_t *Warp::local(uint64_t address, unsigned bytes, unsigned lane) {
  if (LLVM_LIKELY(address < localBytes && bytes <= localBytes - address))
    return localMemory.data() + lane * localBytes + address;
  fault("out-of-bounds local access of " + Twine(bytes) + " bytes at 0x" +
            utohexstr(address, true) + ": the thread has " + Twine(localBytes) +
            " bytes of local memory",
        lane);
  return nullptr;
}

uint8_t *Warp::param(uint64_t address, unsigned bytes, Access access,
                     unsigned lane) {
  bool isFrame = address >= FrameParams;
  uint64_t offset = isFrame ? address - FrameParams : address;
  uint64_t size =
      isFrame ? frame->function->frameBytes : grid.parameters.size();
  if (offset >= size || bytes > size - offset) {
    fault("out-of-bounds parameter " + verb(access) + " of " + Twine(bytes) +
              " bytes at offset " + Twine(offset) + " of " + Twine(size),
          lane);
    return nullptr;
  }
  if (isFrame)
    return frame->param(lane, offset);
  if (access == Access::Read)
    return const_cast<uint8_t *>(grid.parameters.data()) + offset;
  fault("write to a kernel parameter", lane);
  return nullptr;
}

} // namespace tileiras::emu
