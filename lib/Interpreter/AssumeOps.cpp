//===- AssumeOps.cpp - Assumptions and assertions -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An assumption that is false makes a kernel undefined: `assume` therefore
// checks each element of its operand against the predicate and reports the
// first one that violates it. Assertions report elements that are zero.
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
                             const Tile &tile, size_t n, StringRef reason) {
  return execution.fault(op, "is not true: " + reason.str() +
                                 describeElement(tile.getShape(), n));
}

/// The increment from element to element in a divisible run: 1, or the size of
/// a pointee.
uint64_t getStride(Type elementType) {
  auto pointer = dyn_cast<PointerType>(elementType);
  return pointer ? divideCeil(getStorageBits(pointer.getPointeeType()), 8) : 1;
}

/// Checks that the first of each group of elements along a dimension is
/// divisible, and that the others follow it.
LogicalResult checkDivisible(Execution &execution, AssumeOp op,
                             DivByAttr predicate, const Tile &tile) {
  uint64_t divisor = predicate.getDivisor();
  int64_t every = predicate.getEvery().value_or(1);
  uint64_t stride = getStride(tile.getElementType());
  for (size_t n = 0; n < tile.size(); ++n) {
    if (tile.isUnspecified(n))
      continue;
    auto coordinates = getCoordinates(tile.getShape(), n);
    uint64_t distance = 0;
    if (predicate.getAlong() && every > 0)
      distance = coordinates[*predicate.getAlong()] % every;
    APInt first = tile.getInt(n) - APInt(tile.getWidth(), distance * stride,
                                         /*isSigned=*/false,
                                         /*implicitTrunc=*/true);
    if (first.getZExtValue() & (divisor - 1))
      return faultInElement(execution, op, tile, n,
                            "not divisible by " + std::to_string(divisor));
  }
  return success();
}

/// Checks that each element is equal to the first one of its group. A group
/// size of 0 does not constrain its dimension.
LogicalResult checkSame(Execution &execution, AssumeOp op,
                        SameElementsAttr predicate, const Tile &tile) {
  for (size_t n = 0; n < tile.size(); ++n) {
    auto coordinates = getCoordinates(tile.getShape(), n);
    for (auto [coordinate, group] :
         zip_equal(coordinates, predicate.getValues()))
      coordinate -= group > 0 ? coordinate % group : 0;
    size_t first = getElementIndex(tile.getShape(), coordinates);
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
    int64_t value = tile.getInt(n).getSExtValue();
    bool isOutside = value < predicate.getLb().value_or(value) ||
                     value > predicate.getUb().value_or(value);
    if (!tile.isUnspecified(n) && isOutside)
      return faultInElement(execution, op, tile, n,
                            std::to_string(value) + " is out of bounds");
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

/// Checks the address of a tensor; only its divisibility can be assumed.
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
