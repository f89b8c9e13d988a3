//===- ConvertPacked.cpp - cvt of packed formats ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt" and "cvt.pack". A packed result takes its high element from
// the first source.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include <algorithm>
#include <cmath>

namespace tileiras::emu {

namespace {

/// The distance in bits between elements of a packed type; fp6 elements are
/// padded to bytes.
unsigned elementBits(Type type) {
  return type == Type::E2M1X2 ? 4 : 4 * bytesOf(type);
}

double clampNegative(const Modifiers &m, double value) {
  return m.relu() && value <= 0 ? 0 : value;
}

uint32_t encodeElement(const Modifiers &m, Type type, double value) {
  const FloatFormat &format = *formatOf(type);
  bool finite = m.satfinite() || format.overflow == format.maxFinite;
  return encode(format, clampNegative(m, value), m.rounding(), finite);
}

/// cvt.x2.f32 d, a, b
struct PackFloats {
  static uint32_t with(const Modifiers &m, float a, float b) {
    if (m.ftz()) {
      a = flush(a);
      b = flush(b);
    }
    Type type = m.types[0];
    return encodeElement(m, type, b) | encodeElement(m, type, a)
                                           << elementBits(type);
  }
};

/// cvt.x2.y2 d, a: both elements of a packed source.
struct ConvertPair {
  static uint32_t with(const Modifiers &m, uint32_t packed) {
    Type to = m.types[0], from = m.types[1];
    const FloatFormat &format = *formatOf(from);
    uint32_t mask = (uint32_t(1) << format.bits()) - 1, result = 0;
    for (unsigned n = 0; n < 2; ++n) {
      double value = decode(format, packed >> (n * elementBits(from)) & mask);
      result |= encodeElement(m, to, value) << (n * elementBits(to));
    }
    return result;
  }
};

/// A tf32 is an f32 with the low 13 bits zero.
struct ToTF32 {
  static uint32_t with(const Modifiers &m, float a) {
    double value = clampNegative(m, a);
    if (m.rounding() == Rounding::RNA && std::isnan(value)) {
      // The bits of a finite value are cut off, which may give those of an
      // infinity; .satfinite subtracts one from a code that isn't finite.
      uint32_t bits = std::bit_cast<uint32_t>(a) & ~0x1fffu;
      return m.satfinite() ? bits - 0x2000 : bits;
    }
    return encode(kFormatTF32, value, m.rounding(), m.satfinite()) << 13;
  }
};

/// cvt.pack.sat: a and b clamped to 16, 8, 4 or 2 bits, b in the low half; the
/// narrower forms shift c up.
struct Pack16 {
  static uint32_t with(const Modifiers &m, int32_t a, int32_t b) {
    bool isSigned = m.types[0] == Type::S16;
    int32_t low = isSigned ? -32768 : 0, high = isSigned ? 32767 : 65535;
    auto clamp = [&](int32_t value) {
      return uint32_t(std::clamp(value, low, high)) & 0xffff;
    };
    return clamp(a) << 16 | clamp(b);
  }
};
struct Pack8 {
  static uint32_t with(const Modifiers &m, int32_t a, int32_t b, uint32_t c) {
    bool isSigned = m.types[0] == Type::S8;
    int32_t low = isSigned ? -128 : 0, high = isSigned ? 127 : 255;
    auto clamp = [&](int32_t value) {
      return uint32_t(std::clamp(value, low, high)) & 0xff;
    };
    return c << 16 | clamp(a) << 8 | clamp(b);
  }
};

} // namespace

namespace bind {
Handler cvtPackFloats(const Instruction &i) {
  return elementwiseFor<PackFloats, uint32_t, float, float>(i);
}
Handler cvtPair(const Instruction &i) {
  return elementwiseFor<ConvertPair, uint32_t, uint32_t>(i);
}
Handler cvtTF32(const Instruction &i) {
  return elementwiseFor<ToTF32, uint32_t, float>(i);
}
Handler cvtPack16(const Instruction &i) {
  return elementwise<Pack16, uint32_t, int32_t, int32_t>;
}
Handler cvtPack8(const Instruction &i) {
  return elementwise<Pack8, uint32_t, int32_t, int32_t, uint32_t>;
}
} // namespace bind

} // namespace tileiras::emu
