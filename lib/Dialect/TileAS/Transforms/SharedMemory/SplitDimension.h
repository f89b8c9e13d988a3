//===- SplitDimension.h - A dimension as blocks of runs ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Reductions and scans across warps split one dimension, n of [a, n, b]: [a,
// blocks, run, b], where one warp has a run. It combines a run to the run's
// total; the totals of all blocks are gathered in each warp.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SHAREDMEMORY_SPLITDIMENSION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SHAREDMEMORY_SPLITDIMENSION_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/ImplicitLocOpBuilder.h"

namespace tileiras {

class SplitDimension {
public:
  /// Splits the operands of `op`, a reduce or scan; new operations are inserted
  /// before it.
  SplitDimension(mlir::Operation *op, unsigned dim);

protected:
  static mlir::RankedTensorType getType(mlir::Value tile) {
    return llvm::cast<mlir::RankedTensorType>(tile.getType());
  }

  /// Returns the shape with `middle` in place of the dimension.
  llvm::SmallVector<int64_t> around(llvm::ArrayRef<int64_t> middle) const;
  mlir::Value view(mlir::Value tile, llvm::ArrayRef<int64_t> sizes);
  mlir::Value convert(mlir::Value tile, const LinearLayout &layout);
  /// Returns the type of a tile without this dimension, as a reduction leaves
  /// it.
  static mlir::RankedTensorType dropDim(mlir::Value tile, unsigned dim);
  /// Returns the totals of all blocks, [a, blocks, b], in each warp: in
  /// registers of every thread as long as they are few, or else in lanes as
  /// well.
  mlir::Value share(mlir::Value totals);

  mlir::ImplicitLocOpBuilder builder;
  llvm::SmallVector<int64_t> shape;
  unsigned dim;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SHAREDMEMORY_SPLITDIMENSION_H
