//===- MemoryTokenFlow.cpp - Accesses that a token stands for -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/MemoryTokenFlow.h"

#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"

#include "mlir/Interfaces/ControlFlowInterfaces.h"
#include "llvm/ADT/DenseSet.h"

#include <queue>

using namespace mlir;
using namespace tileiras;
using nv_tileaa::MemSemantic;

static bool isToken(Value value) {
  return isa<nv_tileaa::MemTokenType>(value.getType());
}

/// Returns `op` as an access; none if it is no access.
static std::optional<MemoryAccess> getAccess(Operation *op) {
  // Each thread orders a grid's dependencies for itself.
  if (isa<nv_tileaa::GdcLaunchDependentsOp, nv_tileaa::GdcWaitOp>(op))
    return std::nullopt;
  auto effects = dyn_cast<MemoryEffectOpInterface>(op);
  if (!effects || op->getNumRegions() != 0)
    return std::nullopt;
  bool writes = effects.hasEffect<MemoryEffects::Write>();
  if (!writes && !effects.hasEffect<MemoryEffects::Read>())
    return std::nullopt;
  auto semantic = dyn_cast_if_present<nv_tileaa::MemSemanticAttr>(
      op->getInherentAttr("mem_semantic").value_or(Attribute()));
  if (semantic && (semantic.getValue() == MemSemantic::ACQUIRE ||
                   semantic.getValue() == MemSemantic::ACQ_REL))
    writes = true;
  return MemoryAccess{op, writes};
}

MemoryTokenFlow::MemoryTokenFlow(Region &body) {
  collect(body);
  propagate();
}

void MemoryTokenFlow::collect(Region &body) {
  BranchTargets targets = collectBranchTargets(body.getParentOp());
  body.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (std::optional<MemoryAccess> access = ::getAccess(op)) {
      indices[op] = accesses.size();
      accesses.push_back(*access);
    }
    for (OpOperand &operand : op->getOpOperands()) {
      if (!isToken(operand.get()))
        continue;
      auto &next = successors[operand.get()];
      if (auto target = targets.find(&operand); target != targets.end())
        llvm::append_range(next, target->second);
      else
        llvm::copy_if(op->getResults(), std::back_inserter(next), isToken);
    }
  });
}

void MemoryTokenFlow::propagate() {
  // Values are visited in program order, so that a chain needs one pass.
  std::queue<Value> worklist;
  DenseSet<Value> waiting;
  auto enqueue = [&](Value token) {
    if (waiting.insert(token).second)
      worklist.push(token);
  };
  for (auto [index, access] : llvm::enumerate(accesses))
    for (Value result : access.op->getResults())
      if (isToken(result)) {
        BitVector &own = standsFor[result];
        own.resize(accesses.size());
        own.set(index);
        enqueue(result);
      }
  while (!worklist.empty()) {
    Value token = worklist.front();
    worklist.pop();
    waiting.erase(token);
    BitVector known = standsFor.lookup(token);
    for (Value next : successors.lookup(token)) {
      BitVector &there = standsFor[next];
      there.resize(accesses.size());
      if (!known.test(there))
        continue;
      there |= known;
      enqueue(next);
    }
  }
}

std::optional<unsigned> MemoryTokenFlow::getIndex(Operation *op) const {
  auto found = indices.find(op);
  return found == indices.end() ? std::nullopt
                                : std::optional<unsigned>(found->second);
}

bool MemoryTokenFlow::isOrderedAfter(unsigned index, unsigned other) const {
  return llvm::any_of(accesses[index].op->getOperands(), [&](Value operand) {
    auto found = standsFor.find(operand);
    return found != standsFor.end() && found->second.test(other);
  });
}

llvm::BitVector MemoryTokenFlow::getEarlier(unsigned index) const {
  llvm::BitVector earlier(accesses.size());
  for (Value operand : accesses[index].op->getOperands())
    if (auto found = standsFor.find(operand); found != standsFor.end())
      earlier |= found->second;
  return earlier;
}
