//===- UpdateAtoms.cpp - Which instruction updates memory -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "red": each of several neighbours is updated at once, but not all of
// them together, which is what an update of a tile promises. It gives nothing
// back and orders nothing behind it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/CollectiveAtoms.h"
#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::AccessOpInterface;
using nv_tileaa::MemSemantic;
using nv_tileaa::RmwMode;

static bool addsFloats(RmwMode mode, MemSemantic semantic) {
  return mode == RmwMode::ADDF && (semantic == MemSemantic::RELAXED ||
                                   semantic == MemSemantic::RELEASE);
}

/// Does nobody ask what was there, or rely on an order behind it?
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

unsigned tileiras::findWidestUpdate(AccessOpInterface update,
                                    const AtomInfo &record) {
  Type element = getElementTypeOrSelf(update.getTile());
  if (!(record.ElementsA & getAtomElements(element)) ||
      record.SizeUnit != atoms::Bits || !onlyAddsFloats(update))
    return 0;
  unsigned bits = getMemoryBits(element);
  unsigned size = std::min<unsigned>(bits << findVectorBits(update).size(),
                                     record.MaxSize);
  return size > bits && record.takesSize(size) ? size : 0;
}

AtomAttr tileiras::chooseUpdateAtom(AccessOpInterface update,
                                    const TargetInfo &target) {
  MLIRContext *context = update.getContext();
  for (StringRef name : {"red.vector", "red.f16x2"}) {
    const AtomInfo *record = lookupAtom(name);
    unsigned size = record->isOn(target) ? findWidestUpdate(update, *record) : 0;
    if (size)
      return AtomAttr::get(context, record, size);
  }
  bool swaps = isa<AtomicCasOp>(update);
  return AtomAttr::get(context, lookupAtom(swaps ? "atom.cas" : "atom"));
}
