//===- MultimemAtoms.cpp - Accesses to several replicas -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "multimem.ld_reduce", "multimem.st", "multimem.red": an instruction
// accesses one integer or f64, of 32 or 64 bits; 16-bit floats in pairs. Pairs
// and f32 are accessed one, two or four at a time, and so are stores without
// reduction: narrow numbers form words of 32 bits.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/MultimemAtoms.h"

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::AccessOpInterface;

static constexpr unsigned kWordBits = 32, kMaxVector = 128;

const AtomInfo *tileiras::findMultimemAtom(Operation *access) {
  auto ifMulticast = [](bool isMulticast, StringRef name) {
    return isMulticast ? lookupAtom(name) : nullptr;
  };
  return llvm::TypeSwitch<Operation *, const AtomInfo *>(access)
      .Case([&](TiledLoadOp op) {
        return ifMulticast(op.getMulticast().has_value(), "multimem.ld_reduce");
      })
      .Case([&](TiledStoreOp op) {
        return ifMulticast(op.getMulticast(), "multimem.st");
      })
      .Case([&](TiledAtomicRmwOp op) {
        return ifMulticast(op.getMulticast(), "multimem.red");
      })
      .Default(nullptr);
}

unsigned tileiras::findWidestMultimem(AccessOpInterface access) {
  Type element = getElementTypeOrSelf(access.getTile());
  unsigned bits = getMemoryBits(element);
  if (bits == 64)
    return bits;
  bool isVector =
      isa<TiledStoreOp>(access) || isa<FloatType>(element) || bits < kWordBits;
  unsigned maxBits = isVector ? kMaxVector : kWordBits;
  unsigned size =
      std::min<unsigned>(bits << findVectorBits(access).size(), maxBits);
  return size < kWordBits ? 0 : size;
}

FailureOr<AtomAttr> tileiras::chooseMultimemAtom(AccessOpInterface access,
                                                 const TargetInfo &target) {
  const AtomInfo *record = findMultimemAtom(access);
  if (!record->isOn(target))
    return access->emitOpError("expected a target that has ")
           << record->Name << ", got " << target.Name;
  if (unsigned size = findWidestMultimem(access))
    return AtomAttr::get(access.getContext(), record, size);
  Type element = getElementTypeOrSelf(access.getTile());
  return access->emitOpError("expected ")
         << kWordBits / getMemoryBits(element)
         << " contiguous elements of type " << element
         << " that are known to lie in one aligned word and to be accessed "
            "together, since "
         << record->Name << " takes " << kWordBits << " bits or more";
}

LogicalResult tileiras::verifyMultimemAtom(AccessOpInterface access,
                                           AtomAttr atom) {
  const AtomInfo *record = findMultimemAtom(access);
  unsigned maxBits = findWidestMultimem(access);
  unsigned minBits = std::max(
      kWordBits, getMemoryBits(getElementTypeOrSelf(access.getTile())));
  if (atom.getInfo() == record && atom.getSize() >= minBits &&
      atom.getSize() <= maxBits)
    return success();
  return access->emitOpError("expected the atom ")
         << record->Name << " of " << minBits << " to " << maxBits
         << " bits, got " << atom;
}
