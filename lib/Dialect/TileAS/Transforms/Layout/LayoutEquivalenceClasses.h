//===- LayoutEquivalenceClasses.h - Tensors of one layout -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Element-wise work needs its operands and results in one layout, and so do
// values that flow into each other through loops and branches. The transitive
// closure of this divides the tensors without layout of a function into
// classes; within a class a conversion would never pay, because some operation
// needs both sides alike. A layout is chosen for a class at once, and
// conversions are only between classes.
//
// Rematerialisable values (Rematerializer.h) belong to no class: they don't tie
// together their users. Nor do tensors that already have a layout.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTEQUIVALENCECLASSES_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTEQUIVALENCECLASSES_H

#include "Rematerializer.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "llvm/ADT/IntEqClasses.h"

namespace tileiras {

class LayoutEquivalenceClasses {
public:
  LayoutEquivalenceClasses(mlir::Operation *root, const Rematerializer &remat,
                           const BranchTargets &targets);

  /// Classes are indexed from 0, in the order of their first values.
  unsigned size() const { return members.size(); }
  std::optional<unsigned> lookup(mlir::Value value) const;
  llvm::ArrayRef<mlir::Value> getMembers(unsigned index) const {
    return members[index];
  }

private:
  void collect(mlir::Operation *root, const Rematerializer &remat);
  void tieOperation(mlir::Operation *op);
  void tie(mlir::Value lhs, mlir::Value rhs);

  llvm::DenseMap<mlir::Value, unsigned> ids;
  llvm::SmallVector<mlir::Value> values;
  llvm::IntEqClasses classes;
  llvm::SmallVector<llvm::SmallVector<mlir::Value, 4>> members;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_LAYOUTEQUIVALENCECLASSES_H
