//===- Memory.cpp - Global memory of interpreted kernels --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Interpreter/Memory.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringExtras.h"
#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tileiras::interpreter {

/// The bytes between allocations, which belong to none.
static constexpr uint64_t kGap = 4096;

Pointer Memory::allocate(uint64_t size, std::string name, uint64_t alignment) {
  Allocation allocation;
  allocation.base = alignTo(nextAddress, std::max<uint64_t>(alignment, 256));
  allocation.name = std::move(name);
  allocation.bytes.resize(size);
  allocation.contents.resize(size, Content::NeverWritten);
  nextAddress = allocation.base + size + kGap;
  allocations.push_back(std::move(allocation));
  return {allocations.back().base, Origin(allocations.size())};
}

Pointer Memory::allocate(ArrayRef<uint8_t> bytes, std::string name,
                         uint64_t alignment) {
  Pointer pointer = allocate(bytes.size(), std::move(name), alignment);
  Allocation &allocation = getAllocation(pointer.origin);
  copy(bytes, allocation.bytes.begin());
  fill(allocation.contents, Content::Written);
  return pointer;
}

void Memory::release(Origin origin) {
  Allocation &allocation = getAllocation(origin);
  allocation.isAlive = false;
  allocation.bytes = {};
  allocation.contents = {};
}

Allocation *Memory::findByAddress(uint64_t address) {
  auto next = upper_bound(allocations, address,
                          [](uint64_t value, const Allocation &allocation) {
                            return value < allocation.base;
                          });
  return next == allocations.begin() ? nullptr : &*std::prev(next);
}

Expected<AllocationOffset> Memory::locate(Pointer pointer, uint64_t size,
                                          bool isWrite) {
  const char *verb = isWrite ? "writes " : "reads ";
  Allocation *allocation = pointer.origin ? &getAllocation(pointer.origin)
                                          : findByAddress(pointer.address);
  if (!allocation)
    return createStringError(verb + Twine(size) + " bytes at address 0x" +
                             utohexstr(pointer.address) + ", where nothing is");
  if (!allocation->isAlive)
    return createStringError(verb + Twine(size) + " bytes of " +
                             allocation->name + ", whose block has ended");
  uint64_t offset = pointer.address - allocation->base;
  if (offset > allocation->bytes.size() ||
      size > allocation->bytes.size() - offset)
    return createStringError(verb + Twine(size) + " bytes at offset " +
                             Twine(int64_t(offset)) + " of " +
                             allocation->name + ", which has " +
                             Twine(allocation->bytes.size()) + " bytes");
  if (pointer.address % size)
    return createStringError(verb + Twine(size) + " bytes at offset " +
                             Twine(offset) + " of " + allocation->name +
                             ", where its address is no multiple of " +
                             Twine(size));
  if (isWrite && allocation->isConstant)
    return createStringError("writes to " + allocation->name +
                             ", which is constant");
  return AllocationOffset{allocation, offset};
}

} // namespace tileiras::interpreter
