//===- Replicas.cpp - V9: effects of replicas -----------------------------===//
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

int64_t tileiras::countReplicas(const ScheduledKernel &kernel,
                                ArrayRef<BufferAccess> accesses) {
  int64_t replicas = 0;
  for (const BufferAccess &access : accesses) {
    const OpSchedule &schedule = kernel.getSchedule(access.scheduled);
    int64_t own = schedule.countInstances();
    for (int32_t partition : schedule.partitions)
      own = std::max<int64_t>(own,
                              kernel.getPartitions()[partition].getReplicas());
    replicas = replicas == 0 ? own : std::min(replicas, own);
  }
  return std::max<int64_t>(replicas, 1);
}

/// Returns whether a value differs between replicas: it is computed from the
/// index of one.
static bool dependsOnReplica(Value value) {
  DenseSet<Value> seen;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *def = next.getDefiningOp();
    if (isa_and_present<ReplicaIdOp>(def))
      return true;
    if (!def || isa<scf::ForOp, scf::WhileOp, scf::IfOp>(def))
      addIncoming(next, worklist);
    else
      llvm::append_range(worklist, ScheduledKernel::getOperands(def));
  }
  return false;
}

/// Returns the operands that say where an operation writes.
static SmallVector<Value> getAddresses(Operation *op) {
  if (auto store = dyn_cast<StoreOp>(op))
    return {store->getOperand(0)};
  SmallVector<Value> addresses;
  for (Value operand : op->getOperands())
    if (auto tensor = dyn_cast<RankedTensorType>(operand.getType());
        !tensor || isa<nv_tileaa::PtrType>(tensor.getElementType()))
      addresses.push_back(operand);
  return addresses;
}

namespace {

class ReplicatedEffects {
public:
  explicit ReplicatedEffects(const ScheduledKernel &kernel) : kernel(kernel) {
    for (auto &[buffer, accesses] : kernel.collectAccesses())
      replicasOf[buffer] = countReplicas(kernel, accesses);
  }

  LogicalResult verify(Operation *op) {
    const OpSchedule &schedule = kernel.getSchedule(op);
    PartitionAttr partition =
        kernel.getPartitions()[schedule.partitions.front()];
    if (schedule.onlyReplica)
      return verifyOnly(op, partition, *schedule.onlyReplica);
    if (partition.getReplicas() == 1)
      return success();
    WalkResult result = op->walk([&](MemoryEffectOpInterface inner) {
      return isDisjoint(inner, partition) ? WalkResult::advance()
                                          : WalkResult::interrupt();
    });
    if (!result.wasInterrupted())
      return success();
    return breaksRule(op, 9)
           << "expected the " << partition.getReplicas() << " replicas of '"
           << partition.getName()
           << "' to write different elements, chosen by "
              "'nv_tileas.replica_id', or 'tileas.schedule.only_replica'";
  }

private:
  LogicalResult verifyOnly(Operation *op, PartitionAttr partition,
                           int32_t replica) {
    if (replica >= partition.getReplicas())
      return breaksRule(op, 9)
             << "expected a replica below " << partition.getReplicas()
             << ", got " << replica;
    for (Value result : op->getResults())
      if (!isa<nv_tileaa::MemTokenType>(result.getType()) &&
          !result.use_empty())
        return breaksRule(op, 9)
               << "expected no use of the result of what only replica "
               << replica << " executes";
    return success();
  }

  /// Returns whether replicas that execute `op` do not write the same bytes.
  bool isDisjoint(MemoryEffectOpInterface op, PartitionAttr partition) {
    // Each replica has iterations of its own.
    if (partition.getBy() == ReplicaKind::Iterations &&
        op->getParentOfType<scf::ForOp>())
      return true;
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    return llvm::all_of(effects, [&](const auto &effect) {
      if (!isa<MemoryEffects::Write>(effect.getEffect()))
        return true;
      Value buffer = effect.getValue();
      AllocationOpInterface allocation =
          buffer && isa<nv_tileaa::StridedMemRefType>(buffer.getType())
              ? getAllocation(buffer)
              : AllocationOpInterface();
      if (!allocation)
        return llvm::any_of(getAddresses(op), dependsOnReplica);
      // Or each has a buffer of its own.
      return replicasOf.lookup(allocation) == partition.getReplicas() ||
             dependsOnReplica(buffer);
    });
  }

  const ScheduledKernel &kernel;
  DenseMap<Operation *, int64_t> replicasOf;
};

} // namespace

LogicalResult tileiras::verifyReplicas(const ScheduledKernel &kernel) {
  ReplicatedEffects effects(kernel);
  for (Operation *op : kernel.getOps())
    if (failed(effects.verify(op)))
      return failure();
  return success();
}
