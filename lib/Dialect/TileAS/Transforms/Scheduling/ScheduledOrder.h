//===- ScheduledOrder.h - A loop in the order of its schedule ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop of a kernel in mode `pipelined` is expanded by MLIR's
// scf::pipelineForLoop, which needs a stage for every operation of the body,
// and their order. Attributes give those of the operations with a partition.
// The others follow:
//
//   commit of copies    after the last of them, in their stage
//   wait, barrier       before the first operation that reads a buffer which
//                       the loop fills: least in stage, then in order
//   scalars and views   before the first operation that takes them, in the
//                       least stage of all that do
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SCHEDULING_SCHEDULEDORDER_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SCHEDULING_SCHEDULEDORDER_H

#include "tileiras/Dialect/TileAS/IR/Schedule.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <vector>

namespace tileiras {

/// Returns whether operations of the loop's body have a stage or an order.
bool hasStages(mlir::scf::ForOp loop);

/// Gives each use of a view of a buffer a view of its own, so that none is
/// carried from one stage to another.
void separateViewsOfStages(mlir::scf::ForOp loop);

/// Reports what a scheduled loop has that can't be expanded: operations other
/// than those above, or a copy without a barrier before it.
llvm::LogicalResult verifyScheduledOrder(mlir::scf::ForOp loop);

/// Returns the stage of each operation of a scheduled loop, in the order of the
/// new loop's body.
std::vector<std::pair<mlir::Operation *, unsigned>>
getScheduledOrder(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_SCHEDULING_SCHEDULEDORDER_H
