//===- Integer.cpp - Integer arithmetic -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Integer Arithmetic Instructions". Signed operands use unsigned
// arithmetic where PTX wraps and C++ doesn't.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include <algorithm>
#include <limits>

namespace tileiras::emu {

namespace {

__extension__ typedef __int128 Int128;
__extension__ typedef unsigned __int128 UInt128;

/// The type of the full width of a product.
template <class T>
using Wide = std::conditional_t<
    sizeof(T) == 8, std::conditional_t<std::is_signed_v<T>, Int128, UInt128>,
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
template <class T>
using Twice = std::conditional_t<
    sizeof(T) == 2, std::conditional_t<std::is_signed_v<T>, int32_t, uint32_t>,
    std::conditional_t<std::is_signed_v<T>, int64_t, uint64_t>>;
template <class T> constexpr unsigned kBitCount = 8 * sizeof(T);
template <class T> constexpr bool kIsSigned = T(-1) < T(0);

/// Converts to an unsigned type that is wide enough not to be promoted to a
/// signed one.
template <class T> auto wrap(T value) {
  return static_cast<std::conditional_t<sizeof(T) == 8, uint64_t, uint32_t>>(
      value);
}

struct Add {
  template <class T> static T of(T a, T b) { return T(wrap(a) + wrap(b)); }
};
struct Sub {
  template <class T> static T of(T a, T b) { return T(wrap(a) - wrap(b)); }
};
struct AddSat {
  static int32_t of(int32_t a, int32_t b) {
    return std::clamp<int64_t>(int64_t(a) + b, INT32_MIN, INT32_MAX);
  }
};
struct SubSat {
  static int32_t of(int32_t a, int32_t b) {
    return std::clamp<int64_t>(int64_t(a) - b, INT32_MIN, INT32_MAX);
  }
};
struct MulLo {
  template <class T> static T of(T a, T b) { return T(wrap(a) * wrap(b)); }
};
struct MulHi {
  template <class T> static T of(T a, T b) {
    return T((Wide<T>(a) * Wide<T>(b)) >> kBitCount<T>);
  }
};
struct MulWide {
  template <class T> static Twice<T> of(T a, T b) {
    return Twice<T>(Wide<T>(a) * Wide<T>(b));
  }
};
struct MadLo {
  template <class T> static T of(T a, T b, T c) {
    return T(wrap(a) * wrap(b) + wrap(c));
  }
};
struct MadHi {
  template <class T> static T of(T a, T b, T c) {
    return T(wrap(MulHi::of(a, b)) + wrap(c));
  }
};
struct MadHiSat {
  static int32_t of(int32_t a, int32_t b, int32_t c) {
    return AddSat::of(MulHi::of(a, b), c);
  }
};
struct MadWide {
  template <class T> static Twice<T> of(T a, T b, Twice<T> c) {
    return Twice<T>(wrap(MulWide::of(a, b)) + wrap(c));
  }
};

/// The low 24 bits of an operand, sign-extended if T is signed.
template <class T> int64_t low24(T value) {
  uint32_t bits = uint32_t(value) << 8;
  return kIsSigned<T> ? int64_t(int32_t(bits) >> 8) : int64_t(bits >> 8);
}
template <unsigned Shift> struct Mul24 {
  template <class T> static T of(T a, T b) {
    return T((low24(a) * low24(b)) >> Shift);
  }
  template <class T> static T of(T a, T b, T c) {
    return T(wrap(of(a, b)) + wrap(c));
  }
};

/// Division by zero gives all ones, and so does its remainder, on NVIDIA's
/// hardware; PTX leaves it unspecified.
struct Div {
  template <class T> static T of(T a, T b) {
    if (b == 0)
      return T(-1);
    if (kIsSigned<T> && b == T(-1))
      return T(0 - wrap(a));
    return T(a / b);
  }
};
struct Rem {
  template <class T> static T of(T a, T b) {
    if (b == 0)
      return T(-1);
    if (kIsSigned<T> && b == T(-1))
      return T(0);
    return T(a % b);
  }
};
struct Abs {
  template <class T> static T of(T a) { return a < 0 ? T(0 - wrap(a)) : a; }
};
struct Neg {
  template <class T> static T of(T a) { return T(0 - wrap(a)); }
};
struct NegSat {
  static int32_t of(int32_t a) { return SubSat::of(0, a); }
};
struct Min {
  template <class T> static T of(T a, T b) { return std::min(a, b); }
};
struct Max {
  template <class T> static T of(T a, T b) { return std::max(a, b); }
};
template <class Op> struct Relu {
  template <class T> static T of(T a, T b) {
    return std::max(Op::of(a, b), T(0));
  }
};
struct Sad {
  template <class T> static T of(T a, T b, T c) {
    return T(wrap(c) + (a < b ? wrap(b) - wrap(a) : wrap(a) - wrap(b)));
  }
};

/// Binary operation over all integer types and 16-bit pairs.
template <class Op> Handler binary(const Instruction &i) {
  if (i.type() == Type::U16X2)
    return elementwise<Paired<Op, uint16_t>, uint32_t, uint32_t, uint32_t>;
  if (i.type() == Type::S16X2)
    return elementwise<Paired<Op, int16_t>, uint32_t, uint32_t, uint32_t>;
  return overIntegers(
      i.type(), []<class T>() -> Handler { return elementwise<Op, T, T, T>; });
}
template <class Op> Handler ternary(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<Op, T, T, T, T>;
  });
}
template <class Op> Handler unary(const Instruction &i) {
  return overIntegers(
      i.type(), []<class T>() -> Handler { return elementwise<Op, T, T>; });
}

/// dp4a and dp2a: dot products of bytes, or of halves and bytes, plus c.
template <class A, class B, class S, unsigned Count, unsigned Skip> struct Dot {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c) {
    int64_t sum = S(c);
    for (unsigned n = 0; n < Count; ++n)
      sum += int64_t(A(a >> (8 * sizeof(A) * n))) * B(b >> (8 * (n + Skip)));
    return uint32_t(sum);
  }
};
template <class S, class U, unsigned Count, unsigned Skip = 0>
Handler dot(const Instruction &i) {
  bool aSigned = i.modifiers.types[0] == Type::S32;
  bool bSigned = i.modifiers.types[1] == Type::S32;
  using W = uint32_t;
  if (aSigned && bSigned)
    return elementwise<Dot<S, int8_t, int32_t, Count, Skip>, W, W, W, W>;
  if (aSigned)
    return elementwise<Dot<S, uint8_t, int32_t, Count, Skip>, W, W, W, W>;
  if (bSigned)
    return elementwise<Dot<U, int8_t, int32_t, Count, Skip>, W, W, W, W>;
  return elementwise<Dot<U, uint8_t, uint32_t, Count, Skip>, W, W, W, W>;
}

/// Extended precision: a + b + carry, with the lanes' carry flags CC.CF.
/// \p Invert makes it a subtraction, whose carry is a borrow.
template <class T, bool UseCarry, bool Invert>
Flow addCarry(Warp &w, const Instruction &i) {
  Lanes<T> d = w.lanes<T>(i[0]), a = w.lanes<T>(i[1]), b = w.lanes<T>(i[2]);
  LaneMask carries = 0;
  w.forActive([&](unsigned lane) {
    UInt128 in = UseCarry ? w.carry >> lane & 1 : 0;
    UInt128 left = a[lane], right = b[lane];
    UInt128 result = Invert ? left - right - in : left + right + in;
    d.set(lane, T(result));
    carries |= LaneMask((result >> kBitCount<T>)&1) << lane;
  });
  if (i.modifiers.has(Group::CarryOut))
    w.carry = (w.carry & ~w.active) | carries;
  return Flow::Next;
}
template <bool UseCarry, bool Invert> Handler carryAdd(const Instruction &i) {
  if (bytesOf(i.type()) == 4)
    return addCarry<uint32_t, UseCarry, Invert>;
  return addCarry<uint64_t, UseCarry, Invert>;
}

/// mad.lo/hi.cc and madc: the chosen half of a product, plus c with carry.
template <class T, bool High, bool UseCarry>
Flow madCarry(Warp &w, const Instruction &i) {
  Lanes<T> d = w.lanes<T>(i[0]), a = w.lanes<T>(i[1]), b = w.lanes<T>(i[2]);
  Lanes<T> c = w.lanes<T>(i[3]);
  using U = Bits<T>;
  LaneMask carries = 0;
  w.forActive([&](unsigned lane) {
    U part =
        High ? U(MulHi::of(a[lane], b[lane])) : U(MulLo::of(a[lane], b[lane]));
    UInt128 result =
        UInt128(part) + U(c[lane]) + (UseCarry ? w.carry >> lane & 1 : 0);
    d.set(lane, T(result));
    carries |= LaneMask((result >> kBitCount<T>)&1) << lane;
  });
  if (i.modifiers.has(Group::CarryOut))
    w.carry = (w.carry & ~w.active) | carries;
  return Flow::Next;
}
template <bool UseCarry> Handler carryMad(const Instruction &i) {
  bool high = i.modifiers.get(Group::Half) == uint8_t(Half::Hi);
  return overIntegers(i.type(), [=]<class T>() -> Handler {
    return high ? madCarry<T, true, UseCarry> : madCarry<T, false, UseCarry>;
  });
}

} // namespace

namespace bind {
Handler addInt(const Instruction &i) { return binary<Add>(i); }
Handler addSat(const Instruction &i) {
  return elementwise<AddSat, int32_t, int32_t, int32_t>;
}
Handler subInt(const Instruction &i) { return binary<Sub>(i); }
Handler subSat(const Instruction &i) {
  return elementwise<SubSat, int32_t, int32_t, int32_t>;
}
Handler addCC(const Instruction &i) { return carryAdd<false, false>(i); }
Handler addc(const Instruction &i) { return carryAdd<true, false>(i); }
Handler subCC(const Instruction &i) { return carryAdd<false, true>(i); }
Handler subc(const Instruction &i) { return carryAdd<true, true>(i); }
Handler madCC(const Instruction &i) { return carryMad<false>(i); }
Handler madc(const Instruction &i) { return carryMad<true>(i); }
Handler mulLo(const Instruction &i) { return binary<MulLo>(i); }
Handler mulHi(const Instruction &i) { return binary<MulHi>(i); }
Handler mulWide(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<MulWide, Twice<T>, T, T>;
  });
}
Handler madLo(const Instruction &i) { return ternary<MadLo>(i); }
Handler madHi(const Instruction &i) { return ternary<MadHi>(i); }
Handler madHiSat(const Instruction &i) {
  return elementwise<MadHiSat, int32_t, int32_t, int32_t, int32_t>;
}
Handler madWide(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<MadWide, Twice<T>, T, T, Twice<T>>;
  });
}
Handler mul24Lo(const Instruction &i) { return binary<Mul24<0>>(i); }
Handler mul24Hi(const Instruction &i) { return binary<Mul24<16>>(i); }
Handler mad24Lo(const Instruction &i) { return ternary<Mul24<0>>(i); }
Handler mad24Hi(const Instruction &i) { return ternary<Mul24<16>>(i); }
Handler divInt(const Instruction &i) { return binary<Div>(i); }
Handler rem(const Instruction &i) { return binary<Rem>(i); }
Handler absInt(const Instruction &i) { return unary<Abs>(i); }
Handler negInt(const Instruction &i) { return unary<Neg>(i); }
Handler negSat(const Instruction &i) {
  return elementwise<NegSat, int32_t, int32_t>;
}
Handler minInt(const Instruction &i) {
  return i.modifiers.relu() ? binary<Relu<Min>>(i) : binary<Min>(i);
}
Handler maxInt(const Instruction &i) {
  return i.modifiers.relu() ? binary<Relu<Max>>(i) : binary<Max>(i);
}
Handler sad(const Instruction &i) { return ternary<Sad>(i); }
Handler dp4a(const Instruction &i) { return dot<int8_t, uint8_t, 4>(i); }
Handler dp2aLo(const Instruction &i) { return dot<int16_t, uint16_t, 2>(i); }
Handler dp2aHi(const Instruction &i) { return dot<int16_t, uint16_t, 2, 2>(i); }
} // namespace bind

} // namespace tileiras::emu
