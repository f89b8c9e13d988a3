//===- VerifyAtoms.cpp - Check the atoms of operations --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifyAtoms.h"

#include "tileiras/Dialect/TileAS/Contract/AccessVectorWidth.h"
#include "tileiras/Dialect/TileAS/Contract/AtomicRMWAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/BarrierAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/MultimemAtoms.h"
#include "tileiras/Dialect/TileAS/Contract/ReduceAtoms.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Checks that loads and stores have vectors that their facts and layouts
/// allow.
static LogicalResult verifyVector(nv_tileaa::AccessOpInterface access,
                                  AtomAttr atom) {
  if (atom->Lowering != atoms::Vectors)
    return access->emitOpError("expected an atom of loads and stores, got ")
           << atom;
  unsigned element = getMemoryBits(getElementTypeOrSelf(access.getTile()));
  unsigned maxBits = element << findVectorBits(access).size();
  if (atom.getSize() >= element && atom.getSize() <= maxBits)
    return success();
  return access->emitOpError("expected an atom of ")
         << element << " to " << maxBits
         << " bits, which facts and layout allow, "
         << "got " << atom;
}

/// Checks an atomic RMW: one of single elements may return old values, a vector
/// has as many elements as facts and layout allow.
static LogicalResult verifyAtomicRMW(nv_tileaa::AccessOpInterface op,
                                     AtomAttr atom) {
  if (atom->SizeUnit == atoms::Bits) {
    unsigned maxBits = findWidestAtomicRMW(op, *atom.getInfo());
    if (maxBits && atom.getSize() <= maxBits)
      return success();
    return op->emitOpError("expected an update that type, result, order, facts "
                           "and layout allow, got ")
           << atom;
  }
  StringRef expected = isa<AtomicCasOp>(op) ? "atom.cas" : "atom";
  if (atom.getInfo() == lookupAtom(expected))
    return success();
  return op->emitOpError("expected the atom ") << expected << ", got " << atom;
}

/// Checks a reduction; shuffles combine everything.
static LogicalResult verifyReduction(ReduceOp reduce, AtomAttr atom) {
  if (atom.getInfo() == lookupAtom("shfl.bfly"))
    return success();
  if (atom.getInfo() != lookupAtom("redux") &&
      atom.getInfo() != lookupAtom("redux.f32"))
    return reduce.emitOpError("expected an atom that combines lanes, got ")
           << atom;
  std::optional<Redux> redux = matchRedux(reduce);
  if (redux && redux->record == atom.getInfo())
    return success();
  bool isFloat = atom.getInfo() == lookupAtom("redux.f32");
  return reduce.emitOpError("expected one ")
         << (isFloat ? "f32" : "i32")
         << " in each of 32 lanes, and a combination that redux.sync has, for "
         << atom;
}

/// Checks that the atom has the number of threads of the barrier, or of the
/// agent. A function may not know how many threads a CTA has.
static LogicalResult verifyBarrier(BarrierOp barrier, AtomAttr atom) {
  AtomAttr expected = chooseBarrierAtom(barrier);
  bool isOfCTA = !getEnclosingAgents(barrier);
  if (atom == expected || (isOfCTA && atom.getInfo() == expected.getInfo()))
    return success();
  return barrier.emitOpError("expected the atom ")
         << expected << ", got " << atom;
}

static LogicalResult verifyAtom(Operation *op, const TargetInfo &target) {
  auto atom = op->getAttrOfType<AtomAttr>("atom");
  if (!atom || !isa_and_present<TileASDialect>(op->getDialect()))
    return success();
  if (!atom->isOn(target))
    return op->emitOpError("expected an atom that ")
           << target.Name << " has, got " << atom;
  if (findMultimemAtom(op))
    return verifyMultimemAtom(cast<nv_tileaa::AccessOpInterface>(op), atom);
  if (isa<AtomicRmwOp, TiledAtomicRmwOp, AtomicCasOp>(op))
    return verifyAtomicRMW(cast<nv_tileaa::AccessOpInterface>(op), atom);
  if (auto reduce = dyn_cast<ReduceOp>(op))
    return verifyReduction(reduce, atom);
  if (auto barrier = dyn_cast<BarrierOp>(op))
    return verifyBarrier(barrier, atom);
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
