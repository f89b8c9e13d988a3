//===- ControlOps.cpp - Branches and loops ----------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Structured control flow runs regions with Execution::runBlock and handles
// their exits: yield ends an if, continue and break a loop's body, return the
// kernel.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

//===----------------------------------------------------------------------===//
// Exits
//===----------------------------------------------------------------------===//

template <typename OpT, Exit exit>
LogicalResult leave(Execution &execution, OpT op) {
  execution.leave(exit, op.getOperands());
  return success();
}

//===----------------------------------------------------------------------===//
// Branches
//===----------------------------------------------------------------------===//

/// Exits of a loop or of the kernel pass through.
LogicalResult branch(Execution &execution, IfOp op) {
  const Tile &condition = execution.getTile(op.getCondition());
  if (failed(execution.checkSpecified(op, condition, "condition")))
    return failure();
  Region &region =
      condition.getBits(0) ? op.getThenRegion() : op.getElseRegion();
  if (region.empty())
    return success();
  if (failed(execution.runBlock(region.front())))
    return failure();
  if (execution.getExit() == Exit::Yield)
    execution.set(op.getResults(), execution.takeExit());
  return success();
}

//===----------------------------------------------------------------------===//
// Loops
//===----------------------------------------------------------------------===//

/// Reads a bound with two more bits than its type has, so that unsigned bounds
/// are positive and the last increment does not wrap.
APInt readBound(const Tile &tile, bool isUnsigned) {
  APInt bound = tile.getInt(0);
  unsigned width = bound.getBitWidth() + 2;
  return isUnsigned ? bound.zext(width) : bound.sext(width);
}

LogicalResult countedLoop(Execution &execution, ForOp op) {
  bool isUnsigned = op.getUnsignedCmp();
  for (Value bound : {op.getLowerBound(), op.getUpperBound(), op.getStep()})
    if (failed(execution.checkSpecified(op, execution.getTile(bound), "bound")))
      return failure();
  APInt counter = readBound(execution.getTile(op.getLowerBound()), isUnsigned);
  APInt end = readBound(execution.getTile(op.getUpperBound()), isUnsigned);
  APInt step = readBound(execution.getTile(op.getStep()), isUnsigned);
  if (!step.isStrictlyPositive())
    return execution.fault(op, "has a step that is not positive");
  SmallVector<RuntimeValue> carried = execution.getAll(op.getInitValues());
  auto type = cast<TileType>(op.getInductionVar().getType());
  for (; counter.slt(end); counter += step) {
    Tile tile(type);
    tile.setBits(0, counter.trunc(tile.getWidth()).getZExtValue());
    execution.set(op.getInductionVar(), std::move(tile));
    execution.set(op.getRegionIterValues(), carried);
    if (failed(execution.runBlock(op.getRegion().front())))
      return failure();
    carried = execution.takeExit();
  }
  execution.set(op.getResultValues(), carried);
  return success();
}

/// Bodies end in continue or break; a kernel does not return inside a loop.
LogicalResult loop(Execution &execution, LoopOp op) {
  SmallVector<RuntimeValue> carried = execution.getAll(op.getInitValues());
  while (true) {
    execution.set(op.getRegionIterValues(), carried);
    if (failed(execution.runBlock(op.getRegion().front())))
      return failure();
    bool isDone = execution.getExit() == Exit::Break;
    carried = execution.takeExit();
    if (isDone)
      break;
  }
  execution.set(op.getResultValues(), carried);
  return success();
}

} // namespace

void addControlOps(OperationTable &table) {
  table.add<branch>();
  table.add<countedLoop>();
  table.add<loop>();
  table.add<&leave<BreakOp, Exit::Break>>();
  table.add<&leave<ContinueOp, Exit::Continue>>();
  table.add<&leave<ReturnOp, Exit::Return>>();
  table.add<&leave<YieldOp, Exit::Yield>>();
}

} // namespace tileiras::interpreter
