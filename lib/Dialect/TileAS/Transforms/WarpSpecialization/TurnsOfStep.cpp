//===- TurnsOfStep.cpp - What agents of alternate steps do in turn --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TurnsOfStep.h"

#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class StepMatcher {
public:
  explicit StepMatcher(scf::ForOp loop) : body(loop.getBody()) {
    step.loop = loop;
  }

  std::optional<TurnsOfStep> match() {
    if (!step.loop.getInductionVar().getType().isInteger(32) || !matchSums() ||
        !matchChange() || !classifyCarried() || !collectRead() || !split())
      return std::nullopt;
    return step;
  }

private:
  template <typename Op> Op getOnly() {
    auto ops = llvm::to_vector(body->getOps<Op>());
    return ops.size() == 1 ? ops.front() : Op();
  }

  IncIteratorOp findNext(Value iterator) {
    for (auto next : body->getOps<IncIteratorOp>())
      if (next.getIterator() == iterator)
        return next;
    return {};
  }

  /// One product's sums are read, by copies between a wait and a release.
  bool matchSums() {
    auto wait = getOnly<ConsumerWaitOp>();
    auto release = getOnly<ConsumerReleaseOp>();
    if (!wait || !release || release.getToken() != wait.getToken())
      return false;
    IncIteratorOp next = findNext(wait.getIterator());
    if (!next)
      return false;
    read.insert(wait);
    for (auto copy : body->getOps<CopyOp>())
      if (wait->isBeforeInBlock(copy) && copy->isBeforeInBlock(release) &&
          isInTensorMemory(copy) && !copy.isStore())
        read.insert(copy);
    read.insert(release);
    read.insert(next);
    return true;
  }

  /// Those of another one are changed, behind a wait and before a commit. There
  /// is no other access in a step.
  bool matchChange() {
    acquire = getOnly<ProducerAcquireOp>();
    auto commit = getOnly<ProducerCommitOp>();
    if (!acquire || !commit || commit.getToken() != acquire.getToken())
      return false;
    return llvm::all_of(body->without_terminator(), [&](Operation &op) {
      auto copy = dyn_cast<CopyOp>(op);
      bool isOfChange = copy && isInTensorMemory(copy) &&
                        acquire->isBeforeInBlock(copy) &&
                        copy->isBeforeInBlock(commit);
      return read.contains(&op) || &op == acquire || &op == commit ||
             isOfChange || isMemoryEffectFree(&op);
    });
  }

  static bool isInTensorMemory(CopyOp copy) {
    return copy.getBuffer().getType().isInTensorMemory();
  }

  bool classifyCarried() {
    for (auto [argument, value] : llvm::zip_equal(
             step.loop.getRegionIterArgs(), step.loop.getYieldedValues())) {
      if (isa<PipelineIteratorType>(argument.getType())) {
        auto next = value.getDefiningOp<IncIteratorOp>();
        if (!next || next.getIterator() != argument)
          return false;
        step.turns.push_back(std::nullopt);
        continue;
      }
      if (!isa<RankedTensorType>(argument.getType()) ||
          countRegisters(argument.getType()) > kMostRowRegisters ||
          value.getParentBlock() != body || isa<BlockArgument>(value))
        return false;
      step.turns.push_back(isOnlyForItself(argument) ? kChangeTurn : kReadTurn);
    }
    return true;
  }

  /// Whether only what the loop carries is computed of it. What computes that
  /// is then noted.
  bool isOnlyForItself(Value carried) {
    llvm::SetVector<Operation *> found;
    SmallVector<Value> work = {carried};
    while (!work.empty())
      for (Operation *user : work.pop_back_val().getUsers()) {
        Operation *op = body->findAncestorOpInBlock(*user);
        if (op == body->getTerminator() || found.contains(op))
          continue;
        if (!isMemoryEffectFree(op))
          return false;
        found.insert(op);
        llvm::append_range(work, op->getResults());
      }
    sum.insert_range(found);
    return true;
  }

  /// What the tiles that change in the first turn are computed of.
  bool collectRead() {
    SmallVector<Value> work;
    for (auto [turn, value] :
         llvm::zip_equal(step.turns, step.loop.getYieldedValues()))
      if (turn == kReadTurn)
        work.push_back(value);
    while (!work.empty()) {
      Value value = work.pop_back_val();
      auto argument = dyn_cast<BlockArgument>(value);
      if (argument && argument.getOwner() == body && isOfChangeTurn(argument))
        return false;
      Operation *op = value.getDefiningOp();
      if (!op || op->getBlock() != body || read.contains(op))
        continue;
      if (sum.contains(op) || !isMemoryEffectFree(op))
        return false;
      read.insert(op);
      op->walk([&](Operation *inner) {
        llvm::append_range(work, inner->getOperands());
      });
    }
    return true;
  }

  bool isOfChangeTurn(BlockArgument argument) {
    unsigned carried = argument.getArgNumber();
    return carried != 0 && step.turns[carried - 1] == kChangeTurn;
  }

  bool split() {
    bool isBehind = false;
    for (Operation &op : body->without_terminator()) {
      isBehind |= &op == acquire;
      if (read.contains(&op))
        step.read.push_back(&op);
      else if (sum.contains(&op))
        step.sum.push_back(&op);
      else
        (isBehind ? step.change : step.compute).push_back(&op);
    }
    // The sum comes before the change.
    DenseSet<Operation *> changed(step.change.begin(), step.change.end());
    return llvm::none_of(step.sum, [&](Operation *op) {
      return llvm::any_of(op->getOperands(), [&](Value operand) {
        return changed.contains(operand.getDefiningOp());
      });
    });
  }

  Block *body;
  ProducerAcquireOp acquire;
  llvm::SetVector<Operation *> read, sum;
  TurnsOfStep step;
};

} // namespace

std::optional<TurnsOfStep> tileiras::matchTurns(scf::ForOp loop) {
  return StepMatcher(loop).match();
}
