//===- RoleCode.cpp - The code of one side of a split kernel --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "RoleCode.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

RoleCode::RoleCode(const SplitPlan &plan, const RoleParts &parts,
                   OpBuilder &builder, ArrayRef<PipelineValues> pipelines,
                   IRMapping mapping)
    : plan(plan), parts(parts), builder(builder), pipelines(pipelines),
      mapping(std::move(mapping)) {
  for (const PipelineValues &values : pipelines) {
    if (!values.role) {
      iterators.push_back({});
      continue;
    }
    auto type = cast<PipelineType>(values.pipeline.getType());
    iterators.push_back(CreateIteratorOp::create(
        builder, values.pipeline.getLoc(),
        PipelineIteratorType::get(builder.getContext(), *values.role,
                                  type.getStages()),
        values.pipeline));
  }
}

void RoleCode::meet(Location loc) {
  Operation *here = builder.getBlock()->getParentOp();
  auto agents = dyn_cast<AgentSwitchOp>(here);
  if (!agents)
    agents = here->getParentOfType<AgentSwitchOp>();
  // All but those who start copies, the first group.
  int32_t threads = 0;
  SmallVector<AgentGroup> groups = agents.getAgentGroups();
  for (const AgentGroup &group : llvm::drop_begin(groups))
    threads += group.threadsPerAgent();
  BarrierOp::create(builder, loc, builder.getI32IntegerAttr(1),
                    builder.getI32IntegerAttr(threads), /*atom=*/{});
}

void RoleCode::advance(unsigned pipeline, Location loc) {
  iterators[pipeline] =
      IncIteratorOp::create(builder, loc, iterators[pipeline]);
}

void RoleCode::emit(Block &body) {
  for (Operation &op : body.without_terminator()) {
    before(&op);
    if (!plan.isOnPath(&op)) {
      if (parts.ops.contains(&op))
        builder.clone(op, mapping);
    } else if (auto loop = dyn_cast<scf::ForOp>(op)) {
      emitLoop(loop);
    } else {
      emitChoice(cast<scf::IfOp>(op));
    }
    after(&op);
  }
}

void RoleCode::emitChoice(scf::IfOp choice) {
  Location loc = choice.getLoc();
  passBranch();
  SmallVector<OpResult> kept;
  for (OpResult result : choice->getResults())
    if (parts.carried.contains(result))
      kept.push_back(result);
  SmallVector<unsigned> used = plan.getPipelinesIn(choice);
  llvm::erase_if(used, [&](unsigned number) { return !iterators[number]; });
  SmallVector<Type> types(
      TypeRange(ValueRange(SmallVector<Value>(kept.begin(), kept.end()))));
  for (unsigned number : used)
    types.push_back(iterators[number].getType());
  auto copy = scf::IfOp::create(builder, loc, types,
                                mapping.lookupOrDefault(choice.getCondition()),
                                /*addThenBlock=*/true, /*addElseBlock=*/true);
  copy->setDiscardableAttrs(choice->getDiscardableAttrDictionary());
  SmallVector<Value> before = iterators;
  for (auto [arm, own] :
       llvm::zip_equal(choice->getRegions(), copy->getRegions())) {
    iterators = before;
    builder.setInsertionPointToStart(&own.front());
    SmallVector<Value> yields;
    if (!arm.empty()) {
      emit(arm.front());
      Operation *end = arm.front().getTerminator();
      for (OpResult result : kept)
        yields.push_back(
            mapping.lookupOrDefault(end->getOperand(result.getResultNumber())));
    }
    for (unsigned number : used)
      yields.push_back(iterators[number]);
    scf::YieldOp::create(builder, loc, yields);
  }
  ValueRange results = copy.getResults();
  for (auto [result, own] :
       llvm::zip_equal(kept, results.take_front(kept.size())))
    mapping.map(result, own);
  iterators = std::move(before);
  for (auto [number, own] :
       llvm::zip_equal(used, results.drop_front(kept.size())))
    iterators[number] = own;
  builder.setInsertionPointAfter(copy);
  passBranch();
}

void RoleCode::emitLoop(scf::ForOp loop) {
  Location loc = loop.getLoc();
  bool isSplit = !plan.getSteps(loop).empty();
  SmallVector<BlockArgument> kept;
  SmallVector<Value> inits;
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (parts.carried.contains(argument)) {
      kept.push_back(argument);
      inits.push_back(
          mapping.lookupOrDefault(loop.getTiedLoopInit(argument)->get()));
    }
  SmallVector<unsigned> used = plan.getPipelinesIn(loop);
  llvm::erase_if(used, [&](unsigned number) { return !iterators[number]; });
  for (unsigned number : used)
    inits.push_back(iterators[number]);
  if (isSplit)
    llvm::append_range(inits, start(loop));
  auto copy = scf::ForOp::create(
      builder, loc, mapping.lookupOrDefault(loop.getLowerBound()),
      mapping.lookupOrDefault(loop.getUpperBound()),
      mapping.lookupOrDefault(loop.getStep()), inits,
      /*bodyBuilder=*/nullptr, loop.getUnsignedCmp());
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  // A loop without results has an end already.
  if (!copy.getBody()->empty())
    copy.getBody()->getTerminator()->erase();

  builder.setInsertionPointToStart(copy.getBody());
  mapping.map(loop.getInductionVar(), copy.getInductionVar());
  ValueRange carried = copy.getRegionIterArgs();
  for (auto [argument, value] :
       llvm::zip_equal(kept, carried.take_front(kept.size())))
    mapping.map(argument, value);
  ValueRange states = carried.slice(kept.size(), used.size());
  for (auto [number, state] : llvm::zip_equal(used, states))
    iterators[number] = state;
  if (isSplit)
    beginStep(loop, carried.drop_front(kept.size() + used.size()));
  emit(*loop.getBody());

  SmallVector<Value> own = isSplit ? endStep(loop) : SmallVector<Value>();
  SmallVector<Value> yields;
  for (BlockArgument argument : kept)
    yields.push_back(
        mapping.lookupOrDefault(loop.getTiedLoopYieldedValue(argument)->get()));
  for (unsigned number : used)
    yields.push_back(iterators[number]);
  llvm::append_range(yields, own);
  scf::YieldOp::create(builder, loc, yields);

  ValueRange results = copy.getResults();
  for (auto [argument, result] :
       llvm::zip_equal(kept, results.take_front(kept.size())))
    mapping.map(loop.getTiedLoopResult(argument), result);
  for (auto [number, result] :
       llvm::zip_equal(used, results.slice(kept.size(), used.size())))
    iterators[number] = result;
  builder.setInsertionPointAfter(copy);
  if (isSplit)
    leave(loop, results.drop_front(kept.size() + used.size()));
}
