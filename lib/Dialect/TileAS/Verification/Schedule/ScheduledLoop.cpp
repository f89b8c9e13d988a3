//===- ScheduledLoop.cpp - A loop with its schedule -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledLoop.h"

#include "llvm/ADT/StringMap.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Adds the copies of all buffers, and which have the bytes of others.
static void addBuffers(const ScheduledKernel &kernel,
                       LoopPlacements &placements) {
  llvm::StringMap<Operation *> names;
  kernel.getFunction()->walk([&](AllocationOpInterface buffer) {
    BufferSchedule schedule = getBufferSchedule(buffer);
    placements.copies[buffer] = schedule.copies;
    if (!schedule.name.empty())
      names[schedule.name] = buffer;
  });
  kernel.getFunction()->walk([&](AllocationOpInterface buffer) {
    if (Operation *over = names.lookup(getBufferSchedule(buffer).over))
      placements.over[buffer] = over;
  });
}

/// Returns the operations of a loop's body that the partitions execute: a loop
/// or a condition in it, too.
static SmallVector<Operation *> getOpsOf(const ScheduledKernel &kernel,
                                         scf::ForOp loop) {
  SmallVector<Operation *> ops;
  for (Operation &op : loop.getBody()->without_terminator())
    if (kernel.findScheduled(&op) || kernel.isStructure(&op))
      ops.push_back(&op);
  return ops;
}

/// Replicas by iterations are one stream here. Their streams differ from it in
/// edges with tokens only, so that a cycle without one is in both or in none.
static LoopPlacements getPlacements(const ScheduledKernel &kernel,
                                    scf::ForOp loop) {
  LoopPlacements placements;
  for (PartitionAttr partition : kernel.getPartitions())
    placements.replicas.push_back({partition.getBy() == ReplicaKind::Iterations
                                       ? 1
                                       : partition.getReplicas(),
                                   /*byIterations=*/false});
  for (Operation *op : getOpsOf(kernel, loop)) {
    OpSchedule schedule = readSchedule(op);
    SchedulePlacement placement;
    placement.partitions = kernel.getPartitionsOf(op);
    placement.stages = schedule.stages;
    placement.orders = schedule.orders;
    placement.ordered = schedule.ordered;
    if (placements.replicas[placement.partitions.front()].count > 1)
      placement.onlyReplica = schedule.onlyReplica;
    placements.at.try_emplace(op, std::move(placement));
  }
  addBuffers(kernel, placements);
  return placements;
}

ScheduledLoop::ScheduledLoop(const ScheduledKernel &kernel, scf::ForOp loop)
    : placements(getPlacements(kernel, loop)),
      graph(ScheduleGraph::build(loop, placements)) {}

bool ScheduledLoop::areInOneStream(unsigned a, unsigned b) const {
  const Node &first = getNode(a), &second = getNode(b);
  return first.partition == second.partition &&
         (placements.replicas[first.partition].count == 1 ||
          first.replica == second.replica);
}

bool ScheduledLoop::isBefore(unsigned a, unsigned b) const {
  return areInOneStream(a, b) &&
         std::tie(getNode(a).order, a) < std::tie(getNode(b).order, b);
}

LogicalResult
tileiras::forEachLoop(const ScheduledKernel &kernel,
                      function_ref<LogicalResult(scf::ForOp)> verify) {
  WalkResult result = kernel.getFunction()->walk([&](scf::ForOp loop) {
    return kernel.isStructure(loop) && failed(verify(loop))
               ? WalkResult::interrupt()
               : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
