//===- Mma.cpp - mma.sync ---------------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions: mma". The ISA
// leaves open how an element's products are summed. For sm_90 it is done as an
// H200 does it (AlignedSums.h). The choice for others: floating point products
// are exact, their sum with C is kept in f64 (52 bits, far more than any
// hardware keeps), and it is rounded to the type of D once, to nearest even.
// f64 is a chain of fma over rising k, which is what the ISA asks for. Integers
// are exact, then wrap or (.satfinite) saturate.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Numerics/Exact.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/Table.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace tileiras::emu {

bool mmaRegistersFit(const Instruction &i, unsigned sparsity) {
  const auto &types = i.modifiers.types;
  Shape shape = i.modifiers.shape;
  auto registers = [](unsigned elements, unsigned bits) {
    return elements * bits / WarpSize / std::max(32u, bits);
  };
  auto accumulators = [&](Type type) {
    return shape.m * MmaColumns / WarpSize / accumulatorsPerRegister(type);
  };
  return i.group(0).size() == accumulators(types[0]) &&
         i.group(1).size() ==
             registers(shape.m * shape.k / sparsity, elementOfA(i).bits) &&
         i.group(2).size() ==
             registers(MmaColumns * shape.k, elementOfB(i).bits) &&
         i.group(3).size() == accumulators(types[3]);
}

namespace {

/// Some of the products of a row, side by side.
struct SomeProducts {
  double a[MmaMaxDepth], b[MmaMaxDepth][MmaColumns];
  unsigned count = 0;

  void append(const MmaMatrices<double> &matrices, unsigned row, unsigned k) {
    a[count] = matrices.a[row][k];
    std::copy_n(matrices.b[k], MmaColumns, b[count++]);
  }
  void addTo(double *sums, SumRule rule, Type type, const FloatFormat &formatA,
             const FloatFormat &formatB) const {
    addAligned(rule, type, Factors(formatA, a, count),
               Factors(formatB, b[0], count * MmaColumns), MmaColumns, sums);
  }
};

/// sm_90 has no mma.sync of fp8. Assembled, it is two of f16: one of the even
/// and one of the odd pairs of elements, or chunks of a sparse A. C is added to
/// their sum.
void multiplyPairs(SumRule rule, const Modifiers &modifiers, unsigned row,
                   MmaMatrices<double> &matrices) {
  Type type = modifiers.type();
  auto round = [&](double value) {
    return type == Type::F16 ? widen(narrow<F16>(value, Rounding::RN))
                             : widen(narrow<float>(value, Rounding::RN));
  };
  double sums[MmaColumns] = {};
  for (unsigned odd = 0; odd < 2; ++odd) {
    SomeProducts products;
    for (unsigned n = 0; n < matrices.depth(modifiers.shape.k); ++n)
      if (n / 2 % 2 == odd)
        products.append(matrices, row, matrices.column(row, n));
    products.addTo(sums, rule, type, FormatF16, FormatF16);
    std::transform(sums, sums + MmaColumns, sums, round);
  }
  for (unsigned column = 0; column < MmaColumns; ++column)
    matrices.d[row][column] = addOdd(matrices.d[row][column], sums[column]);
}

} // namespace

void multiplyMatrices(SumRule rule, const Modifiers &modifiers,
                      MmaMatrices<double> &matrices) {
  const FloatFormat &formatA = *formatOf(modifiers.types[1]);
  const FloatFormat &formatB = *formatOf(modifiers.types[2]);
  unsigned m = modifiers.shape.m, k = modifiers.shape.k;
  if (bytesOf(modifiers.types[1]) == 1) {
    for (unsigned row = 0; row < m; ++row)
      multiplyPairs(rule, modifiers, row, matrices);
  } else if (matrices.stored) {
    for (unsigned row = 0; row < m; ++row) {
      SomeProducts products;
      for (unsigned n = 0; n < matrices.stored; ++n)
        products.append(matrices, row, matrices.columns[row][n]);
      products.addTo(matrices.d[row], rule, modifiers.type(), formatA, formatB);
    }
  } else {
    Factors b(formatB, matrices.b[0], k * MmaColumns);
    for (unsigned row = 0; row < m; ++row)
      addAligned(rule, modifiers.type(), Factors(formatA, matrices.a[row], k),
                 b, MmaColumns, matrices.d[row]);
  }
}

namespace {

struct ChainedFma {
  static double step(double sum, double a, double b) {
    return std::fma(a, b, sum);
  }
};
struct XorPopc {
  static int64_t step(int64_t sum, int64_t a, int64_t b) {
    return sum + (a ^ b);
  }
};

template <class T, class Sum> Flow multiply(Warp &w, const Instruction &i) {
  return runMma<T, Sum>(w, i, [&](MmaMatrices<T> &matrices) {
    readA(w, i.group(1), elementOfA(i), i.modifiers.shape.m, matrices.a);
    readB(w, i.group(2), elementOfB(i), matrices.b);
    return true;
  });
}

// PTX ISA, "mma": the shapes of each type.
constexpr Shape HalfShapes[] = {{16, 8, 8}, {16, 8, 16}};
constexpr Shape TF32Shapes[] = {{16, 8, 4}, {16, 8, 8}};
constexpr Shape SmallFloatShapes[] = {{16, 8, 16}, {16, 8, 32}};
constexpr Shape ByteShapes[] = {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}};
constexpr Shape NibbleShapes[] = {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}};
constexpr Shape BitShapes[] = {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}};
constexpr Shape DoubleShapes[] = {
    {8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}};

llvm::ArrayRef<Shape> shapesOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return HalfShapes;
  case Type::TF32:
    return TF32Shapes;
  case Type::F64:
    return DoubleShapes;
  case Type::U8:
  case Type::S8:
    return ByteShapes;
  case Type::U4:
  case Type::S4:
    return NibbleShapes;
  case Type::B1:
    return BitShapes;
  default:
    return SmallFloatShapes;
  }
}

/// Are A and B of types that go together, with accumulators that go with them?
bool typesFit(const Modifiers &m) {
  Type a = m.types[1], b = m.types[2], c = m.types[3], d = m.types[0];
  if (c != d)
    return false;
  switch (a) {
  case Type::BF16:
  case Type::TF32:
    return a == b && d != Type::F16;
  case Type::F16:
    return a == b;
  case Type::U8:
  case Type::S8:
    return b == Type::U8 || b == Type::S8;
  case Type::U4:
  case Type::S4:
    return b == Type::U4 || b == Type::S4;
  case Type::F64:
  case Type::B1:
    return true;
  default:
    return b != Type::F16 && b != Type::BF16 && b != Type::TF32;
  }
}

/// Is it a combination of PTX? \p kind: None, or F8F6F4.
bool isDense(const Instruction &i) {
  const Modifiers &m = i.modifiers;
  bool smallOnly = m.types[1] >= Type::E2M3 && m.types[1] <= Type::E2M1;
  smallOnly |= m.types[2] >= Type::E2M3 && m.types[2] <= Type::E2M1;
  bool kindFits =
      m.kind() == MmaKind::F8F6F4 || (m.kind() == MmaKind::None && !smallOnly);
  if (m.kind() == MmaKind::F8F6F4 && m.shape.k != 32)
    return false;
  return kindFits && typesFit(m) &&
         llvm::is_contained(shapesOf(m.types[1]), m.shape) &&
         mmaRegistersFit(i, 1);
}

} // namespace

namespace bind {
Handler mma(const Instruction &i) {
  if (!isDense(i))
    return nullptr;
  if (i.type() == Type::F64)
    return multiply<double, ChainedFma>;
  if (i.type() == Type::S32)
    return multiply<int64_t, ExactProducts>;
  return multiply<double, ExactProducts>;
}
Handler mmaXorPopc(const Instruction &i) {
  return isDense(i) ? multiply<int64_t, XorPopc> : nullptr;
}
Handler mmaAndPopc(const Instruction &i) {
  return isDense(i) ? multiply<int64_t, ExactProducts> : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
