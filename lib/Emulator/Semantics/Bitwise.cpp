//===- Bitwise.cpp - Logic, shifts and bit fields ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Logic and Shift Instructions" and the bit field instructions of
// "Integer Arithmetic Instructions".
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include <algorithm>

namespace tileiras::emu {

namespace {

template <class T> constexpr unsigned kBitCount = 8 * sizeof(T);

struct And {
  template <class T> static T of(T a, T b) { return a & b; }
};
struct Or {
  template <class T> static T of(T a, T b) { return a | b; }
};
struct Xor {
  template <class T> static T of(T a, T b) { return a ^ b; }
};
struct Not {
  template <class T> static T of(T a) { return ~a; }
};
struct Cnot {
  template <class T> static T of(T a) { return a == 0; }
};
/// Shifts by more than the width shift everything out.
struct Shl {
  template <class T> static T of(T a, uint32_t b) {
    return b >= kBitCount<T> ? T(0) : T(a << b);
  }
};
struct Shr {
  template <class T> static T of(T a, uint32_t b) {
    return T(a >> std::min(b, kBitCount<T> - 1) >> (b >= kBitCount<T>));
  }
};
template <bool Left, bool Clamp> struct Funnel {
  static uint32_t of(uint32_t low, uint32_t high, uint32_t c) {
    uint32_t n = Clamp ? std::min(c, 32u) : c & 31;
    uint64_t both = uint64_t(high) << 32 | low;
    return Left ? uint32_t((both << n) >> 32) : uint32_t(both >> n);
  }
};
struct Bfe {
  template <class T> static T of(T a, uint32_t b, uint32_t c) {
    constexpr unsigned kMsb = kBitCount<T> - 1;
    unsigned position = b & 0xff, length = c & 0xff;
    bool isSigned = T(-1) < T(0);
    bool sign = isSigned && length != 0 &&
                (a >> std::min(position + length - 1, kMsb) & 1);
    Bits<T> result = 0;
    for (unsigned n = 0; n <= kMsb; ++n) {
      bool bit =
          n < length && position + n <= kMsb ? a >> (position + n) & 1 : sign;
      result |= Bits<T>(bit) << n;
    }
    return T(result);
  }
};
struct Bfi {
  template <class T> static T of(T a, T b, uint32_t c, uint32_t d) {
    unsigned position = c & 0xff, length = d & 0xff;
    T result = b;
    for (unsigned n = 0; n < length && position + n < kBitCount<T>; ++n) {
      T bit = T(1) << (position + n);
      result = (result & ~bit) | (a >> n & 1 ? bit : T(0));
    }
    return result;
  }
};
/// The most significant bit that isn't a copy of the sign.
struct Bfind {
  template <class T> static uint32_t with(const Modifiers &m, T a) {
    Bits<T> bits = a < 0 ? ~a : a;
    if (bits == 0)
      return ~0u;
    uint32_t position = 63 - __builtin_clzll(bits);
    return m.has(Group::ShiftAmount) ? kBitCount<T> - 1 - position : position;
  }
};
struct Clz {
  template <class T> static uint32_t of(T a) {
    return a ? __builtin_clzll(a) - (64 - kBitCount<T>) : kBitCount<T>;
  }
};
struct Popc {
  template <class T> static uint32_t of(T a) { return __builtin_popcountll(a); }
};
struct Brev {
  static uint32_t of(uint32_t a) { return __builtin_bitreverse32(a); }
  static uint64_t of(uint64_t a) { return __builtin_bitreverse64(a); }
};
/// A mask of b bits from bit a on.
struct Bmsk {
  static uint32_t with(const Modifiers &m, uint32_t a, uint32_t b) {
    bool wraps = m.get(Group::ShiftMode) == uint8_t(ShiftMode::Wrap);
    uint32_t start = wraps ? a & 31 : a, length = wraps ? b & 31 : b;
    uint32_t ones = Shl::of(1u, length) - 1;
    return Shl::of(ones, start);
  }
};
/// Sign or zero extension from b bits.
struct Szext {
  template <class T> static T with(const Modifiers &m, T a, uint32_t b) {
    bool wraps = m.get(Group::ShiftMode) == uint8_t(ShiftMode::Wrap);
    uint32_t length = wraps ? b & 31 : b;
    if (length >= 32)
      return a;
    if (length == 0)
      return 0;
    return T(uint32_t(a) << (32 - length)) >> (32 - length);
  }
};
/// The n-th set (offset > 0) or earlier (offset < 0) bit from base.
struct Fns {
  static uint32_t of(uint32_t mask, uint32_t base, int32_t offset) {
    if (offset == 0)
      return mask >> (base & 31) & 1 ? base : ~0u;
    int step = offset > 0 ? 1 : -1;
    uint32_t left = offset > 0 ? uint32_t(offset) : 0u - uint32_t(offset);
    for (int pos = int(base); pos >= 0 && pos < 32; pos += step)
      if ((mask >> pos & 1) && --left == 0)
        return pos;
    return ~0u;
  }
};

/// One byte of the eight in {b, a}; bit 3 of the selector copies its sign.
uint32_t permuteByte(uint64_t bytes, unsigned selector) {
  uint8_t byte = uint8_t(bytes >> (8 * (selector & 7)));
  if (selector & 8)
    byte = byte & 0x80 ? 0xff : 0;
  return byte;
}
/// The selector of byte \p n in the special modes, by the low bits of c.
unsigned permuteSelector(Permute mode, uint32_t c, unsigned n) {
  unsigned k = c & 3;
  switch (mode) {
  case Permute::F4E:
    return (k + n) & 7;
  case Permute::B4E:
    return (k - n) & 7;
  case Permute::RC8:
    return k;
  case Permute::ECL:
    return std::max(k, n);
  case Permute::ECR:
    return std::min(k, n);
  case Permute::RC16:
    return 2 * (k & 1) + (n & 1);
  case Permute::None:
    return c >> (4 * n) & 15;
  }
  return 0;
}
struct Prmt {
  static uint32_t with(const Modifiers &m, uint32_t a, uint32_t b, uint32_t c) {
    uint64_t bytes = uint64_t(b) << 32 | a;
    uint32_t result = 0;
    for (unsigned n = 0; n < 4; ++n) {
      Permute mode = Permute(m.get(Group::Permute));
      result |= permuteByte(bytes, permuteSelector(mode, c, n)) << (8 * n);
    }
    return result;
  }
};
/// Any function of three bits, as a table of eight bits.
struct Lop3 {
  static uint32_t of(uint32_t a, uint32_t b, uint32_t c, uint32_t table) {
    uint32_t result = 0;
    for (unsigned n = 0; n < 8; ++n)
      if (table >> n & 1)
        result |= (n & 4 ? a : ~a) & (n & 2 ? b : ~b) & (n & 1 ? c : ~c);
    return result;
  }
};

/// Logic on predicates is logic on lane masks.
/// lop3.BoolOp d|p, a, b, c, table, q: p = (d != 0) op q; d may be absent.
template <class Op> Flow lop3Predicate(Warp &w, const Instruction &i) {
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[0]), a = w.lanes<uint32_t>(i[2]);
  Lanes<uint32_t> b = w.lanes<uint32_t>(i[3]), c = w.lanes<uint32_t>(i[4]);
  Lanes<uint32_t> table = w.lanes<uint32_t>(i[5]);
  LaneMask nonzero = 0;
  w.forActive([&](unsigned lane) {
    uint32_t value = Lop3::of(a[lane], b[lane], c[lane], table[lane]);
    nonzero |= LaneMask(value != 0) << lane;
    d.set(lane, value);
  });
  w.setPredicate(i[1], Op::of(nonzero, w.predicate(i[6])));
  return Flow::Next;
}

template <class Op> Flow predicateBinary(Warp &w, const Instruction &i) {
  w.setPredicate(i[0], Op::of(w.predicate(i[1]), w.predicate(i[2])));
  return Flow::Next;
}
Flow predicateNot(Warp &w, const Instruction &i) {
  w.setPredicate(i[0], ~w.predicate(i[1]));
  return Flow::Next;
}
template <class Op> Handler logic(const Instruction &i) {
  if (i.type() == Type::Pred)
    return predicateBinary<Op>;
  return overBits(
      i.type(), []<class T>() -> Handler { return elementwise<Op, T, T, T>; });
}
template <class Op> Handler count(const Instruction &i) {
  return i.type() == Type::B32 ? elementwise<Op, uint32_t, uint32_t>
                               : elementwise<Op, uint32_t, uint64_t>;
}
/// The result and the first operand have the type, the others 32 bits.
template <class Op> Handler shift(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<Op, T, T, uint32_t>;
  });
}
template <bool Left> Handler funnel(const Instruction &i) {
  using W = uint32_t;
  switch (ShiftMode(i.modifiers.get(Group::ShiftMode))) {
  case ShiftMode::Clamp:
    return elementwise<Funnel<Left, true>, W, W, W, W>;
  case ShiftMode::Wrap:
    return elementwise<Funnel<Left, false>, W, W, W, W>;
  default:
    return nullptr;
  }
}
} // namespace

namespace bind {
Handler logicAnd(const Instruction &i) { return logic<And>(i); }
Handler logicOr(const Instruction &i) { return logic<Or>(i); }
Handler logicXor(const Instruction &i) { return logic<Xor>(i); }
Handler logicNot(const Instruction &i) {
  if (i.type() == Type::Pred)
    return predicateNot;
  return overBits(i.type(),
                  []<class T>() -> Handler { return elementwise<Not, T, T>; });
}
Handler cnot(const Instruction &i) {
  return overBits(i.type(),
                  []<class T>() -> Handler { return elementwise<Cnot, T, T>; });
}
Handler shl(const Instruction &i) { return shift<Shl>(i); }
Handler shr(const Instruction &i) { return shift<Shr>(i); }
Handler shfLeft(const Instruction &i) { return funnel<true>(i); }
Handler shfRight(const Instruction &i) { return funnel<false>(i); }
Handler bfe(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<Bfe, T, T, uint32_t, uint32_t>;
  });
}
Handler bfi(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<Bfi, T, T, T, uint32_t, uint32_t>;
  });
}
Handler bfind(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    return elementwise<Bfind, uint32_t, T>;
  });
}
Handler clz(const Instruction &i) { return count<Clz>(i); }
Handler popc(const Instruction &i) { return count<Popc>(i); }
Handler brev(const Instruction &i) {
  return overIntegers(i.type(), []<class T>() -> Handler {
    if constexpr (sizeof(T) < 4 || T(-1) < T(0))
      return nullptr;
    else
      return elementwise<Brev, T, T>;
  });
}
Handler bmsk(const Instruction &i) {
  return elementwise<Bmsk, uint32_t, uint32_t, uint32_t>;
}
Handler szext(const Instruction &i) { return shift<Szext>(i); }
Handler fns(const Instruction &i) {
  return elementwise<Fns, uint32_t, uint32_t, uint32_t, int32_t>;
}
Handler prmt(const Instruction &i) {
  using W = uint32_t;
  return elementwise<Prmt, W, W, W, W>;
}
Handler lop3(const Instruction &i) {
  using W = uint32_t;
  return elementwise<Lop3, W, W, W, W, W>;
}
Handler lop3Or(const Instruction &i) {
  return i[1].exists() ? lop3Predicate<Or> : nullptr;
}
Handler lop3And(const Instruction &i) {
  return i[1].exists() ? lop3Predicate<And> : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
