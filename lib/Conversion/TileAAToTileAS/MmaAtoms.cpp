//===- MmaAtoms.cpp - Which instruction a product is made of ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The cheapest record (include/tileiras/Target/Atoms.td) that the target has
// and that has a lowering.
//
//===----------------------------------------------------------------------===//

#include "MmaAtoms.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// For these element types, in the shape of `dot`.
static const AtomInfo &choose(nv_tileaa::DotOp dot, Type a, Type b, Type c,
                              const TargetInfo &target) {
  ArrayRef<int64_t> mn = dot.getType().getShape().take_back(2);
  int64_t k = dot.getA().getType().getShape().back();
  return chooseMatrixAtom(target, getAtomElements(a), getAtomElements(b),
                          getAtomElements(c), mn[0], mn[1], k);
}

static const AtomInfo &choose(nv_tileaa::DotOp dot, const TargetInfo &target) {
  return choose(dot, getElementTypeOrSelf(dot.getA()),
                getElementTypeOrSelf(dot.getB()),
                getElementTypeOrSelf(dot.getC()), target);
}

Type tileiras::chooseWiderOperands(nv_tileaa::DotOp dot,
                                   const TargetInfo &target) {
  if (dot.isScaled() || !isFp8(getElementTypeOrSelf(dot.getA())) ||
      choose(dot, target).usesTensorUnit())
    return {};
  Builder builder(dot.getContext());
  Type f16 = builder.getF16Type();
  return choose(dot, f16, f16, getElementTypeOrSelf(dot.getC()), target)
                 .usesTensorUnit()
             ? f16
             : builder.getF32Type();
}

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
        atom->addsToTensorMemory() ? dot.getType().getShape().back() : 0;
    return AtomAttr::get(dot.getContext(), atom, columns);
  }
  return AtomAttr::get(dot.getContext(), &choose(dot, target));
}
