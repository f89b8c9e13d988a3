//===- Elementwise.cpp - Operations on one element at a time --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Elementwise.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

LogicalResult mapBits(Execution &execution, Operation *op,
                      llvm::function_ref<Element(Bits)> compute) {
  SmallVector<const Tile *, 3> operands;
  for (Value operand : op->getOperands())
    operands.push_back(&execution.getTile(operand));
  Tile result(cast<TileType>(op->getResult(0).getType()));
  SmallVector<uint64_t, 3> bits(operands.size());
  for (size_t n = 0; n < result.size(); ++n) {
    bool isUnspecified = any_of(
        operands, [&](const Tile *tile) { return tile->isUnspecified(n); });
    if (isUnspecified) {
      result.setUnspecified(n);
      continue;
    }
    for (auto [operand, element] : zip_equal(operands, bits))
      element = operand->getBits(n);
    Element element = compute(bits);
    if (element.reason)
      return execution.fault(op, element.reason +
                                     describeElement(result.getShape(), n));
    result.setBits(n, element.bits);
  }
  execution.set(op->getResult(0), std::move(result));
  return success();
}

LogicalResult mapInts(Execution &execution, Operation *op,
                      llvm::function_ref<Element(Ints)> compute) {
  SmallVector<unsigned, 3> widths;
  for (Value operand : op->getOperands())
    widths.push_back(execution.getTile(operand).getWidth());
  return mapBits(execution, op, [&](Bits bits) {
    SmallVector<APInt, 3> numbers;
    for (auto [width, element] : zip_equal(widths, bits))
      numbers.emplace_back(width, element);
    return compute(numbers);
  });
}

LogicalResult mapFloats(Execution &execution, Operation *op, bool ftz,
                        llvm::function_ref<APFloat(Floats)> compute) {
  Type type = cast<TileType>(op->getResult(0).getType()).getElementType();
  return mapBits(execution, op, [&](Bits bits) -> Element {
    SmallVector<APFloat, 3> numbers;
    for (uint64_t element : bits) {
      APFloat number = toFloat(type, element);
      numbers.push_back(ftz ? flush(number) : number);
    }
    APFloat result = compute(numbers);
    return fromFloat(type, ftz ? flush(result) : result);
  });
}

} // namespace tileiras::interpreter
