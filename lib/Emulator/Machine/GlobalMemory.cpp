//===- GlobalMemory.cpp - Allocations of device memory ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/GlobalMemory.h"
#include "tileiras/Emulator/Machine/AddressSpaces.h"

#include "llvm/ADT/StringExtras.h"
#include "llvm/ADT/Twine.h"
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

Allocation &GlobalMemory::insert(Allocation allocation) {
  uint64_t base = allocation.base;
  return allocations[base] = std::move(allocation);
}

Allocation *GlobalMemory::allocateAt(uint64_t base, uint64_t size,
                                     StringRef name) {
  constexpr uint64_t Align = 512, Gap = uint64_t(1) << 20;
  if (size > SharedWindow - Gap - Align - base) // the other spaces follow
    return nullptr;
  Allocation allocation;
  allocation.base = base;
  allocation.size = size;
  allocation.name = name.str();
  allocation.owned.reset(
      static_cast<uint8_t *>(std::calloc(size ? size : 1, 1)));
  allocation.data = allocation.owned.get();
  if (!allocation.data)
    return nullptr;
  next = alignTo(base + size + Gap, Align);
  return &insert(std::move(allocation));
}

Allocation *GlobalMemory::allocate(uint64_t size, StringRef name) {
  return allocateAt(next, size, name);
}

Allocation &GlobalMemory::mapHost(void *pointer, uint64_t size,
                                  StringRef name) {
  Allocation allocation;
  allocation.base = reinterpret_cast<uintptr_t>(pointer);
  allocation.size = size;
  allocation.name = name.str();
  allocation.data = static_cast<uint8_t *>(pointer);
  return insert(std::move(allocation));
}

bool GlobalMemory::release(uint64_t base) { return allocations.erase(base); }

//===-- The heap --------------------------------------------------------===//

Allocation *GlobalMemory::takeFromHeap(uint64_t size, uint64_t limit) {
  if (heapBytes > limit || size > limit - heapBytes)
    return nullptr;
  // What CUDA promises; a kernel that relies on more is found out.
  constexpr uint64_t Alignment = 16;
  Allocation *taken = allocateAt(next + Alignment, size, "malloc");
  if (!taken)
    return nullptr;
  constexpr int SomeByte = 0xcd;
  std::memset(taken->data, SomeByte, size);
  taken->isOfHeap = true;
  heapBytes += size;
  return taken;
}

bool GlobalMemory::giveBack(uint64_t base) {
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

void GlobalMemory::forgetGivenBack() {
  std::erase_if(allocations, [](const auto &entry) {
    return entry.second.isOfHeap && !entry.second.data;
  });
}

//===-- Looking it up ---------------------------------------------------===//

const Allocation *GlobalMemory::find(uint64_t address) const {
  auto next = allocations.upper_bound(address);
  if (next == allocations.begin())
    return nullptr;
  const Allocation &allocation = std::prev(next)->second;
  return allocation.contains(address, 1) ? &allocation : nullptr;
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
