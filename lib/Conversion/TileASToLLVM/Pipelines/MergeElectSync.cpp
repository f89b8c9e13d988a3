//===- MergeElectSync.cpp - One elect.sync for adjacent regions -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that issues MMAs waits for their operands, issues them, and
// commits them to a barrier. Each of these operations is lowered separately, in
// its own elect.sync region (createInNewlyElectedThread). Where only
// computations are between two such regions, they are merged:
//
//   if first warp                   %n = next stage
//     if elected: wait              if first warp
//   %n = next stage            =>     if elected: wait, multiply
//   if first warp
//     if elected: multiply
//
// A loop that contains nothing else is moved into the region, if its results
// are unused: other warps need not execute it, and its loop-carried values are
// uniform over the threads that execute it, since that is one.
//
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"
#include "mlir/Transforms/LoopInvariantCodeMotionUtils.h"

using namespace mlir;

namespace tileiras::to_llvm {

namespace {

/// A branch of one warp that consists of an elect.sync and a branch on it.
struct ElectedRegion {
  scf::IfOp ofWarp, ofThread;
};

std::optional<ElectedRegion> matchElectedRegion(Operation *op) {
  auto ofWarp = dyn_cast<scf::IfOp>(op);
  if (!ofWarp || ofWarp.elseBlock() || ofWarp.getNumResults() != 0)
    return std::nullopt;
  Block *body = ofWarp.thenBlock();
  auto elect = dyn_cast<cute_nvgpu::ElectSyncOp>(body->front());
  auto ofThread =
      elect ? dyn_cast<scf::IfOp>(elect->getNextNode()) : scf::IfOp();
  if (!ofThread || ofThread.getCondition() != elect.getIsElected() ||
      ofThread.elseBlock() || ofThread.getNumResults() != 0 ||
      ofThread->getNextNode() != body->getTerminator())
    return std::nullopt;
  return ElectedRegion{ofWarp, ofThread};
}

/// Returns whether two values are computed by the same expression.
bool areSameExpression(Value lhs, Value rhs) {
  if (lhs == rhs)
    return true;
  Operation *left = lhs.getDefiningOp(), *right = rhs.getDefiningOp();
  return left && right && isPure(left) && left->getNumRegions() == 0 &&
         left->getName() == right->getName() &&
         left->getAttrDictionary() == right->getAttrDictionary() &&
         left->getResultTypes() == right->getResultTypes() &&
         left->getNumOperands() == right->getNumOperands() &&
         llvm::all_of(llvm::zip(left->getOperands(), right->getOperands()),
                      [](auto pair) {
                        return areSameExpression(std::get<0>(pair),
                                                 std::get<1>(pair));
                      });
}

void merge(ElectedRegion &first, ElectedRegion &second,
           ArrayRef<Operation *> computations) {
  for (Operation *op : computations)
    op->moveBefore(first.ofWarp);
  Block *to = first.ofThread.thenBlock(), *from = second.ofThread.thenBlock();
  to->getOperations().splice(to->getTerminator()->getIterator(),
                             from->getOperations(), from->begin(),
                             from->getTerminator()->getIterator());
  second.ofWarp.erase();
}

bool isComputation(Operation &op) {
  return isPure(&op) && op.getNumRegions() == 0;
}

/// Returns the region in this loop, if everything else in it is computations.
std::optional<ElectedRegion> matchLoop(scf::ForOp loop) {
  if (!loop->use_empty())
    return std::nullopt;
  std::optional<ElectedRegion> found;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isComputation(op))
      continue;
    if (found)
      return std::nullopt;
    found = matchElectedRegion(&op);
    if (!found)
      return std::nullopt;
  }
  return found;
}

/// Elects the thread that executes the loop before the loop.
void hoistElectSync(scf::ForOp loop) {
  std::optional<ElectedRegion> region = matchLoop(loop);
  if (!region)
    return;
  moveLoopInvariantCode(cast<LoopLikeOpInterface>(loop.getOperation()));
  if (!loop.isDefinedOutsideOfLoop(region->ofWarp.getCondition()))
    return;
  Block *ops = region->ofThread.thenBlock();
  loop.getBody()->getOperations().splice(region->ofWarp->getIterator(),
                                         ops->getOperations(), ops->begin(),
                                         ops->getTerminator()->getIterator());
  region->ofWarp->moveBefore(loop);
  loop->moveBefore(ops->getTerminator());
}

void mergeIn(Block &block) {
  std::optional<ElectedRegion> first;
  SmallVector<Operation *> computations;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<ElectedRegion> region = matchElectedRegion(&op);
    if (region && first &&
        areSameExpression(first->ofWarp.getCondition(),
                          region->ofWarp.getCondition())) {
      merge(*first, *region, computations);
    } else if (!region && isComputation(op)) {
      computations.push_back(&op);
      continue;
    } else {
      first = region;
    }
    computations.clear();
  }
}

} // namespace

void mergeElectSync(Operation *root) {
  root->walk([](Block *block) {
    for (scf::ForOp loop :
         llvm::make_early_inc_range(block->getOps<scf::ForOp>()))
      hoistElectSync(loop);
    mergeIn(*block);
  });
}

} // namespace tileiras::to_llvm
