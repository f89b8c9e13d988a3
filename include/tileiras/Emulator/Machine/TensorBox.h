//===- TensorBox.h - The rows that a tensor copy moves ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Tensors": in tile mode a box at the coordinates, in im2col mode a
// column of pixels, with gather4 and scatter4 four rows of a matrix. Each of
// them is a list of rows along dimension 0; a row has an offset in the box and,
// if it isn't out of bounds, an address in global memory.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_TENSORBOX_H
#define TILEIRAS_EMULATOR_MACHINE_TENSORBOX_H

#include "tileiras/Emulator/Machine/TensorMap.h"

#include "llvm/ADT/ArrayRef.h"

#include <vector>

namespace tileiras::emu {

/// Units (ElementUnit) `first` to `first + count` of the row exist.
struct TensorRow {
  uint64_t offset;  // in the box, bytes of shared memory
  uint64_t address; // of unit `first`
  uint32_t first, count;
};

class TensorBox {
public:
  /// \p coordinates are in elements, dimension 0 first.
  static llvm::Expected<TensorBox> tile(const TensorMap &map,
                                        llvm::ArrayRef<int32_t> coordinates);
  /// The coordinates are the column, then four rows of a matrix.
  static llvm::Expected<TensorBox> rows(const TensorMap &map,
                                        llvm::ArrayRef<int32_t> coordinates);
  /// \p offsets are those of the filter, one for each of dimensions 1 to rank -
  /// 2; stores have none.
  static llvm::Expected<TensorBox> pixels(const TensorMap &map,
                                          llvm::ArrayRef<int32_t> coordinates,
                                          llvm::ArrayRef<uint16_t> offsets);

  uint64_t bytes() const { return size; } // of shared memory
  llvm::ArrayRef<TensorRow> allRows() const { return list; }

private:
  explicit TensorBox(const TensorMap &map) : map(map) {}
  llvm::Error checkStart(int64_t start, unsigned bytes) const;
  /// Adds the row of \p units units from element \p start, at \p outer in
  /// dimensions 1 and up.
  void add(int64_t start, uint32_t units, llvm::ArrayRef<int64_t> outer);

  TensorMap map;
  uint64_t size = 0;
  std::vector<TensorRow> list;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_TENSORBOX_H
