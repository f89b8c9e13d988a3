//===- LoopToWhile.cpp - Loops that exit at the top -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// nvcc compiles `for (i = a; i < n; ++i)` of CUDA Tile C++ to a loop that
// carries whether this is the first iteration, and that continues inside a
// branch:
//
//   %r = loop iter_values(%i = %a, %first = 1, %v = %x)
//     %k = if %first != 0 { yield %i } else { yield %i + 1 }
//     if %k < %n { …; continue %k, 0, %w }
//     break %v
//   =>
//   %r = loop iter_values(%k = %a, %v = %x)
//     if %k < %n { } else { break %v }
//     …
//     continue %k + 1, %w
//
// The result of the branch on the first iteration becomes a carried value: the
// code of one arm computes it before the loop, that of the other at the end of
// each iteration. loop-to-for then finds the counter.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/Transforms/Passes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/IRMapping.h"
#include "mlir/IR/Matchers.h"
#include "mlir/Interfaces/FunctionInterfaces.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

namespace tileiras {
#define GEN_PASS_DEF_LOOPTOWHILE
#include "tileiras/Dialect/CudaTile/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {

/// Returns the operations that start the next iteration of this loop, without
/// those of nested loops.
SmallVector<ContinueOp> collectContinues(LoopOp loop) {
  SmallVector<ContinueOp> continues;
  loop.getRegion().walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (isa<LoopOp, ForOp>(op))
      return WalkResult::skip();
    if (auto next = dyn_cast<ContinueOp>(op))
      continues.push_back(next);
    return WalkResult::advance();
  });
  return continues;
}

//===----------------------------------------------------------------------===//
// The first iteration
//===----------------------------------------------------------------------===//

/// A branch that takes one arm in the first iteration, and the other in all
/// that follow.
struct FirstBranch {
  IfOp branch;
  Region *first, *later;
};

/// Evaluates a comparison with a constant for another constant.
std::optional<bool> evaluate(CmpIOp compare, Value value) {
  Attribute lhs, rhs;
  SmallVector<OpFoldResult> folded;
  if (!matchPattern(value, m_Constant(&lhs)) ||
      !matchPattern(compare.getRhs(), m_Constant(&rhs)) ||
      failed(compare->fold({lhs, rhs}, folded)))
    return std::nullopt;
  auto truth = dyn_cast_if_present<DenseElementsAttr>(
      dyn_cast<Attribute>(folded.front()));
  if (!truth)
    return std::nullopt;
  return truth.getSplatValue<bool>();
}

/// Whether an arm only computes its results, from values that are available
/// when an iteration begins.
bool computesOnly(Region &arm, LoopOp loop) {
  if (arm.empty() || !isa<YieldOp>(arm.front().back()))
    return false;
  return llvm::all_of(arm.front(), [&](Operation &op) {
    bool isFree = isa<YieldOp>(op) || (isPure(&op) && op.getNumRegions() == 0);
    return isFree && llvm::all_of(op.getOperands(), [&](Value value) {
             Block *block = value.getParentBlock();
             bool isCarried = isa<BlockArgument>(value) &&
                              block->getParentOp() == loop.getOperation();
             return block == &arm.front() || isCarried ||
                    !loop.getRegion().isAncestor(value.getParentRegion());
           });
  });
}

std::optional<FirstBranch> findFirstBranch(LoopOp loop, IfOp branch,
                                           ArrayRef<ContinueOp> continues) {
  auto compare = branch.getCondition().getDefiningOp<CmpIOp>();
  auto flag =
      compare ? dyn_cast<BlockArgument>(compare.getLhs()) : BlockArgument();
  if (!flag || flag.getOwner() != &loop.getRegion().front() ||
      branch.getNumResults() == 0 || continues.empty() ||
      !computesOnly(branch.getThenRegion(), loop) ||
      !computesOnly(branch.getElseRegion(), loop))
    return std::nullopt;
  unsigned index = flag.getArgNumber();
  std::optional<bool> isThen = evaluate(compare, loop.getInitValues()[index]);
  bool changes = isThen && llvm::all_of(continues, [&](ContinueOp next) {
                   return evaluate(compare, next.getOperand(index)) == !*isThen;
                 });
  if (!changes)
    return std::nullopt;
  FirstBranch found{branch, &branch.getThenRegion(), &branch.getElseRegion()};
  if (!*isThen)
    std::swap(found.first, found.later);
  return found;
}

/// Computes the results of an arm for these carried values.
SmallVector<Value> compute(OpBuilder &builder, Region &arm, LoopOp loop,
                           ValueRange carried) {
  IRMapping mapping;
  mapping.map(loop.getRegion().getArguments(), carried);
  for (Operation &op : arm.front().without_terminator())
    builder.clone(op, mapping);
  return llvm::map_to_vector(
      arm.front().back().getOperands(),
      [&](Value value) { return mapping.lookupOrDefault(value); });
}

LoopOp carryResults(LoopOp loop, FirstBranch found,
                    ArrayRef<ContinueOp> continues) {
  OpBuilder builder(loop);
  SmallVector<Value> inits(loop.getInitValues());
  llvm::append_range(inits, compute(builder, *found.first, loop, inits));
  auto result =
      LoopOp::create(builder, loop.getLoc(), loop.getResultTypes(), inits);
  result->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  for (ContinueOp next : continues) {
    builder.setInsertionPoint(next);
    next->insertOperands(
        next->getNumOperands(),
        compute(builder, *found.later, loop, next.getOperands()));
  }
  result.getRegion().takeBody(loop.getRegion());
  for (OpResult each : found.branch->getResults())
    each.replaceAllUsesWith(
        result.getRegion().addArgument(each.getType(), found.branch.getLoc()));
  found.branch.erase();
  loop.replaceAllUsesWith(result);
  loop.erase();
  return result;
}

/// Rewrites the loop without branches on the first iteration.
LoopOp carryFirstBranches(LoopOp loop) {
  SmallVector<ContinueOp> continues = collectContinues(loop);
  auto branches = llvm::to_vector(loop.getRegion().front().getOps<IfOp>());
  for (IfOp branch : branches)
    if (std::optional<FirstBranch> found =
            findFirstBranch(loop, branch, continues))
      loop = carryResults(loop, *found, continues);
  return loop;
}

//===----------------------------------------------------------------------===//
// The exit
//===----------------------------------------------------------------------===//

bool goesOn(Region &arm) {
  return !arm.empty() && isa<ContinueOp>(arm.front().back());
}

/// Whether an arm is empty.
bool isEmpty(Region &arm) {
  return arm.empty() || isa<YieldOp>(arm.front().front());
}

/// Moves the exit of a loop whose body ends in a branch that either continues
/// or breaks to the top.
void leaveFirst(LoopOp loop) {
  Block &body = loop.getRegion().front();
  auto leave = dyn_cast<BreakOp>(body.back());
  auto branch =
      leave ? dyn_cast_if_present<IfOp>(leave->getPrevNode()) : IfOp();
  if (!branch)
    return;
  bool staysInThen = goesOn(branch.getThenRegion());
  Region &stay = staysInThen ? branch.getThenRegion() : branch.getElseRegion(),
         &rest = staysInThen ? branch.getElseRegion() : branch.getThenRegion();
  if (!goesOn(stay) || !isEmpty(rest))
    return;
  for (OpResult result : branch->getResults())
    result.replaceAllUsesWith(
        rest.front().back().getOperand(result.getResultNumber()));

  OpBuilder builder(branch);
  auto exit = IfOp::create(builder, branch.getLoc(),
                           /*resultTypes=*/TypeRange(), branch.getCondition());
  Block *then = builder.createBlock(&exit.getThenRegion()),
        *otherwise = builder.createBlock(&exit.getElseRegion());
  leave->moveBefore(staysInThen ? otherwise : then,
                    (staysInThen ? otherwise : then)->end());
  builder.setInsertionPointToEnd(staysInThen ? then : otherwise);
  YieldOp::create(builder, branch.getLoc());
  body.getOperations().splice(body.end(), stay.front().getOperations());
  branch.erase();
}

class LoopToWhile : public tileiras::impl::LoopToWhileBase<LoopToWhile> {
public:
  void runOnOperation() override {
    SmallVector<LoopOp> loops;
    getOperation()->walk([&](LoopOp loop) { loops.push_back(loop); });
    for (LoopOp loop : loops)
      leaveFirst(carryFirstBranches(loop));
  }
};

} // namespace
