//===- AliasGroups.cpp - Accesses that tokens order -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AliasGroups.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/MapVector.h"

using namespace mlir;
using namespace mlir::nv_tileaa;
using namespace tileiras;

/// Returns the base of the array of an access; null if it is not known.
static Value findBase(Operation *op) {
  Value view;
  if (auto load = dyn_cast<TiledLoadOp>(op))
    view = load.getView();
  else if (auto store = dyn_cast<TiledStoreOp>(op))
    view = store.getView();
  auto tiles = view ? view.getDefiningOp<BlockTileOp>() : BlockTileOp();
  auto array =
      tiles ? tiles.getSource().getDefiningOp<MakeMemRefOp>() : MakeMemRefOp();
  Value base = array ? array.getBase() : Value();
  while (base)
    if (auto assume = base.getDefiningOp<AssumeOp>())
      base = assume.getValue();
    else
      break;
  return base;
}

AliasGroups::AliasGroups(FuncOp func) {
  func.walk([&](Operation *op) { add(op); });
  llvm::MapVector<const void *, SmallVector<Operation *>> byClass;
  for (Operation *op : accesses)
    byClass[classes.getLeaderValue(op)].push_back(op);
  for (auto &[leader, group] : byClass)
    groups.push_back(std::move(group));
}

void AliasGroups::join(const void *what, ValueRange values) {
  for (Value value : values)
    // A created token orders nothing.
    if (isa<MemTokenType>(value.getType()) &&
        !value.getDefiningOp<CreateMemTokenOp>())
      classes.unionSets(what, value.getAsOpaquePointer());
}

void AliasGroups::addLoop(Operation *op) {
  auto loop = cast<scf::ForOp>(op);
  for (BlockArgument argument : loop.getRegionIterArgs())
    if (isa<MemTokenType>(argument.getType()))
      join(argument.getAsOpaquePointer(),
           {loop.getTiedLoopInit(argument)->get(),
            loop.getTiedLoopYieldedValue(argument)->get(),
            loop.getTiedLoopResult(argument)});
}

void AliasGroups::add(Operation *op) {
  if (isa<CreateMemTokenOp, FuncOp, scf::YieldOp>(op))
    return;
  if (isa<scf::ForOp>(op))
    return addLoop(op);
  if (isa<AccessOpInterface>(op)) {
    accesses.push_back(op);
    classes.insert(op);
    if (Value base = findBase(op))
      classes.unionSets(op, base.getAsOpaquePointer());
  }
  join(op, op->getOperands());
  join(op, op->getResults());
  for (Region &region : op->getRegions())
    for (Block &block : region) {
      join(op, block.getArguments());
      join(op, block.getTerminator()->getOperands());
    }
}
