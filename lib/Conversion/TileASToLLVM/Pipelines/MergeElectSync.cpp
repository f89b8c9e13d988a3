//===- MergeElectSync.cpp - One elect.sync for adjacent regions -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The thread that starts products waits for their operands, starts them, and
// says whom to tell when they are done; each step is lowered by itself, behind
// an election of its own (createInNewlyElectedThread). Where nothing but
// computations stands between two of them, one election does for both:
//
//   if first warp                   %n = next stage
//     if elected: wait              if first warp
//   %n = next stage            =>     if elected: wait, multiply
//   if first warp
//     if elected: multiply
//
// A loop that has nothing else is a loop of that thread, if nobody reads what
// it computes: other warps need not count along, and what the loop carries is
// the same for all threads that run it, which is one.
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

/// A branch of one warp in which there is an election and a branch on it.
struct Election {
  scf::IfOp ofWarp, ofThread;
};

std::optional<Election> matchElection(Operation *op) {
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
  return Election{ofWarp, ofThread};
}

/// Whether two values are computed alike.
bool areSame(Value lhs, Value rhs) {
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
                        return areSame(std::get<0>(pair), std::get<1>(pair));
                      });
}

void join(Election &first, Election &second,
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

/// The election in this loop, if nothing but computations stands beside it.
std::optional<Election> matchLoop(scf::ForOp loop) {
  if (!loop->use_empty())
    return std::nullopt;
  std::optional<Election> found;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (isComputation(op))
      continue;
    if (found)
      return std::nullopt;
    found = matchElection(&op);
    if (!found)
      return std::nullopt;
  }
  return found;
}

/// Elects before the loop who runs it.
void electBefore(scf::ForOp loop) {
  std::optional<Election> election = matchLoop(loop);
  if (!election)
    return;
  moveLoopInvariantCode(cast<LoopLikeOpInterface>(loop.getOperation()));
  if (!loop.isDefinedOutsideOfLoop(election->ofWarp.getCondition()))
    return;
  Block *steps = election->ofThread.thenBlock();
  loop.getBody()->getOperations().splice(election->ofWarp->getIterator(),
                                         steps->getOperations(), steps->begin(),
                                         steps->getTerminator()->getIterator());
  election->ofWarp->moveBefore(loop);
  loop->moveBefore(steps->getTerminator());
}

void joinIn(Block &block) {
  std::optional<Election> first;
  SmallVector<Operation *> computations;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<Election> election = matchElection(&op);
    if (election && first &&
        areSame(first->ofWarp.getCondition(),
                election->ofWarp.getCondition())) {
      join(*first, *election, computations);
    } else if (!election && isComputation(op)) {
      computations.push_back(&op);
      continue;
    } else {
      first = election;
    }
    computations.clear();
  }
}

} // namespace

void joinElections(Operation *root) {
  root->walk([](Block *block) {
    for (scf::ForOp loop :
         llvm::make_early_inc_range(block->getOps<scf::ForOp>()))
      electBefore(loop);
    joinIn(*block);
  });
}

} // namespace tileiras::to_llvm
