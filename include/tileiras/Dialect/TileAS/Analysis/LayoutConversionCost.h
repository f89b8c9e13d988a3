//===- LayoutConversionCost.h - What it costs to move a tile ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In cycles of an SM, of which it has four schedulers and one path to shared
// memory: a shuffle or a select takes a slot of one scheduler for each warp; a
// trip through shared memory its wavefronts, in and out, and a barrier, at
// which warps wait for the slowest. Renaming registers costs nothing. These
// figures only have to order layouts; how many cycles a kernel takes they don't
// say.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H

#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Of a tile with elements of so many bits in memory.
int64_t getConversionCost(const LinearLayout &from, const LinearLayout &to,
                          unsigned elementBits);

/// How often `op` is executed, for comparing: a loop takes many steps.
int64_t getExecutionWeight(mlir::Operation *op);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H
