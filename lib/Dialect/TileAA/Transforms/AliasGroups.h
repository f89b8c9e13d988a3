//===- AliasGroups.h - Accesses that tokens order ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_ALIASGROUPS_H
#define TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_ALIASGROUPS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "llvm/ADT/EquivalenceClasses.h"

namespace tileiras {

/// Accesses of a function in groups: two are in one if tokens flow, in either
/// direction and over others, from one to the other, or if both begin at the
/// same pointer.
class AliasGroups {
public:
  explicit AliasGroups(mlir::nv_tileaa::FuncOp func);

  /// Returns the groups in the order of their first accesses.
  llvm::ArrayRef<llvm::SmallVector<mlir::Operation *>> getGroups() const {
    return groups;
  }

private:
  void add(mlir::Operation *op);
  void addLoop(mlir::Operation *loop);
  /// Tokens among the values belong together with `what`.
  void join(const void *what, mlir::ValueRange values);

  llvm::EquivalenceClasses<const void *> classes;
  llvm::SmallVector<mlir::Operation *> accesses;
  llvm::SmallVector<llvm::SmallVector<mlir::Operation *>> groups;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAA_TRANSFORMS_ALIASGROUPS_H
