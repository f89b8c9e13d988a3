//===- Placements.cpp - V1: the partition of each operation ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Whether an operation orders threads and what they started: a schedule says
/// what these protect, and its expansion where they are.
static bool isSynchronization(Operation *op) {
  return isa<AsyncMBarrierInitOp, AsyncMBarrierExpectTxOp, AsyncMBarrierWaitOp,
             AsyncCommitOp, AsyncWaitOp, AsyncTmaStoreWaitOp, FutureWaitOp,
             TmemWaitOp, ProxyFenceOp, BarrierOp, ClusterBarrierOp,
             AcquireTmemOp, ReleaseTmemOp>(op);
}

static bool needsPartition(Operation *op) {
  if (op->hasTrait<OpTrait::IsTerminator>() ||
      op->hasTrait<OpTrait::ConstantLike>() || isa<AllocationOpInterface>(op) ||
      isSynchronization(op))
    return false;
  return !isMemoryEffectFree(op) ||
         llvm::any_of(op->getResultTypes(), llvm::IsaPred<RankedTensorType>);
}

/// Whether several partitions may execute an operation, each for itself: they
/// all get the same, and nothing else changes.
static bool mayBeCloned(Operation *op) {
  if (isMemoryEffectFree(op) || op->hasAttr("tileas.recomputable"))
    return true;
  bool isOrdered = llvm::any_of(op->getOperandTypes(),
                                llvm::IsaPred<nv_tileaa::MemTokenType>);
  auto effects = getEffectsRecursively(op);
  return !isOrdered && !isAsyncMma(op) && effects &&
         llvm::all_of(*effects, [](const MemoryEffects::EffectInstance &each) {
           return isa<MemoryEffects::Read>(each.getEffect());
         });
}

/// Checks that an operation has one number, or one for each replica: those of
/// its partition, or of one that it works for.
static LogicalResult verifyInstances(const ScheduledKernel &kernel,
                                     Operation *op) {
  const OpSchedule &schedule = kernel.getSchedule(op);
  size_t count = schedule.countInstances();
  if (count == 1)
    return success();
  for (size_t size :
       {schedule.stages.size(), schedule.orders.size(), schedule.cycles.size()})
    if (size > 1 && size != count)
      return breaksRule(op, 1) << "expected lists of one length, got " << count
                               << " and " << size << " numbers";
  SmallVector<size_t> replicas;
  for (int32_t partition : schedule.partitions)
    replicas.push_back(kernel.getPartitions()[partition].getReplicas());
  bool isReplicated = llvm::any_of(replicas, [](size_t n) { return n > 1; });
  if (!isReplicated)
    for (PartitionAttr partition : kernel.getPartitions())
      replicas.push_back(partition.getReplicas());
  if (llvm::is_contained(replicas, count))
    return success();
  return breaksRule(op, 1) << "expected a number for each of "
                           << *llvm::max_element(replicas) << " replicas, got "
                           << count;
}

static LogicalResult verifyPlacement(const ScheduledKernel &kernel,
                                     Operation *op) {
  const OpSchedule &schedule = kernel.getSchedule(op);
  size_t count = kernel.getPartitions().size();
  if (size_t(schedule.partitions.back()) >= count)
    return breaksRule(op, 1)
           << "expected one of " << count << " partitions, got "
           << schedule.partitions.back();
  if (schedule.partitions.size() > 1 && !mayBeCloned(op))
    return breaksRule(op, 1) << "expected one partition, since it has effects "
                                "or starts an MMA, got "
                             << schedule.partitions.size();
  PartitionAttr first = kernel.getPartitions()[schedule.partitions.front()];
  if (schedule.ordered && first.getReplicas() == 1)
    return breaksRule(op, 1) << "expected 'ordered' in a partition with "
                                "replicas, got '"
                             << first.getName() << "'";
  if (isa<ReplicaIdOp>(op) && first.getReplicas() == 1)
    return breaksRule(op, 1) << "expected a partition with replicas, got '"
                             << first.getName() << "'";
  WalkResult result = op->walk([&](Operation *inner) {
    if (inner == op || !inner->hasAttr(schedule::kPartition))
      return WalkResult::advance();
    InFlightDiagnostic error = breaksRule(inner, 1)
                               << "expected no partition inside of an "
                                  "operation that has one";
    error.attachNote(op->getLoc()) << "the outer operation";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted() ||
                 failed(verifyInstances(kernel, op)));
}

/// Checks that the operations of a partition in a loop all have an order, or
/// all have that of the text.
static LogicalResult verifyOrders(const ScheduledKernel &kernel,
                                  scf::ForOp loop) {
  DenseMap<int32_t, Operation *> firsts;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (!kernel.findScheduled(&op) && !kernel.isStructure(&op))
      continue;
    bool hasOrder = op.hasAttr(schedule::kOrder);
    for (int32_t partition : kernel.getPartitionsOf(&op)) {
      Operation *first = firsts.try_emplace(partition, &op).first->second;
      if (first->hasAttr(schedule::kOrder) == hasOrder)
        continue;
      InFlightDiagnostic error =
          breaksRule(&op, 1)
          << "expected either all operations of partition '"
          << kernel.getName(partition) << "' in this loop to have an order, "
          << "or none";
      error.attachNote(first->getLoc())
          << (hasOrder ? "this has none" : "this has one");
      return error;
    }
  }
  return success();
}

static LogicalResult verifyMode(const ScheduledKernel &kernel) {
  const FunctionSchedule &schedule = kernel.getFunctionSchedule();
  if (schedule.mode == ScheduleMode::WarpSpecialized)
    return success();
  if (kernel.getPartitions().size() > 1 ||
      kernel.getPartitions().front().getReplicas() > 1)
    return breaksRule(kernel.getFunction(), 1)
           << "expected one partition without replicas in mode "
           << stringifyScheduleMode(schedule.mode);
  for (Operation *op : kernel.getOps())
    if (schedule.mode == ScheduleMode::Serial &&
        kernel.getSchedule(op).getStage() != 0)
      return breaksRule(op, 1) << "expected stage 0 in mode serial, got "
                               << kernel.getSchedule(op).getStage();
  return success();
}

LogicalResult tileiras::verifyPlacements(const ScheduledKernel &kernel) {
  WalkResult result =
      kernel.getFunction()->walk<WalkOrder::PreOrder>(
          [&](Operation *op) {
            if (op == kernel.getFunction())
              return WalkResult::advance();
            if (kernel.findScheduled(op) == op)
              return failed(verifyPlacement(kernel, op))
                         ? WalkResult::interrupt()
                         : WalkResult::skip();
            if (kernel.isStructure(op)) {
              auto loop = dyn_cast<scf::ForOp>(op);
              return loop && failed(verifyOrders(kernel, loop))
                         ? WalkResult::interrupt()
                         : WalkResult::advance();
            }
            if (!needsPartition(op))
              return WalkResult::skip();
            breaksRule(op, 1)
                << "expected a partition, 'tileas.schedule.partition'";
            return WalkResult::interrupt();
          });
  return failure(result.wasInterrupted() || failed(verifyMode(kernel)));
}
