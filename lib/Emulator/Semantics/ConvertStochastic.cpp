//===- ConvertStochastic.cpp - cvt.rs ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "cvt": the bits of the 32 random bits that an element uses.
//
//   f16x2            a: 28-16, b: 12-0       bf16x2   a: 31-16, b: 15-0
//   e4m3x4, e5m2x4, e2m3x4, e3m2x4           a, b: 31-16, e, f: 15-0
//   e2m1x4           a: 31-24, b: 15-8, e: 23-16, f: 7-0
//
// The random bits are added to the highest of the bits cut off. For e2m1x4 the
// ISA says only that a and b use the upper bytes of the halves, e and f the
// lower ones.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

namespace tileiras::emu {

namespace {

struct RandomBits {
  unsigned low, count;
  uint32_t of(uint32_t bits) const { return bits >> low & ((1u << count) - 1); }
};

/// The random bits of element \p n of \p type; n counts from the first written,
/// which is the highest.
RandomBits randomBits(Type type, unsigned n) {
  switch (type) {
  case Type::F16X2:
    return {n == 0 ? 16u : 0u, 13};
  case Type::BF16X2:
    return {n == 0 ? 16u : 0u, 16};
  case Type::E2M1X4: {
    constexpr unsigned kLow[] = {24, 8, 16, 0};
    return {kLow[n], 8};
  }
  default:
    return {n < 2 ? 16u : 0u, 16};
  }
}

uint32_t convert(const Modifiers &m, float value, uint32_t random, unsigned n) {
  const FloatFormat &format = *formatOf(m.type());
  RandomBits bits = randomBits(m.type(), n);
  bool finite = m.satfinite() || format.overflow == format.maxFinite;
  double clamped = m.relu() && value <= 0 ? 0.0 : double(value);
  return encodeStochastic(format, clamped, bits.of(random), bits.count, finite);
}

struct StochasticPair {
  static uint32_t with(const Modifiers &m, float a, float b, uint32_t random) {
    return convert(m, a, random, 0) << 16 | convert(m, b, random, 1);
  }
};

Flow convertFour(Warp &w, const Instruction &i) {
  unsigned bits = i.type() == Type::E2M1X4 ? 4 : 8;
  llvm::ArrayRef<Slot> sources = i.group(1);
  Lanes<uint32_t> random = w.lanes<uint32_t>(i.group(2)[0]);
  w.forActive([&](unsigned lane) {
    uint32_t result = 0;
    for (unsigned n = 0; n < 4; ++n)
      result = result << bits |
               convert(i.modifiers, w.lanes<float>(sources[n])[lane],
                       random[lane], n);
    w.writeAny(i[0], lane, result);
  });
  return Flow::Next;
}

} // namespace

namespace bind {
Handler cvtStochastic(const Instruction &i) {
  return elementwiseFor<StochasticPair, uint32_t, float, float, uint32_t>(i);
}
Handler cvtStochasticFour(const Instruction &i) {
  return i.modifiers.satfinite() && i.group(1).size() == 4 ? convertFour
                                                           : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
