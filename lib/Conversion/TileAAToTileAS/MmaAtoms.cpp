//===- MmaAtoms.cpp - Selection of MMA atoms --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cheapest record (include/tileiras/Target/Atoms.td) is selected that the
// target supports and that has a lowering.
//
//===----------------------------------------------------------------------===//

#include "MmaAtoms.h"

#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

const AtomInfo *tileiras::findScaledMmaAtom(nv_tileaa::DotOp dot,
                                            const TargetInfo &target) {
  return cute_nvgpu::findScaledAtom(
      target, dot.getNumbersOfA(), dot.getNumbersOfB(), dot.getType(),
      cast<RankedTensorType>(dot.getScales().front().getType()));
}

AtomAttr tileiras::chooseMmaAtom(nv_tileaa::DotOp dot,
                                 const TargetInfo &target) {
  if (dot.isScaled()) {
    const AtomInfo *atom = findScaledMmaAtom(dot, target);
    unsigned columns =
        atom->accumulatesInTmem() ? dot.getType().getShape().back() : 0;
    return AtomAttr::get(dot.getContext(), atom, columns);
  }
  return AtomAttr::get(dot.getContext(), &chooseInstruction(dot, target));
}
