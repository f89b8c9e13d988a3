//===- TmaLegality.h - Accesses that TMA can make ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The common conditions of TMA loads and stores of tiles: an array that a
// tensor map can describe, rows that start at multiples of 16 bytes, and a
// buffer in shared memory whose rows are swizzled.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H

#include "tileiras/Dialect/TileAS/Contract/TensorMapProvider.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// A TMA copy in place of a load or store.
struct TmaAccess {
  mlir::nv_tileas::TmaDescriptorIterType desc;
  /// The alignment of the buffer.
  int64_t alignment;
};

/// Plans a buffer that has rows along the dimension that is contiguous in
/// memory, with the widest swizzle that they fill. Returns none, with the
/// reason in `reason`, where the hints of the access forbid TMA, its provider
/// can't encode the tensor map, or rows are not known to start at multiples of
/// 16 bytes. A buffer that is `given` is used as it is, if it has such rows.
std::optional<TmaAccess> planTmaAccess(mlir::nv_tileas::TiledLoadOp load,
                                       TensorMapProvider provider,
                                       mlir::nv_tileaa::StridedMemRefType given,
                                       llvm::StringRef &reason);
std::optional<TmaAccess> planTmaAccess(mlir::nv_tileas::TiledStoreOp store,
                                       TensorMapProvider provider,
                                       llvm::StringRef &reason);

/// Returns why `loop` does not pay for the tensor maps that its kernel finds
/// itself; empty if it does. Finding one takes the time of a few iterations,
/// which only loops with MMAs regain: what adds or scales has too few
/// instructions to save.
llvm::StringRef refuseToFindMaps(mlir::scf::ForOp loop);

/// Returns the atom that copies a buffer to registers, as wide as the layouts
/// allow; null where it needs more wavefronts than the bytes do.
mlir::nv_tileas::AtomAttr
findReadAtom(mlir::nv_tileaa::StridedMemRefType buffer, mlir::Type tile);

/// Returns the atom that copies registers to a buffer; null where it needs more
/// than twice as many wavefronts as the bytes do. (Twice is what pairs of f32,
/// as accumulators have them, need under any swizzle.)
mlir::nv_tileas::AtomAttr
findWriteAtom(mlir::nv_tileaa::StridedMemRefType buffer, mlir::Type tile);

/// Returns the type of the buffer for a write of the tile before `moves`, views
/// and permutations, the last one first.
mlir::nv_tileaa::StridedMemRefType
getBufferBefore(llvm::ArrayRef<mlir::Operation *> moves,
                mlir::nv_tileaa::StridedMemRefType buffer);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H
