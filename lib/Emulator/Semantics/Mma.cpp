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

/// Calls use(read), where read(bits) is the exact value of an element of A or
/// B.
template <class T, class Use> void withReader(Type type, Use use) {
  switch (type) {
  case Type::F64:
    return use([](uint64_t raw) { return T(std::bit_cast<double>(raw)); });
  case Type::TF32: // the low 13 bits are ignored
    return use([](uint64_t raw) {
      return T(std::bit_cast<float>(uint32_t(raw) & ~0x1fffu));
    });
  case Type::F16:
    return use([](uint64_t raw) { return T(widen(F16{uint16_t(raw)})); });
  case Type::BF16:
    return use([](uint64_t raw) { return T(widen(BF16{uint16_t(raw)})); });
  case Type::S8:
    return use([](uint64_t raw) { return T(int8_t(raw)); });
  case Type::U8:
    return use([](uint64_t raw) { return T(uint8_t(raw)); });
  case Type::S4:
    return use([](uint64_t raw) { return T(int8_t(raw << 4) >> 4); });
  case Type::U4:
    return use([](uint64_t raw) { return T(raw & 15); });
  default:
    return use([format = *formatOf(type)](uint64_t raw) {
      return T(decode(format, uint32_t(raw)));
    });
  }
}

unsigned perRegister(Type type) { return std::max(1u, 32 / elementBits(type)); }

/// Calls place(lane, register, element, value) for all elements that the lanes
/// hold in \p slots.
template <class T, class PlaceValue>
void forElements(Warp &w, llvm::ArrayRef<Slot> slots, Type type,
                 PlaceValue place) {
  unsigned bits = elementBits(type), count = perRegister(type);
  uint64_t mask = bits == 64 ? ~0ull : (1ull << bits) - 1;
  withReader<T>(type, [&](auto read) {
    for (unsigned r = 0; r < slots.size(); ++r) {
      for (unsigned lane = 0; lane < WarpSize; ++lane) {
        uint64_t raw = w.readAny(slots[r], lane);
        for (unsigned j = 0; j < count; ++j)
          place(lane, r, j, read(raw >> (j * bits) & mask));
      }
    }
  });
}

/// The operands of one mma as matrices over T.
template <class T> struct Matrices {
  T a[MaxM][MaxK], b[MaxK][N], c[MaxM][N];

  Matrices(Warp &w, const Instruction &i) {
    const auto &types = i.modifiers.types;
    unsigned m = i.modifiers.shape().m();
    unsigned perA = perRegister(types[1]), perB = perRegister(types[2]);
    forElements<T>(w, i.group(1), types[1],
                   [&](unsigned lane, unsigned r, unsigned j, T value) {
                     Place p = placeInA(m, perA, lane, r, j);
                     a[p.row][p.column] = value;
                   });
    forElements<T>(w, i.group(2), types[2],
                   [&](unsigned lane, unsigned r, unsigned j, T value) {
                     Place p = placeInB(perB, lane, r, j);
                     b[p.row][p.column] = value;
                   });
  }
};

/// C and D: f32, s32 and f64 have one element a register, f16 two.
unsigned accumulatorsPerRegister(Type type) {
  return type == Type::F16 ? 2 : 1;
}

// The bits of accumulators, and back.
template <class T> struct Accumulator {
  static T of(uint64_t raw) { return std::bit_cast<T>(Bits<T>(raw)); }
  static uint64_t bits(const Modifiers &, double value) {
    return std::bit_cast<Bits<T>>(narrow<T>(value, Rounding::RN));
  }
};
template <> struct Accumulator<double> {
  static double of(uint64_t raw) { return std::bit_cast<double>(raw); }
  static uint64_t bits(const Modifiers &, double value) {
    return std::bit_cast<uint64_t>(value);
  }
};
template <> struct Accumulator<int32_t> {
  static int32_t of(uint64_t raw) { return int32_t(raw); }
  static uint64_t bits(const Modifiers &m, int64_t value) {
    if (m.satfinite())
      value = std::clamp<int64_t>(value, INT32_MIN, INT32_MAX);
    return uint32_t(value);
  }
};
double wide(F16 value) { return widen(value); }
template <class T> T wide(T value) { return value; }

template <class Element, class T>
void readAs(Warp &w, llvm::ArrayRef<Slot> slots, T (&c)[MaxM][N]) {
  constexpr unsigned Per = sizeof(Element) == 2 ? 2 : 1;
  for (unsigned r = 0; r < slots.size(); ++r) {
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      uint64_t raw = w.readAny(slots[r], lane);
      for (unsigned j = 0; j < Per; ++j) {
        Place p = placeInC(lane, r * Per + j);
        c[p.row][p.column] = T(wide(Accumulator<Element>::of(raw >> (16 * j))));
      }
    }
  }
}

template <class Element, class T>
void writeAs(Warp &w, const Instruction &i, const T (&d)[MaxM][N]) {
  constexpr unsigned Per = sizeof(Element) == 2 ? 2 : 1;
  llvm::ArrayRef<Slot> slots = i.group(0);
  for (unsigned r = 0; r < slots.size(); ++r) {
    for (unsigned lane = 0; lane < WarpSize; ++lane) {
      uint64_t raw = 0;
      for (unsigned j = 0; j < Per; ++j) {
        Place p = placeInC(lane, r * Per + j);
        raw |= Accumulator<Element>::bits(i.modifiers, d[p.row][p.column])
               << (16 * j);
      }
      w.writeAny(slots[r], lane, raw);
    }
  }
}

template <class T> void readC(Warp &w, const Instruction &i, T (&c)[MaxM][N]) {
  switch (i.modifiers.types[3]) {
  case Type::F64:
    return readAs<double>(w, i.group(3), c);
  case Type::F16:
    return readAs<F16>(w, i.group(3), c);
  case Type::S32:
    return readAs<int32_t>(w, i.group(3), c);
  default:
    return readAs<float>(w, i.group(3), c);
  }
}

template <class T>
void writeD(Warp &w, const Instruction &i, const T (&d)[MaxM][N]) {
  switch (i.type()) {
  case Type::F64:
    return writeAs<double>(w, i, d);
  case Type::F16:
    return writeAs<F16>(w, i, d);
  case Type::S32:
    return writeAs<int32_t>(w, i, d);
  default:
    return writeAs<float>(w, i, d);
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
    T(&sums)[N] = matrices.c[row];
    for (unsigned k = 0; k < shape.k(); ++k)
      for (unsigned column = 0; column < N; ++column)
        sums[column] =
            Sum::step(sums[column], matrices.a[row][k], matrices.b[k][column]);
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
