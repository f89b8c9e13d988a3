//===- MmaAtoms.cpp - Which instruction a product is made of ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warp level matrix multiply-accumulate instructions: mma". Every
// target that has a newer unit still has mma.sync.
//
//===----------------------------------------------------------------------===//

#include "MmaAtoms.h"

#include "tileiras/Target/TargetInfo.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

static bool isFp8(Type type) {
  return isa<Float8E4M3FNType, Float8E5M2Type>(type);
}

/// K of mma.sync.m16n8k*, 0 if the target's doesn't multiply these types.
static unsigned chooseK(Type a, Type b, Type c, const TargetInfo &target) {
  bool has = isFp8(a)                ? target.MmaFp8
             : isa<FloatTF32Type>(a) ? target.MmaSync && target.Tf32
             : a.isBF16()            ? target.MmaSync && target.Bf16
                                     : target.MmaSync;
  return has ? getMmaDepth(a, b, c) : 0;
}

bool tileiras::wantsWiderAccumulator(nv_tileaa::DotOp dot,
                                     const TargetInfo &target) {
  return target.MmaFp8 && isFp8(getElementTypeOrSelf(dot.getA())) &&
         getElementTypeOrSelf(dot.getC()).isF16();
}

/// A fragment that the tile doesn't fill would multiply duplicates.
static bool fillsAtom(nv_tileaa::DotOp dot, unsigned k) {
  ArrayRef<int64_t> mn =
      cast<RankedTensorType>(dot.getC().getType()).getShape().take_back(2);
  int64_t depth =
      cast<RankedTensorType>(dot.getA().getType()).getShape().back();
  return k != 0 && mn[0] >= 16 && mn[1] >= 8 && depth >= k;
}

static unsigned chooseK(nv_tileaa::DotOp dot, const TargetInfo &target) {
  return chooseK(getElementTypeOrSelf(dot.getA()),
                 getElementTypeOrSelf(dot.getB()),
                 getElementTypeOrSelf(dot.getC()), target);
}

Type tileiras::chooseWiderOperands(nv_tileaa::DotOp dot,
                                   const TargetInfo &target) {
  if (!isFp8(getElementTypeOrSelf(dot.getA())) ||
      fillsAtom(dot, chooseK(dot, target)))
    return {};
  Builder builder(dot.getContext());
  return fillsAtom(dot, 16) ? builder.getF16Type() : builder.getF32Type();
}

MmaAtomAttr tileiras::chooseMmaAtom(nv_tileaa::DotOp dot,
                                    const TargetInfo &target) {
  unsigned k = chooseK(dot, target);
  return fillsAtom(dot, k)
             ? MmaAtomAttr::get(dot.getContext(), MmaKind::MmaSync, 16, 8, k)
             : MmaAtomAttr::get(dot.getContext(), MmaKind::Fma, 1, 1, 1);
}
