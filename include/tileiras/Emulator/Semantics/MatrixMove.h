//===- MatrixMove.h - Rows of ldmatrix and stmatrix -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_SEMANTICS_MATRIXMOVE_H
#define TILEIRAS_EMULATOR_SEMANTICS_MATRIXMOVE_H

#include "tileiras/Emulator/Machine/Warp.h"

#include <array>

namespace tileiras::emu {

constexpr unsigned kMatrixRowBytes = 16;

/// The addresses of all rows: lane n has that of row n.
class MatrixRows {
public:
  MatrixRows(Warp &w, const Instruction &i, unsigned operand, unsigned rows) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      addresses[lane] = w.address(i, operand, 0, lane);
    LaneMask all = w.active;
    w.active = rows == kWarpSize ? kAllLanes : (LaneMask(1) << rows) - 1;
    w.countAccess(i.modifiers.space(), addresses, kMatrixRowBytes);
    w.active = all;
  }
  /// Returns null after a fault.
  uint8_t *data(Warp &w, const Instruction &i, unsigned row, Access access) {
    return w.memory(i.modifiers.space(), addresses[row], kMatrixRowBytes,
                    access, row);
  }

private:
  uint64_t addresses[kWarpSize];
};

/// A row as 16 bytes: elements of 6 (4) bits are unpacked to the low bits of a
/// byte each.
using ByteRow = std::array<uint8_t, kMatrixRowBytes>;
ByteRow unpackRow(Unpack format, const uint8_t *data);

// The forms with elements of a byte and less; all lanes have reached the
// instruction.
Flow loadMatrixBytes(Warp &w, const Instruction &i);
Flow storeMatrixBytes(Warp &w, const Instruction &i);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_MATRIXMOVE_H
