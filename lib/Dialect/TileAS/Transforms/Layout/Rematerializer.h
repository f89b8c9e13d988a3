//===- Rematerializer.h - Values cheap to compute again ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A tile that comes from constants, splats and ranges through a few cheap
// element-wise and moving operations costs less to compute once more, in
// another layout, than to move. Such a value is *free*: it has no layout of its
// own, every user gets a clone in the layout that it wants.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H

namespace tileiras {

class Rematerializer {
public:
  /// Finds the free values of `root`.
  explicit Rematerializer(mlir::Operation *root);

  bool isFree(mlir::Value value) const { return depths.contains(value); }

  /// The free value in `layout`: itself, or a clone right after it. There is
  /// one clone per layout.
  mlir::Value get(mlir::Value value, mlir::nv_tileas::LayoutAttr layout);

  /// Erases the free operations that nobody uses any more.
  void eraseUnused();

private:
  mlir::Value clone(mlir::Value value, mlir::nv_tileas::LayoutAttr layout);

  /// Operations between a free value and the sources it comes from.
  llvm::DenseMap<mlir::Value, unsigned> depths;
  llvm::SmallVector<mlir::Operation *> freeOps;
  llvm::DenseMap<std::pair<mlir::Value, mlir::Attribute>, mlir::Value> clones;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_REMATERIALIZER_H
