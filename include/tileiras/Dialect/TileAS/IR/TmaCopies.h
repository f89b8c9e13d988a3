//===- TmaCopies.h - Boxes of tiles that TMA copies -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA copies boxes (PTX ISA, "Tensor-map"): up to 256 elements along each of up
// to five dimensions, rows of 16 to 128 bytes that are swizzled in groups of
// eight. A tile whose buffer has such a layout (Layout/HardwareLayouts.h,
// "panels") is copied in one or more boxes, one instruction each. The plan is
// derived from the types of view and buffer alone, so that verifiers, passes
// and the lowering agree on it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_TMACOPIES_H
#define TILEIRAS_DIALECT_TILEAS_IR_TMACOPIES_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Layout/HardwareLayouts.h"

namespace mlir::nv_tileas {

/// The element type of a tensor map; only its width matters where TMA does not
/// interpret elements. TMA rounds f32 on the way to a buffer of tf32 to
/// nearest, ties to even (docs/Rationale/Emulator.md).
struct TensorMapElement {
  /// The code in PTX (ISA, "tensormap.replace: new_val", `.elemtype`).
  int32_t ptxCode;
  /// The code in CUDA's driver API (cuda.h, CUtensorMapDataType).
  int64_t cudaNumber;
};
TensorMapElement getTensorMapElement(Type inMemory, Type inBuffer);

/// The TMA copies of a tile. Tensor maps order dimensions from the one that is
/// contiguous in memory.
struct TmaCopyPlan {
  /// For each dimension of the map, that of the array and that of the tile.
  SmallVector<unsigned> arrayDims, tileDims;
  ::tileiras::TmaBoxes boxes;

  /// Returns the alignment of the buffer: swizzles depend on addresses.
  int64_t getAlignment() const;
  /// Return the offset of a box in the buffer (bytes), and its origin in the
  /// tile.
  int64_t getBoxOffset(int64_t box) const { return box * boxes.boxBytes; }
  ::tileiras::Coords getBoxOrigin(int64_t box) const;
  /// Returns the boxes of each of `parts` equal, contiguous parts of the tile.
  int64_t getBoxesPerPart(int64_t parts) const {
    return boxes.getNumBoxes() / parts;
  }
  /// Return the codes in PTX: 0 to 3 for a swizzle of none, 32, 64 and 128
  /// bytes; 0 or 1 for an atomicity of 16 or 32 bytes.
  int64_t getSwizzleMode() const;
  int64_t getSwizzleAtomicity() const;
  /// Returns the code in CUDA's driver API (cuda.h, CUtensorMapSwizzle).
  int64_t getCudaSwizzle() const {
    return getSwizzleMode() + getSwizzleAtomicity();
  }
};

/// Returns the dimension of an array whose stride is 1; none where no stride is
/// known to be.
std::optional<unsigned> getContiguousDim(nv_tileaa::StridedMemRefType array);

/// Plans how TMA copies tiles of `view` to or from `buffer`, in boxes that form
/// `parts`, a power of two, equal parts; none if it can't.
std::optional<TmaCopyPlan> planTmaCopy(nv_tileaa::TiledViewType view,
                                       nv_tileaa::StridedMemRefType buffer,
                                       int64_t parts = 1);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_TMACOPIES_H
