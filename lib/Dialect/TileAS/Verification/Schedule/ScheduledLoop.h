//===- ScheduledLoop.h - A loop with its schedule ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDLOOP_H
#define TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDLOOP_H

#include "ScheduledKernel.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/ScheduleGraph.h"

namespace tileiras {

/// Returns where the operations of a loop's body are placed. With `oneStream`
/// replicas by iterations are one: their streams differ from it in edges with
/// tokens only, so that a cycle without one is in both or in none.
LoopPlacements getPlacements(const ScheduledKernel &kernel,
                             mlir::scf::ForOp loop, bool oneStream);

/// A loop whose body has operations with a partition, as a marked graph.
class ScheduledLoop {
public:
  using Node = ScheduleGraph::Node;

  ScheduledLoop(const ScheduledKernel &kernel, mlir::scf::ForOp loop);

  const ScheduleGraph &getGraph() const { return graph; }
  llvm::ArrayRef<MarkedGraph::Edge> getEdges() const {
    return graph.getGraph().getEdges();
  }
  const Node &getNode(unsigned index) const { return graph.getNodes()[index]; }

  /// Returns the copies of a buffer.
  int64_t getCopies(mlir::Operation *allocation) const {
    return placements.copies.lookup(allocation);
  }
  /// Returns whether the same threads execute both nodes.
  bool areInOneStream(unsigned a, unsigned b) const;
  /// Returns whether these threads come to node `a` before `b` in each kernel
  /// iteration.
  bool isBefore(unsigned a, unsigned b) const;

private:
  LoopPlacements placements;
  ScheduleGraph graph;
};

/// Calls `verify` for each loop of the kernel whose body has operations with a
/// partition, until it fails.
llvm::LogicalResult
forEachLoop(const ScheduledKernel &kernel,
            llvm::function_ref<llvm::LogicalResult(mlir::scf::ForOp)> verify);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDLOOP_H
