//===- StaggeredLoop.cpp - A loop whose steps overlap -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "StaggeredLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace tileiras;

ValueRange StaggeredLoop::emit() {
  auto predicate = loop.getUnsignedCmp() ? arith::CmpIPredicate::ult
                                         : arith::CmpIPredicate::slt;
  Value any = arith::CmpIOp::create(builder, loc, predicate,
                                    loop.getLowerBound(), loop.getUpperBound());
  auto branch = scf::IfOp::create(
      builder, loc, any,
      [&](OpBuilder &inner, Location) {
        OpBuilder::InsertionGuard guard(builder);
        builder = inner;
        scf::YieldOp::create(builder, loc, emitSteps());
      },
      [&](OpBuilder &inner, Location) {
        scf::YieldOp::create(inner, loc, getInits());
      });
  return branch.getResults();
}

SmallVector<Value> StaggeredLoop::emitSteps() {
  Value first = loop.getLowerBound();
  SmallVector<Value> inits =
      emitFirst(first, SmallVector<Value>(loop.getInitArgs()));
  Value second = arith::AddIOp::create(builder, loc, first, loop.getStep());
  auto copy = scf::ForOp::create(
      builder, loc, second, loop.getUpperBound(), loop.getStep(), inits,
      [&](OpBuilder &inner, Location, Value index, ValueRange carried) {
        OpBuilder::InsertionGuard guard(builder);
        builder = inner;
        scf::YieldOp::create(builder, loc, emitStep(index, carried));
      },
      loop.getUnsignedCmp());
  copy->setDiscardableAttrs(loop->getDiscardableAttrDictionary());
  return emitLast(copy.getResults());
}

IRMapping StaggeredLoop::enter(ArrayRef<Value> carried) {
  IRMapping values;
  for (auto [argument, value] : llvm::zip(loop.getRegionIterArgs(), carried))
    values.map(argument, value);
  return values;
}

IRMapping StaggeredLoop::enterEarly(Value index, ArrayRef<Value> carried) {
  IRMapping values = enter(carried);
  values.map(loop.getInductionVar(), index);
  return values;
}

void StaggeredLoop::takeNeeds(ArrayRef<Value> carried, IRMapping &values) {
  for (auto [value, given] :
       llvm::zip_equal(needs, carried.drop_front(loop.getNumRegionIterArgs())))
    values.map(value, given);
}

void StaggeredLoop::giveNeeds(const IRMapping &values,
                              SmallVectorImpl<Value> &carried) {
  for (Value value : needs)
    carried.push_back(values.lookup(value));
}

SmallVector<scf::ForOp> tileiras::collectLoops(Region &region) {
  SmallVector<scf::ForOp> loops;
  region.walk([&](scf::ForOp loop) { loops.push_back(loop); });
  return loops;
}
