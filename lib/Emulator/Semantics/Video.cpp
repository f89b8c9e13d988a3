//===- Video.cpp - Scalar video instructions --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Scalar Video Instructions": a byte, half or word of each operand is
// extended, the operation done without overflow, the result clamped (.sat), and
// then combined with c or merged into it. The parts, such as d.h1 or a.b2, are
// in Instruction::offsets, in the order of the operands.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/Comparison.h"
#include "tileiras/Emulator/Semantics/Elementwise.h"

#include <algorithm>
#include <cstdlib>

namespace tileiras::emu {

namespace {

enum OperandIndex { D, A, B, C };

Part partOf(const Instruction &i, OperandIndex operand) {
  return Part(i.offsets[operand]);
}
bool isByte(Part part) { return part >= Part::B0 && part <= Part::B3; }
unsigned lowBit(Part part) {
  switch (part) {
  case Part::H0:
    return 0;
  case Part::H1:
    return 16;
  case Part::Word:
    return 0;
  default:
    return 8 * (unsigned(part) - unsigned(Part::B0));
  }
}
unsigned bitsOf(Part part) {
  return part == Part::Word ? 32 : isByte(part) ? 8 : 16;
}

int64_t extend(uint32_t word, Part part, bool isSigned) {
  unsigned bits = bitsOf(part);
  uint64_t value = uint64_t(word >> lowBit(part)) << (64 - bits);
  return isSigned ? int64_t(value) >> (64 - bits)
                  : int64_t(value >> (64 - bits));
}

__extension__ typedef __int128 Int128;

int64_t clampTo(Int128 value, unsigned bits, bool isSigned) {
  Int128 largest = (Int128(1) << (bits - isSigned)) - 1;
  Int128 smallest = isSigned ? -largest - 1 : Int128(0);
  return int64_t(std::clamp(value, smallest, largest));
}

int64_t combine(const Modifiers &m, int64_t value, int64_t c) {
  switch (m.atom()) {
  case AtomOp::Add:
    return value + c;
  case AtomOp::Min:
    return std::min(value, c);
  case AtomOp::Max:
    return std::max(value, c);
  default:
    return value;
  }
}

uint32_t merge(Part part, int64_t value, uint32_t c) {
  if (part == Part::Word)
    return uint32_t(value);
  uint32_t mask = ((1u << bitsOf(part)) - 1) << lowBit(part);
  return (uint32_t(value) << lowBit(part) & mask) | (c & ~mask);
}

bool isSigned(Type type) { return type == Type::S32; }

struct Add {
  static int64_t of(const Modifiers &, int64_t a, int64_t b) { return a + b; }
};
struct Sub {
  static int64_t of(const Modifiers &, int64_t a, int64_t b) { return a - b; }
};
struct AbsDiff {
  static int64_t of(const Modifiers &, int64_t a, int64_t b) {
    return std::abs(a - b);
  }
};
struct Min {
  static int64_t of(const Modifiers &, int64_t a, int64_t b) {
    return std::min(a, b);
  }
};
struct Max {
  static int64_t of(const Modifiers &, int64_t a, int64_t b) {
    return std::max(a, b);
  }
};
unsigned shiftAmount(const Modifiers &m, int64_t b) {
  bool wraps = m.get(Group::ShiftMode) == uint8_t(ShiftMode::Wrap);
  return wraps ? unsigned(b & 31) : unsigned(std::min<int64_t>(b, 32));
}
struct Shl {
  static int64_t of(const Modifiers &m, int64_t a, int64_t b) {
    return a << shiftAmount(m, b);
  }
};
struct Shr {
  static int64_t of(const Modifiers &m, int64_t a, int64_t b) {
    return a >> shiftAmount(m, b);
  }
};
struct Set {
  static int64_t of(const Modifiers &m, int64_t a, int64_t b) {
    return holds(m.compare(), a, b);
  }
};

/// vop.dtype.atype.btype d, a, b {, c}; vset has no dtype, its result is u32.
template <class Op> Flow video(Warp &w, const Instruction &i) {
  const Modifiers &m = i.modifiers;
  bool isSet = std::is_same_v<Op, Set>;
  bool signedD = !isSet && isSigned(m.types[0]);
  bool signedA = isSigned(m.types[isSet ? 0 : 1]);
  bool signedB = isSigned(m.types[isSet ? 1 : 2]);
  Part part = partOf(i, D);
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[D]), a = w.lanes<uint32_t>(i[A]);
  Lanes<uint32_t> b = w.lanes<uint32_t>(i[B]), c = w.lanes<uint32_t>(i[C]);
  w.forActive([&](unsigned lane) {
    int64_t value = Op::of(m, extend(a[lane], partOf(i, A), signedA),
                           extend(b[lane], partOf(i, B), signedB));
    if (m.sat())
      value = clampTo(value, bitsOf(part), signedD);
    value = combine(m, value, extend(c[lane], Part::Word, signedD));
    d.set(lane, merge(part, value, c[lane]));
  });
  return Flow::Next;
}

/// vmad.dtype.atype.btype{.po}{.sat}{.scale} d, a, b, c, without negations.
Flow multiplyAdd(Warp &w, const Instruction &i) {
  const Modifiers &m = i.modifiers;
  bool signedA = isSigned(m.types[1]), signedB = isSigned(m.types[2]);
  bool signedD = signedA || signedB;
  Lanes<uint32_t> d = w.lanes<uint32_t>(i[D]), a = w.lanes<uint32_t>(i[A]);
  Lanes<uint32_t> b = w.lanes<uint32_t>(i[B]), c = w.lanes<uint32_t>(i[C]);
  w.forActive([&](unsigned lane) {
    Int128 value = Int128(extend(a[lane], partOf(i, A), signedA)) *
                       extend(b[lane], partOf(i, B), signedB) +
                   extend(c[lane], Part::Word, signedD) + m.has(Group::PlusOne);
    value >>= m.get(Group::VideoScale);
    if (m.sat())
      value = clampTo(value, 32, signedD);
    d.set(lane, uint32_t(value));
  });
  return Flow::Next;
}

/// A second operation and a merge both need c, and exclude each other.
bool operandsFit(const Instruction &i) {
  bool merges = partOf(i, D) != Part::Word;
  bool combines = i.modifiers.atom() != AtomOp::None;
  return merges + combines == int(i[C].exists());
}
template <class Op> Handler bindVideo(const Instruction &i) {
  AtomOp op = i.modifiers.atom();
  bool known = op == AtomOp::None || op == AtomOp::Add || op == AtomOp::Min ||
               op == AtomOp::Max;
  return known && operandsFit(i) ? video<Op> : nullptr;
}

} // namespace

namespace bind {
Handler vadd(const Instruction &i) { return bindVideo<Add>(i); }
Handler vsub(const Instruction &i) { return bindVideo<Sub>(i); }
Handler vabsdiff(const Instruction &i) { return bindVideo<AbsDiff>(i); }
Handler vmin(const Instruction &i) { return bindVideo<Min>(i); }
Handler vmax(const Instruction &i) { return bindVideo<Max>(i); }
Handler vshl(const Instruction &i) {
  return i.modifiers.has(Group::ShiftMode) ? bindVideo<Shl>(i) : nullptr;
}
Handler vshr(const Instruction &i) {
  return i.modifiers.has(Group::ShiftMode) ? bindVideo<Shr>(i) : nullptr;
}
Handler vset(const Instruction &i) {
  Compare compare = i.modifiers.compare();
  return compare >= Compare::EQ && compare <= Compare::GE ? bindVideo<Set>(i)
                                                          : nullptr;
}
Handler vmad(const Instruction &i) {
  return partOf(i, D) == Part::Word ? multiplyAdd : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
