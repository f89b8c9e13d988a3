//===- TmaLegality.h - Accesses that TMA can make ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What loads and stores of tiles have in common where TMA may make them: an
// array that a tensor map can describe, rows that start at multiples of 16
// bytes, and a buffer in shared memory whose rows are swizzled.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H

#include "tileiras/Dialect/TileAS/Contract/TensorMapProvider.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// A tensor copy in place of a load or store.
struct TmaAccess {
  mlir::nv_tileas::TmaDescriptorIterType desc;
  /// Of the buffer.
  int64_t alignment;
};

/// The buffer has rows along the dimension that is contiguous in memory, with
/// the widest swizzle that they fill. None where the hints of the access forbid
/// it, whoever makes its tensor map can't, or rows are not known to start at
/// multiples of 16 bytes; then `why` says so. A buffer that is `given` is taken
/// as it is, if it has such rows.
std::optional<TmaAccess>
planTensorAccess(mlir::nv_tileas::TiledLoadOp load, TensorMapProvider home,
                 mlir::nv_tileaa::StridedMemRefType given,
                 llvm::StringRef &why);
std::optional<TmaAccess> planTensorAccess(mlir::nv_tileas::TiledStoreOp store,
                                          TensorMapProvider home,
                                          llvm::StringRef &why);

/// Why `loop` does not pay for the tensor maps that its kernel finds itself;
/// empty if it does. That takes the time of a few steps, which only products
/// pay back: what adds or scales has too few instructions to save.
llvm::StringRef refuseToFindMaps(mlir::scf::ForOp loop);

/// The atom that copies a buffer to registers, as wide as the layouts allow;
/// null where it takes more wavefronts than the bytes do.
mlir::nv_tileas::AtomAttr
findReadAtom(mlir::nv_tileaa::StridedMemRefType buffer, mlir::Type tile);

/// The atom that copies registers to a buffer; null where it takes more than
/// twice as many wavefronts as the bytes do. (Twice is what pairs of f32, as
/// accumulators have them, take under any swizzle.)
mlir::nv_tileas::AtomAttr
findWriteAtom(mlir::nv_tileaa::StridedMemRefType buffer, mlir::Type tile);

/// The buffer as it is written by who has the tile before `moves`, views and
/// permutations, the last one first.
mlir::nv_tileaa::StridedMemRefType
getBufferBefore(llvm::ArrayRef<mlir::Operation *> moves,
                mlir::nv_tileaa::StridedMemRefType buffer);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_TMALEGALITY_H
