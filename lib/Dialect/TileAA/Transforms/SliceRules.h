//===- SliceRules.h - Slices of the results of operations -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// For each operation: which parts of its operands a slice of its results needs,
// and how that slice is made of them.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H

#include "SlicePlan.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Builders.h"

namespace tileiras {

/// The parts of operands that such slices of the results are made of; failure
/// where there is no way. Views and tokens are not among them.
llvm::FailureOr<llvm::SmallVector<Part>>
findOperandParts(mlir::Operation *op, int cut, SliceCuts &cuts);

/// A slice of the loaded tile is a smaller tile of a view.
bool isTileOfView(mlir::nv_tileaa::TiledLoadOp load, const Cut &cut);
/// The array whose elements can be loaded through pointers instead; null where
/// they can't.
mlir::nv_tileaa::MakeMemRefOp
findGatheredArray(mlir::nv_tileaa::TiledLoadOp load);

/// A tile of a view: its number in each dimension.
struct SlicePosition {
  mlir::Value view;
  llvm::SmallVector<mlir::Value> coords;
};

/// The view of slices `step` elements apart.
mlir::nv_tileaa::TiledViewType
getSlicedView(mlir::nv_tileaa::TiledViewType view, int dim, int64_t count,
              int64_t step);

/// The place of slice `index` of `count` along `dim`, which is not the sparse
/// dimension, in a view of slices of `memref`. Slice s of tile t begins at the
/// element t * step + s * size, of which the greatest common divisor of both is
/// the new step. Numbers of tiles are unsigned and may be large behind the end
/// of the array, hence 64 bits.
SlicePosition sliceTile(mlir::OpBuilder &builder, mlir::Value memref,
                        const SlicePosition &tile, int dim, int64_t count,
                        mlir::Value index);

/// The facts of an access hold for a slice of it, with shorter runs.
void narrowFacts(mlir::nv_tileaa::AccessOpInterface access, int dim);

/// Makes slices: knows where the parts are that were made before.
class SliceBuilder {
public:
  /// `index` is the number of the slice, an i32.
  SliceBuilder(mlir::OpBuilder &builder, const SlicePlan &plan,
               mlir::Value index)
      : builder(builder), plan(plan), index(index) {}

  /// Makes all parts of the plan.
  void run();

  mlir::Value get(mlir::Value value, int dim) const;
  /// A token operand of what stands in the loop over slices; null for none.
  mlir::Value getToken(mlir::Value token, mlir::Location loc) const;

  /// Of the loads that the builder has made.
  mlir::ArrayRef<mlir::Value> getLoadTokens() const { return loadTokens; }

  /// The view and the coordinates of the slice of a tile.
  std::pair<mlir::Value, llvm::SmallVector<mlir::Value>>
  sliceTile(mlir::Value view, mlir::ValueRange coords, int cut);
  /// What is known of an access to a tile holds for that to its slice.
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
  /// Loads elements that aren't neighbours, through pointers.
  void makeGather(mlir::nv_tileaa::TiledLoadOp op, int cut);
  /// An access through pointers.
  void makeAccess(mlir::Operation *op, int cut);
  void makeLocalLoad(mlir::Value tile, int64_t slot, int cut);
  void makeLikewise(mlir::Operation *op, int cut);
  /// Order, type and facts of a load whose other operands are those of a slice
  /// of what `op` loads.
  void finishLoad(mlir::Operation *op, mlir::Operation *load, int cut);

  Cut getCut(mlir::Type tile, int cut) const;
  llvm::SmallVector<Part> findParts(mlir::Operation *op, int cut) const;
  /// A slice of a tile that is there as a whole.
  mlir::Value takeSlice(mlir::Value value, int cut) const;
  /// The sum of bits that scalars fix, each at its place.
  using PlacedBit = std::pair<CutBit, unsigned>;
  mlir::Value sumBits(llvm::ArrayRef<PlacedBit> bits, mlir::Location loc) const;
  /// Which of the blocks along a dimension the slice has, an i32.
  mlir::Value getBlockNumber(const CutDim &dim, mlir::Location loc) const;
  /// The numbers of the elements of the slice along a dimension, as i32.
  mlir::Value listElements(const CutDim &dim, mlir::Location loc) const;

  mlir::OpBuilder &builder;
  const SlicePlan &plan;
  mlir::Value index;
  llvm::DenseMap<Part, mlir::Value> made;
  llvm::SmallVector<mlir::Value> loadTokens;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_SLICERULES_H
