//===- FirstAgent.cpp - What one agent of several does --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/FirstAgent.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Whether only the first agent of a group takes a branch.
static bool isForFirst(scf::IfOp branch, const AgentGroup &group) {
  auto test = branch.getCondition().getDefiningOp<arith::CmpIOp>();
  return test && test.getPredicate() == arith::CmpIPredicate::eq &&
         test.getLhs() == group.getAgentIndex() &&
         matchPattern(test.getRhs(), m_Zero());
}

scf::IfOp tileiras::createForFirstAgent(OpBuilder &builder, Location loc) {
  AgentGroup group = *getEnclosingAgents(builder.getBlock());
  Value zero =
      arith::ConstantOp::create(builder, loc, builder.getI32IntegerAttr(0));
  Value isFirst = arith::CmpIOp::create(builder, loc, arith::CmpIPredicate::eq,
                                        group.getAgentIndex(), zero);
  return scf::IfOp::create(builder, loc, isFirst);
}

scf::IfOp tileiras::findLastForFirstAgent(Block &block) {
  std::optional<AgentGroup> group = getEnclosingAgents(&block);
  if (!group || group->numAgents == 1)
    return {};
  for (Operation &op : llvm::reverse(block))
    if (auto branch = dyn_cast<scf::IfOp>(op);
        branch && isForFirst(branch, *group))
      return branch;
  return {};
}

bool tileiras::isForFirstAgent(Operation *op) {
  std::optional<AgentGroup> group = getEnclosingAgents(op);
  if (!group)
    return false;
  for (Region *region = op->getParentRegion(); region != group->region;
       region = region->getParentRegion()) {
    auto branch = dyn_cast<scf::IfOp>(region->getParentOp());
    if (branch && region == &branch.getThenRegion() &&
        isForFirst(branch, *group))
      return true;
  }
  return false;
}
