//===- JoinElections.cpp - One election for steps of one thread -----------===//
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
//===----------------------------------------------------------------------===//

#include "Patterns.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPU.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

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

void joinIn(Block &block) {
  std::optional<Election> first;
  SmallVector<Operation *> computations;
  for (Operation &op : llvm::make_early_inc_range(block)) {
    std::optional<Election> election = matchElection(&op);
    if (election && first &&
        areSame(first->ofWarp.getCondition(),
                election->ofWarp.getCondition())) {
      join(*first, *election, computations);
    } else if (!election && isPure(&op) && op.getNumRegions() == 0) {
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
  root->walk([](Block *block) { joinIn(*block); });
}

} // namespace tileiras::to_llvm
