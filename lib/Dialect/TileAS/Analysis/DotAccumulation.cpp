//===- DotAccumulation.cpp - Accumulators that stay in flight -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/DotAccumulation.h"

#include "tileiras/Dialect/TileAS/Analysis/RuntimeCalls.h"

#include "mlir/Dialect/Arith/IR/Arith.h"
#include "mlir/IR/Matchers.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the last wait of an iteration for all MMAs, one of the same
/// iteration among them, before anything uses the argument.
static FutureWaitOp findWaitBefore(scf::ForOp loop, BlockArgument argument) {
  DenseSet<Operation *> users;
  for (Operation *user : argument.getUsers())
    users.insert(loop.getBody()->findAncestorOpInBlock(*user));
  FutureWaitOp found;
  for (Operation &op : loop.getBody()->without_terminator()) {
    if (users.contains(&op))
      return found;
    auto wait = dyn_cast<FutureWaitOp>(op);
    if (!wait || wait.getPending().value_or(0) != 0)
      continue;
    auto dot = wait.getFuture().getDefiningOp<AsyncDotOp>();
    if (dot && dot->getBlock() == loop.getBody())
      found = wait;
  }
  return {};
}

/// Returns the operation that gives a tile before views and permutations.
static Operation *findBeforeMoves(Value tile) {
  Operation *def = tile.getDefiningOp();
  while (isa_and_present<ViewOp, PermuteOp>(def))
    def = def->getOperand(0).getDefiningOp();
  return def;
}

/// Returns whether a tile in registers equals the contents of a buffer, or will
/// once its load has become a copy to one.
static bool isReadFromBuffer(Value tile) {
  Operation *def = findBeforeMoves(tile);
  if (auto convert = dyn_cast_or_null<ConvertLayoutOp>(def))
    return isa_and_present<TiledLoadOp>(findBeforeMoves(convert.getSource()));
  return isa_and_present<CopyOp>(def);
}

SmallVector<DotAccumulation> tileiras::findDotAccumulations(scf::ForOp loop) {
  SmallVector<DotAccumulation> result;
  // Across a call ptxas keeps no MMA in flight (C7510).
  if (callsRuntime(loop))
    return result;
  for (auto [index, argument] : llvm::enumerate(loop.getRegionIterArgs())) {
    if (!matchPattern(loop.getInitArgs()[index], m_Constant()))
      continue;
    auto wait = loop.getYieldedValues()[index].getDefiningOp<FutureWaitOp>();
    if (!wait || wait->getBlock() != loop.getBody() ||
        !wait.getResult().hasOneUse() ||
        !llvm::all_of(wait.getKept(), std::mem_fn(&Value::use_empty)) ||
        wait.getResult() != loop.getYieldedValues()[index])
      continue;
    auto dot = wait.getFuture().getDefiningOp<AsyncDotOp>();
    if (!dot || dot->getBlock() != loop.getBody() ||
        !dot.getResult().hasOneUse())
      continue;
    bool isOnlyAdded = argument.hasOneUse() && dot.getC() == argument;
    bool isInFlight = isOnlyAdded && wait.getKeep().empty();
    FutureWaitOp before =
        isInFlight ? FutureWaitOp() : findWaitBefore(loop, argument);
    bool bySlices =
        isOnlyAdded && !isInFlight && !before && isReadFromBuffer(dot.getA());
    if (isInFlight || before || bySlices)
      result.push_back({dot, wait, unsigned(index), before, bySlices});
  }
  return result;
}
