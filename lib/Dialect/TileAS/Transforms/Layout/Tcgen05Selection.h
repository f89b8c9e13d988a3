//===- Tcgen05Selection.h - Dots that become tcgen05.mma --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A dot becomes tcgen05.mma where its rows fill the lanes of tensor memory, and
// columns are left for it: accumulators that live at the same time have to fit
// at once, and so do operands (MmaBufferPlan.h). Both operands come from shared memory,
// also if threads compute them, contiguous along any dimension (those of 32
// bits along K, where they don't fill spans of 128 bytes along the other one;
// threads transpose B then).
//
// Threads hold rows of the accumulator: a warpgroup holds 128 of them, one in
// each lane. Further warpgroups hold further rows, or other columns of the same
// rows.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H

#include "MmaBufferPlan.h"
#include "MmaSharedOperands.h"

namespace tileiras {

class Tcgen05Planner {
public:
  Tcgen05Planner(mlir::nv_tileaa::FuncOp func, const TargetInfo &target)
      : target(target), buffers(func) {}

  /// Plans the dot for `numWarps` warps; none where it is made otherwise.
  std::optional<SharedOperandMma> plan(mlir::nv_tileas::DotOp dot,
                                       int64_t numWarps);

private:
  std::string findRejectionReason(mlir::nv_tileas::DotOp dot,
                                  const AtomInfo &atom, int64_t numWarps);

  const TargetInfo &target;
  MmaBufferPlan buffers;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_LAYOUT_TCGEN05SELECTION_H
