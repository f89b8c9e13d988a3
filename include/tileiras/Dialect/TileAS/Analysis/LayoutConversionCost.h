//===- LayoutConversionCost.h - Cost of moving a tile -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Costs are in cycles of an SM, which has four schedulers and one path to
// shared memory: a shuffle or a select needs an issue slot of one scheduler for
// each warp; a round trip through shared memory its wavefronts, in and out, and
// a barrier, at which warps wait for the slowest. Renaming registers costs
// nothing. These figures only have to order layouts; they do not predict the
// cycles of a kernel.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H

#include "tileiras/Layout/LinearLayout.h"

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Returns the cost for a tile with elements of `elementBits` bits in memory.
int64_t getConversionCost(const LinearLayout &from, const LinearLayout &to,
                          unsigned elementBits);

/// Returns how often `op` is executed, for comparisons: a loop has many
/// iterations.
int64_t getExecutionWeight(mlir::Operation *op);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_LAYOUTCONVERSIONCOST_H
