//===- AddressPressure.cpp - Registers of addresses -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/AddressPressure.h"

#include "tileiras/Dialect/TileAS/Analysis/OpRegisterDemand.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"

#include "mlir/Interfaces/LoopLikeInterface.h"
#include "llvm/ADT/SetVector.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

TiledAccess TiledAccess::find(Operation *op) {
  auto get = [&](Value view, ValueRange coords, Value tile) -> TiledAccess {
    if (coords.empty())
      return {op, view, tile, {view, view}};
    return {op, view, tile, {coords.front(), coords.back()}};
  };
  if (auto load = dyn_cast<TiledLoadOp>(op))
    return get(load.getView(), load.getCoords(), load.getResult());
  if (auto store = dyn_cast<TiledStoreOp>(op))
    return get(store.getView(), store.getCoords(), store.getValue());
  return {};
}

void AddressPressure::change(const TiledAccess &access, int64_t times) {
  AddressRegisters ofOne =
      countAddresses(cast<nv_tileaa::TiledViewType>(access.view.getType()),
                     cast<RankedTensorType>(access.tile.getType()));
  auto count = [&](int64_t &held, int64_t each) {
    bool was = held > 0;
    held += times;
    registers += ((held > 0) - was) * each;
  };
  count(views[access.view], ofOne.addresses);
  count(coords[access.coords], ofOne.coordinates);
}

/// Returns whether a scalar depends on the induction variable of the loop
/// around `block`.
static bool advancesIn(Block &block, Value scalar) {
  llvm::SetVector<Value> sources;
  sources.insert(scalar);
  for (size_t i = 0; i < sources.size(); ++i) {
    Value source = sources[i];
    if (source.getParentBlock() != &block)
      continue;
    Operation *def = source.getDefiningOp();
    if (!def)
      return true;
    sources.insert(def->operand_begin(), def->operand_end());
  }
  return false;
}

/// Returns whether the block is the body of a loop without others in it.
static bool isInnermost(Block &block) {
  return isa<LoopLikeOpInterface>(block.getParentOp()) &&
         !block
              .walk([](LoopLikeOpInterface) { return WalkResult::interrupt(); })
              .wasInterrupted();
}

BlockAccesses::BlockAccesses(AddressPressure &open, Block &block) : open(open) {
  for (auto load : block.getOps<TiledLoadOp>())
    firstLoads.try_emplace(TiledAccess::find(load).coords, load);
  if (!isInnermost(block))
    return;
  for (Operation &op : block)
    if (TiledAccess access = TiledAccess::find(&op);
        access && (advancesIn(block, access.coords.first) ||
                   advancesIn(block, access.coords.second))) {
      advancing.insert(&op);
      begin(access, block.getParentOp());
    }
}

BlockAccesses::~BlockAccesses() {
  for (auto &[access, first] : held)
    open.close(access);
}

void BlockAccesses::enter(Operation *op) {
  TiledAccess access = TiledAccess::find(op);
  if (!access || advancing.contains(op))
    return;
  Operation *load = firstLoads.lookup(access.coords);
  bool isShared = isa<TiledStoreOp>(op) && load && load->isBeforeInBlock(op);
  begin(access, isShared ? load : nullptr);
}

void BlockAccesses::leave(Operation *op) {
  if (auto load = dyn_cast<TiledLoadOp>(op))
    loaded += countRegisters(load.getResult().getType());
  else if (isa<TiledStoreOp>(op))
    endAllOf(nullptr);
  endAllOf(op);
}

void BlockAccesses::endLoads() {
  endAllOf(nullptr);
  loaded = 0;
}

void BlockAccesses::begin(const TiledAccess &access, Operation *first) {
  open.open(access);
  held.push_back({access, first});
}

void BlockAccesses::endAllOf(Operation *first) {
  llvm::erase_if(held, [&](auto &entry) {
    if (entry.second != first)
      return false;
    open.close(entry.first);
    return true;
  });
}
