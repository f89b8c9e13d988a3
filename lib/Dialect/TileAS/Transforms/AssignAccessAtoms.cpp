//===- AssignAccessAtoms.cpp - tileas-assign-access-atoms -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Transforms/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASASSIGNACCESSATOMS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The widest vector that facts and layout allow; updates are of one element.
AtomAttr chooseAtom(nv_tileaa::AccessOpInterface access) {
  MLIRContext *context = access.getContext();
  if (isa<AtomicRmwOp>(access))
    return AtomAttr::get(context, lookupAtom("atom"));
  if (isa<AtomicCasOp>(access))
    return AtomAttr::get(context, lookupAtom("atom.cas"));
  unsigned bits = getMemoryBits(getElementTypeOrSelf(access.getTile()));
  return AtomAttr::get(context, lookupAtom("universal_copy"),
                       bits << findVectorBits(access).size());
}

class AssignAccessAtoms
    : public tileiras::impl::TileASAssignAccessAtomsBase<AssignAccessAtoms> {
public:
  void runOnOperation() override {
    if (failed(verifyLayouts(getOperation(), LayoutState::Complete)))
      return signalPassFailure();
    getOperation().walk([](nv_tileaa::AccessOpInterface access) {
      if (isa<TileASDialect>(access->getDialect()) && !access->hasAttr("atom"))
        access->setAttr("atom", chooseAtom(access));
    });
  }
};

} // namespace
