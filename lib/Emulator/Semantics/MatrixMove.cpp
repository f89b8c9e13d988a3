//===- MatrixMove.cpp - ldmatrix, stmatrix, movmatrix -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: ldmatrix, stmatrix, movmatrix for 8×8 matrices of 16-bit elements.
// Row r of matrix k is 16 bytes at the address that lane 8k + r gives.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include <cstring>

namespace tileiras::emu {

namespace {

constexpr unsigned RowBytes = 16;

/// Element (row, column) and its neighbour in one lane's register.
struct Pair {
  unsigned row[2], column[2];
  Pair(unsigned lane, bool transposed) {
    for (unsigned n = 0; n < 2; ++n) {
      row[n] = lane / 4;
      column[n] = 2 * (lane % 4) + n;
      if (transposed)
        std::swap(row[n], column[n]);
    }
  }
};

bool gathered(Warp &w) { return w.together(AllLanes); }

/// Reads all addresses of the instruction; rows of 16 bytes.
void rowAddresses(Warp &w, const Instruction &i, unsigned operand,
                  unsigned matrices, uint64_t (&addresses)[WarpSize]) {
  for (unsigned lane = 0; lane < WarpSize; ++lane)
    addresses[lane] = w.address(i, operand, 0, lane);
  LaneMask all = w.active;
  w.active = matrices == 4 ? AllLanes : (LaneMask(1) << (8 * matrices)) - 1;
  w.countAccess(i.modifiers.space(), addresses, RowBytes);
  w.active = all;
}

Flow load(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(AllLanes);
  unsigned matrices = i.modifiers.get(Group::Count);
  bool transposed = i.modifiers.has(Group::Trans);
  uint64_t addresses[WarpSize];
  rowAddresses(w, i, 1, matrices, addresses);
  for (unsigned k = 0; k < matrices; ++k) {
    uint16_t matrix[8][8];
    for (unsigned row = 0; row < 8; ++row) {
      unsigned lane = 8 * k + row;
      uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], RowBytes,
                               Access::Read, lane);
      if (!data)
        return Flow::Fault;
      std::memcpy(matrix[row], data, RowBytes);
    }
    Lanes<uint32_t> d = w.lanes<uint32_t>(i.group(0)[k]);
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      Pair pair(lane, transposed);
      d.set(lane, matrix[pair.row[0]][pair.column[0]] |
                      uint32_t(matrix[pair.row[1]][pair.column[1]]) << 16);
    }
  }
  return Flow::Next;
}

Flow store(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(AllLanes);
  unsigned matrices = i.modifiers.get(Group::Count);
  bool transposed = i.modifiers.has(Group::Trans);
  uint64_t addresses[WarpSize];
  rowAddresses(w, i, 0, matrices, addresses);
  for (unsigned k = 0; k < matrices; ++k) {
    uint16_t matrix[8][8];
    Lanes<uint32_t> s = w.lanes<uint32_t>(i.group(1)[k]);
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      Pair pair(lane, transposed);
      for (unsigned n = 0; n < 2; ++n)
        matrix[pair.row[n]][pair.column[n]] = uint16_t(s[lane] >> (16 * n));
    }
    for (unsigned row = 0; row < 8; ++row) {
      unsigned lane = 8 * k + row;
      uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], RowBytes,
                               Access::Write, lane);
      if (!data)
        return Flow::Fault;
      std::memcpy(data, matrix[row], RowBytes);
    }
  }
  return Flow::Next;
}

/// movmatrix transposes one matrix held in registers.
Flow transpose(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(AllLanes);
  uint16_t matrix[8][8];
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[0]), a = w.lanes<uint32_t>(i[1]);
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    Pair pair(lane, false);
    for (unsigned n = 0; n < 2; ++n)
      matrix[pair.row[n]][pair.column[n]] = uint16_t(a[lane] >> (16 * n));
  }
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    Pair pair(lane, true);
    d.set(lane, matrix[pair.row[0]][pair.column[0]] |
                    uint32_t(matrix[pair.row[1]][pair.column[1]]) << 16);
  }
  return Flow::Next;
}

bool isSupported(const Instruction &i, unsigned vector) {
  return i.modifiers.has(Group::Count) && i.modifiers.has(Group::Shape) &&
         i.group(vector).size() == i.modifiers.get(Group::Count);
}

} // namespace

namespace bind {
Handler ldmatrix(const Instruction &i) {
  return isSupported(i, 0) ? load : nullptr;
}
Handler stmatrix(const Instruction &i) {
  return isSupported(i, 1) ? store : nullptr;
}
Handler movmatrix(const Instruction &) { return transpose; }
} // namespace bind

} // namespace tileiras::emu
