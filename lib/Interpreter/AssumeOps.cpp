//===- AssumeOps.cpp - Promises and assertions ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

#include "tileiras/Interpreter/Numbers.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

LogicalResult faultInElement(Execution &execution, AssumeOp op,
                             const Tile &tile, size_t n, StringRef why) {
  return execution.fault(op, "is not true: " + why.str() +
                                 describeElement(tile.getShape(), n));
}

/// By how much a number has to grow from element to element: by 1, or by an
/// element.
uint64_t getStride(Type elementType) {
  auto pointer = dyn_cast<PointerType>(elementType);
  return pointer ? divideCeil(getStorageBits(pointer.getPointeeType()), 8) : 1;
}

/// The first of each group of elements along a dimension is divisible, and the
/// others follow it.
LogicalResult checkDivisible(Execution &execution, AssumeOp op,
                             DivByAttr predicate, const Tile &tile) {
  uint64_t divisor = predicate.getDivisor();
  int64_t every = predicate.getEvery().value_or(1);
  uint64_t stride = getStride(tile.getElementType());
  for (size_t n = 0; n < tile.size(); ++n) {
    if (tile.isUnspecified(n))
      continue;
    auto place = getCoordinates(tile.getShape(), n);
    uint64_t behind = 0;
    if (predicate.getAlong() && every > 0)
      behind = place[*predicate.getAlong()] % every;
    APInt first = tile.getInt(n) - APInt(tile.getWidth(), behind * stride,
                                         /*isSigned=*/false,
                                         /*implicitTrunc=*/true);
    if (first.getZExtValue() & (divisor - 1))
      return faultInElement(execution, op, tile, n,
                            "not divisible by " + std::to_string(divisor));
  }
  return success();
}

/// Each element is equal to the first one of its group. Groups of 0 say nothing
/// of a dimension.
LogicalResult checkSame(Execution &execution, AssumeOp op,
                        SameElementsAttr predicate, const Tile &tile) {
  for (size_t n = 0; n < tile.size(); ++n) {
    auto place = getCoordinates(tile.getShape(), n);
    for (auto [coordinate, group] : zip_equal(place, predicate.getValues()))
      coordinate -= group > 0 ? coordinate % group : 0;
    size_t first = getNumber(tile.getShape(), place);
    if (!tile.isUnspecified(n) && !tile.isUnspecified(first) &&
        tile.getBits(n) != tile.getBits(first))
      return faultInElement(execution, op, tile, n,
                            "different from the others of its group");
  }
  return success();
}

LogicalResult checkBounded(Execution &execution, AssumeOp op,
                           BoundedAttr predicate, const Tile &tile) {
  for (size_t n = 0; n < tile.size(); ++n) {
    int64_t number = tile.getInt(n).getSExtValue();
    bool isOutside = number < predicate.getLb().value_or(number) ||
                     number > predicate.getUb().value_or(number);
    if (!tile.isUnspecified(n) && isOutside)
      return faultInElement(execution, op, tile, n,
                            std::to_string(number) + " is out of bounds");
  }
  return success();
}

LogicalResult checkTile(Execution &execution, AssumeOp op, const Tile &tile) {
  return llvm::TypeSwitch<Attribute, LogicalResult>(op.getPredicate())
      .Case([&](DivByAttr predicate) {
        return checkDivisible(execution, op, predicate, tile);
      })
      .Case([&](SameElementsAttr predicate) {
        return checkSame(execution, op, predicate, tile);
      })
      .Case([&](BoundedAttr predicate) {
        return checkBounded(execution, op, predicate, tile);
      });
}

/// The address of a tensor, of which only divisibility can be promised.
LogicalResult checkTensor(Execution &execution, AssumeOp op,
                          const TensorView &tensor) {
  uint64_t divisor = cast<DivByAttr>(op.getPredicate()).getDivisor();
  if (tensor.base.address & (divisor - 1))
    return execution.fault(op, "is not true: the tensor's address is not "
                               "divisible by " +
                                   Twine(divisor));
  return success();
}

LogicalResult assume(Execution &execution, AssumeOp op) {
  LogicalResult isTrue =
      isa<TensorViewType>(op.getType())
          ? checkTensor(execution, op, execution.getTensor(op.getValue()))
          : checkTile(execution, op, execution.getTile(op.getValue()));
  if (failed(isTrue))
    return failure();
  RuntimeValue value = execution.get(op.getValue());
  execution.set(op.getResult(), std::move(value));
  return success();
}

LogicalResult assertion(Execution &execution, AssertOp op) {
  const Tile &condition = execution.getTile(op.getCondition());
  for (size_t n = 0; n < condition.size(); ++n) {
    if (failed(execution.checkSpecified(op, condition, n, "condition")))
      return failure();
    if (!condition.getBits(n))
      return execution.fault(op, "fails" +
                                     describeElement(condition.getShape(), n) +
                                     ": " + op.getMessage());
  }
  return success();
}

} // namespace

void addAssumeOps(OperationTable &table) {
  table.add<assertion>();
  table.add<assume>();
}

} // namespace tileiras::interpreter
