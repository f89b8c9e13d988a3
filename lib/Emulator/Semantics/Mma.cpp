//===- Mma.cpp - mma.sync ---------------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Warp Level Matrix Multiply-Accumulate Instructions: mma". The ISA
// doesn't specify how products are accumulated. For sm_90 it is done as on an
// H200 (AlignedAccumulate.h). For other targets, floating point products are
// exact, they are accumulated with C in f64 (52 bits, far more than any
// hardware has), and the accumulator is rounded to the type of D once, to
// nearest even. f64 is a chain of fma over rising k, as the ISA requires.
// Integers are exact, then wrap or (.satfinite) saturate.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Numerics/Exact.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>

namespace tileiras::emu {

bool mmaRegistersFit(const Instruction &i, unsigned sparsity) {
  const auto &types = i.modifiers.types;
  Shape shape = i.modifiers.shape;
  auto registers = [](unsigned elements, unsigned bits) {
    return elements * bits / kWarpSize / std::max(32u, bits);
  };
  auto accumulators = [&](Type type) {
    return shape.m * kMmaColumns / kWarpSize / accumulatorsPerRegister(type);
  };
  return i.group(0).size() == accumulators(types[0]) &&
         i.group(1).size() ==
             registers(shape.m * shape.k / sparsity, elementOfA(i).bits) &&
         i.group(2).size() ==
             registers(kMmaColumns * shape.k, elementOfB(i).bits) &&
         i.group(3).size() == accumulators(types[3]);
}

namespace {

/// Elements of a row of A, and the rows of B that they are multiplied with.
struct RowOperands {
  double a[kMmaMaxDepth], b[kMmaMaxDepth][kMmaColumns];
  unsigned count = 0;

  void append(const MmaMatrices<double> &matrices, unsigned row, unsigned k) {
    a[count] = matrices.a[row][k];
    std::copy_n(matrices.b[k], kMmaColumns, b[count++]);
  }
  void addTo(double *accumulators, AccumulationRule rule, Type type,
             const FloatFormat &formatA, const FloatFormat &formatB) const {
    accumulateAligned(rule, type, Factors(formatA, a, count),
                      Factors(formatB, b[0], count * kMmaColumns), kMmaColumns,
                      accumulators);
  }
};

/// sm_90 has no mma.sync of fp8. ptxas translates it to two of f16: one for the
/// even and one for the odd pairs of elements, or chunks of a sparse A. C is
/// added to their sum.
void multiplyPairs(AccumulationRule rule, const Modifiers &modifiers,
                   unsigned row, MmaMatrices<double> &matrices) {
  Type type = modifiers.type();
  auto round = [&](double value) {
    return type == Type::F16 ? widen(narrow<F16>(value, Rounding::RN))
                             : widen(narrow<float>(value, Rounding::RN));
  };
  double accumulators[kMmaColumns] = {};
  for (unsigned odd = 0; odd < 2; ++odd) {
    RowOperands products;
    for (unsigned n = 0; n < matrices.depth(modifiers.shape.k); ++n)
      if (n / 2 % 2 == odd)
        products.append(matrices, row, matrices.column(row, n));
    products.addTo(accumulators, rule, type, kFormatF16, kFormatF16);
    std::transform(accumulators, accumulators + kMmaColumns, accumulators,
                   round);
  }
  for (unsigned column = 0; column < kMmaColumns; ++column)
    matrices.d[row][column] =
        addOdd(matrices.d[row][column], accumulators[column]);
}

} // namespace

void multiplyMatrices(AccumulationRule rule, const Modifiers &modifiers,
                      MmaMatrices<double> &matrices) {
  const FloatFormat &formatA = *formatOf(modifiers.types[1]);
  const FloatFormat &formatB = *formatOf(modifiers.types[2]);
  unsigned m = modifiers.shape.m, k = modifiers.shape.k;
  if (bytesOf(modifiers.types[1]) == 1) {
    for (unsigned row = 0; row < m; ++row)
      multiplyPairs(rule, modifiers, row, matrices);
  } else if (matrices.stored) {
    for (unsigned row = 0; row < m; ++row) {
      RowOperands products;
      for (unsigned n = 0; n < matrices.stored; ++n)
        products.append(matrices, row, matrices.columns[row][n]);
      products.addTo(matrices.d[row], rule, modifiers.type(), formatA, formatB);
    }
  } else {
    Factors b(formatB, matrices.b[0], k * kMmaColumns);
    for (unsigned row = 0; row < m; ++row)
      accumulateAligned(rule, modifiers.type(),
                        Factors(formatA, matrices.a[row], k), b, kMmaColumns,
                        matrices.d[row]);
  }
}

namespace {

struct ChainedFma {
  static double apply(double sum, double a, double b) {
    return std::fma(a, b, sum);
  }
};
struct XorPopc {
  static int64_t apply(int64_t sum, int64_t a, int64_t b) {
    return sum + (a ^ b);
  }
};

template <class T, class Accumulate>
Flow multiply(Warp &w, const Instruction &i) {
  return runMma<T, Accumulate>(w, i, [&](MmaMatrices<T> &matrices) {
    readA(w, i.group(1), elementOfA(i), i.modifiers.shape.m, matrices.a);
    readB(w, i.group(2), elementOfB(i), matrices.b);
    return true;
  });
}

// PTX ISA, "mma": the shapes of each type.
constexpr Shape kHalfShapes[] = {{16, 8, 8}, {16, 8, 16}};
constexpr Shape kTF32Shapes[] = {{16, 8, 4}, {16, 8, 8}};
constexpr Shape kSmallFloatShapes[] = {{16, 8, 16}, {16, 8, 32}};
constexpr Shape kByteShapes[] = {{8, 8, 16}, {16, 8, 16}, {16, 8, 32}};
constexpr Shape kNibbleShapes[] = {{8, 8, 32}, {16, 8, 32}, {16, 8, 64}};
constexpr Shape kBitShapes[] = {{8, 8, 128}, {16, 8, 128}, {16, 8, 256}};
constexpr Shape kDoubleShapes[] = {
    {8, 8, 4}, {16, 8, 4}, {16, 8, 8}, {16, 8, 16}};

llvm::ArrayRef<Shape> shapesOf(Type type) {
  switch (type) {
  case Type::F16:
  case Type::BF16:
    return kHalfShapes;
  case Type::TF32:
    return kTF32Shapes;
  case Type::F64:
    return kDoubleShapes;
  case Type::U8:
  case Type::S8:
    return kByteShapes;
  case Type::U4:
  case Type::S4:
    return kNibbleShapes;
  case Type::B1:
    return kBitShapes;
  default:
    return kSmallFloatShapes;
  }
}

/// Returns whether the types of A, B and the accumulators may be combined.
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

/// Returns whether PTX has this combination. The kind is None or F8F6F4.
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
    return multiply<int64_t, ExactAccumulate>;
  return multiply<double, ExactAccumulate>;
}
Handler mmaXorPopc(const Instruction &i) {
  return isDense(i) ? multiply<int64_t, XorPopc> : nullptr;
}
Handler mmaAndPopc(const Instruction &i) {
  return isDense(i) ? multiply<int64_t, ExactAccumulate> : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
