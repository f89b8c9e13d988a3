//===- MatrixMove.cpp - ldmatrix, stmatrix, movmatrix -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: ldmatrix, stmatrix, movmatrix for 8×8 matrices of 16-bit elements.
// Row r of matrix k is 16 bytes at the address that lane 8k + r gives. The
// forms with smaller elements are in MatrixMoveBytes.cpp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/MatrixMove.h"
#include "tileiras/Emulator/ISA/InstructionTable.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// Element (row, column) and the adjacent one in one lane's register.
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

bool gathered(Warp &w) { return w.together(kAllLanes); }

Flow load(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(kAllLanes);
  unsigned matrices = i.modifiers.get(Group::Count);
  bool transposed = i.modifiers.has(Group::Trans);
  MatrixRows rows(w, i, 1, 8 * matrices);
  for (unsigned k = 0; k < matrices; ++k) {
    uint16_t matrix[8][8];
    for (unsigned row = 0; row < 8; ++row) {
      uint8_t *data = rows.data(w, i, 8 * k + row, Access::Read);
      if (!data)
        return Flow::Fault;
      std::memcpy(matrix[row], data, kMatrixRowBytes);
    }
    Lanes<uint32_t> d = w.lanes<uint32_t>(i.group(0)[k]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      Pair pair(lane, transposed);
      d.set(lane, matrix[pair.row[0]][pair.column[0]] |
                      uint32_t(matrix[pair.row[1]][pair.column[1]]) << 16);
    }
  }
  return Flow::Next;
}

Flow store(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(kAllLanes);
  unsigned matrices = i.modifiers.get(Group::Count);
  bool transposed = i.modifiers.has(Group::Trans);
  MatrixRows rows(w, i, 0, 8 * matrices);
  for (unsigned k = 0; k < matrices; ++k) {
    uint16_t matrix[8][8];
    Lanes<uint32_t> s = w.lanes<uint32_t>(i.group(1)[k]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      Pair pair(lane, transposed);
      for (unsigned n = 0; n < 2; ++n)
        matrix[pair.row[n]][pair.column[n]] = uint16_t(s[lane] >> (16 * n));
    }
    for (unsigned row = 0; row < 8; ++row) {
      uint8_t *data = rows.data(w, i, 8 * k + row, Access::Write);
      if (!data)
        return Flow::Fault;
      std::memcpy(data, matrix[row], kMatrixRowBytes);
    }
  }
  return Flow::Next;
}

/// movmatrix transposes one matrix held in registers.
Flow transpose(Warp &w, const Instruction &i) {
  if (!gathered(w))
    return w.awaitLanes(kAllLanes);
  uint16_t matrix[8][8];
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[0]), a = w.lanes<uint32_t>(i[1]);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    Pair pair(lane, false);
    for (unsigned n = 0; n < 2; ++n)
      matrix[pair.row[n]][pair.column[n]] = uint16_t(a[lane] >> (16 * n));
  }
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    Pair pair(lane, true);
    d.set(lane, matrix[pair.row[0]][pair.column[0]] |
                    uint32_t(matrix[pair.row[1]][pair.column[1]]) << 16);
  }
  return Flow::Next;
}

template <Flow (*Move)(Warp &, const Instruction &)>
Flow moveBytes(Warp &w, const Instruction &i) {
  return gathered(w) ? Move(w, i) : w.awaitLanes(kAllLanes);
}

/// Returns whether operand \p vector has \p perMatrix registers for each
/// matrix.
bool vectorFits(const Instruction &i, unsigned vector, unsigned perMatrix) {
  unsigned count = i.modifiers.get(Group::Count);
  return count && i.group(vector).size() == count * perMatrix;
}
bool isPlain(const Instruction &i, unsigned vector) {
  return i.modifiers.shape == Shape{8, 8, 0} && i.type() == Type::B16 &&
         vectorFits(i, vector, 1);
}

} // namespace

namespace bind {
Handler ldmatrix(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  if (isPlain(i, 0))
    return load;
  bool isSquare = m.shape == Shape{16, 16, 0} && m.has(Group::Trans) &&
                  m.get(Group::Count) <= 2 && vectorFits(i, 0, 2);
  bool isUnpacking = m.shape == Shape{8, 16, 0} && !m.has(Group::Trans) &&
                     m.has(Group::Unpack) && vectorFits(i, 0, 1);
  bool isBytes = m.has(Group::Unpack) || i.type() == Type::B8;
  return isBytes && (isSquare || isUnpacking) ? moveBytes<loadMatrixBytes>
                                              : nullptr;
}
Handler stmatrix(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  if (isPlain(i, 1))
    return store;
  return i.type() == Type::B8 && m.shape == Shape{16, 8, 0} &&
                 m.has(Group::Trans) && vectorFits(i, 1, 1)
             ? moveBytes<storeMatrixBytes>
             : nullptr;
}
Handler movmatrix(const Instruction &) { return transpose; }
} // namespace bind

} // namespace tileiras::emu
