//===- TensorCopies.h - Boxes of tiles that TMA copies ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TENSORCOPIES_H
#define TILEIRAS_DIALECT_TILEAS_IR_TENSORCOPIES_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Layout/HardwareLayouts.h"

namespace mlir::nv_tileas {

/// What a tensor map calls the elements of an array, which only count by their
/// width where TMA does not look at them. On the way to a buffer of tf32 it
/// rounds f32 to the nearest, ties to even (docs/Rationale/Emulator.md).
struct TensorMapElement {
  /// In PTX (ISA, "tensormap.replace: new_val", `.elemtype`).
  int32_t ptxCode;
  /// In CUDA's driver API (cuda.h, CUtensorMapDataType).
  int64_t cudaNumber;
};
TensorMapElement getTensorMapElement(Type inMemory, Type inBuffer);

/// What tensor copies of a tile are. Tensor maps number dimensions from the one
/// that is contiguous in memory on.
struct TensorCopyPlan {
  /// By dimension of the map, that of the array and that of the tile.
  SmallVector<unsigned> arrayDims, tileDims;
  ::tileiras::TensorCopyBoxes boxes;

  /// What the address of a buffer is a multiple of: swizzles are of addresses.
  int64_t getAlignment() const;
  /// Where a box starts: in the buffer (bytes), and in the tile.
  int64_t getBoxOffset(int64_t box) const { return box * boxes.boxBytes; }
  ::tileiras::Coords getBoxOrigin(int64_t box) const;
  /// Parts of the tile, of as many boxes each, one behind the other.
  int64_t getBoxesPerPart(int64_t parts) const {
    return boxes.getNumBoxes() / parts;
  }
  /// In PTX: 0 to 3 for none, 32, 64 and 128 bytes; 0 or 1 for what is moved as
  /// one, 16 or 32 bytes.
  int64_t getSwizzleMode() const;
  int64_t getSwizzleAtomicity() const;
  /// In CUDA's driver API (cuda.h, CUtensorMapSwizzle).
  int64_t getCudaSwizzle() const {
    return getSwizzleMode() + getSwizzleAtomicity();
  }
};

/// The dimension of an array whose stride is 1; none where no stride is known
/// to be.
std::optional<unsigned> getContiguousDim(nv_tileaa::StridedMemRefType array);

/// How TMA copies tiles of `view` to or from `buffer`, in boxes that are at
/// least `parts`, a power of two, equal parts; none if it can't.
std::optional<TensorCopyPlan>
planTensorCopy(nv_tileaa::TiledViewType view,
               nv_tileaa::StridedMemRefType buffer, int64_t parts = 1);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_TENSORCOPIES_H
