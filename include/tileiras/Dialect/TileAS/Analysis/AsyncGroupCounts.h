//===- AsyncGroupCounts.h - Groups that waits leave pending -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a pipeline of groups the n-th wait is for the group of the n-th commit. Of
// those that were committed before the wait, as many may be in flight after it
// as commits are ahead of waits, that one included:
//
//   ahead(point) = commits - waits on the way to the point, the least over all
//
// A loop whose steps commit as often as they wait has the same number at the
// start of each; one that commits more has the least in the first step. One
// that waits more, and what is no structured loop or branch, leaves it unknown:
// nothing may then be pending.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Gives the waits of a pipeline of groups that do not say so the number of
/// groups that may be pending.
void countPendingGroups(mlir::nv_tileas::CreatePipelineOp pipeline);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H
