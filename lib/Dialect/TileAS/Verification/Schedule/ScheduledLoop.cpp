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

LoopPlacements tileiras::getPlacements(const ScheduledKernel &kernel,
                                       scf::ForOp loop, bool oneStream) {
  LoopPlacements placements;
  for (PartitionAttr partition : kernel.getPartitions()) {
    bool byIterations = partition.getBy() == ReplicaKind::Iterations;
    placements.replicas.push_back(
        {byIterations && oneStream ? 1 : partition.getReplicas(),
         byIterations && !oneStream});
  }
  for (Operation *op : getOpsOf(kernel, loop)) {
    OpSchedule schedule = readSchedule(op);
    SchedulePlacement placement;
    placement.partitions = kernel.getPartitionsOf(op);
    placement.stages = schedule.stages;
    placement.orders = schedule.orders;
    placement.ordered = schedule.ordered;
    PartitionReplicas replicas =
        placements.replicas[placement.partitions.front()];
    if (replicas.count > 1 && !replicas.byIterations)
      placement.onlyReplica = schedule.onlyReplica;
    placements.at.try_emplace(op, std::move(placement));
  }
  addBuffers(kernel, placements);
  return placements;
}

ScheduledLoop::ScheduledLoop(const ScheduledKernel &kernel, scf::ForOp loop)
    : placements(getPlacements(kernel, loop, /*oneStream=*/true)),
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
