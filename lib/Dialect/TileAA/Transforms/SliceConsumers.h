//===- SliceConsumers.h - Loops that replace consumers ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each kind of consumer has two functions: one returns the parts that a slice
// needs, and one makes the loop over slices from the plan for these parts. The
// loop is inserted before its consumer and replaces the uses of its results.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H

#include "SlicePlan.h"

namespace tileiras {

/// The lanes of a warp, and the warps of a warpgroup.
inline constexpr int64_t kLanes = 32, kWarpsPerGroup = 4;
/// The rows of a warpgroup's instruction (PTX ISA, "wgmma").
inline constexpr int64_t kRowsPerGroup = 64;

/// The operation that prevents slices, and the reason; no operation for none.
struct Refusal {
  mlir::Operation *op = nullptr;
  llvm::StringRef reason;
};

/// A store, or an atomic RMW whose old values are unused, and the cut of its
/// tile.
struct StoreCut {
  mlir::Operation *store;
  int cut;
};

/// Returns the parts that slices of a store need; none if it has no slices.
llvm::SmallVector<Part> getStoreParts(StoreCut store, SlicePlan &plan);
/// Inserts one loop over the slices of stores of a block, in order, the last of
/// which is the plan's consumer. No token of a store may be used before that.
mlir::Operation *sliceStores(llvm::ArrayRef<StoreCut> stores,
                             const SlicePlan &plan);
/// Whether a store may move down to another one of its block.
bool canMoveDown(mlir::Operation *store, mlir::Operation *to);
/// Replaces a tiled store by the store of the slice with this index, an i32.
void takeSlice(mlir::nv_tileaa::TiledStoreOp store, const SlicePlan &plan,
               mlir::Value index);
/// Replaces a tiled store by stores of all slices, one after another. Its token
/// must not stand for loads of the plan.
void takeSlices(mlir::nv_tileaa::TiledStoreOp store, const SlicePlan &plan);

/// Returns the part of the source that becomes the sub-tile, in a plan of one
/// slice.
Part getExtractPart(mlir::nv_tileaa::ExtractOp op, SlicePlan &plan);
/// Replaces the operation by the computation of that part alone.
void takeExtract(mlir::nv_tileaa::ExtractOp op, Part part,
                 const SlicePlan &plan);

/// Combines two tiles, or scalars, as the region of a reduction or scan
/// combines two numbers.
llvm::SmallVector<mlir::Value> combine(mlir::OpBuilder &builder,
                                       mlir::Operation *op,
                                       mlir::ValueRange earlier,
                                       mlir::ValueRange later);

/// Whether the combiner of two numbers can combine two tiles of them.
bool isElementwise(mlir::nv_tileaa::ReduceOp op);
/// A reduction that commutes remains after the loop, for one slice of
/// accumulators. Otherwise each slice is reduced by itself, and then combined
/// with the reduction of the slices before it.
mlir::Operation *sliceReduce(mlir::nv_tileaa::ReduceOp op,
                             const SlicePlan &plan);

/// Returns the operands of a dot, cut along K.
llvm::SmallVector<Part> getSummedParts(mlir::nv_tileaa::DotOp op);
mlir::Operation *sliceDot(mlir::nv_tileaa::DotOp op, const SlicePlan &plan);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H
