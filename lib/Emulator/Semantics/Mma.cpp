//===- Mma.cpp - mma.sync ---------------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions: mma". The ISA
// leaves open how an element's products are summed. The choice here: floating
// point products are exact, their sum with C is kept in f64 (52 bits, far more
// than any hardware keeps), and it is rounded to the type of D once, to
// nearest even. f64 is a chain of fma over rising k, which is what the ISA asks
// for. Integers are exact, then wrap or (.satfinite) saturate.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Numerics/FloatFormats.h"
#include "tileiras/Emulator/Semantics/MatrixFragments.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include <algorithm>
#include <cmath>

namespace tileiras::emu {

namespace {

constexpr unsigned MaxM = 16, N = 8, MaxK = 64;

/// Bits of one element of A or B.
unsigned elementBits(Type type) {
  switch (type) {
  case Type::F64:
    return 64;
  case Type::TF32:
    return 32;
  case Type::U4:
  case Type::S4:
    return 4;
  default:
    return 8 * bytesOf(type);
  }
}

/// One element's value as T, exactly.
template <class T> T elementValue(Type type, uint64_t raw) {
  switch (type) {
  case Type::F64:
    return T(std::bit_cast<double>(raw));
  case Type::TF32: // the low 13 bits are ignored
    return T(std::bit_cast<float>(uint32_t(raw) & ~0x1fffu));
  case Type::F16:
    return T(widen(F16{uint16_t(raw)}));
  case Type::BF16:
    return T(widen(BF16{uint16_t(raw)}));
  case Type::S8:
    return T(int8_t(raw));
  case Type::U8:
    return T(uint8_t(raw));
  case Type::S4:
    return T(int8_t(raw << 4) >> 4);
  case Type::U4:
    return T(raw & 15);
  default:
    return T(decode(*formatOf(type), uint32_t(raw)));
  }
}

/// Calls visit(lane, register, element, value) for all elements that the lanes
/// hold in \p slots.
template <class T, class Visit>
void forElements(Warp &w, llvm::ArrayRef<Slot> slots, Type type, Visit visit) {
  unsigned bits = elementBits(type), perRegister = bits >= 32 ? 1 : 32 / bits;
  uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
  for (unsigned r = 0; r < slots.size(); ++r) {
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      uint64_t raw = w.readAny(slots[r], lane);
      for (unsigned j = 0; j < perRegister; ++j)
        visit(lane, r, j, elementValue<T>(type, raw >> (j * bits) & mask));
    }
  }
}

unsigned perRegister(Type type) { return std::max(1u, 32 / elementBits(type)); }

/// The operands of one mma as matrices over T.
template <class T> struct Matrices {
  T a[MaxM][MaxK], b[N][MaxK]; // b by columns
  T c[MaxM][N];

  Matrices(Warp &w, const Instruction &i) {
    const auto &types = i.modifiers.types;
    unsigned m = i.modifiers.shape().m();
    forElements<T>(w, i.group(1), types[1],
                   [&](unsigned lane, unsigned r, unsigned j, T value) {
                     Place p = placeInA(m, perRegister(types[1]), lane, r, j);
                     a[p.row][p.column] = value;
                   });
    forElements<T>(w, i.group(2), types[2],
                   [&](unsigned lane, unsigned r, unsigned j, T value) {
                     Place p = placeInB(perRegister(types[2]), lane, r, j);
                     b[p.column][p.row] = value;
                   });
  }
};

/// C and D: f32, s32 and f64 have one element a register, f16 two.
unsigned accumulatorsPerRegister(Type type) {
  return type == Type::F16 ? 2 : 1;
}

template <class T> void readC(Warp &w, const Instruction &i, T (&c)[MaxM][N]) {
  Type type = i.modifiers.types[3];
  unsigned per = accumulatorsPerRegister(type);
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    for (unsigned r = 0; r < i.group(3).size(); ++r) {
      uint64_t raw = w.readAny(i.group(3)[r], lane);
      for (unsigned j = 0; j < per; ++j) {
        Place p = placeInC(lane, r * per + j);
        T &value = c[p.row][p.column];
        if (type == Type::S32)
          value = T(int32_t(raw));
        else if (type == Type::F32)
          value = T(std::bit_cast<float>(uint32_t(raw)));
        else
          value = elementValue<T>(
              type, type == Type::F16 ? raw >> (16 * j) & 0xffff : raw);
      }
    }
  }
}

uint64_t accumulatorBits(const Modifiers &m, double value) {
  switch (m.types[0]) {
  case Type::F64:
    return std::bit_cast<uint64_t>(value);
  case Type::F16:
    return narrow<F16>(value, Rounding::RN).bits;
  default:
    return std::bit_cast<uint32_t>(narrow<float>(value, Rounding::RN));
  }
}
uint64_t accumulatorBits(const Modifiers &m, int64_t value) {
  if (m.satfinite())
    value = std::clamp<int64_t>(value, INT32_MIN, INT32_MAX);
  return uint32_t(value);
}

template <class T>
void writeD(Warp &w, const Instruction &i, const T (&d)[MaxM][N]) {
  unsigned per = accumulatorsPerRegister(i.type());
  for (unsigned lane = 0; lane < WarpSize; ++lane) {
    for (unsigned r = 0; r < i.group(0).size(); ++r) {
      uint64_t raw = 0;
      for (unsigned j = 0; j < per; ++j) {
        Place p = placeInC(lane, r * per + j);
        raw |= accumulatorBits(i.modifiers, d[p.row][p.column]) << (16 * j);
      }
      w.writeAny(i.group(0)[r], lane, raw);
    }
  }
}

struct ChainedFma {
  static double step(double sum, double a, double b) {
    return std::fma(a, b, sum);
  }
};
struct ExactProducts {
  template <class T> static T step(T sum, T a, T b) { return sum + a * b; }
};

/// d = a · b + c
template <class T, class Sum> Flow multiply(Warp &w, const Instruction &i) {
  if (!w.together(AllLanes))
    return w.awaitLanes(AllLanes);
  if (w.active != AllLanes)
    return w.fault("mma.sync needs all 32 lanes of the warp");
  Matrices<T> matrices(w, i);
  readC(w, i, matrices.c);
  Shape shape = i.modifiers.shape();
  for (unsigned row = 0; row < shape.m(); ++row) {
    for (unsigned column = 0; column < N; ++column) {
      T sum = matrices.c[row][column];
      for (unsigned k = 0; k < shape.k(); ++k)
        sum = Sum::step(sum, matrices.a[row][k], matrices.b[column][k]);
      matrices.c[row][column] = sum;
    }
  }
  writeD(w, i, matrices.c);
  return Flow::Next;
}

/// Do the operands have as many registers as the shape needs?
bool registersFit(const Instruction &i) {
  const auto &types = i.modifiers.types;
  Shape shape = i.modifiers.shape();
  auto registers = [](unsigned elements, unsigned bits) {
    return elements * bits / WarpSize / std::max(32u, bits);
  };
  auto accumulators = [&](Type type) {
    return shape.m() * N / WarpSize / accumulatorsPerRegister(type);
  };
  return i.group(0).size() == accumulators(types[0]) &&
         i.group(1).size() ==
             registers(shape.m() * shape.k(), elementBits(types[1])) &&
         i.group(2).size() == registers(N * shape.k(), elementBits(types[2])) &&
         i.group(3).size() == accumulators(types[3]);
}

} // namespace

namespace bind {
Handler mma(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  if (!m.has(Group::Shape) || !registersFit(i))
    return nullptr;
  if (m.type() == Type::F64)
    return multiply<double, ChainedFma>;
  if (m.type() == Type::S32)
    return multiply<int64_t, ExactProducts>;
  return multiply<double, ExactProducts>;
}
} // namespace bind

} // namespace tileiras::emu
