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

/// K of mma.sync.m16n8k*, 0 if it doesn't multiply these types.
static unsigned chooseK(Type a, Type b, Type c, const TargetInfo &target) {
  if (isFp8(a) && isFp8(b)) // e4m3 and e5m2 mix
    return target.MmaFp8 && c.isF32() ? 32 : 0;
  if (a != b || !target.MmaSync)
    return 0;
  if (a.isF16())
    return c.isF32() || c.isF16() ? 16 : 0;
  if (a.isBF16())
    return target.Bf16 && c.isF32() ? 16 : 0;
  if (isa<FloatTF32Type>(a))
    return target.Tf32 && c.isF32() ? 8 : 0;
  return a.isInteger(8) && c.isInteger(32) ? 32 : 0;
}

bool tileiras::wantsWiderAccumulator(nv_tileaa::DotOp dot,
                                     const TargetInfo &target) {
  return target.MmaFp8 && isFp8(getElementTypeOrSelf(dot.getA())) &&
         getElementTypeOrSelf(dot.getC()).isF16();
}

MmaAtomAttr tileiras::chooseMmaAtom(nv_tileaa::DotOp dot,
                                    const TargetInfo &target) {
  auto a = cast<RankedTensorType>(dot.getA().getType());
  auto b = cast<RankedTensorType>(dot.getB().getType());
  auto c = cast<RankedTensorType>(dot.getC().getType());
  ArrayRef<int64_t> mn = c.getShape().take_back(2);
  unsigned k = chooseK(a.getElementType(), b.getElementType(),
                       c.getElementType(), target);
  // A fragment that the tile doesn't fill would multiply duplicates.
  bool fits = k != 0 && mn[0] >= 16 && mn[1] >= 8 && a.getShape().back() >= k;
  return fits ? MmaAtomAttr::get(dot.getContext(), MmaKind::MmaSync, 16, 8, k)
              : MmaAtomAttr::get(dot.getContext(), MmaKind::Fma, 1, 1, 1);
}
