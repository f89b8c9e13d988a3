//===- AtomRules.h - What atomic operations compute -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: atom, red, cp.reduce.async.bulk. A rule is a struct with a Value and
// a function `of` that gives the new value of memory from the old one, the
// operand b and, for cas, the new value c.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_ATOMRULES_H
#define TILEIRAS_EMULATOR_SEMANTICS_ATOMRULES_H

#include "tileiras/Emulator/Semantics/FloatElements.h"

#include <algorithm>
#include <cstring>

namespace tileiras::emu {

/// The properties of the instruction that a rule depends on.
struct AtomMode {
  AtomOp op;
  /// Whether additions of f32 replace subnormal operands and results by zeros:
  /// atom and red on global memory (PTX ISA, atom), and tensors of f32.ftz.
  bool flushes = false;
  /// Whether a NaN of f64 is passed through unchanged, the operand's before
  /// memory's, as operations in the L2 cache do. Others pass memory's NaN, made
  /// quiet.
  bool passesNaN = false;
};

template <class T> struct IntegerAtom {
  using Value = T;
  static T of(AtomMode m, T old, T b, T c) {
    using U = Bits<T>;
    switch (m.op) {
    case AtomOp::And:
      return old & b;
    case AtomOp::Or:
      return old | b;
    case AtomOp::Xor:
      return old ^ b;
    case AtomOp::Add:
      return T(U(old) + U(b));
    case AtomOp::Inc:
      return old >= b ? T(0) : T(old + 1);
    case AtomOp::Dec:
      return old == 0 || old > b ? b : T(old - 1);
    case AtomOp::Min:
      return std::min(old, b);
    case AtomOp::Max:
      return std::max(old, b);
    case AtomOp::Cas:
      return old == b ? c : old;
    default:
      return b;
    }
  }
};
struct WideAtom {
  using Value = Wide128;
  static Wide128 of(AtomMode m, Wide128 old, Wide128 b, Wide128 c) {
    return m.op == AtomOp::Cas ? (old == b ? c : old) : b;
  }
};

/// The minimum or maximum; of a number and a NaN, the number. -0 is less than
/// 0.
inline double extreme(AtomOp op, double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  if (a == b)
    return std::signbit(a) == (op == AtomOp::Min) ? a : b;
  return op == AtomOp::Min ? std::min(a, b) : std::max(a, b);
}
template <class T> T floatResult(AtomOp op, T old, T b) {
  double x = widen(old), y = widen(b);
  return narrow<T>(op == AtomOp::Add ? addOdd(x, y) : extreme(op, x, y),
                   Rounding::RN);
}
struct FloatAtom {
  using Value = float;
  static float of(AtomMode m, float old, float b, float) {
    if (m.op == AtomOp::Exch)
      return b;
    return m.flushes ? flush(floatResult(m.op, flush(old), flush(b)))
                     : floatResult(m.op, old, b);
  }
};
struct DoubleAtom {
  using Value = double;
  static double of(AtomMode m, double old, double b, double) {
    if (m.op == AtomOp::Exch || (m.passesNaN && std::isnan(b)))
      return b;
    return m.passesNaN && std::isnan(old) ? old : old + b;
  }
};
template <class T> struct HalfAtom {
  using Value = T;
  static T of(AtomMode m, T old, T b, T) { return floatResult(m.op, old, b); }
};
template <class T> struct HalfPairAtom {
  using Value = uint32_t;
  static uint32_t of(AtomMode m, uint32_t old, uint32_t b, uint32_t) {
    uint32_t low = floatResult(m.op, T{uint16_t(old)}, T{uint16_t(b)}).bits;
    uint32_t high =
        floatResult(m.op, T{uint16_t(old >> 16)}, T{uint16_t(b >> 16)}).bits;
    return low | high << 16;
  }
};

inline bool isFloatAtom(AtomOp op) {
  return op == AtomOp::Add || op == AtomOp::Min || op == AtomOp::Max;
}
inline bool isIntegerAtom(AtomOp op, Type type) {
  switch (op) {
  case AtomOp::Exch:
  case AtomOp::Cas:
  case AtomOp::And:
  case AtomOp::Or:
  case AtomOp::Xor:
    return kindOf(type) == TypeKind::Bits;
  case AtomOp::Inc:
  case AtomOp::Dec:
    return type == Type::U32;
  default:
    return kindOf(type) != TypeKind::Bits && op != AtomOp::None;
  }
}

/// Calls visit<Rule>() for \p op on \p type; returns a default Result if PTX
/// has no such operation.
template <class Result, class Visit>
Result overAtoms(AtomOp op, Type type, Visit visit) {
  bool onFloats = isFloatAtom(op);
  switch (type) {
  case Type::F32:
    return onFloats ? visit.template operator()<FloatAtom>() : Result();
  case Type::F64:
    return op == AtomOp::Add ? visit.template operator()<DoubleAtom>()
                             : Result();
  case Type::F16:
    return onFloats ? visit.template operator()<HalfAtom<F16>>() : Result();
  case Type::BF16:
    return onFloats ? visit.template operator()<HalfAtom<BF16>>() : Result();
  case Type::F16X2:
    return onFloats ? visit.template operator()<HalfPairAtom<F16>>() : Result();
  case Type::BF16X2:
    return onFloats ? visit.template operator()<HalfPairAtom<BF16>>()
                    : Result();
  case Type::B128:
    return op == AtomOp::Exch || op == AtomOp::Cas
               ? visit.template operator()<WideAtom>()
               : Result();
  default:
    if (!isIntegerAtom(op, type))
      return Result();
  }
  switch (type) {
  case Type::U16:
  case Type::B16:
    return visit.template operator()<IntegerAtom<uint16_t>>();
  case Type::U32:
  case Type::B32:
    return visit.template operator()<IntegerAtom<uint32_t>>();
  case Type::U64:
  case Type::B64:
    return visit.template operator()<IntegerAtom<uint64_t>>();
  case Type::S16:
    return visit.template operator()<IntegerAtom<int16_t>>();
  case Type::S32:
    return visit.template operator()<IntegerAtom<int32_t>>();
  case Type::S64:
    return visit.template operator()<IntegerAtom<int64_t>>();
  default:
    return Result();
  }
}

/// Changes 128 bits under a lock, since not every host can change them
/// atomically.
Wide128 updateWide(uint8_t *data, AtomMode mode, Wide128 b, Wide128 c);

/// Changes the value at \p data by Rule, atomically also for other threads of
/// the host; returns the old value.
template <class Rule>
typename Rule::Value updateAtomically(uint8_t *data, AtomMode mode,
                                      typename Rule::Value b,
                                      typename Rule::Value c) {
  using T = typename Rule::Value;
  if constexpr (sizeof(T) == 16) {
    return updateWide(data, mode, b, c);
  } else {
    auto *cell = reinterpret_cast<Bits<T> *>(data);
    Bits<T> old = __atomic_load_n(cell, __ATOMIC_RELAXED), next;
    do {
      next =
          std::bit_cast<Bits<T>>(Rule::of(mode, std::bit_cast<T>(old), b, c));
    } while (!__atomic_compare_exchange_n(cell, &old, next, /*weak=*/true,
                                          __ATOMIC_SEQ_CST, __ATOMIC_RELAXED));
    return std::bit_cast<T>(old);
  }
}

/// One element of a reduction: memory and operand as bytes.
using ReduceElement = void (*)(AtomMode mode, uint8_t *memory,
                               const uint8_t *operand);
/// Returns null if PTX has no such operation on the type.
ReduceElement reduceElement(AtomOp op, Type type);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_ATOMRULES_H
