//===- SliceConsumers.h - Loops over slices in place of consumers -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each kind of consumer: which parts one slice takes, and the loop that the
// plan for them makes. Each loop stands before its consumer and takes over the
// uses of its results.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H

#include "SlicePlan.h"

namespace tileiras {

/// Of a store, or an atomic update whose old values nobody wants, which the
/// plan cuts; none if it has no slices.
llvm::SmallVector<Part> getStoreParts(mlir::Operation *store, SlicePlan &plan);
mlir::Operation *sliceStore(mlir::Operation *store, const SlicePlan &plan);
/// In its place the one slice of a tiled store with this number, an i32.
void takeSlice(mlir::nv_tileaa::TiledStoreOp store, const SlicePlan &plan,
               mlir::Value index);
/// In its place stores of all slices, one after another. Its token may stand
/// for no loads of the plan.
void takeSlices(mlir::nv_tileaa::TiledStoreOp store, const SlicePlan &plan);

/// The part of the source that becomes the sub-tile, in a plan of one slice.
Part getExtractPart(mlir::nv_tileaa::ExtractOp op, SlicePlan &plan);
/// Computes that part alone, where the operation stands.
void takeExtract(mlir::nv_tileaa::ExtractOp op, Part part,
                 const SlicePlan &plan);

/// Two tiles, or scalars, as the region of a reduction or scan combines two
/// numbers.
llvm::SmallVector<mlir::Value> combine(mlir::OpBuilder &builder,
                                       mlir::Operation *op,
                                       mlir::ValueRange earlier,
                                       mlir::ValueRange later);

/// What combines two numbers can combine two tiles of them.
bool isElementwise(mlir::nv_tileaa::ReduceOp op);
/// A reduction that commutes stays, after the loop, for one slice of
/// accumulators; of others each slice is reduced by itself, and then combined
/// with what those before it gave.
mlir::Operation *sliceReduce(mlir::nv_tileaa::ReduceOp op,
                             const SlicePlan &plan);

/// The operands of a product, along the dimension that is summed over.
llvm::SmallVector<Part> getSummedParts(mlir::nv_tileaa::DotOp op);
mlir::Operation *sliceDot(mlir::nv_tileaa::DotOp op, const SlicePlan &plan);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICECONSUMERS_H
