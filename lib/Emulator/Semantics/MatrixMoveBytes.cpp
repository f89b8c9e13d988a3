//===- MatrixMoveBytes.cpp - ldmatrix, stmatrix of bytes --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: ldmatrix .m16n16 and .m8n16, stmatrix .m16n8. A row in memory is 16
// bytes, or 16 elements of 6 (4) bits in the first 12 (8) of them, which become
// the low bits of a byte each. With g = lane / 4 and t = lane % 4, byte e of a
// lane's register r for one matrix is
//
//   ldmatrix .m8n16          row g,                    column 4t + e
//   ldmatrix .m16n16.trans   row 4t + 2r + e mod 2,    column g + 8·(e div 2)
//   stmatrix .m16n8.trans    row 2t + e mod 2,         column g + 8·(e div 2)
//
// where row and column are those in memory: .trans makes the row a column.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/MatrixMove.h"

#include <cstring>

namespace tileiras::emu {

ByteRow unpackRow(Unpack format, const uint8_t *data) {
  ByteRow row;
  std::memcpy(row.data(), data, row.size());
  if (format == Unpack::None)
    return row;
  unsigned bits = format == Unpack::B6X16P32 ? 6 : 4;
  uint64_t words[2];
  std::memcpy(words, data, sizeof(words));
  for (unsigned n = 0; n < row.size(); ++n) {
    unsigned at = n * bits;
    uint64_t value = words[at / 64] >> (at % 64);
    if (at % 64 + bits > 64)
      value |= words[1] << (64 - at % 64);
    row[n] = uint8_t(value & ((1u << bits) - 1));
  }
  return row;
}

namespace {

struct ByteLocation {
  unsigned row, column;
};
ByteLocation locationOfByte(const Shape &shape, bool store, unsigned lane,
                            unsigned r, unsigned e) {
  unsigned g = lane / 4, t = lane % 4;
  if (store)
    return {2 * t + e % 2, g + 8 * (e / 2)};
  if (shape.m == 8)
    return {g, 4 * t + e};
  return {4 * t + 2 * r + e % 2, g + 8 * (e / 2)};
}

} // namespace

Flow loadMatrixBytes(Warp &w, const Instruction &i) {
  const Modifiers &m = i.modifiers;
  unsigned matrices = m.get(Group::Count), rows = m.shape.m;
  unsigned registers = rows / 8;
  MatrixRows addresses(w, i, 1, matrices * rows);
  for (unsigned k = 0; k < matrices; ++k) {
    ByteRow matrix[16];
    for (unsigned row = 0; row < rows; ++row) {
      uint8_t *data = addresses.data(w, i, k * rows + row, Access::Read);
      if (!data)
        return Flow::Fault;
      matrix[row] = unpackRow(Unpack(m.get(Group::Unpack)), data);
    }
    for (unsigned r = 0; r < registers; ++r) {
      Lanes<uint32_t> d = w.lanes<uint32_t>(i.group(0)[k * registers + r]);
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        uint32_t value = 0;
        for (unsigned e = 0; e < 4; ++e) {
          ByteLocation p = locationOfByte(m.shape, false, lane, r, e);
          value |= uint32_t(matrix[p.row][p.column]) << (8 * e);
        }
        d.set(lane, value);
      }
    }
  }
  return Flow::Next;
}

Flow storeMatrixBytes(Warp &w, const Instruction &i) {
  const Modifiers &m = i.modifiers;
  unsigned matrices = m.get(Group::Count);
  MatrixRows addresses(w, i, 0, matrices * 8);
  for (unsigned k = 0; k < matrices; ++k) {
    ByteRow matrix[8];
    Lanes<uint32_t> s = w.lanes<uint32_t>(i.group(1)[k]);
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      for (unsigned e = 0; e < 4; ++e) {
        ByteLocation p = locationOfByte(m.shape, true, lane, 0, e);
        matrix[p.row][p.column] = uint8_t(s[lane] >> (8 * e));
      }
    }
    for (unsigned row = 0; row < 8; ++row) {
      uint8_t *data = addresses.data(w, i, 8 * k + row, Access::Write);
      if (!data)
        return Flow::Fault;
      std::memcpy(data, matrix[row].data(), kMatrixRowBytes);
    }
  }
  return Flow::Next;
}

} // namespace tileiras::emu
