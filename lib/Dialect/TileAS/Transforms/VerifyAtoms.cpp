//===- VerifyAtoms.cpp - Instructions that the target has -*- C++ -*-===//
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

static AtomAttr getAtom(Operation *op) {
  if (auto dot = dyn_cast<DotOp>(op))
    return dot.getAtom();
  auto copy = dyn_cast<CopyOp>(op);
  return copy ? copy.getAtom() : AtomAttr();
}

LogicalResult tileiras::verifyAtoms(FunctionOpInterface func,
                                    const TargetInfo &target) {
  WalkResult result = func->walk([&](Operation *op) {
    AtomAttr atom = getAtom(op);
    if (!atom || atom->isOn(target))
      return WalkResult::advance();
    op->emitOpError("expected an atom that ")
        << target.Name << " has, got " << atom;
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}
