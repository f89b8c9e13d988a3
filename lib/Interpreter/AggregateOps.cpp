//===- AggregateOps.cpp - Reductions and scans ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The region combines elements one after the other, in the order of their
// indices (the reverse one if a scan says so): with elements a, b, c along the
// dimension, f(f(a, b), c). Identities are not combined with anything. The
// specification leaves open which adjacent elements are combined first, which
// matters to combiners that aren't associative: for n elements that are added
// in a format with p digits, any other choice is within 2 (n - 1) 2^-p times
// the sum of their magnitudes.
//
//===----------------------------------------------------------------------===//

#include "Operations.h"

using namespace llvm;
using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras::interpreter {

namespace {

/// The common part of reduce and scan: operands of one shape are combined along
/// one dimension.
class Aggregate {
public:
  template <typename OpT>
  Aggregate(Execution &execution, OpT op)
      : execution(execution), body(op.getBody().front()) {
    for (Value operand : op->getOperands())
      operands.push_back(&execution.getTile(operand));
    ArrayRef<int64_t> shape = operands.front()->getShape();
    length = shape[op.getDim()];
    for (int64_t extent : shape.drop_front(op.getDim() + 1))
      inner *= extent;
    outer = operands.front()->size() / (length * inner);
  }

  /// The state of the combination along a line.
  struct Position {
    size_t line, element;
    bool isLast;
  };

  /// Calls `keep` with the intermediate result after each element of each line.
  LogicalResult
  run(bool isReverse,
      llvm::function_ref<void(ArrayRef<RuntimeValue>, Position)> keep) {
    for (size_t line = 0; line < outer * inner; ++line) {
      size_t first = line / inner * length * inner + line % inner;
      SmallVector<RuntimeValue> accumulators;
      for (size_t i = 0; i < length; ++i) {
        size_t source = isReverse ? length - 1 - i : i;
        size_t element = first + source * inner;
        if (i == 0)
          accumulators = getElements(element);
        else if (failed(combine(accumulators, element)))
          return failure();
        keep(accumulators, {line, element, i + 1 == length});
      }
    }
    return success();
  }

private:
  SmallVector<RuntimeValue> getElements(size_t element) const {
    return map_to_vector(operands, [&](const Tile *tile) -> RuntimeValue {
      Tile scalar(TileType::get({}, tile->getElementType()));
      scalar.copyElement(0, *tile, element);
      return std::make_shared<const Tile>(std::move(scalar));
    });
  }

  /// The region's arguments are, for each operand, the accumulator and the
  /// element.
  LogicalResult combine(SmallVector<RuntimeValue> &accumulators,
                        size_t element) {
    for (auto [n, value] : enumerate(getElements(element))) {
      execution.set(body.getArgument(2 * n), accumulators[n]);
      execution.set(body.getArgument(2 * n + 1), value);
    }
    if (failed(execution.runBlock(body)))
      return failure();
    accumulators = execution.takeExit();
    return success();
  }

  Execution &execution;
  Block &body;
  SmallVector<const Tile *> operands;
  size_t length, inner = 1, outer = 1;
};

const Tile &asTile(const RuntimeValue &value) {
  return *std::get<std::shared_ptr<const Tile>>(value);
}

SmallVector<Tile> makeResults(Operation *op) {
  return map_to_vector(op->getResultTypes(),
                       [](Type type) { return Tile(cast<TileType>(type)); });
}

void setResults(Execution &execution, Operation *op,
                SmallVector<Tile> &results) {
  for (auto [value, tile] : zip_equal(op->getResults(), results))
    execution.set(value, std::move(tile));
}

/// Keeps the last result of each line.
LogicalResult reduce(Execution &execution, ReduceOp op) {
  SmallVector<Tile> results = makeResults(op);
  auto keep = [&](ArrayRef<RuntimeValue> accumulators,
                  Aggregate::Position position) {
    if (!position.isLast)
      return;
    for (auto [result, value] : zip_equal(results, accumulators))
      result.copyElement(position.line, asTile(value), 0);
  };
  if (failed(Aggregate(execution, op).run(/*isReverse=*/false, keep)))
    return failure();
  setResults(execution, op, results);
  return success();
}

/// Keeps the intermediate result after each element.
LogicalResult scan(Execution &execution, ScanOp op) {
  SmallVector<Tile> results = makeResults(op);
  auto keep = [&](ArrayRef<RuntimeValue> accumulators,
                  Aggregate::Position position) {
    for (auto [result, value] : zip_equal(results, accumulators))
      result.copyElement(position.element, asTile(value), 0);
  };
  if (failed(Aggregate(execution, op).run(op.getReverse(), keep)))
    return failure();
  setResults(execution, op, results);
  return success();
}

} // namespace

void addAggregateOps(OperationTable &table) {
  table.add<reduce>();
  table.add<scan>();
}

} // namespace tileiras::interpreter
