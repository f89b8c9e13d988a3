//===- Compare.cpp - Comparisons --------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Comparison and Selection Instructions" and their half-precision
// forms: setp, set.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Comparison.h"
#include "tileiras/Emulator/Semantics/FloatElements.h"

namespace tileiras::emu {

namespace {

/// The operands as values that C++ compares.
template <class T> auto comparable(const Modifiers &m, T value) {
  if constexpr (std::is_integral_v<T> || sizeof(T) == 8)
    return value;
  else
    return operand(m, value);
}

template <class T>
LaneMask compareLanes(Warp &w, const Instruction &i, Slot left, Slot right) {
  Lanes<T> a = w.lanes<T>(left), b = w.lanes<T>(right);
  Compare compare = i.modifiers.compare();
  LaneMask result = 0;
  w.forActive([&](unsigned lane) {
    bool value = holds(compare, comparable(i.modifiers, a[lane]),
                       comparable(i.modifiers, b[lane]));
    result |= LaneMask(value) << lane;
  });
  return result;
}

/// .and, .or, .xor with a third predicate.
LaneMask combine(Warp &w, const Instruction &i, LaneMask value, Slot with) {
  switch (i.modifiers.combine()) {
  case Combine::And:
    return value & w.predicate(with);
  case Combine::Or:
    return value | w.predicate(with);
  case Combine::Xor:
    return value ^ w.predicate(with);
  case Combine::None:
    return value;
  }
  return value;
}

/// setp d|e, a, b, c: e is the outcome of the negated comparison.
template <class T> Flow setPredicate(Warp &w, const Instruction &i) {
  LaneMask value = compareLanes<T>(w, i, i[2], i[3]);
  LaneMask first = combine(w, i, value, i[4]);
  LaneMask second = combine(w, i, ~value, i[4]);
  w.setPredicate(i[0], first);
  w.setPredicate(i[1], second);
  return Flow::Next;
}

/// setp.f16x2 d|e: d for the low elements, e for the high ones.
template <class T> Flow setPredicatePair(Warp &w, const Instruction &i) {
  Lanes<uint32_t> a = w.lanes<uint32_t>(i[2]), b = w.lanes<uint32_t>(i[3]);
  LaneMask result[2] = {};
  w.forActive([&](unsigned lane) {
    for (unsigned n = 0; n < 2; ++n) {
      T x{uint16_t(a[lane] >> (16 * n))}, y{uint16_t(b[lane] >> (16 * n))};
      bool value = holds(i.modifiers.compare(), operand(i.modifiers, x),
                         operand(i.modifiers, y));
      result[n] |= LaneMask(value) << lane;
    }
  });
  LaneMask first = combine(w, i, result[0], i[4]);
  LaneMask second = combine(w, i, result[1], i[4]);
  w.setPredicate(i[0], first);
  w.setPredicate(i[1], second);
  return Flow::Next;
}

/// The value of true in set: all ones, or 1.0 of a floating point type.
uint64_t trueValue(Type type) {
  switch (type) {
  case Type::F32:
    return 0x3f800000;
  case Type::F16:
    return 0x3c00;
  case Type::BF16:
    return 0x3f80;
  default:
    return bytesOf(type) == 2 ? 0xffff : 0xffffffff;
  }
}

template <class T> Flow setValue(Warp &w, const Instruction &i) {
  LaneMask value = combine(w, i, compareLanes<T>(w, i, i[1], i[2]), i[3]);
  uint64_t yes = trueValue(i.modifiers.types[0]);
  w.forActive([&](unsigned lane) {
    w.writeAny(i[0], lane, value >> lane & 1 ? yes : 0);
  });
  return Flow::Next;
}

/// set.f16x2.f16x2 and set.u32.f16x2: each half separately.
template <class T> struct SetPair {
  static uint32_t with(const Modifiers &m, uint32_t a, uint32_t b) {
    uint32_t yes = m.types[0] == Type::F16X2    ? 0x3c00
                   : m.types[0] == Type::BF16X2 ? 0x3f80
                                                : 0xffff;
    uint32_t result = 0;
    for (unsigned n = 0; n < 2; ++n) {
      T x{uint16_t(a >> (16 * n))}, y{uint16_t(b >> (16 * n))};
      if (holds(m.compare(), operand(m, x), operand(m, y)))
        result |= yes << (16 * n);
    }
    return result;
  }
};

template <class Visit> Handler overComparable(Type type, Visit visit) {
  switch (type) {
  case Type::F32:
    return visit.template operator()<float>();
  case Type::F64:
    return visit.template operator()<double>();
  case Type::F16:
    return visit.template operator()<F16>();
  case Type::BF16:
    return visit.template operator()<BF16>();
  default:
    return overIntegers(type, visit);
  }
}

bool complete(const Instruction &i, unsigned predicate) {
  bool combines = i.modifiers.combine() != Combine::None;
  return i.modifiers.compare() != Compare::None &&
         combines == i[predicate].exists();
}

} // namespace

namespace bind {
Handler setp(const Instruction &i) {
  if (!complete(i, 4))
    return nullptr;
  if (i.type() == Type::F16X2)
    return setPredicatePair<F16>;
  if (i.type() == Type::BF16X2)
    return setPredicatePair<BF16>;
  return overComparable(i.type(),
                        []<class T>() -> Handler { return setPredicate<T>; });
}
Handler set(const Instruction &i) {
  if (!complete(i, 3))
    return nullptr;
  Type source = i.modifiers.types[1];
  if (source == Type::F16X2)
    return elementwise<SetPair<F16>, uint32_t, uint32_t, uint32_t>;
  if (source == Type::BF16X2)
    return elementwise<SetPair<BF16>, uint32_t, uint32_t, uint32_t>;
  return overComparable(source,
                        []<class T>() -> Handler { return setValue<T>; });
}
} // namespace bind

} // namespace tileiras::emu
