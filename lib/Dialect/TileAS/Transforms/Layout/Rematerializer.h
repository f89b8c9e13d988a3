//===- Rematerializer.h - Values that are cheap to recompute ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that comes from constants, splats and ranges through a few cheap
// element-wise and moving operations costs less to recompute in another layout
// than to move. Such a value is *rematerialisable* (`free`): it has no layout,
// and every user gets a clone in the layout that it requires.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

class Rematerializer {
public:
  /// Finds the rematerialisable values of `root`.
  explicit Rematerializer(mlir::Operation *root);

  bool isRematerializable(mlir::Value value) const {
    return depths.contains(value);
  }

  /// Returns the rematerialisable value in `layout`: itself, or a clone right
  /// after it. There is one clone per layout.
  mlir::Value get(mlir::Value value, mlir::nv_tileas::LayoutAttr layout);

  /// Erases the rematerialisable operations without users.
  void eraseUnused();

private:
  mlir::Value clone(mlir::Value value, mlir::nv_tileas::LayoutAttr layout);

  /// The number of operations between the value and the sources that it comes
  /// from.
  llvm::DenseMap<mlir::Value, unsigned> depths;
  llvm::SmallVector<mlir::Operation *> rematOps;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Attribute>, mlir::Value> clones;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H
