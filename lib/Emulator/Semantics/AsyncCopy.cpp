//===- AsyncCopy.cpp - cp.async ---------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: cp.async, cp.async.commit_group, cp.async.wait_group, wait_all.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/AsyncCopy.h"
#include "tileiras/Emulator/Machine/Cta.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace tileiras::emu {

void landCopies(Warp &w, uint32_t pending, bool uncommitted) {
  w.asyncCopies.wait(
      w.active, pending, uncommitted, [&](const AsyncCopy &copy) {
        uint8_t data[16] = {};
        if (copy.sourceBytes) {
          uint8_t *from =
              w.memory(Space::Global, copy.source, 1, Access::Read, copy.lane);
          if (!from)
            return;
          std::memcpy(data, from, copy.sourceBytes);
        }
        uint8_t *to = w.memory(Space::Shared, copy.destination, copy.bytes,
                               Access::Write, copy.lane);
        if (to)
          std::memcpy(to, data, copy.bytes);
      });
}

namespace {

/// Mistakes in addresses are those of the instruction that gives them, not of
/// the wait: alignment to the size, and both ends in memory.
void checkCopy(Warp &w, const AsyncCopy &copy) {
  if (copy.source % copy.bytes)
    w.fault("misaligned cp.async from 0x" + llvm::utohexstr(copy.source, true) +
                ": its size is " + llvm::Twine(copy.bytes),
            copy.lane);
  for (uint64_t at : {copy.source, copy.source + copy.sourceBytes - 1})
    if (copy.sourceBytes && !w.faulted())
      w.memory(Space::Global, at, 1, Access::Read, copy.lane);
  if (copy.destination % copy.bytes ||
      copy.destination + copy.bytes > w.cta().shared.size())
    w.fault("misaligned or out-of-bounds cp.async to shared 0x" +
                llvm::utohexstr(copy.destination, true) + ": its size is " +
                llvm::Twine(copy.bytes) + ", the CTA has " +
                llvm::Twine(w.cta().shared.size()) + " bytes of shared memory",
            copy.lane);
}

/// cp.async [dst], [src], size [, source size] [, cache policy]
Flow copy(Warp &w, const Instruction &i) {
  uint64_t addresses[WarpSize];
  uint32_t bytes = w.readAny(i[2], __builtin_ctz(w.active));
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return w.fault("cp.async copies 4, 8 or 16 bytes, not " +
                   llvm::Twine(bytes));
  w.forActive(
      [&](unsigned lane) { addresses[lane] = w.address(i, 1, 1, lane); });
  w.countAccess(Space::Global, addresses, bytes);
  w.forActive([&](unsigned lane) {
    uint64_t to = w.address(i, 0, 0, lane);
    uint64_t wanted = i[3].exists() ? w.readAny(i[3], lane) : bytes;
    if (wanted > bytes) {
      w.fault("cp.async source size " + llvm::Twine(wanted) +
                  " exceeds the size " + llvm::Twine(bytes),
              lane);
      return;
    }
    AsyncCopy copy{
        to, addresses[lane], uint8_t(bytes), uint8_t(wanted), uint8_t(lane), 0};
    checkCopy(w, copy);
    w.asyncCopies.add(copy);
  });
  return w.next();
}

Flow commit(Warp &w, const Instruction &) {
  w.forActive([&](unsigned lane) { w.asyncCopies.commit(lane); });
  return Flow::Next;
}
Flow waitGroup(Warp &w, const Instruction &i) {
  landCopies(w, w.readAny(i[0], __builtin_ctz(w.active)), false);
  return w.next();
}
Flow waitAll(Warp &w, const Instruction &) {
  landCopies(w, 0, true);
  return w.next();
}

} // namespace

namespace bind {
Handler cpAsync(const Instruction &) { return copy; }
Handler cpAsyncCommit(const Instruction &) { return commit; }
Handler cpAsyncWaitGroup(const Instruction &) { return waitGroup; }
Handler cpAsyncWaitAll(const Instruction &) { return waitAll; }
} // namespace bind

} // namespace tileiras::emu
