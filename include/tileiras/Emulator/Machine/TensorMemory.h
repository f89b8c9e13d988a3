//===- TensorMemory.h - The tensor memory of a CTA --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Tensor Memory": 128 lanes of 512 columns of 32 bits, allocated by
// whole columns in units of 32. An address has the lane in its high and the
// column in its low half.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_TENSORMEMORY_H
#define TILEIRAS_EMULATOR_MACHINE_TENSORMEMORY_H

#include "tileiras/Emulator/Machine/AsyncOperation.h"

#include <bitset>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::emu {

struct TmemAddress {
  unsigned lane, column;
  explicit TmemAddress(uint32_t bits)
      : lane(bits >> 16), column(bits & 0xffff) {}
};

class TensorMemory {
public:
  static constexpr unsigned kLanes = TmemRange::kLanes, kColumns = 512,
                            kUnit = 32;

  TensorMemory() : cells(kLanes * kColumns), written(kLanes * kColumns) {}

  //===-- Allocation ------------------------------------------------------===//

  /// Allocates \p columns columns and returns the first; nothing if none are
  /// free.
  std::optional<unsigned> allocate(unsigned columns);
  /// Frees columns; returns false if no allocation of \p columns begins at \p
  /// first.
  bool release(unsigned first, unsigned columns);
  /// The number of columns that are allocated now.
  unsigned allocated() const;
  bool hasPermit = true; // false after relinquish_alloc_permit
  // The size of the latest allocation.
  unsigned lastSize = kColumns;
  Origin origin;

  //===-- Cells -----------------------------------------------------------===//

  /// The reason why \p lane, \p column can't be read (written); empty if it
  /// can.
  std::string problem(unsigned lane, unsigned column, bool isRead) const;
  uint32_t read(unsigned lane, unsigned column) const {
    return cells[lane * kColumns + column];
  }
  void write(unsigned lane, unsigned column, uint32_t value) {
    cells[lane * kColumns + column] = value;
    written[lane * kColumns + column] = true;
  }

private:
  std::vector<uint32_t> cells; // lane-major
  std::vector<bool> written;
  struct Allocation {
    unsigned first, columns;
  };
  std::vector<Allocation> allocations;
  std::bitset<kColumns> inUse;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_TENSORMEMORY_H
