//===- Approximate.cpp - Approximate functions ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: rsqrt, ex2, lg2, sin, cos, tanh, div .approx. The ISA only bounds
// their error; here the results are those of the host's double-precision
// functions rounded once, which is within every bound. If a simple rule gives
// the results of an H200, or comes much closer to them, the rule is used: for
// ex2 of halves, for the range reduction of sin and cos, and for div as a
// product with a reciprocal.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

namespace tileiras::emu {

namespace {

struct Rsqrt {
  static double odd(double a) { return 1 / std::sqrt(a); }
};
struct Ex2 {
  static double odd(double a) { return std::exp2(a); }
};
/// f16 and bf16: 23 places of the fraction count, and the result is cut off.
/// The results for all operands are those of an H200.
struct Ex2Half {
  template <class T> static T with(const Modifiers &m, T a) {
    double exponent = operand(m, a);
    if (std::fabs(exponent) < 256)
      exponent = std::trunc(exponent * 0x1p23) * 0x1p-23;
    double power = std::exp2(exponent);
    bool overflows = power >= std::exp2(std::is_same_v<T, F16> ? 16 : 128);
    return finish(m, narrow<T>(power, overflows ? Rounding::RN : Rounding::RZ));
  }
};
struct Lg2 {
  static double odd(double a) { return std::log2(a); }
};
/// The fraction of a turn that a multiplication of the angle by 1/2π in f32
/// gives, of which 25 places count. Beyond 2^24 turns it is zero.
double turnsOf(const Modifiers &m, float a) {
  constexpr float kPerTurn = 0.159154937f;
  double turns = narrow<float>(operand(m, a) * kPerTurn, Rounding::RZ);
  turns = std::trunc(std::fabs(turns) * 0x1p25) * 0x1p-25;
  return turns - std::floor(turns);
}
constexpr double kTurnRadians = 6.283185307179586;

struct Sin {
  static float with(const Modifiers &m, float a) {
    double turns = turnsOf(m, a);
    double sine = turns == 0.5 ? 0 : std::sin(turns * kTurnRadians);
    return canonical(float(std::signbit(a) ? -sine : sine));
  }
};
struct Cos {
  static float with(const Modifiers &m, float a) {
    double turns = turnsOf(m, a);
    bool isZero = turns == 0.25 || turns == 0.75;
    return canonical(isZero ? 0 : float(std::cos(turns * kTurnRadians)));
  }
};
struct Tanh {
  static double odd(double a) { return std::tanh(a); }
};

struct Reciprocal {
  static double odd(double a) { return 1 / a; }
};

/// rcp.approx.ftz.f64, rsqrt.approx.ftz.f64: only the upper words of operand
/// and result count, with 20 bits of mantissa; the rest is cut off, as in most
/// results of an H200.
template <class Op> struct UpperWord {
  static constexpr uint64_t kUpper = ~uint64_t(0) << 32;

  static double of(double a) {
    double operand = flushed(std::bit_cast<double>(bits(a) & kUpper));
    double result = flushed(Op::odd(operand));
    if (std::isnan(result))
      return std::bit_cast<double>(uint64_t(0x7fffffff) << 32);
    if (std::isinf(result))
      return result;
    return std::bit_cast<double>(bits(result) & kUpper);
  }

private:
  static uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
  static double flushed(double value) {
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0, value)
                                                  : value;
  }
};

/// div.approx and div.full: a product with the reciprocal, which is zero if it
/// would be subnormal. Operands are scaled if that loses too much.
template <bool Full> struct Quotient {
  static float with(const Modifiers &m, float a, float b) {
    a = float(operand(m, a));
    b = float(operand(m, b));
    float size = std::fabs(b), scale = 1;
    if (Full && size > 0x1p126f)
      scale = 0x1p-2f;
    else if (!m.ftz() && size < 0x1p-126f)
      scale = 0x1p24f;
    float product = flush(1 / flush(b * scale)) * (a * scale);
    return canonical(m.ftz() ? flush(product) : product);
  }
};

/// f64: the functions themselves; the host's results are within 1 ulp.
template <class Op> struct Direct {
  static double of(double a) { return Op::odd(a); }
};
template <class Op> Handler function(const Instruction &i) {
  return i.type() == Type::F64 ? overDoubles<Direct<Op>, 1>()
                               : overFloats<Arithmetic<Op>, 1>(i.type());
}

} // namespace

namespace bind {
Handler rcpUpperWord(const Instruction &) {
  return overDoubles<UpperWord<Reciprocal>, 1>();
}
Handler rsqrt(const Instruction &i) {
  if (i.type() == Type::F64 && i.modifiers.ftz())
    return overDoubles<UpperWord<Rsqrt>, 1>();
  return function<Rsqrt>(i);
}
Handler ex2(const Instruction &i) {
  return i.type() == Type::F32 ? function<Ex2>(i)
                               : overFloats<Ex2Half, 1>(i.type());
}
Handler lg2(const Instruction &i) { return function<Lg2>(i); }
Handler sin(const Instruction &) { return elementwise<Sin, float, float>; }
Handler cos(const Instruction &) { return elementwise<Cos, float, float>; }
Handler tanh(const Instruction &i) { return function<Tanh>(i); }
Handler divApprox(const Instruction &) {
  return elementwise<Quotient<false>, float, float, float>;
}
Handler divFull(const Instruction &) {
  return elementwise<Quotient<true>, float, float, float>;
}
} // namespace bind

} // namespace tileiras::emu
