//===- AtomicCoalescing.h - Sectors that an atomic RMW touches --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An atomic RMW is performed in the L2 cache, sector by sector of 32 bytes, and
// a warp requests each sector that its lanes touch, instruction by instruction:
// no other cache merges two requests for one sector. MMA fragments have
// adjacent elements in the registers of a thread, which most atomics handle one
// after the other, so each sector is requested twice. Where lanes fill the
// sectors, it is requested once; exchanging a bit of the register for a bit of
// the lane costs a shuffle for two registers.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

/// The dimension along which the elements of the tile of an atomic RMW are
/// contiguous in memory, and how many of them one instruction handles.
struct AtomicVector {
  unsigned dim;
  unsigned elementBytes;
  int64_t together;

  /// Returns the bound of coordinates that share a sector.
  int64_t getSectorElements() const;
};

/// Returns it for the atomic RMW of a tile; none for other operations, and
/// where the facts don't say that elements are contiguous.
std::optional<AtomicVector> findAtomicVector(mlir::Operation *op);

/// Returns the cost in cycles of an SM, as for conversions
/// (LayoutConversionCost.h).
int64_t getAtomicRMWCost(const LinearLayout &layout,
                         const AtomicVector &vector);

/// Returns the layout, but with lanes in place of registers, so that the lanes
/// of a warp fill sectors; the same where they do, or where other warps hold
/// the adjacent elements.
LinearLayout fillSectors(const LinearLayout &layout,
                         const AtomicVector &vector);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_ATOMICCOALESCING_H
