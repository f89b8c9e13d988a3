//===- SliceLoop.cpp - A loop over slices ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "SliceLoop.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

Value tileiras::joinTokens(OpBuilder &builder, Location loc,
                           ArrayRef<Value> tokens) {
  auto type = MemTokenType::get(builder.getContext());
  if (tokens.empty())
    return CreateMemTokenOp::create(builder, loc, type);
  if (tokens.size() == 1)
    return tokens.front();
  return JoinMemTokenOp::create(builder, loc, type, tokens);
}

void tileiras::orderWritesAfter(OpBuilder &builder, const SlicePlan &plan,
                                Value token) {
  for (Operation *write : plan.getWritesAfter())
    for (OpOperand &operand : write->getOpOperands())
      if (isa<MemTokenType>(operand.get().getType())) {
        builder.setInsertionPoint(write);
        operand.set(
            joinTokens(builder, write->getLoc(), {operand.get(), token}));
      }
}

void SliceLoop::yield(ValueRange values) {
  SmallVector<Value> next(values);
  bool isOrdered = !plan.getWritesAfter().empty();
  if (isOrdered) {
    SmallVector<Value> tokens(slices.getLoadTokens());
    tokens.push_back(loop.getRegionIterArgs().back());
    next.push_back(joinTokens(builder, loop.getLoc(), tokens));
  }
  scf::YieldOp::create(builder, loop.getLoc(), next);
  if (isOrdered)
    orderWritesAfter(builder, plan, loop.getResults().back());
  builder.setInsertionPointAfter(loop);
}

scf::ForOp SliceLoop::create(ValueRange carried) {
  Location loc = plan.getConsumer()->getLoc();
  builder.setInsertionPoint(plan.getConsumer());
  SmallVector<Value> initial(carried);
  if (!plan.getWritesAfter().empty())
    initial.push_back(joinTokens(builder, loc, {}));
  auto number = [&](int64_t value) {
    return arith::ConstantIntOp::create(builder, loc, value, 32);
  };
  auto result = scf::ForOp::create(builder, loc, number(0),
                                   number(plan.getCount()), number(1), initial);
  if (initial.empty())
    result.getBody()->getTerminator()->erase();
  return result;
}

Value SliceLoop::createIndex(bool isBackward) {
  builder.setInsertionPointToStart(loop.getBody());
  if (!isBackward)
    return loop.getInductionVar();
  Value last = arith::ConstantIntOp::create(builder, loop.getLoc(),
                                            plan.getCount() - 1, 32);
  return arith::SubIOp::create(builder, loop.getLoc(), last,
                               loop.getInductionVar());
}
