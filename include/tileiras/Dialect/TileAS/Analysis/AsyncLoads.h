//===- AsyncLoads.h - Loads that can be copies in flight -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What tileas-lower-loads-to-async knows of a load before it becomes a copy,
// and the operations that both forms of its loops share.
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

/// Of buffers that copies fill: so that the rows of all stages meet the same
/// banks.
inline constexpr int64_t kCopyAlignment = 128;

/// A load of a loop that can be made a copy, and how.
struct AsyncLoad {
  mlir::nv_tileas::TiledLoadOp load;
  /// Views and permutations between the load and its conversion.
  llvm::SmallVector<mlir::Operation *> moves;
  mlir::nv_tileas::ConvertLayoutOp convert;
  /// In place of these: the copy to the buffer of a product.
  mlir::nv_tileas::CopyOp store;
  /// One stage of the ring, and what the conversion's readers see of it.
  mlir::nv_tileaa::StridedMemRefType stage, seen;
  mlir::nv_tileas::AtomAttr fill, read;
  /// Of a copy by TMA.
  mlir::nv_tileas::TmaDescriptorIterType desc;
  int64_t alignment = kCopyAlignment;
};

/// Whether elements outside of the array become anything but zero.
bool hasPadding(mlir::nv_tileas::TiledLoadOp load);

/// Whether the load gives other elements than memory has.
bool roundsElements(mlir::nv_tileas::TiledLoadOp load);

/// Makes a load that rounds one of what memory has, and converts it where its
/// reader has it.
void splitRounding(mlir::nv_tileas::TiledLoadOp load);

/// Where the load finds its tile: its number, and the view.
llvm::SmallVector<mlir::Value> getPlace(mlir::nv_tileas::TiledLoadOp load);

/// The operations of the loop that compute `values`, in program order; none if
/// that takes more than scalar arithmetic.
std::optional<llvm::SetVector<mlir::Operation *>>
getScalarSlice(mlir::scf::ForOp loop, mlir::ValueRange values);

/// Where the builder stands: the number of the tile, and the view.
struct TilePlace {
  llvm::SmallVector<mlir::Value> coords;
  mlir::Value view;
};

/// The place of the load, computed anew; `mapping` has what stands for values
/// of the loop.
TilePlace computePlace(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                       const AsyncLoad &load, mlir::IRMapping mapping = {});

/// Starts to copy the tile of the load to `buffer`, by cp.async. The token.
mlir::Value createCopy(mlir::OpBuilder &builder, mlir::scf::ForOp loop,
                       const AsyncLoad &load, mlir::Value buffer,
                       mlir::Value predicate, mlir::IRMapping mapping = {});

/// Reads the tile from `buffer` where the builder stands, in place of the
/// conversion.
void readInstead(mlir::OpBuilder &builder, AsyncLoad &load, mlir::Value buffer);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCLOADS_H
