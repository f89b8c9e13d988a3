//===- FloatElements.h - Floating point operands, type by type --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// overFloats gives a visitor the element type of an instruction and whether two
// of them are packed into one operand. Arithmetic<Op, T> makes an instruction
// of an operation on exact doubles: flush, compute, round once, flush, clamp.
// f64, which has no wider type to compute in, has separate functions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_FLOATELEMENTS_H
#define TILEIRAS_EMULATOR_SEMANTICS_FLOATELEMENTS_H

#include "tileiras/Emulator/Numerics/Exact.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include <cmath>

namespace tileiras::emu {

/// The NaN of arithmetic results: PTX ISA, "f32 NaN results" and similar
/// sections.
inline float canonical(float value) {
  return std::isnan(value) ? std::bit_cast<float>(0x7fffffffu) : value;
}

/// A NaN of f64 that is passed through, made quiet.
inline double quiet(double value) {
  return std::bit_cast<double>(std::bit_cast<uint64_t>(value) | uint64_t(1)
                                                                    << 51);
}

/// Applies .ftz, .relu and .sat to a rounded result.
template <class T> T finish(const Modifiers &m, T value) {
  if (m.ftz())
    value = flush(value);
  double wide = widen(value);
  if (m.relu() && wide <= 0)
    return narrow<T>(0.0, Rounding::RN);
  if (m.sat() && !(wide > 0)) // NaN too
    return narrow<T>(0.0, Rounding::RN);
  if (m.sat() && wide > 1)
    return narrow<T>(1.0, Rounding::RN);
  return value;
}

/// An operand as a double, after .ftz.
template <class T> double operand(const Modifiers &m, T value) {
  return widen(m.ftz() ? flush(value) : value);
}

/// Op::odd of the sources, with the right sign of zero if terms cancel.
template <class Op, class... S>
double computeOdd(const Modifiers &m, S... sources) {
  double exact = Op::odd(sources...);
  if constexpr (requires { Op::hasOppositeTerms(sources...); })
    if (exact == 0 && m.rounding() == Rounding::RM &&
        Op::hasOppositeTerms(sources...))
      return -0.0;
  return exact;
}

/// Op::odd computes on doubles and rounds to odd.
template <class Op> struct Arithmetic {
  template <class T, class... S>
  static T with(const Modifiers &m, T a, S... rest) {
    double exact = computeOdd<Op>(m, operand(m, a), operand(m, rest)...);
    return finish(m, narrow<T>(exact, m.rounding()));
  }
};

/// Two elements of T in the bits of P.
template <class Op, class T, class P> struct PairedFloat {
  static T element(P packed, unsigned n) {
    return std::bit_cast<T>(Bits<T>(packed >> (n * 8 * sizeof(T))));
  }
  template <class... S> static P with(const Modifiers &m, S... packed) {
    P result = 0;
    for (unsigned n = 0; n < 2; ++n) {
      T value = apply<Op>(m, element(packed, n)...);
      result |= P(std::bit_cast<Bits<T>>(value)) << (n * 8 * sizeof(T));
    }
    return result;
  }
};

/// The instruction d = Op(S...) with as many sources as N, for the types up
/// to f32 and their pairs; null for others.
template <class T, size_t> using Repeat = T;
template <class Op, class T, size_t... N>
Handler repeated(std::index_sequence<N...>) {
  return elementwise<Op, T, Repeat<T, N>...>;
}
template <class Op, unsigned Sources> Handler overFloats(Type type) {
  auto sources = std::make_index_sequence<Sources>{};
  switch (type) {
  case Type::F32:
    return repeated<Op, float>(sources);
  case Type::F16:
    return repeated<Op, F16>(sources);
  case Type::BF16:
    return repeated<Op, BF16>(sources);
  case Type::F16X2:
    return repeated<PairedFloat<Op, F16, uint32_t>, uint32_t>(sources);
  case Type::BF16X2:
    return repeated<PairedFloat<Op, BF16, uint32_t>, uint32_t>(sources);
  case Type::F32X2:
    return repeated<PairedFloat<Op, float, uint64_t>, uint64_t>(sources);
  default:
    return nullptr;
  }
}
template <class Op, unsigned Sources> Handler overDoubles() {
  return repeated<Op, double>(std::make_index_sequence<Sources>{});
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_FLOATELEMENTS_H
