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

#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::AccessOpInterface;
using nv_tileaa::MemSemantic;
using nv_tileaa::RmwMode;

/// The widest is first.
static constexpr StringRef kVectorRecords[] = {"red.vector", "red.f16x2"};

static bool addsFloats(RmwMode mode, MemSemantic semantic) {
  return mode == RmwMode::ADDF &&
         (semantic == MemSemantic::RELAXED || semantic == MemSemantic::RELEASE);
}

/// Returns whether old values have no use, and no order after it is required.
static bool onlyAddsFloats(AccessOpInterface atomic) {
  return llvm::TypeSwitch<Operation *, bool>(atomic)
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
static bool canMake(const AtomInfo &record, AccessOpInterface atomic) {
  Type element = getElementTypeOrSelf(atomic.getTile());
  return (record.ElementsA & getAtomElements(element)) &&
         record.SizeUnit == atoms::Bits && onlyAddsFloats(atomic);
}

static unsigned getElementBits(AccessOpInterface atomic) {
  return getMemoryBits(getElementTypeOrSelf(atomic.getTile()));
}

Value tileiras::getAtomicRMWTile(Operation *op) {
  Value tile = llvm::TypeSwitch<Operation *, Value>(op)
                   .Case<AtomicRmwOp, TiledAtomicRmwOp>(
                       [](auto atomic) { return atomic.getValue(); })
                   .Default(Value());
  return tile && isa<RankedTensorType>(tile.getType()) ? tile : Value();
}

std::optional<int64_t>
tileiras::countAtomicRMWElements(AccessOpInterface atomic,
                                 const TargetInfo &target) {
  int64_t adjacent = atomic.getVector(getElementBits(atomic) / 8).elements;
  if (adjacent == 1)
    return std::nullopt;
  int64_t maximum = 1;
  for (StringRef name : kVectorRecords) {
    const AtomInfo *record = lookupAtom(name);
    if (record->isOn(target) && canMake(*record, atomic))
      maximum =
          std::max<int64_t>(maximum, record->MaxSize / getElementBits(atomic));
  }
  return std::min(maximum, adjacent);
}

unsigned tileiras::findWidestAtomicRMW(AccessOpInterface atomic,
                                       const AtomInfo &record) {
  if (!canMake(record, atomic))
    return 0;
  unsigned bits = getElementBits(atomic);
  unsigned size =
      std::min<unsigned>(bits << findVectorBits(atomic).size(), record.MaxSize);
  return size > bits && record.acceptsSize(size) ? size : 0;
}

AtomAttr tileiras::chooseAtomicRMWAtom(AccessOpInterface atomic,
                                       const TargetInfo &target) {
  MLIRContext *context = atomic.getContext();
  for (StringRef name : kVectorRecords) {
    const AtomInfo *record = lookupAtom(name);
    unsigned size =
        record->isOn(target) ? findWidestAtomicRMW(atomic, *record) : 0;
    if (size)
      return AtomAttr::get(context, record, size);
  }
  bool swaps = isa<AtomicCasOp>(atomic);
  return AtomAttr::get(context, lookupAtom(swaps ? "atom.cas" : "atom"));
}
