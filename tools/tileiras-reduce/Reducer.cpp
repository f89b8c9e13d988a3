//===- Reducer.cpp - Makes a module small by removing operations ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Reducer.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/Verifier.h"
#include "llvm/ADT/SmallPtrSet.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace tileiras;

/// Returns every operation that may be removed, outer operations before inner
/// ones.
static SmallVector<Operation *> removableOps(ModuleOp module) {
  SmallVector<Operation *> ops;
  module.walk<WalkOrder::PreOrder>([&](Operation *op) {
    if (op != module && !op->hasTrait<OpTrait::IsTerminator>())
      ops.push_back(op);
  });
  return ops;
}

//===----------------------------------------------------------------------===//
// Stand-ins
//===----------------------------------------------------------------------===//

/// Returns a tile of zeros; null if there is none of that type.
static Value makeZeros(OpBuilder &builder, Location loc,
                       cuda_tile::TileType type) {
  if (!cuda_tile::isNumberType(type.getElementType()))
    return {};
  RankedTensorType constant = cuda_tile::getConstantType(type);
  unsigned width = constant.getElementTypeBitWidth();
  SmallVector<char> zeros(llvm::divideCeil(width, 8), 0);
  auto value = DenseElementsAttr::getFromRawBuffer(constant, zeros);
  return cuda_tile::ConstantOp::create(builder, loc, type, value);
}

/// Returns a replacement of a result: an operand of the operation, zeros, or a
/// new token. Null if there is none.
static Value makeStandIn(OpResult result) {
  Operation *op = result.getOwner();
  for (Value operand : op->getOperands())
    if (operand.getType() == result.getType())
      return operand;
  OpBuilder builder(op);
  if (auto tile = dyn_cast<cuda_tile::TileType>(result.getType()))
    return makeZeros(builder, op->getLoc(), tile);
  if (auto token = dyn_cast<cuda_tile::TokenType>(result.getType()))
    return cuda_tile::MakeTokenOp::create(builder, op->getLoc(), token);
  return {};
}

/// Removes one operation; returns false if a used result has no replacement.
static bool remove(Operation *op) {
  for (OpResult result : op->getResults()) {
    if (result.use_empty())
      continue;
    Value standIn = makeStandIn(result);
    if (!standIn)
      return false;
    result.replaceAllUsesWith(standIn);
  }
  op->erase();
  return true;
}

//===----------------------------------------------------------------------===//
// Reduction
//===----------------------------------------------------------------------===//

/// Returns whether another operation of the run contains `op`, and removes it
/// too.
static bool isInside(Operation *op,
                     const llvm::SmallPtrSetImpl<Operation *> &run) {
  while ((op = op->getParentOp()))
    if (run.contains(op))
      return true;
  return false;
}

OwningOpRef<ModuleOp> Reducer::without(size_t first, size_t length) {
  OwningOpRef<ModuleOp> candidate(module->clone());
  auto ops = removableOps(*candidate);
  ArrayRef<Operation *> run = ArrayRef(ops).slice(first, length);
  llvm::SmallPtrSet<Operation *, 32> members(run.begin(), run.end());
  // The run is removed from its end, so that users go before definitions.
  for (Operation *op : llvm::reverse(run))
    if (!isInside(op, members) && !remove(op))
      return nullptr;
  ScopedDiagnosticHandler quiet(candidate->getContext(),
                                [](Diagnostic &) { return success(); });
  if (failed(verify(*candidate)) || !isInteresting(*candidate))
    return nullptr;
  return candidate;
}

/// Counts operations, then operands: a replacement with fewer operands is
/// progress.
static std::pair<size_t, size_t> sizeOf(ModuleOp module) {
  std::pair<size_t, size_t> size;
  module.walk([&](Operation *op) {
    ++size.first;
    size.second += op->getNumOperands();
  });
  return size;
}

bool Reducer::removeRuns(size_t length) {
  bool removed = false;
  // Runs are tried from the end: later uses prevent the removal of earlier
  // definitions. A removal doesn't change the indices of earlier operations.
  for (size_t end = removableOps(*module).size(); end >= length;
       end -= length) {
    auto smaller = without(end - length, length);
    if (!smaller || sizeOf(*smaller) >= sizeOf(*module))
      continue;
    module = std::move(smaller);
    removed = true;
  }
  return removed;
}

OwningOpRef<ModuleOp> Reducer::reduce() {
  size_t length = std::max<size_t>(1, removableOps(*module).size() / 2);
  while (true) {
    bool removed = removeRuns(length);
    if (length > 1)
      length /= 2;
    else if (!removed)
      return std::move(module);
  }
}
