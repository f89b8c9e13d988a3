//===- Tcgen05Selection.h - Dots that become tcgen05.mma --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A product is made of tcgen05.mma where its rows fill the lanes of tensor
// memory, and columns are left for it: those of all products of the kernel that
// live at the same time have to be there at once. Both operands come from
// shared memory, whatever computes them, contiguous along any dimension (those
// of 32 bits along K, where they don't fill spans of 128 bytes along the other
// one; threads turn B then).
//
// To threads the sums are rows: a warpgroup holds 128 of them, one in each
// lane. Further warpgroups take further rows, or other columns of the same
// rows.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H

#include "MmaSharedOperands.h"

namespace tileiras {

class Tcgen05Planner {
public:
  explicit Tcgen05Planner(const TargetInfo &target);

  /// For so many warps; none where the product is made otherwise.
  std::optional<BufferProduct> plan(mlir::nv_tileas::DotOp dot,
                                    int64_t numWarps);

private:
  llvm::StringRef findObstacle(mlir::nv_tileas::DotOp dot, const AtomInfo &atom,
                               int64_t numWarps);

  const TargetInfo &target;
  MmaSharedOperands operands;
  /// Of tensor memory, that products have taken.
  int64_t columns = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H
