//===- LoopNest.cpp - A loop and what is around it ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "LoopNest.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/IRMapping.h"
#include "mlir/Interfaces/SideEffectInterfaces.h"

using namespace mlir;
using namespace tileiras;

SmallVector<Operation *> tileiras::getLoopNest(scf::ForOp loop) {
  SmallVector<Operation *> nest = {loop};
  while (isa<scf::ForOp, scf::IfOp>(nest.back()->getParentOp()))
    nest.push_back(nest.back()->getParentOp());
  if (!isa<nv_tileaa::FuncOp>(nest.back()->getParentOp()))
    nest.clear();
  return nest;
}

namespace {

/// Values that go round in a loop, seen from one level of the nest: what it
/// gives, and the operands in it that are what it starts with.
struct CarriedValues {
  SmallVector<Value> initial;
  SmallVector<SmallVector<OpOperand *>> starts;
};

} // namespace

static scf::ForOp carryBy(RewriterBase &rewriter, scf::ForOp loop,
                          Operation *inner, CarriedValues &values) {
  size_t count = values.initial.size();
  auto carry = [&](OpBuilder &, Location, ArrayRef<BlockArgument> carried) {
    for (auto [argument, starts] : llvm::zip_equal(carried, values.starts))
      for (OpOperand *start : starts)
        start->set(argument);
    return SmallVector<Value>(inner->getResults().take_back(count));
  };
  auto result = cast<scf::ForOp>(*loop.replaceWithAdditionalYields(
      rewriter, values.initial, /*replaceInitOperandUsesInLoop=*/false, carry));
  MutableOperandRange inits = result.getInitArgsMutable();
  for (auto [number, starts] : llvm::enumerate(values.starts))
    starts = {&inits[inits.size() - count + number]};
  return result;
}

/// The arm without the loop gives the values on as they were.
static scf::IfOp carryBy(RewriterBase &rewriter, scf::IfOp choice,
                         Operation *inner, CarriedValues &values) {
  OpBuilder::InsertionGuard guard(rewriter);
  rewriter.setInsertionPoint(choice);
  SmallVector<Type> types(choice.getResultTypes());
  llvm::append_range(types, TypeRange(ValueRange(values.initial)));
  size_t count = values.initial.size();
  auto result =
      scf::IfOp::create(rewriter, choice.getLoc(), types, choice.getCondition(),
                        /*addThenBlock=*/false,
                        /*addElseBlock=*/false);
  result->setDiscardableAttrs(choice->getDiscardableAttrDictionary());
  for (auto [from, to] :
       llvm::zip_equal(choice->getRegions(), result->getRegions()))
    to.takeBody(from);
  if (result.getElseRegion().empty()) {
    rewriter.createBlock(&result.getElseRegion());
    scf::YieldOp::create(rewriter, choice.getLoc());
  }
  for (Region &arm : result->getRegions()) {
    Operation *end = arm.front().getTerminator();
    bool hasLoop = inner->getParentRegion() == &arm;
    end->insertOperands(end->getNumOperands(),
                        hasLoop
                            ? ValueRange(inner->getResults().take_back(count))
                            : ValueRange(values.initial));
    if (hasLoop)
      continue;
    for (auto [number, starts] : llvm::enumerate(values.starts))
      starts.push_back(
          &end->getOpOperand(end->getNumOperands() - count + number));
  }
  rewriter.replaceOp(choice,
                     result.getResults().take_front(choice.getNumResults()));
  return result;
}

void tileiras::carryOutwards(RewriterBase &rewriter,
                             MutableArrayRef<Operation *> nest,
                             unsigned count) {
  auto loop = cast<scf::ForOp>(nest.front());
  CarriedValues values;
  values.initial = SmallVector<Value>(loop.getInitArgs().take_back(count));
  MutableOperandRange inits = loop.getInitArgsMutable();
  for (unsigned number = 0; number < count; ++number)
    values.starts.push_back({&inits[inits.size() - count + number]});
  for (size_t level = 1; level < nest.size(); ++level) {
    Operation *inner = nest[level - 1];
    if (auto outer = dyn_cast<scf::ForOp>(nest[level]))
      nest[level] = carryBy(rewriter, outer, inner, values);
    else
      nest[level] =
          carryBy(rewriter, cast<scf::IfOp>(nest[level]), inner, values);
  }
}

//===----------------------------------------------------------------------===//
// Out of conditions
//===----------------------------------------------------------------------===//

Operation *tileiras::findPlaceOutOfConditions(Value value, Operation *user) {
  Operation *place = value.getParentBlock()->findAncestorOpInBlock(*user);
  bool isOut = false;
  for (Operation *around = place->getParentOp();
       isa<scf::IfOp>(around) ||
       (isOut && isa<scf::ForOp>(around) && isComputableBefore(value, around));
       around = around->getParentOp()) {
    isOut |= isa<scf::IfOp>(around);
    place = around;
  }
  return place;
}

static bool isKnownBefore(Value value, Operation *place) {
  return !place->isAncestor(value.getParentRegion()->getParentOp()) &&
         (value.getParentBlock() != place->getBlock() ||
          !value.getDefiningOp() ||
          value.getDefiningOp()->isBeforeInBlock(place));
}

bool tileiras::isComputableBefore(Value value, Operation *place) {
  if (isKnownBefore(value, place))
    return true;
  Operation *op = value.getDefiningOp();
  return op && isPure(op) && op->getNumRegions() == 0 &&
         llvm::all_of(op->getOperands(), [&](Value operand) {
           return isComputableBefore(operand, place);
         });
}

Value tileiras::computeBefore(OpBuilder &builder, Value value,
                              Operation *place) {
  if (isKnownBefore(value, place))
    return value;
  Operation *op = value.getDefiningOp();
  IRMapping mapping;
  for (Value operand : op->getOperands())
    mapping.map(operand, computeBefore(builder, operand, place));
  unsigned number = cast<OpResult>(value).getResultNumber();
  return builder.clone(*op, mapping)->getResult(number);
}
