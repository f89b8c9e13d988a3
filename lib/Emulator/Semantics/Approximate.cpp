//===- Approximate.cpp - Approximate functions ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: rsqrt, ex2, lg2, sin, cos, tanh .approx. The ISA gives bounds on
// their error only; here the results are those of the host's double-precision
// functions rounded once, which is within every bound.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/FloatElements.h"
#include "tileiras/Emulator/Semantics/Table.h"

namespace tileiras::emu {

namespace {

struct Rsqrt {
  static double odd(double a) { return 1 / std::sqrt(a); }
};
struct Ex2 {
  static double odd(double a) { return std::exp2(a); }
};
struct Lg2 {
  static double odd(double a) { return std::log2(a); }
};
struct Sin {
  static double odd(double a) { return std::sin(a); }
};
struct Cos {
  static double odd(double a) { return std::cos(a); }
};
struct Tanh {
  static double odd(double a) { return std::tanh(a); }
};

struct Reciprocal {
  static double odd(double a) { return 1 / a; }
};

/// rcp.approx.ftz.f64, rsqrt.approx.ftz.f64: only the upper words of operand
/// and result count, 20 bits of mantissa; here rounded to nearest.
template <class Op> struct UpperWord {
  static constexpr uint64_t Upper = ~uint64_t(0) << 32;

  static double of(double a) {
    double operand = flushed(std::bit_cast<double>(bits(a) & Upper));
    double result = flushed(Op::odd(operand));
    if (std::isnan(result))
      return std::bit_cast<double>(uint64_t(0x7fffffff) << 32);
    if (std::isinf(result))
      return result;
    return std::bit_cast<double>((bits(result) + 0x80000000) & Upper);
  }

private:
  static uint64_t bits(double value) { return std::bit_cast<uint64_t>(value); }
  static double flushed(double value) {
    return std::fpclassify(value) == FP_SUBNORMAL ? std::copysign(0.0, value)
                                                  : value;
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
Handler ex2(const Instruction &i) { return function<Ex2>(i); }
Handler lg2(const Instruction &i) { return function<Lg2>(i); }
Handler sin(const Instruction &i) { return function<Sin>(i); }
Handler cos(const Instruction &i) { return function<Cos>(i); }
Handler tanh(const Instruction &i) { return function<Tanh>(i); }
} // namespace bind

} // namespace tileiras::emu
