//===- SliceRules.h - Slices of the results of operations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one rule for each operation: which parts of its operands a slice of
// its results needs, and how that slice is computed from them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H

#include "SlicePlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace tileiras {

/// Returns the parts of operands that slices of the results with this cut are
/// computed from, without views and tokens; fails if there is no rule.
llvm::FailureOr<llvm::SmallVector<Part>>
findOperandParts(mlir::Operation *op, int cut, SliceCuts &cuts);

/// Whether a slice of the loaded tile is a smaller tile of a view.
bool isTileOfView(mlir::nv_tileaa::TiledLoadOp load, const Cut &cut);
/// Returns the array whose elements can be loaded through pointers instead;
/// null if there is none.
mlir::nv_tileaa::MakeMemRefOp
findGatheredArray(mlir::nv_tileaa::TiledLoadOp load);

/// A tile of a view, with its index in each dimension.
struct SlicePosition {
  mlir::Value view;
  llvm::SmallVector<mlir::Value> coords;
};

/// Returns the type of the view whose tiles are slices `step` elements apart.
mlir::nv_tileaa::TiledViewType
getSlicedView(mlir::nv_tileaa::TiledViewType view, int dim, int64_t count,
              int64_t step);

/// Returns the coordinates of slice `index` of `count` along `dim`, which is
/// not the sparse dimension, in a view of slices of `memref`. Slice s of tile t
/// begins at the element t * step + s * size; the new step is the greatest
/// common divisor of step and size. Tile coordinates are unsigned and may be
/// large past the end of the array, so they have 64 bits.
SlicePosition sliceTile(mlir::OpBuilder &builder, mlir::Value memref,
                        const SlicePosition &tile, int dim, int64_t count,
                        mlir::Value index);

/// Restricts the facts of an access to a slice of it, whose runs are shorter.
void narrowFacts(mlir::nv_tileaa::AccessOpInterface access, int dim);

/// Makes the parts of a plan, and keeps the values of parts that were made.
class SliceBuilder {
public:
  /// `index` is the index of the slice, an i32.
  SliceBuilder(mlir::OpBuilder &builder, const SlicePlan &plan,
               mlir::Value index)
      : builder(builder), plan(plan), index(index) {}

  /// Makes all parts of the plan.
  void run();

  mlir::Value get(mlir::Value value, int dim) const;
  /// Returns the token operand of an operation in the loop over slices; null
  /// for none.
  mlir::Value getToken(mlir::Value token, mlir::Location loc) const;

  /// Returns the tokens of the loads that the builder has made.
  mlir::ArrayRef<mlir::Value> getLoadTokens() const { return loadTokens; }

  /// Returns the view and the coordinates of the slice of a tile.
  std::pair<mlir::Value, llvm::SmallVector<mlir::Value>>
  sliceTile(mlir::Value view, mlir::ValueRange coords, int cut);
  /// Restricts the facts of an access to a tile to its slice.
  void narrowFacts(mlir::nv_tileaa::AccessOpInterface access, mlir::Type tile,
                   int cut) const;

private:
  void make(mlir::Operation *op, int cut);
  void makeWhole(mlir::Operation *op);
  void makeLoop(mlir::scf::ForOp loop);
  void makeChoice(mlir::scf::IfOp choice);
  void makeBody(mlir::Block &body);
  void makeConstant(mlir::arith::ConstantOp op, int cut);
  void makeRange(mlir::nv_tileaa::MakeRangeOp op, int cut);
  void makeCat(mlir::nv_tileaa::CatOp op, int cut);
  void makeTiledLoad(mlir::nv_tileaa::TiledLoadOp op, int cut);
  /// Loads elements that aren't adjacent, through pointers.
  void makeGather(mlir::nv_tileaa::TiledLoadOp op, int cut);
  /// Makes a slice of an access through pointers.
  void makeAccess(mlir::Operation *op, int cut);
  void makeLocalLoad(mlir::Value tile, int64_t slot, int cut);
  void makeLikewise(mlir::Operation *op, int cut);
  /// Sets token, type and facts of `load`, whose other operands select a slice
  /// of the tile that `op` loads.
  void finishLoad(mlir::Operation *op, mlir::Operation *load, int cut);

  Cut getCut(mlir::Type tile, int cut) const;
  llvm::SmallVector<Part> findParts(mlir::Operation *op, int cut) const;
  /// Extracts a slice of a tile that was computed as a whole.
  mlir::Value takeSlice(mlir::Value value, int cut) const;
  /// A bit that a scalar fixes, and its position in the sum.
  using PlacedBit = std::pair<CutBit, unsigned>;
  mlir::Value sumBits(llvm::ArrayRef<PlacedBit> bits, mlir::Location loc) const;
  /// Returns the index of the slice's block along a dimension, an i32.
  mlir::Value getBlockNumber(const CutDim &dim, mlir::Location loc) const;
  /// Returns the indices of the slice's elements along a dimension, as i32.
  mlir::Value listElements(const CutDim &dim, mlir::Location loc) const;

  mlir::OpBuilder &builder;
  const SlicePlan &plan;
  mlir::Value index;
  llvm::DenseMap<Part, mlir::Value> made;
  llvm::SmallVector<mlir::Value> loadTokens;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H
