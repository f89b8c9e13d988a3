//===- ScheduledKernel.cpp - A kernel with its schedule -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledKernel.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

InFlightDiagnostic tileiras::breaksRule(Operation *op, unsigned rule) {
  return op->emitOpError("breaks rule V") << rule << " of schedules: ";
}

ScheduledKernel::ScheduledKernel(FunctionOpInterface func,
                                 FunctionSchedule schedule)
    : func(func), schedule(std::move(schedule)) {
  func->walk<WalkOrder::PreOrder>([&](Operation *op) {
    std::optional<OpSchedule> own = nv_tileas::getSchedule(op);
    if (op == func || !own)
      return WalkResult::advance();
    ops.push_back(op);
    schedules.try_emplace(op, std::move(*own));
    for (Operation *parent = op->getParentOp(); parent != func;
         parent = parent->getParentOp())
      structures.insert(parent);
    return WalkResult::skip();
  });
}

Operation *ScheduledKernel::findScheduled(Operation *op) const {
  while (op && op != func && !schedules.contains(op))
    op = op->getParentOp();
  return op == func ? nullptr : op;
}

SmallVector<int32_t> ScheduledKernel::getPartitionsOf(Operation *op) const {
  if (Operation *scheduled = findScheduled(op))
    return getSchedule(scheduled).partitions;
  llvm::SmallSetVector<int32_t, 4> all;
  op->walk([&](Operation *inner) {
    if (auto found = schedules.find(inner); found != schedules.end())
      all.insert_range(found->second.partitions);
  });
  SmallVector<int32_t> sorted(all.begin(), all.end());
  llvm::sort(sorted);
  return sorted;
}

//===----------------------------------------------------------------------===//
// Values
//===----------------------------------------------------------------------===//

static void addIncoming(BlockArgument argument,
                        SmallVectorImpl<Value> &values) {
  Operation *parent = argument.getOwner()->getParentOp();
  if (auto loop = dyn_cast<scf::ForOp>(parent)) {
    if (argument == loop.getInductionVar())
      return;
    values.push_back(loop.getTiedLoopInit(argument)->get());
    values.push_back(loop.getTiedLoopYieldedValue(argument)->get());
  } else if (auto loop = dyn_cast<scf::WhileOp>(parent)) {
    unsigned number = argument.getArgNumber();
    if (argument.getOwner() == loop.getAfterBody()) {
      values.push_back(loop.getConditionOp().getArgs()[number]);
      return;
    }
    values.push_back(loop.getInits()[number]);
    values.push_back(loop.getYieldedValues()[number]);
  }
}

void tileiras::addIncoming(Value value, SmallVectorImpl<Value> &values) {
  if (auto argument = dyn_cast<BlockArgument>(value))
    return ::addIncoming(argument, values);
  auto result = cast<OpResult>(value);
  unsigned number = result.getResultNumber();
  if (auto loop = dyn_cast<scf::ForOp>(result.getOwner())) {
    values.push_back(loop.getInits()[number]);
    values.push_back(loop.getYieldedValues()[number]);
  } else if (auto loop = dyn_cast<scf::WhileOp>(result.getOwner())) {
    values.push_back(loop.getConditionOp().getArgs()[number]);
  } else if (auto choice = dyn_cast<scf::IfOp>(result.getOwner())) {
    for (Block *branch : {choice.thenBlock(), choice.elseBlock()})
      if (branch)
        values.push_back(branch->getTerminator()->getOperand(number));
  }
}

SmallVector<Value> ScheduledKernel::getOperands(Operation *op) {
  SmallVector<Value> values(op->getOperands());
  SetVector<Value> captured;
  getUsedValuesDefinedAbove(op->getRegions(), captured);
  llvm::append_range(values, captured);
  return values;
}

SmallVector<Operation *> ScheduledKernel::findSources(Value value) const {
  llvm::SmallSetVector<Operation *, 4> sources;
  DenseSet<Value> seen;
  SmallVector<Value> worklist = {value};
  while (!worklist.empty()) {
    Value next = worklist.pop_back_val();
    if (!seen.insert(next).second)
      continue;
    Operation *def = next.getDefiningOp();
    if (Operation *scheduled = def ? findScheduled(def) : nullptr) {
      sources.insert(scheduled);
    } else if (auto wait = dyn_cast_if_present<FutureWaitOp>(def)) {
      unsigned number = cast<OpResult>(next).getResultNumber();
      worklist.push_back(wait->getOperand(number));
    } else if (!def || structures.contains(def)) {
      addIncoming(next, worklist);
    } else {
      llvm::append_range(worklist, getOperands(def));
    }
  }
  return sources.takeVector();
}

//===----------------------------------------------------------------------===//
// Buffers
//===----------------------------------------------------------------------===//

/// Returns whether an MMA does not add to what is in the buffer.
static bool overwrites(Operation *op, Value buffer) {
  auto dot = dyn_cast<TmemDotOp>(op);
  return dot && dot.getC() == buffer && dot.getAccumulate() &&
         matchPattern(dot.getAccumulate(), m_Zero());
}

llvm::MapVector<Operation *, SmallVector<BufferAccess>>
ScheduledKernel::collectAccesses() const {
  llvm::MapVector<Operation *, SmallVector<BufferAccess>> accesses;
  auto add = [&](Operation *scheduled, MemoryEffectOpInterface op) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    op.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      Value value = effect.getValue();
      AllocationOpInterface buffer =
          value && isa<nv_tileaa::StridedMemRefType>(value.getType())
              ? getAllocation(value)
              : AllocationOpInterface();
      bool reads = isa<MemoryEffects::Read>(effect.getEffect()),
           writes = isa<MemoryEffects::Write>(effect.getEffect());
      if (!buffer || (!reads && !writes) || (reads && overwrites(op, value)))
        continue;
      SmallVector<BufferAccess> &all = accesses[buffer];
      if (all.empty() || all.back().op != op)
        all.push_back({scheduled, op});
      all.back().reads |= reads;
      all.back().writes |= writes;
    }
  };
  for (Operation *scheduled : ops)
    scheduled->walk([&](MemoryEffectOpInterface op) { add(scheduled, op); });
  return accesses;
}
