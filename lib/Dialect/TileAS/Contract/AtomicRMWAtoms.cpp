//===- AtomicRMWAtoms.cpp - Atoms of atomic RMW operations ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "red": a vector is not atomic as a whole, only each of its elements,
// which is what an atomic RMW of a tile promises. The instruction returns no
// old value and orders no later access.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::AccessOpInterface;
using nv_tileaa::MemSemantic;
using nv_tileaa::RmwMode;

/// The widest is first.
static constexpr StringRef kRecordsOfNeighbours[] = {"red.vector", "red.f16x2"};

static bool addsFloats(RmwMode mode, MemSemantic semantic) {
  return mode == RmwMode::ADDF &&
         (semantic == MemSemantic::RELAXED || semantic == MemSemantic::RELEASE);
}

/// Returns whether old values have no use, and no order after it is required.
static bool onlyAddsFloats(AccessOpInterface update) {
  return llvm::TypeSwitch<Operation *, bool>(update)
      .Case([](AtomicRmwOp op) {
        return op.getResult().use_empty() &&
               addsFloats(op.getMode(), op.getMemSemantic());
      })
      .Case([](TiledAtomicRmwOp op) {
        return addsFloats(op.getMode(), op.getMemSemantic());
      })
      .Default(false);
}

/// Returns whether the record is a vector of the elements of this atomic RMW.
static bool canMake(const AtomInfo &record, AccessOpInterface update) {
  Type element = getElementTypeOrSelf(update.getTile());
  return (record.ElementsA & getAtomElements(element)) &&
         record.SizeUnit == atoms::Bits && onlyAddsFloats(update);
}

static unsigned getElementBits(AccessOpInterface update) {
  return getMemoryBits(getElementTypeOrSelf(update.getTile()));
}

Value tileiras::getAtomicRMWTile(Operation *op) {
  Value tile = llvm::TypeSwitch<Operation *, Value>(op)
                   .Case<AtomicRmwOp, TiledAtomicRmwOp>(
                       [](auto update) { return update.getValue(); })
                   .Default(Value());
  return tile && isa<RankedTensorType>(tile.getType()) ? tile : Value();
}

std::optional<int64_t>
tileiras::countAtomicRMWElements(AccessOpInterface update,
                                 const TargetInfo &target) {
  int64_t neighbours = update.getVector(getElementBits(update) / 8).elements;
  if (neighbours == 1)
    return std::nullopt;
  int64_t most = 1;
  for (StringRef name : kRecordsOfNeighbours) {
    const AtomInfo *record = lookupAtom(name);
    if (record->isOn(target) && canMake(*record, update))
      most = std::max<int64_t>(most, record->MaxSize / getElementBits(update));
  }
  return std::min(most, neighbours);
}

unsigned tileiras::findWidestAtomicRMW(AccessOpInterface update,
                                       const AtomInfo &record) {
  if (!canMake(record, update))
    return 0;
  unsigned bits = getElementBits(update);
  unsigned size =
      std::min<unsigned>(bits << findVectorBits(update).size(), record.MaxSize);
  return size > bits && record.acceptsSize(size) ? size : 0;
}

AtomAttr tileiras::chooseAtomicRMWAtom(AccessOpInterface update,
                                       const TargetInfo &target) {
  MLIRContext *context = update.getContext();
  for (StringRef name : kRecordsOfNeighbours) {
    const AtomInfo *record = lookupAtom(name);
    unsigned size =
        record->isOn(target) ? findWidestAtomicRMW(update, *record) : 0;
    if (size)
      return AtomAttr::get(context, record, size);
  }
  bool swaps = isa<AtomicCasOp>(update);
  return AtomAttr::get(context, lookupAtom(swaps ? "atom.cas" : "atom"));
}
