//===- Atomics.cpp - atom and red -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA: atom, red. Lanes act one after the other, in order; each lane's
// action is whole.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/FloatElements.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include <algorithm>
#include <cstring>

namespace tileiras::emu {

namespace {

/// The new value in memory; b is the operand, c the new value of cas.
template <class T> T combine(AtomOp op, T old, T b, T c) {
  using U = Bits<T>;
  switch (op) {
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

/// Integers and bit patterns: Op on old and operands.
template <class T> struct IntegerAtom {
  using Value = T;
  static T of(const Modifiers &m, T old, T b, T c) {
    return combine(m.atom(), old, b, c);
  }
};
struct WideAtom {
  using Value = Wide128;
  static Wide128 of(const Modifiers &m, Wide128 old, Wide128 b, Wide128 c) {
    return m.atom() == AtomOp::Cas ? (old == b ? c : old) : b;
  }
};

/// f32 atomics on global memory flush subnormals (PTX ISA, atom); the others
/// don't.
double extreme(AtomOp op, double a, double b) {
  if (std::isnan(a) || std::isnan(b))
    return std::isnan(a) ? b : a;
  return op == AtomOp::Min ? std::min(a, b) : std::max(a, b);
}
template <class T> T floatResult(const Modifiers &m, T old, T b) {
  double x = widen(old), y = widen(b);
  return narrow<T>(m.atom() == AtomOp::Add ? addOdd(x, y)
                                           : extreme(m.atom(), x, y),
                   Rounding::RN);
}
struct FloatAtom {
  using Value = float;
  static float of(const Modifiers &m, float old, float b, float) {
    if (m.atom() == AtomOp::Exch)
      return b;
    float result = floatResult(m, old, b);
    return m.space() == Space::Global ? flush(result) : result;
  }
};
struct DoubleAtom {
  using Value = double;
  static double of(const Modifiers &m, double old, double b, double) {
    return m.atom() == AtomOp::Exch ? b : old + b;
  }
};
template <class T> struct HalfAtom {
  using Value = T;
  static T of(const Modifiers &m, T old, T b, T) {
    return floatResult(m, old, b);
  }
};
template <class T> struct HalfPairAtom {
  using Value = uint32_t;
  static uint32_t of(const Modifiers &m, uint32_t old, uint32_t b, uint32_t) {
    uint32_t low = floatResult(m, T{uint16_t(old)}, T{uint16_t(b)}).bits;
    uint32_t high =
        floatResult(m, T{uint16_t(old >> 16)}, T{uint16_t(b >> 16)}).bits;
    return low | high << 16;
  }
};

/// Memory of one lane: the elements of an optional vector.
template <class Op, bool Returns> Flow atomic(Warp &w, const Instruction &i) {
  using T = typename Op::Value;
  unsigned base = Returns ? 1 : 0;
  llvm::ArrayRef<Slot> sources = i.group(base + 1);
  unsigned bytes = sizeof(T) * sources.size();
  uint64_t addresses[WarpSize];
  w.forActive(
      [&](unsigned lane) { addresses[lane] = w.address(i, base, 0, lane); });
  w.countAccess(i.modifiers.space(), addresses, bytes);
  bool isCas = i.modifiers.atom() == AtomOp::Cas;
  w.forActive([&](unsigned lane) {
    uint8_t *data = w.memory(i.modifiers.space(), addresses[lane], bytes,
                             Access::Atomic, lane);
    if (!data)
      return;
    for (unsigned n = 0; n < sources.size(); ++n, data += sizeof(T)) {
      T old, b = w.lanes<T>(sources[n])[lane];
      T c = isCas ? w.lanes<T>(i.group(base + 2)[0])[lane] : b;
      std::memcpy(&old, data, sizeof(T));
      T result = Op::of(i.modifiers, old, b, c);
      std::memcpy(data, &result, sizeof(T));
      if (Returns)
        w.lanes<T>(i.group(0)[n]).set(lane, old);
    }
  });
  return w.next();
}

bool isFloatOp(AtomOp op) {
  return op == AtomOp::Add || op == AtomOp::Min || op == AtomOp::Max;
}
bool isIntegerOp(AtomOp op, Type type) {
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

template <bool Returns> Handler choose(const Instruction &i) {
  AtomOp op = i.modifiers.atom();
  bool add = op == AtomOp::Add;
  switch (i.type()) {
  case Type::F32:
    return isFloatOp(op) ? atomic<FloatAtom, Returns> : nullptr;
  case Type::F64:
    return add ? atomic<DoubleAtom, Returns> : nullptr;
  case Type::F16:
    return isFloatOp(op) ? atomic<HalfAtom<F16>, Returns> : nullptr;
  case Type::BF16:
    return isFloatOp(op) ? atomic<HalfAtom<BF16>, Returns> : nullptr;
  case Type::F16X2:
    return isFloatOp(op) ? atomic<HalfPairAtom<F16>, Returns> : nullptr;
  case Type::BF16X2:
    return isFloatOp(op) ? atomic<HalfPairAtom<BF16>, Returns> : nullptr;
  case Type::B128:
    return op == AtomOp::Exch || op == AtomOp::Cas ? atomic<WideAtom, Returns>
                                                   : nullptr;
  default:
    if (!isIntegerOp(op, i.type()))
      return nullptr;
    return overIntegers(i.type(), []<class T>() -> Handler {
      return atomic<IntegerAtom<T>, Returns>;
    });
  }
}

} // namespace

namespace bind {
Handler atom(const Instruction &i) {
  bool hasThree = llvm::StringRef(i.info->words) == "atom.cas";
  bool isCas = i.modifiers.atom() == AtomOp::Cas;
  return isCas == hasThree ? choose<true>(i) : nullptr;
}
Handler red(const Instruction &i) { return choose<false>(i); }
} // namespace bind

} // namespace tileiras::emu
