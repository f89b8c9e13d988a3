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

#include "tileiras/Emulator/Machine/Cluster.h"
#include "tileiras/Emulator/Machine/Mbarrier.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include "llvm/ADT/StringExtras.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// One lane's part of an instruction.
struct LaneCopy {
  MemoryPlace destination, source;
  uint8_t bytes, sourceBytes; // the rest is zeros
  uint8_t lane;
  std::array<uint8_t, 16> data = {};
};

/// Mistakes in addresses are those of the instruction that gives them, not of
/// the wait: alignment to the size, and both ends in memory.
bool checkCopy(Warp &w, const LaneCopy &copy) {
  auto check = [&](MemoryPlace place, uint64_t bytes, Access access,
                   const char *what) {
    if (place.address % copy.bytes) {
      w.fault(FaultKind::Misaligned,
              "misaligned cp.async " + llvm::Twine(what) + " 0x" +
                  llvm::utohexstr(place.address, true) + ": its size is " +
                  llvm::Twine(unsigned(copy.bytes)),
              copy.lane);
      return false;
    }
    return w.checkRange(place, bytes, access, copy.lane);
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

/// How many bytes a lane reads of those that it writes.
using SourceBytes = llvm::function_ref<uint64_t(unsigned lane, uint32_t bytes)>;

Flow copy(Warp &w, const Instruction &i, SourceBytes sourceBytes) {
  uint64_t sources[WarpSize], destinations[WarpSize];
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
    uint64_t wanted = sourceBytes(lane, bytes);
    if (wanted > bytes) {
      w.fault("cp.async source size " + llvm::Twine(wanted) +
                  " exceeds the size " + llvm::Twine(bytes),
              lane);
      return;
    }
    std::optional<MemoryPlace> to =
        w.locate(Space::Shared, destinations[lane], lane);
    readers |= LaneMask(wanted != 0) << lane;
    LaneCopy copy{*to,
                  {Space::Global, nullptr, sources[lane]},
                  uint8_t(bytes),
                  uint8_t(wanted),
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
    operation.signals.push_back({mbarrier->place, 0, 1});
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
