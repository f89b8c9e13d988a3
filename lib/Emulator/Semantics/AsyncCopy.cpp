//===- AsyncCopy.cpp - cp.async ---------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: cp.async, cp.async.commit_group, cp.async.wait_group, wait_all,
// cp.async.mbarrier.arrive.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Mbarrier.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// One lane's part of an instruction.
struct LaneCopy {
  MemoryLocation destination, source;
  uint8_t bytes, sourceBytes; // the rest is zeros
  uint8_t lane;
  std::array<uint8_t, 16> data = {};
};

/// Checks the alignment to the size, and that both ends are in memory. A
/// mistake belongs to the instruction that has the addresses, not to the wait.
bool checkCopy(Warp &w, const LaneCopy &copy) {
  auto check = [&](MemoryLocation location, uint64_t bytes, Access access,
                   const char *what) {
    if (location.address % copy.bytes) {
      w.fault(FaultKind::Misaligned,
              "misaligned cp.async " + llvm::Twine(what) + " 0x" +
                  llvm::utohexstr(location.address, true) + ": its size is " +
                  llvm::Twine(unsigned(copy.bytes)),
              copy.lane);
      return false;
    }
    return w.checkRange(location, bytes, access, copy.lane);
  };
  return check(copy.source, copy.sourceBytes, Access::Read, "from") &&
         check(copy.destination, copy.bytes, Access::Write, "to shared");
}

void readSources(AsyncOperation &operation,
                 llvm::MutableArrayRef<LaneCopy> copies) {
  for (LaneCopy &copy : copies)
    if (copy.sourceBytes)
      if (uint8_t *from =
              operation.memory(copy.source, copy.sourceBytes, Access::Read))
        copyFromMemory(copy.data.data(), from, copy.sourceBytes);
}

void writeDestinations(AsyncOperation &operation,
                       llvm::ArrayRef<LaneCopy> copies) {
  for (const LaneCopy &copy : copies)
    if (uint8_t *to =
            operation.memory(copy.destination, copy.bytes, Access::Write))
      std::memcpy(to, copy.data.data(), copy.bytes);
}

/// The number of bytes that a lane reads of those that it writes.
using SourceBytes = llvm::function_ref<uint64_t(unsigned lane, uint32_t bytes)>;

Flow copy(Warp &w, const Instruction &i, SourceBytes sourceBytes) {
  uint64_t sources[kWarpSize], destinations[kWarpSize];
  uint32_t bytes = w.readAny(i[2], __builtin_ctz(w.active));
  if (bytes != 4 && bytes != 8 && bytes != 16)
    return w.fault("cp.async copies 4, 8 or 16 bytes, not " +
                   llvm::Twine(bytes));
  w.addresses(i, 0, 0, destinations);
  w.addresses(i, 1, 1, sources);
  w.countAccess(Space::Shared, destinations, bytes);
  LaneMask readers = 0;
  llvm::SmallVector<LaneCopy, 0> copies;
  w.forActive([&](unsigned lane) {
    uint64_t requested = sourceBytes(lane, bytes);
    if (requested > bytes) {
      w.fault("cp.async source size " + llvm::Twine(requested) +
                  " exceeds the size " + llvm::Twine(bytes),
              lane);
      return;
    }
    std::optional<MemoryLocation> to =
        w.locate(Space::Shared, destinations[lane], lane);
    readers |= LaneMask(requested != 0) << lane;
    LaneCopy copy{*to,
                  {Space::Global, nullptr, sources[lane]},
                  uint8_t(bytes),
                  uint8_t(requested),
                  uint8_t(lane)};
    if (checkCopy(w, copy))
      copies.push_back(copy);
  });
  if (w.faulted())
    return Flow::Fault;
  w.countAccess(Space::Global, readers, sources, bytes);
  AsyncOperation operation;
  operation.kind = AsyncKind::Copy;
  operation.proxy =
      Proxy::Generic; // PTX ISA: only cp{.reduce}.async.bulk isn't
  operation.grouped = true;
  for (const LaneCopy &copy : copies) {
    if (copy.sourceBytes)
      operation.reads.push_back({copy.source, copy.sourceBytes, copy.lane});
    operation.writes.push_back({copy.destination, copy.bytes, copy.lane});
  }
  auto shared =
      std::make_shared<llvm::SmallVector<LaneCopy, 0>>(std::move(copies));
  operation.read = [shared](AsyncOperation &o) { readSources(o, *shared); };
  operation.land = [shared](AsyncOperation &o) {
    writeDestinations(o, *shared);
  };
  w.async().issue(w, std::move(operation));
  return Flow::Next;
}

/// cp.async [dst], [src], size [, source size] [, cache policy]
Flow copyBytes(Warp &w, const Instruction &i) {
  return copy(w, i, [&](unsigned lane, uint32_t bytes) -> uint64_t {
    return i[3].exists() ? w.readAny(i[3], lane) : bytes;
  });
}

/// cp.async [dst], [src], size, ignore source [, cache policy]
Flow copyUnless(Warp &w, const Instruction &i) {
  LaneMask ignored = w.predicate(i[3]);
  return copy(w, i, [&](unsigned lane, uint32_t bytes) -> uint64_t {
    return ignored >> lane & 1 ? 0 : bytes;
  });
}

Flow commit(Warp &w, const Instruction &) {
  w.async().commit(w, AsyncKind::Copy);
  return Flow::Next;
}
Flow waitGroup(Warp &w, const Instruction &i) {
  return w.async().waitGroups(w, AsyncKind::Copy,
                              w.readAny(i[0], __builtin_ctz(w.active)));
}
Flow waitAll(Warp &w, const Instruction &) {
  return w.async().waitAll(w, AsyncKind::Copy);
}

/// cp.async.mbarrier.arrive [addr]: arrives when the lane's copies so far have
/// landed. Without .noinc the pending count is raised now, so that the arrival
/// is an extra one.
Flow arriveAfterCopies(Warp &w, const Instruction &i) {
  bool extra = !i.modifiers.has(Group::NoIncrement);
  AsyncOperation operation;
  operation.kind = AsyncKind::Arrival;
  operation.proxy = Proxy::Generic;
  operation.after = w.async().outstanding(w, AsyncKind::Copy);
  w.forActive([&](unsigned lane) {
    std::optional<MbarrierObject> mbarrier = mbarrierOf(w, i, 0, lane);
    if (!mbarrier)
      return;
    if (extra) {
      mbarrier->raise(1);
      mbarrier->settle();
    }
    operation.signals.push_back({mbarrier->location, 0, 1});
  });
  if (w.faulted())
    return Flow::Fault;
  w.async().issue(w, std::move(operation));
  return Flow::Next;
}

} // namespace

namespace bind {
Handler cpAsync(const Instruction &) { return copyBytes; }
Handler cpAsyncUnless(const Instruction &) { return copyUnless; }
Handler cpAsyncCommit(const Instruction &) { return commit; }
Handler cpAsyncWaitGroup(const Instruction &) { return waitGroup; }
Handler cpAsyncWaitAll(const Instruction &) { return waitAll; }
Handler cpAsyncMbarrier(const Instruction &) { return arriveAfterCopies; }
} // namespace bind

} // namespace tileiras::emu
