//===- FloatBits.cpp - Signs, extremes, classes of floats -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: abs, neg, min, max, copysign, testp.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

#include <limits>

namespace tileiras::emu {

namespace {

template <class T>
constexpr Bits<T> kSignBit = Bits<T>(1) << (8 * sizeof(T) - 1);

template <class T> T maybeFlush(const Modifiers &m, T value) {
  if constexpr (sizeof(T) < 8)
    return m.ftz() ? flush(value) : value;
  return value;
}
double wide(double value) { return value; }
double wide(float value) { return value; }
double wide(F16 value) { return widen(value); }
double wide(BF16 value) { return widen(value); }

/// The result for a NaN: a canonical NaN, but for f64 the NaN itself, made
/// quiet.
template <class T> T passedNaN(T value) {
  if constexpr (sizeof(T) == 8)
    return quiet(value);
  else if constexpr (sizeof(T) == 4)
    return std::bit_cast<T>(0x7fffffffu);
  else
    return T{0x7fff};
}

/// The magnitude, also of a NaN.
template <class T> T withoutSign(T a) {
  return std::bit_cast<T>(Bits<T>(std::bit_cast<Bits<T>>(a) & ~kSignBit<T>));
}

struct Abs {
  template <class T> static T with(const Modifiers &m, T a) {
    return std::isnan(wide(a)) ? passedNaN(a) : withoutSign(maybeFlush(m, a));
  }
};
struct Neg {
  template <class T> static T with(const Modifiers &m, T a) {
    if (std::isnan(wide(a)))
      return passedNaN(a);
    a = maybeFlush(m, a);
    return std::bit_cast<T>(Bits<T>(std::bit_cast<Bits<T>>(a) ^ kSignBit<T>));
  }
};
/// PTX: the sign of a on the value of b.
struct CopySign {
  template <class T> static T of(T a, T b) {
    Bits<T> sign = std::bit_cast<Bits<T>>(a) & kSignBit<T>;
    return std::bit_cast<T>(
        Bits<T>((std::bit_cast<Bits<T>>(b) & ~kSignBit<T>) | sign));
  }
};

/// -0 is less than +0; NaN loses, or wins with .NaN.
template <bool Max> struct Extreme {
  template <class T> static T pick(const Modifiers &m, T a, T b) {
    double x = wide(a), y = wide(b);
    bool aNaN = std::isnan(x), bNaN = std::isnan(y);
    if ((aNaN && bNaN) || (m.has(Group::NaN) && (aNaN || bNaN)))
      return passedNaN(b);
    if (aNaN || bNaN)
      return aNaN ? b : a;
    bool aLess = x < y || (x == y && std::signbit(x) && !std::signbit(y));
    return aLess != Max ? a : b;
  }
  template <class T>
  static T signedResult(const Modifiers &m, T result, bool negative) {
    if (!m.has(Group::XorSign) || std::isnan(wide(result)))
      return result;
    Bits<T> bits = std::bit_cast<Bits<T>>(result) & ~kSignBit<T>;
    return std::bit_cast<T>(Bits<T>(bits | (negative ? kSignBit<T> : 0)));
  }
  template <class T, class... S>
  static T with(const Modifiers &m, T a, S... rest) {
    bool negative = std::signbit(wide(a)) ^ (std::signbit(wide(rest)) ^ ...);
    bool magnitudes = m.has(Group::XorSign) || m.has(Group::Abs);
    auto prepare = [&](T value) {
      value = maybeFlush(m, value);
      return magnitudes ? withoutSign(value) : value;
    };
    T result = prepare(a);
    ((result = pick(m, result, prepare(rest))), ...);
    return signedResult(m, result, negative);
  }
};

/// The same for two f32 without modifiers, without a branch: they are compared
/// as integers in the same order, with -0 below +0.
template <bool Max> struct PlainExtreme {
  static int32_t rank(float value) {
    auto bits = std::bit_cast<int32_t>(value);
    return bits ^ ((bits >> 31) & 0x7fffffff);
  }
  static float of(float a, float b) {
    float result = (rank(a) < rank(b)) != Max ? a : b;
    result = std::isnan(a) ? b : result;
    result = std::isnan(b) ? a : result;
    return canonical(result);
  }
};

template <class T> bool hasProperty(Property property, T value) {
  switch (property) {
  case Property::Finite:
    return std::isfinite(value);
  case Property::Infinite:
    return std::isinf(value);
  case Property::Number:
    return !std::isnan(value);
  case Property::NotANumber:
    return std::isnan(value);
  case Property::Normal: // includes zeros
    return std::isnormal(value) || value == 0;
  default:
    return std::fpclassify(value) == FP_SUBNORMAL;
  }
}
template <class T> Flow testProperty(Warp &w, const Instruction &i) {
  Property property = Property(i.modifiers.get(Group::Property));
  Lanes<T> a = w.lanes<T>(i[1]);
  LaneMask result = 0;
  w.forActive([&](unsigned lane) {
    result |= LaneMask(hasProperty(property, a[lane])) << lane;
  });
  w.setPredicate(i[0], result);
  return Flow::Next;
}

template <class Op, unsigned Sources> Handler all(const Instruction &i) {
  return i.type() == Type::F64 ? overDoubles<Op, Sources>()
                               : overFloats<Op, Sources>(i.type());
}
template <bool Max> Handler extreme(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  bool isPlain = !m.ftz() && !m.has(Group::NaN) && !m.has(Group::XorSign) &&
                 !m.has(Group::Abs);
  if (i.type() == Type::F32 && isPlain && !i[3].exists())
    return elementwise<PlainExtreme<Max>, float, float, float>;
  return i[3].exists() ? all<Extreme<Max>, 3>(i) : all<Extreme<Max>, 2>(i);
}

} // namespace

namespace bind {
Handler absFloat(const Instruction &i) { return all<Abs, 1>(i); }
Handler negFloat(const Instruction &i) { return all<Neg, 1>(i); }
Handler minFloat(const Instruction &i) { return extreme<false>(i); }
Handler maxFloat(const Instruction &i) { return extreme<true>(i); }
Handler copysign(const Instruction &i) { return all<CopySign, 2>(i); }
Handler testp(const Instruction &i) {
  return i.type() == Type::F64 ? testProperty<double> : testProperty<float>;
}
} // namespace bind

} // namespace tileiras::emu
