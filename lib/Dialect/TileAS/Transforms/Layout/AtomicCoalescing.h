//===- AtomicCoalescing.h - What an update of memory touches ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic update is made in the L2 cache, sector by sector of 32 bytes, and a
// warp asks for each sector that its lanes touch, instruction by instruction:
// no other cache puts two requests for one sector together. Fragments of a
// product have neighbours in the registers of a thread, of which most updates
// take one after the other, so each sector is asked for twice. Where lanes fill
// the sectors, it is asked for once; to exchange a bit of the register for a
// bit of the lane takes a shuffle for two registers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

/// Along which dimension the elements of a tile that is updated are neighbours
/// in memory, and how many of them one instruction can update.
struct UpdatedNeighbours {
  unsigned dim;
  unsigned elementBytes;
  int64_t together;

  /// Neighbours that fill a sector are those of coordinates below this.
  int64_t getSectorElements() const;
};

/// Of the update that an operation makes of a tile; none for other operations,
/// and where the facts don't say that elements are neighbours.
std::optional<UpdatedNeighbours> findUpdatedNeighbours(mlir::Operation *op);

/// In cycles of an SM, as the costs of conversions are
/// (LayoutConversionCost.h).
int64_t getUpdateCost(const LinearLayout &layout,
                      const UpdatedNeighbours &neighbours);

/// The layout, but with lanes where registers were, so that the lanes of a warp
/// fill sectors; the same where they do, or where other warps hold the
/// neighbours.
LinearLayout fillSectors(const LinearLayout &layout,
                         const UpdatedNeighbours &neighbours);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H
