//===- Order.cpp - Ping-pong order of agents --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "CarriedIterators.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "tileiras/Target/MachineModel.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;

LogicalResult nv_tileas::verifyCarried(Operation *op, Value iterator) {
  Region *definingRegion = iterator.getParentRegion();
  for (Region *region = op->getParentRegion();
       region && region != definingRegion; region = region->getParentRegion()) {
    Operation *parent = region->getParentOp();
    if (!isa<LoopLikeOpInterface>(parent))
      continue;
    InFlightDiagnostic error =
        op->emitOpError("expected an iterator that the loop carries");
    error.attachNote(parent->getLoc()) << "the loop";
    return error;
  }
  return success();
}

LogicalResult OrderType::verify(function_ref<InFlightDiagnostic()> emitError,
                                int64_t agents, int64_t warps) {
  if (agents < 2)
    return emitError() << "expected at least two agents, got " << agents;
  if (!llvm::isPowerOf2_64(warps) || agents * warps > tileiras::kMaxWarpsOfCTA)
    return emitError()
           << "expected agents of a number of warps that is a power "
              "of two, and at most "
           << tileiras::kMaxWarpsOfCTA << " in all, got " << agents
           << " agents of " << warps << " warps";
  return success();
}

LogicalResult CreateOrderOp::verify() {
  if (getMbarriers().getType().getCount() == getType().getAgents())
    return success();
  return emitOpError("expected a barrier for each of ")
         << getType().getAgents() << " agents, got "
         << getMbarriers().getType();
}

/// Checks that the operation is code of the agents of the order.
static LogicalResult verifyAgents(Operation *op, OrderType order) {
  std::optional<AgentGroup> group = getEnclosingAgents(op);
  if (group && group->numAgents == order.getAgents() &&
      group->warpsPerAgent == order.getWarps())
    return success();
  InFlightDiagnostic error = op->emitOpError("expected to be the code of ")
                             << order.getAgents() << " agents of "
                             << order.getWarps() << " warps";
  if (group)
    error << ", got " << group->numAgents << " of " << group->warpsPerAgent;
  return error;
}

LogicalResult CreateOrderIteratorOp::verify() {
  return verifyAgents(*this, getOrder().getType());
}
LogicalResult OrderWaitOp::verify() {
  return success(succeeded(verifyAgents(*this, getOrder().getType())) &&
                 succeeded(verifyCarried(*this, getIterator())));
}
LogicalResult OrderArriveOp::verify() {
  return success(succeeded(verifyAgents(*this, getOrder().getType())) &&
                 succeeded(verifyCarried(*this, getIterator())));
}
