//===- AsyncLoads.h - Loads that can be async copies ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The properties of a load that tileas-lower-loads-to-async needs before it
// becomes an async copy, and the operations that both forms of its loops share.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCLOADS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCLOADS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/IRMapping.h"
#include "llvm/ADT/SetVector.h"

#include <optional>

namespace tileiras {

/// The alignment of buffers that copies fill, with which the rows of all stages
/// use the same banks.
inline constexpr int64_t kCopyAlignment = 128;

/// A conversion that reads the buffer of a load a second time, in another
/// layout, instead of what the first conversion gives.
struct OtherRead {
  mlir::nv_tileas::ConvertLayoutOp convert;
  /// The buffer's type as the conversion's readers see it.
  mlir::nv_tileaa::StridedMemRefType seen;
  mlir::nv_tileas::AtomAttr read;
};

/// A load of a loop that can become an async copy, and its plan.
struct AsyncLoad {
  mlir::nv_tileas::TiledLoadOp load;
  /// Views and permutations between the load and its conversion.
  llvm::SmallVector<mlir::Operation *> moves;
  mlir::nv_tileas::ConvertLayoutOp convert;
  llvm::SmallVector<OtherRead, 0> others;
  /// Replaces these: the copy to the buffer of an MMA operand.
  mlir::nv_tileas::CopyOp store;
  /// One stage of the circular buffer, and its type as the conversion's readers
  /// see it.
  mlir::nv_tileaa::StridedMemRefType stage, seen;
  mlir::nv_tileas::AtomAttr fill, read;
  /// The tensor map of a copy by TMA.
  mlir::nv_tileas::TmaDescriptorIterType desc;
  int64_t alignment = kCopyAlignment;
};

/// Returns whether elements outside of the array become anything but zero.
bool hasPadding(mlir::nv_tileas::TiledLoadOp load);

/// Returns whether the load gives other elements than memory has.
bool roundsElements(mlir::nv_tileas::TiledLoadOp load);

/// Replaces a load that rounds by a plain load, and a conversion before its
/// reader.
void splitRounding(mlir::nv_tileas::TiledLoadOp load);

/// Returns the values that determine the tile of the load: its coordinates, and
/// the view.
llvm::SmallVector<mlir::Value>
getTileOperands(mlir::nv_tileas::TiledLoadOp load);

/// Returns whether another iteration may execute the load, which is then
/// ordered with nothing of the loop: it is weak, its token comes from outside,
/// and nothing waits for it.
bool isMovableIn(mlir::scf::ForOp loop, mlir::nv_tileas::LoadOp load);

/// Lets the load of a scalar take place only where `condition` holds.
void addMask(mlir::OpBuilder &builder, mlir::nv_tileas::LoadOp load,
             mlir::Value condition);

/// Returns why an iteration can't compute `values` ahead of its time; empty if
/// that needs only scalar arithmetic and loads of scalars that may be moved, in
/// this iteration and in those that hand values on to it.
llvm::StringRef refuseScalarSlice(mlir::scf::ForOp loop,
                                  mlir::ValueRange values);

/// Returns the operations that compute `values`, which are not refused, from
/// what the iteration begins with, in program order.
llvm::SetVector<mlir::Operation *> getSliceOfIteration(mlir::scf::ForOp loop,
                                                       mlir::ValueRange values);

/// The coordinates of a tile and the view, as values at the insertion point.
struct TilePosition {
  llvm::SmallVector<mlir::Value> coords;
  mlir::Value view;
};

/// Recomputes the position of the tile of the load at the insertion point;
/// `mapping` replaces values of the loop. It needs no memory where `predicate`
/// is there and does not hold.
TilePosition computeTilePosition(mlir::OpBuilder &builder,
                                 mlir::scf::ForOp loop, const AsyncLoad &load,
                                 mlir::Value predicate = {},
                                 mlir::IRMapping mapping = {});

/// Starts to copy the tile of the load to `buffer`, by cp.async. Returns the
/// token.
mlir::Value createCopy(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                       const AsyncLoad &load, mlir::Value buffer,
                       mlir::Value predicate, mlir::IRMapping mapping = {});

/// Returns whether `convert` is replaced by reads of the load's buffer.
bool isReadInstead(const AsyncLoad &load,
                   mlir::nv_tileas::ConvertLayoutOp convert);

/// Reads the tile from `buffer` in place of the conversions: of the first one
/// at the insertion point, of others where they are.
void readInstead(mlir::OpBuilder &builder, AsyncLoad &load, mlir::Value buffer);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCLOADS_H
