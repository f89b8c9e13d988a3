//===- MemoryPlace.h - Where bytes are --------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_MACHINE_MEMORYPLACE_H
#define TILEIRAS_EMULATOR_MACHINE_MEMORYPLACE_H

#include "tileiras/Emulator/Modifiers.h"

#include "llvm/ADT/StringRef.h"

#include <algorithm>
#include <bitset>
#include <cstdint>

namespace tileiras::emu {

class Cta;

enum class Access : uint8_t { Read, Write, Atomic };
llvm::StringRef name(Access access);

/// Ways to memory that are ordered with each other by proxy fences only (PTX
/// ISA, "Memory Consistency Model: Proxies").
enum class Proxy : uint8_t { Generic, Async, TensorMap, Constant };

/// An address whose space is known: neither generic nor a cluster's.
struct MemoryPlace {
  Space space = Space::Global; // never Generic or SharedCluster
  Cta *cta = nullptr;          // .shared: whose memory
  uint64_t address = 0;        // .shared: offset in it

  MemoryPlace operator+(uint64_t offset) const {
    return {space, cta, address + offset};
  }
  bool operator==(const MemoryPlace &) const = default;
};

/// Bytes that an operation reads or writes.
struct MemoryRange {
  MemoryPlace start;
  uint64_t bytes = 0;
  /// For whom, where each lane of the instruction has ranges of its own.
  int lane = -1;
};

/// Cells of a CTA's tensor memory: some lanes of columns that follow one
/// another.
struct TensorRange {
  static constexpr unsigned Lanes = 128;

  Cta *cta = nullptr;
  std::bitset<Lanes> lanes;
  unsigned first = 0, end = 0; // columns
  bool writes = false;

  void setLanes(unsigned from, unsigned count) {
    for (unsigned lane = from; lane < std::min(from + count, Lanes); ++lane)
      lanes.set(lane);
  }
  bool overlaps(const TensorRange &other) const {
    return first < other.end && other.first < end &&
           (lanes & other.lanes).any();
  }
  bool contains(const TensorRange &other) const {
    return first <= other.first && other.end <= end &&
           (other.lanes & ~lanes).none();
  }
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_MEMORYPLACE_H
