//===- GlobalMemory.cpp - Allocations of device memory ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/GlobalMemory.h"
#include "tileiras/Emulator/ISA/AddressSpaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/Compiler.h"
#include "llvm/Support/MathExtras.h"

#include <cstring>
#include <utility>

using namespace llvm;

namespace tileiras::emu {

StringRef name(Access access) {
  return access == Access::Read    ? "read"
         : access == Access::Write ? "write"
                                   : "atomic access";
}

//===-- Addresses -------------------------------------------------------===//

namespace {
/// The range of device memory: above the values that programs take for small
/// numbers, and below host memory.
constexpr uint64_t kFirstAddress = uint64_t(1) << 36, kLastAddress = uint64_t(1)
                                                                     << 46;
/// A megabyte after each allocation is unmapped.
constexpr uint64_t kGap = uint64_t(1) << 20;
} // namespace

GlobalMemory::GlobalMemory() : next(kFirstAddress) {}

/// The next gap of \p bytes between the allocations in \p taken from \p from
/// on, at a multiple of \p alignment as \p from is; kLastAddress or later if
/// there is none.
static uint64_t passTaken(const std::map<uint64_t, Allocation> &taken,
                          uint64_t from, uint64_t bytes, uint64_t alignment) {
  auto after = taken.upper_bound(from);
  if (after != taken.begin())
    --after; // may reach here
  for (; after != taken.end(); ++after) {
    const Allocation &each = after->second;
    uint64_t end = each.base + each.size + each.givenBack + kGap;
    if (each.base >= from + bytes)
      break;
    if (end > from)
      from = alignTo(end, alignment);
  }
  return from;
}

/// An address \p offset bytes after a multiple of the alignment with \p size
/// free bytes. The search continues where the last one ended, so that a freed
/// address, of which a program may have kept a copy, is reused as late as
/// possible.
std::optional<uint64_t> GlobalMemory::freeAddress(uint64_t size,
                                                  uint64_t offset,
                                                  uint64_t alignment) const {
  uint64_t bytes = SaturatingAdd(offset, size, kGap);
  for (uint64_t start : {next, kFirstAddress}) {
    for (uint64_t from = alignTo(start, alignment); from < kLastAddress;) {
      if (bytes > kLastAddress - from)
        break;
      uint64_t found =
          passTaken(recent, passTaken(allocations, from, bytes, alignment),
                    bytes, alignment);
      if (found == from)
        return from + offset;
      from = found;
    }
  }
  return std::nullopt;
}

//===-- Allocations -----------------------------------------------------===//

Allocation &GlobalMemory::insert(Allocation allocation, Allocations &where) {
  uint64_t base = allocation.base;
  if (&where == &recent)
    hasRecent = true;
  return where[base] = std::move(allocation);
}

Allocation *GlobalMemory::allocateAt(uint64_t base, uint64_t size,
                                     StringRef name, Allocations &where) {
  Allocation allocation;
  allocation.base = base;
  allocation.size = size;
  allocation.name = name.str();
  allocation.owned.reset(
      static_cast<uint8_t *>(std::calloc(size ? size : 1, 1)));
  allocation.data = allocation.owned.get();
  if (!allocation.data)
    return nullptr;
  next = alignTo(base + size + kGap, kAlignment);
  return &insert(std::move(allocation), where);
}

Allocation *GlobalMemory::allocate(uint64_t size, StringRef name,
                                   uint64_t alignment) {
  std::lock_guard guard(lock);
  std::optional<uint64_t> base =
      freeAddress(size, 0, std::max(alignment, kAlignment));
  return base ? allocateAt(*base, size, name, isFrozen ? recent : allocations)
              : nullptr;
}

Allocation &GlobalMemory::mapHost(void *pointer, uint64_t size,
                                  StringRef name) {
  Allocation allocation;
  allocation.base = reinterpret_cast<uintptr_t>(pointer);
  allocation.size = size;
  allocation.name = name.str();
  allocation.data = static_cast<uint8_t *>(pointer);
  std::lock_guard guard(lock);
  return insert(std::move(allocation), isFrozen ? recent : allocations);
}

bool GlobalMemory::release(uint64_t base) {
  std::lock_guard guard(lock);
  return (isFrozen ? recent : allocations).erase(base);
}

void GlobalMemory::freeze() {
  std::lock_guard guard(lock);
  isFrozen = true;
}

void GlobalMemory::thaw() {
  std::lock_guard guard(lock);
  isFrozen = hasRecent = false;
  allocations.merge(recent);
  std::erase_if(allocations, [](const auto &entry) {
    return entry.second.isOfHeap && !entry.second.data;
  });
}

//===-- The heap --------------------------------------------------------===//

Allocation *GlobalMemory::takeFromHeap(uint64_t size, uint64_t limit) {
  std::lock_guard guard(lock);
  if (heapBytes > limit || size > limit - heapBytes)
    return nullptr;
  // CUDA guarantees this alignment; a kernel that relies on more is found.
  constexpr uint64_t kHeapAlignment = 16;
  std::optional<uint64_t> base = freeAddress(size, kHeapAlignment);
  Allocation *taken =
      base ? allocateAt(*base, size, "malloc", allocations) : nullptr;
  if (!taken)
    return nullptr;
  constexpr int kSomeByte = 0xcd;
  std::memset(taken->data, kSomeByte, size);
  taken->isOfHeap = true;
  heapBytes += size;
  return taken;
}

bool GlobalMemory::giveBack(uint64_t base) {
  std::lock_guard guard(lock);
  auto found = allocations.find(base);
  if (found == allocations.end() || !found->second.isOfHeap ||
      !found->second.data)
    return false;
  Allocation &allocation = found->second;
  heapBytes -= allocation.size;
  allocation.givenBack = std::exchange(allocation.size, 0);
  allocation.data = nullptr;
  allocation.owned.reset();
  return true;
}

//===-- Looking it up ---------------------------------------------------===//

static const Allocation *
findIn(const std::map<uint64_t, Allocation> &allocations, uint64_t address) {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  const Allocation &allocation = std::prev(next)->second;
  return allocation.contains(address, 1) ? &allocation : nullptr;
}

const Allocation *GlobalMemory::find(uint64_t address) const {
  const Allocation *found = findIn(allocations, address);
  if (LLVM_LIKELY(found || !hasRecent.load(std::memory_order_acquire)))
    return found;
  std::lock_guard guard(lock);
  return findIn(recent, address);
}

const Allocation *GlobalMemory::findForHost(uint64_t address) const {
  std::lock_guard guard(lock);
  const Allocation *found = findIn(allocations, address);
  return found ? found : findIn(recent, address);
}

Allocation *GlobalMemory::at(uint64_t base) {
  std::lock_guard guard(lock);
  for (Allocations *each : {&allocations, &recent})
    if (auto found = each->find(base); found != each->end())
      return &found->second;
  return nullptr;
}

uint8_t *GlobalMemory::bytes(uint64_t address, uint64_t bytes, Access access,
                             const Allocation *&hit, Problem &problem) const {
  const Allocation *found = find(address);
  if (found && found->contains(address, bytes)) {
    if (access != Access::Read && found->readOnly) {
      problem = {FaultKind::IllegalAddress,
                 (name(access) + " to constant '" + found->name + "'").str()};
      return nullptr;
    }
    hit = found;
    return found->data + (address - found->base);
  }
  if (hostPointersAllowed && address >= 4096)
    return reinterpret_cast<uint8_t *>(address);
  problem = {FaultKind::IllegalAddress,
             ("out-of-bounds global " + name(access) + " of " + Twine(bytes) +
              " bytes at 0x" + utohexstr(address, true) + ": " +
              describe(address, bytes))
                 .str()};
  return nullptr;
}

std::string GlobalMemory::describe(uint64_t address, uint64_t bytes) const {
  if (allocations.empty())
    return "nothing is allocated";
  auto after = allocations.upper_bound(address);
  const Allocation *before =
      after == allocations.begin() ? nullptr : &std::prev(after)->second;
  auto text = [](uint64_t distance, StringRef where, const Allocation &a) {
    return (Twine(distance) + " bytes " + where + " '" + a.name + "' (" +
            Twine(a.size) + " bytes at 0x" + utohexstr(a.base, true) + ")")
        .str();
  };
  if (before && before->contains(address, 1))
    return text(address + bytes - before->base - before->size,
                "of it past the end of", *before);
  if (before && address - before->base < before->givenBack)
    return ("in memory of " + Twine(before->givenBack) + " bytes at 0x" +
            utohexstr(before->base, true) + " that the kernel has given back")
        .str();
  uint64_t past = before ? address - before->base - before->size : ~0ull;
  if (after != allocations.end() && after->second.base - address < past)
    return text(after->second.base - address, "before", after->second);
  return text(past, "past the end of", *before);
}

} // namespace tileiras::emu
