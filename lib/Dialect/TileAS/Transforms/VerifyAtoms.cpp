//===- VerifyAtoms.cpp - Instructions that can be made -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Loads and stores take neighbours as their facts and layouts allow.
static LogicalResult verifyVector(nv_tileaa::AccessOpInterface access,
                                  AtomAttr atom) {
  if (atom->Lowering != atoms::Vectors)
    return access->emitOpError("expected an atom of loads and stores, got ")
           << atom;
  unsigned element = getMemoryBits(getElementTypeOrSelf(access.getTile()));
  unsigned most = element << findVectorBits(access).size();
  if (atom.getSize() >= element && atom.getSize() <= most)
    return success();
  return access->emitOpError("expected an atom of ")
         << element << " to " << most << " bits, which facts and layout allow, "
         << "got " << atom;
}

/// An update is of one element, of which it gives what was there.
static LogicalResult verifyUpdate(Operation *op, AtomAttr atom) {
  StringRef expected = isa<AtomicCasOp>(op) ? "atom.cas" : "atom";
  if (atom.getInfo() == lookupAtom(expected))
    return success();
  return op->emitOpError("expected the atom ") << expected << ", got " << atom;
}

static LogicalResult verifyAtom(Operation *op, const TargetInfo &target) {
  auto atom = op->getAttrOfType<AtomAttr>("atom");
  if (!atom || !isa_and_present<TileASDialect>(op->getDialect()))
    return success();
  if (!atom->isOn(target))
    return op->emitOpError("expected an atom that ")
           << target.Name << " has, got " << atom;
  if (isa<AtomicRmwOp, AtomicCasOp>(op))
    return verifyUpdate(op, atom);
  if (isa<TiledLoadOp, TiledStoreOp, LoadOp, StoreOp>(op))
    return verifyVector(cast<nv_tileaa::AccessOpInterface>(op), atom);
  return success();
}

LogicalResult tileiras::verifyAtoms(FunctionOpInterface func,
                                    const TargetInfo &target) {
  WalkResult result = func->walk([&](Operation *op) {
    return failed(verifyAtom(op, target)) ? WalkResult::interrupt()
                                          : WalkResult::advance();
  });
  return failure(result.wasInterrupted());
}
