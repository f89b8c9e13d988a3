//===- LayoutEquivalenceClasses.cpp - Tensors of one layout ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LayoutEquivalenceClasses.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"

using namespace mlir;
using namespace tileiras;

LayoutEquivalenceClasses::LayoutEquivalenceClasses(
    Operation *root, const Rematerializer &remat,
    const BranchTargets &targets) {
  collect(root, remat);
  classes.grow(values.size());
  root->walk([&](Operation *op) { tieOperation(op); });
  for (const auto &[operand, inputs] : targets) {
    tie(operand->get(), inputs.front());
    for (Value input : inputs)
      tie(input, inputs.front());
  }
  classes.compress();
  members.resize(classes.getNumClasses());
  for (auto [id, value] : llvm::enumerate(values))
    members[classes[id]].push_back(value);
}

std::optional<unsigned> LayoutEquivalenceClasses::lookup(Value value) const {
  auto it = ids.find(value);
  if (it == ids.end())
    return std::nullopt;
  return classes[it->second];
}

void LayoutEquivalenceClasses::collect(Operation *root,
                                       const Rematerializer &remat) {
  auto add = [&](Value value) {
    if (!isa<RankedTensorType>(value.getType()) ||
        remat.isRematerializable(value) ||
        nv_tileas::getLayoutAttr(value.getType()))
      return;
    ids[value] = values.size();
    values.push_back(value);
  };
  root->walk<WalkOrder::PreOrder>([&](Operation *op) {
    llvm::for_each(op->getResults(), add);
    for (Region &region : op->getRegions())
      for (Block &block : region)
        llvm::for_each(block.getArguments(), add);
  });
}

void LayoutEquivalenceClasses::tieOperation(Operation *op) {
  std::optional<LayoutRule> rule = getLayoutRule(op);
  if (!rule)
    return;
  auto tieAll = [&](ValueRange tied) {
    for (Value value : tied)
      tie(value, tied.front());
  };
  SmallVector<Value> all(op->getOperands());
  switch (*rule) {
  case LayoutRule::Uniform:
  case LayoutRule::Access:
    llvm::append_range(all, op->getResults());
    llvm::erase_if(all, [&](Value value) { return !ids.contains(value); });
    return tieAll(all);
  case LayoutRule::Reduce:
    tieAll(op->getResults());
    [[fallthrough]];
  case LayoutRule::Cat:
    llvm::erase_if(all, [&](Value value) { return !ids.contains(value); });
    return tieAll(all);
  default:
    return;
  }
}

void LayoutEquivalenceClasses::tie(Value lhs, Value rhs) {
  auto left = ids.find(lhs), right = ids.find(rhs);
  if (left != ids.end() && right != ids.end())
    classes.join(left->second, right->second);
}
