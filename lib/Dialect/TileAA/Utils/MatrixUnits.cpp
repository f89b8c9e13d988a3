//===- MatrixUnits.cpp - Dots that a matrix unit computes -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/Utils/MatrixUnits.h"

#include "tileiras/Dialect/CuteNVGPU/IR/CuteNVGPUAttributes.h"

using namespace mlir;
using namespace tileiras;
using cute_nvgpu::getAtomElements;
using nv_tileaa::DotOp;

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// Selects an instruction for operands of these element types and the shape of
/// `dot`.
static const AtomInfo &choose(DotOp dot, Type a, Type b,
                              const TargetInfo &target) {
  ArrayRef<int64_t> mn = dot.getType().getShape().take_back(2);
  return chooseMatrixAtom(
      target, {getAtomElements(a), getAtomElements(b),
               getAtomElements(getElementTypeOrSelf(dot.getC())), mn[0], mn[1],
               dot.getDepth()});
}

const AtomInfo &tileiras::chooseInstruction(DotOp dot,
                                            const TargetInfo &target) {
  return choose(dot, getElementTypeOrSelf(dot.getA()),
                getElementTypeOrSelf(dot.getB()), target);
}

Type tileiras::chooseWiderOperands(DotOp dot, const TargetInfo &target) {
  if (dot.isScaled() || !isFp8(getElementTypeOrSelf(dot.getA())) ||
      chooseInstruction(dot, target).usesTensorUnit())
    return {};
  Builder builder(dot.getContext());
  Type f16 = builder.getF16Type();
  return choose(dot, f16, f16, target).usesTensorUnit() ? f16
                                                        : builder.getF32Type();
}

const AtomInfo &tileiras::chooseFinalInstruction(DotOp dot,
                                                 const TargetInfo &target) {
  Type wider = dot.isScaled() ? BFloat16Type::get(dot.getContext())
                              : chooseWiderOperands(dot, target);
  return wider ? choose(dot, wider, wider, target)
               : chooseInstruction(dot, target);
}

bool tileiras::hasMatrixUnit(DotOp dot, const TargetInfo &target) {
  return chooseFinalInstruction(dot, target).usesTensorUnit();
}
