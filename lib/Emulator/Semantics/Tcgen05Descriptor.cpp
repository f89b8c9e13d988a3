//===- Tcgen05Descriptor.cpp - Instruction descriptors ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Instruction descriptor" and "Matrix Shape".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/Tcgen05.h"

#include "tileiras/Emulator/Numerics/MatrixElements.h"

namespace tileiras::emu {

namespace {

unsigned field(uint32_t bits, unsigned low, unsigned count) {
  return bits >> low & ((1u << count) - 1);
}

bool isBlockScaled(MmaKind kind) { return kind >= MmaKind::MXF8F6F4; }

/// The element type that a field of the descriptor names, or None.
Type elementNamed(MmaKind kind, unsigned code) {
  constexpr Type kSmallFloats[] = {Type::E4M3, Type::E5M2, Type::None,
                                   Type::E2M3, Type::E3M2, Type::E2M1,
                                   Type::None, Type::None};
  switch (kind) {
  case MmaKind::F16:
    return code == 0 ? Type::F16 : code == 1 ? Type::BF16 : Type::None;
  case MmaKind::TF32:
    return code == 2 ? Type::TF32 : Type::None;
  case MmaKind::I8:
    return code == 0 ? Type::U8 : code == 1 ? Type::S8 : Type::None;
  case MmaKind::F8F6F4:
  case MmaKind::MXF8F6F4:
    return kSmallFloats[code];
  default:
    return code == 1 ? Type::E2M1 : Type::None;
  }
}

Type accumulatorTypeOf(MmaKind kind, unsigned code) {
  bool halfAllowed = kind == MmaKind::F16 || kind == MmaKind::F8F6F4;
  if (kind == MmaKind::I8)
    return code == 2 ? Type::S32 : Type::None;
  if (code == 0 && halfAllowed)
    return Type::F16;
  return code == 1 ? Type::F32 : Type::None;
}

void readScales(MmaKind kind, uint32_t bits, MmaDescriptor &descriptor,
                std::string &problem) {
  descriptor.d = Type::F32;
  descriptor.scale = field(bits, 23, 1) ? Type::UE8M0 : Type::UE4M3;
  descriptor.scaleIdB = field(bits, 4, 2);
  descriptor.scaleIdA = field(bits, 29, 2);
  descriptor.m = field(bits, 27, 2) << 7;
  if (descriptor.scale == Type::UE4M3 && kind != MmaKind::MXF4NVF4)
    problem = "scales of this kind are UE8M0 (bit 23)";
  if (field(bits, 31, 1) && kind != MmaKind::MXF8F6F4)
    problem = "K = 96 (bit 31) is not supported";
}

void readAccumulatorTypes(MmaKind kind, uint32_t bits,
                          MmaDescriptor &descriptor, std::string &problem) {
  descriptor.d = accumulatorTypeOf(kind, field(bits, 4, 2));
  descriptor.m = field(bits, 24, 5) << 4;
  descriptor.sparsitySelector = field(bits, 0, 2);
  descriptor.saturate = field(bits, 3, 1);
  if (descriptor.d == Type::None)
    problem = "the type of D (bits 4-5) is none of this kind's";
  else if (descriptor.saturate && kind != MmaKind::I8)
    problem = "saturation (bit 3) is for integers";
}

} // namespace

bool MmaDescriptor::decode(MmaKind kind, uint32_t bits,
                           MmaDescriptor &descriptor, std::string &problem) {
  descriptor = MmaDescriptor();
  bool packed = kind == MmaKind::MXF4 || kind == MmaKind::MXF4NVF4;
  descriptor.a = elementNamed(kind, field(bits, 7, 3));
  descriptor.b = elementNamed(kind, field(bits, 10, packed ? 2 : 3));
  descriptor.sparse = field(bits, 2, 1);
  descriptor.negateA = field(bits, 13, 1);
  descriptor.negateB = field(bits, 14, 1);
  descriptor.transposeA = field(bits, 15, 1);
  descriptor.transposeB = field(bits, 16, 1);
  descriptor.n = field(bits, 17, 6) << 3;
  if (isBlockScaled(kind))
    readScales(kind, bits, descriptor, problem);
  else
    readAccumulatorTypes(kind, bits, descriptor, problem);
  if (descriptor.a == Type::None || descriptor.b == Type::None) {
    problem = "the type of A or B (bits 7-12) is none of this kind's";
    return false;
  }
  if (kind == MmaKind::I8 && (descriptor.negateA || descriptor.negateB))
    problem = "integers can't be negated (bits 13, 14)";
  unsigned width = elementOf(descriptor.a, kind).bits;
  if ((descriptor.transposeA || descriptor.transposeB) && width < 8)
    problem = "4-bit elements can't be transposed (bits 15, 16)";
  descriptor.k = 256 / width * (descriptor.sparse ? 2 : 1);
  return problem.empty();
}

bool isShape(const MmaDescriptor &descriptor, MmaKind kind, unsigned group,
             bool weightStationary) {
  unsigned m = descriptor.m, n = descriptor.n;
  if (weightStationary)
    return (m == 32 || m == 64 || m == 128) &&
           (n == 64 || n == 128 || (n == 256 && !descriptor.sparse));
  bool mFits = group == 2 ? m == 128 || m == 256 : m == 64 || m == 128;
  if (isBlockScaled(kind) && group == 1)
    mFits = m == 128;
  unsigned step = group == 2 ? 16 : 8;
  if (kind == MmaKind::I8)
    step = group == 2 ? 32 : n > 32 ? 16 : 8;
  return mFits && n >= step && n <= 256 && n % step == 0;
}

} // namespace tileiras::emu
