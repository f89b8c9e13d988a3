//===- FloatArithmetic.cpp - IEEE 754 arithmetic ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Floating Point Instructions" and "Half Precision Floating Point
// Instructions": add, sub, mul, fma, div.rnd, rcp.rnd, sqrt.rnd.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

namespace tileiras::emu {

namespace {

// Each operation has `odd` for the types up to f32, `rounded` for f64, and
// `plain` for f32 under the host's own rounding to nearest. Sums have
// `hasOppositeTerms`: if they cancel, the zero is negative where it is rounded
// down (IEEE 754, section 6.3). The operands of `rounded` are never NaN except
// in a division.
struct Add {
  static bool hasOppositeTerms(double a, double b) {
    return std::signbit(a) != std::signbit(b);
  }
  static double odd(double a, double b) { return addOdd(a, b); }
  static double rounded(double a, double b, Rounding r) {
    return addRounded(a, b, r);
  }
  static float plain(float a, float b) { return a + b; }
};
struct Sub {
  static bool hasOppositeTerms(double a, double b) {
    return std::signbit(a) == std::signbit(b);
  }
  static double odd(double a, double b) { return addOdd(a, -b); }
  static double rounded(double a, double b, Rounding r) {
    return addRounded(a, -b, r);
  }
  static float plain(float a, float b) { return a - b; }
};
struct Mul {
  static double odd(double a, double b) { return a * b; }
  static double rounded(double a, double b, Rounding r) {
    return mulRounded(a, b, r);
  }
  static float plain(float a, float b) { return a * b; }
};
struct Fma {
  static bool hasOppositeTerms(double a, double b, double c) {
    return std::signbit(a * b) != std::signbit(c);
  }
  static double odd(double a, double b, double c) { return fmaOdd(a, b, c); }
  static double rounded(double a, double b, double c, Rounding r) {
    return fmaRounded(a, b, c, r);
  }
  static float plain(float a, float b, float c) {
    return float(fmaOdd(a, b, c));
  }
};
struct Div {
  static double odd(double a, double b) { return divOdd(a, b); }
  static double rounded(double a, double b, Rounding r) {
    return divRounded(a, b, r);
  }
  static float plain(float a, float b) { return a / b; }
};
struct Rcp {
  static double odd(double a) { return divOdd(1, a); }
  static double rounded(double a, Rounding r) { return divRounded(1, a, r); }
  static float plain(float a) { return 1 / a; }
};
struct Sqrt {
  static double odd(double a) { return sqrtOdd(a); }
  static double rounded(double a, Rounding r) { return sqrtRounded(a, r); }
  static float plain(float a) { return std::sqrt(a); }
};

/// f32 with f16 or bf16 factors or first terms: fma.f32.f16, add.f32.bf16.
template <class Op> struct Mixed {
  template <class T, class... S>
  static float with(const Modifiers &m, T a, S... rest) {
    double exact = computeOdd<Op>(m, widen(a), widen(rest)...);
    return finish(m, narrow<float>(exact, m.rounding()));
  }
};

template <class Op> struct Plain {
  template <class... S> static float of(S... source) {
    return canonical(Op::plain(source...));
  }
};
/// Sums and products propagate the NaN of b, else of c, else of a. Division is
/// that of the host, which propagates the NaN of a.
template <class Op> struct Double {
  template <class... S> static double with(const Modifiers &m, S... source) {
    if constexpr (!std::is_same_v<Op, Div> && sizeof...(S) > 1)
      if ((std::isnan(source) || ...))
        return passNaN(source...);
    return Op::rounded(source..., m.rounding());
  }

private:
  static double passNaN(double a, double b, double c = 0) {
    return quiet(std::isnan(b) ? b : std::isnan(c) ? c : a);
  }
};

template <class Op, unsigned Sources> Handler arithmetic(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  if (i.type() == Type::F64)
    return overDoubles<Double<Op>, Sources>();
  bool nearest = m.rounding() == Rounding::None || m.rounding() == Rounding::RN;
  if (i.type() == Type::F32 && nearest && !m.ftz() && !m.sat())
    return repeated<Plain<Op>, float>(std::make_index_sequence<Sources>{});
  return overFloats<Arithmetic<Op>, Sources>(i.type());
}

/// .rna and the integral modes don't round arithmetic.
bool roundsArithmetic(const Instruction &i) {
  return i.modifiers.rounding() <= Rounding::RP;
}

template <class Op> Handler mixedAddition(const Instruction &i) {
  if (!roundsArithmetic(i))
    return nullptr;
  return i.modifiers.types[1] == Type::F16
             ? elementwise<Mixed<Op>, float, F16, float>
             : elementwise<Mixed<Op>, float, BF16, float>;
}

} // namespace

namespace bind {
Handler addMixed(const Instruction &i) { return mixedAddition<Add>(i); }
Handler subMixed(const Instruction &i) { return mixedAddition<Sub>(i); }
Handler fmaMixed(const Instruction &i) {
  if (!roundsArithmetic(i))
    return nullptr;
  return i.modifiers.types[1] == Type::F16
             ? elementwise<Mixed<Fma>, float, F16, F16, float>
             : elementwise<Mixed<Fma>, float, BF16, BF16, float>;
}
Handler addFloat(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Add, 2>(i) : nullptr;
}
Handler subFloat(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Sub, 2>(i) : nullptr;
}
Handler mulFloat(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Mul, 2>(i) : nullptr;
}
Handler fma(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Fma, 3>(i) : nullptr;
}
Handler divFloat(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Div, 2>(i) : nullptr;
}
/// rcp.approx may err by 1 ulp, sqrt.approx by 2^-23; the correctly rounded
/// results are used.
Handler rcp(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Rcp, 1>(i) : nullptr;
}
Handler sqrtFloat(const Instruction &i) {
  return roundsArithmetic(i) ? arithmetic<Sqrt, 1>(i) : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
