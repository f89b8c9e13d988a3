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
Handler rsqrt(const Instruction &i) { return function<Rsqrt>(i); }
Handler ex2(const Instruction &i) { return function<Ex2>(i); }
Handler lg2(const Instruction &i) { return function<Lg2>(i); }
Handler sin(const Instruction &i) { return function<Sin>(i); }
Handler cos(const Instruction &i) { return function<Cos>(i); }
Handler tanh(const Instruction &i) { return function<Tanh>(i); }
} // namespace bind

} // namespace tileiras::emu
