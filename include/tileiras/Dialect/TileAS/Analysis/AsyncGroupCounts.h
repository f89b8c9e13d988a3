//===- AsyncGroupCounts.h - Groups that waits leave pending -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// In a pipeline of groups the n-th wait is for the group of the n-th commit.
// After a wait, as many of the groups committed before may be in flight as
// commits are ahead of waits, that one included:
//
//   ahead(point) = commits - waits on the way to the point, the minimum over
//   all
//
// A loop whose iterations commit as often as they wait has the same number at
// the start of each; one that commits more has the minimum in the first
// iteration. In one that waits more, and in anything but structured loops and
// branches, it is unknown: nothing may then be pending.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Assigns the number of groups that may be pending to those waits of a
/// pipeline of groups that lack it.
void countPendingGroups(mlir::nv_tileas::CreatePipelineOp pipeline);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_ASYNCGROUPCOUNTS_H
