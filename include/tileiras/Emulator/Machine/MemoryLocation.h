//===- MemoryLocation.h - Accesses, proxies and locations -------*- C++ -*-===//
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_MEMORYLOCATION_H
#define TILEIRAS_EMULATOR_MACHINE_MEMORYLOCATION_H

#include "tileiras/Emulator/ISA/Modifiers.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <bitset>
#include <cstdint>

namespace tileiras::emu {

class Cta;

enum class Access : uint8_t { Read, Write, Atomic };
llvm::StringRef name(Access access);

/// Proxies through which memory is accessed; only proxy fences order accesses
/// through different ones (PTX ISA, "Memory Consistency Model: Proxies").
enum class Proxy : uint8_t { Generic, Async, TensorMap, Constant };

/// An address whose space is known, neither generic nor .shared::cluster.
struct MemoryLocation {
  Space space = Space::Global; // never Generic or SharedCluster
  Cta *cta = nullptr;          // .shared: whose memory
  uint64_t address = 0;        // .shared: offset in it

  MemoryLocation operator+(uint64_t offset) const {
    return {space, cta, address + offset};
  }
  bool operator==(const MemoryLocation &) const = default;
};

/// Bytes that an operation reads or writes.
struct MemoryRange {
  MemoryLocation start;
  uint64_t bytes = 0;
  /// The lane that the range belongs to, if each lane of the instruction has
  /// its own ranges.
  int lane = -1;
};

/// Cells of a CTA's tensor memory: some lanes of contiguous columns.
struct TmemRange {
  static constexpr unsigned kLanes = 128;

  Cta *cta = nullptr;
  std::bitset<kLanes> lanes;
  unsigned first = 0, end = 0; // columns
  bool writes = false;

  void setLanes(unsigned from, unsigned count) {
    for (unsigned lane = from; lane < std::min(from + count, kLanes); ++lane)
      lanes.set(lane);
  }
  bool overlaps(const TmemRange &other) const {
    return first < other.end && other.first < end &&
           (lanes & other.lanes).any();
  }
  bool contains(const TmemRange &other) const {
    return first <= other.first && other.end <= end &&
           (other.lanes & ~lanes).none();
  }
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_MEMORYLOCATION_H
