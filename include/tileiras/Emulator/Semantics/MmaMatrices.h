//===- MmaMatrices.h - The operands of mma.sync as matrices -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The base of all forms of mma.sync: from the registers of a warp to matrices,
// the multiplication, and back. T is double for floating point, int64_t for
// integers. wgmma uses the same functions for its accumulators, of which each
// warp of a warpgroup holds 16 rows.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_MMAMATRICES_H
#define TILEIRAS_EMULATOR_SEMANTICS_MMAMATRICES_H

#include "tileiras/Emulator/Machine/Warp.h"
#include "tileiras/Emulator/Numerics/MatrixElements.h"
#include "tileiras/Emulator/Semantics/AccumulationRules.h"
#include "tileiras/Emulator/Semantics/MatrixFragments.h"

namespace tileiras::emu {

constexpr unsigned kMmaRows = 16, kMmaColumns = 8, kMmaMaxDepth = 256;

template <class T> struct MmaMatrices {
  T a[kMmaRows][kMmaMaxDepth], b[kMmaMaxDepth][kMmaColumns];
  T d[kMmaRows][kMmaColumns]; // C, then D
  /// For a sparse A, the number of elements of a row, and their columns.
  /// Missing elements are not multiplied, not even by infinities.
  unsigned stored = 0;
  uint8_t columns[kMmaRows][kMmaMaxDepth / 2];

  /// The number of products of each accumulator, and the k of the n-th product
  /// of a row.
  unsigned depth(unsigned k) const { return stored ? stored : k; }
  unsigned column(unsigned row, unsigned n) const {
    return stored ? columns[row][n] : n;
  }
};

/// Calls store(lane, register, element, value) for all elements that the lanes
/// hold in \p slots.
template <class T, class StoreValue>
void forElements(Warp &w, llvm::ArrayRef<Slot> slots, MatrixElement element,
                 StoreValue store) {
  unsigned count = element.perRegister();
  withReader<T>(element, [&](auto read) {
    for (unsigned r = 0; r < slots.size(); ++r) {
      for (unsigned lane = 0; lane < kWarpSize; ++lane) {
        uint64_t raw = w.readAny(slots[r], lane);
        for (unsigned j = 0; j < count; ++j)
          store(lane, r, j, read(raw >> (j * element.bits) & element.mask()));
      }
    }
  });
}

template <class T, unsigned Columns>
void readA(Warp &w, llvm::ArrayRef<Slot> slots, MatrixElement element,
           unsigned m, T (&a)[kMmaRows][Columns]) {
  unsigned count = element.perRegister();
  forElements<T>(w, slots, element,
                 [&](unsigned lane, unsigned r, unsigned j, T value) {
                   FragmentPosition p = positionInA(m, count, lane, r, j);
                   a[p.row][p.column] = value;
                 });
}

template <class T>
void readB(Warp &w, llvm::ArrayRef<Slot> slots, MatrixElement element,
           T (&b)[kMmaMaxDepth][kMmaColumns]) {
  unsigned count = element.perRegister();
  forElements<T>(w, slots, element,
                 [&](unsigned lane, unsigned r, unsigned j, T value) {
                   FragmentPosition p = positionInB(count, lane, r, j);
                   b[p.row][p.column] = value;
                 });
}

//===-- Accumulators ----------------------------------------------------===//

/// f32, s32 and f64 have one element a register, f16 two.
inline unsigned accumulatorsPerRegister(Type type) {
  return type == Type::F16 ? 2 : 1;
}

/// The value of an accumulator's bits.
template <class T> T readAccumulator(Type type, uint64_t raw) {
  switch (type) {
  case Type::F64:
    return T(std::bit_cast<double>(raw));
  case Type::F16:
    return T(widen(F16{uint16_t(raw)}));
  case Type::S32:
    return T(int32_t(raw));
  default:
    return T(std::bit_cast<float>(uint32_t(raw)));
  }
}

/// The bits of an accumulator: rounded to nearest even; integers wrap or, with
/// \p saturate, are clamped.
inline uint64_t accumulatorBits(Type type, double value, bool) {
  switch (type) {
  case Type::F64:
    return std::bit_cast<uint64_t>(value);
  case Type::F16:
    return narrow<F16>(value, Rounding::RN).bits;
  default:
    return std::bit_cast<uint32_t>(narrow<float>(value, Rounding::RN));
  }
}
inline uint64_t accumulatorBits(Type, int64_t value, bool saturate) {
  if (saturate)
    value = std::clamp<int64_t>(value, INT32_MIN, INT32_MAX);
  return uint32_t(value);
}

/// Calls visit(row, column, value) for the accumulators in \p slots.
template <class T, class Visit>
void forAccumulators(Warp &w, llvm::ArrayRef<Slot> slots, Type type,
                     Visit visit) {
  unsigned count = accumulatorsPerRegister(type);
  for (unsigned r = 0; r < slots.size(); ++r) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      uint64_t raw = w.readAny(slots[r], lane);
      for (unsigned j = 0; j < count; ++j) {
        FragmentPosition p = positionInC(lane, r * count + j);
        visit(p.row, p.column, readAccumulator<T>(type, raw >> (16 * j)));
      }
    }
  }
}

/// Writes value(row, column) to the accumulators in \p slots.
template <class Value>
void writeAccumulators(Warp &w, llvm::ArrayRef<Slot> slots, Type type,
                       bool saturate, Value value) {
  unsigned count = accumulatorsPerRegister(type);
  for (unsigned r = 0; r < slots.size(); ++r) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane) {
      uint64_t raw = 0;
      for (unsigned j = 0; j < count; ++j) {
        FragmentPosition p = positionInC(lane, r * count + j);
        raw |= accumulatorBits(type, value(p.row, p.column), saturate)
               << (16 * j);
      }
      w.writeAny(slots[r], lane, raw);
    }
  }
}

//===-- Instructions ----------------------------------------------------===//

/// The elements of A and B according to the instruction's types and kind.
inline MatrixElement elementOfA(const Instruction &i) {
  return elementOf(i.modifiers.types[1], i.modifiers.kind());
}
inline MatrixElement elementOfB(const Instruction &i) {
  return elementOf(i.modifiers.types[2], i.modifiers.kind());
}

/// Returns whether A, B, C and D have as many registers as the shape needs. \p
/// sparsity is 2 if half of A is stored.
bool mmaRegistersFit(const Instruction &i, unsigned sparsity);

/// Accumulates exactly: integers, and floats for which AccumulationRules.h has
/// no other rule.
struct ExactAccumulate {
  template <class T> static T apply(T sum, T a, T b) { return sum + a * b; }
};

/// d += a · b
template <class Accumulate, class T>
void multiplyMatrices(MmaMatrices<T> &matrices, unsigned m, unsigned k) {
  for (unsigned row = 0; row < m; ++row) {
    T(&accumulators)[kMmaColumns] = matrices.d[row];
    for (unsigned n = 0; n < matrices.depth(k); ++n) {
      unsigned at = matrices.column(row, n);
      for (unsigned column = 0; column < kMmaColumns; ++column)
        accumulators[column] = Accumulate::apply(
            accumulators[column], matrices.a[row][at], matrices.b[at][column]);
    }
  }
}

/// The same by \p rule.
void multiplyMatrices(AccumulationRule rule, const Modifiers &modifiers,
                      MmaMatrices<double> &matrices);

template <class Accumulate, class T>
void multiplyAs(Warp &w, const Instruction &i, MmaMatrices<T> &matrices) {
  const Modifiers &m = i.modifiers;
  if constexpr (std::is_same_v<T, double> &&
                std::is_same_v<Accumulate, ExactAccumulate>)
    if (auto rule =
            accumulationRuleOf(w.launch(), m.types[1], /*isWarpgroup=*/false))
      return multiplyMatrices(*rule, m, matrices);
  multiplyMatrices<Accumulate>(matrices, m.shape.m, m.shape.k);
}

/// Executes one mma.sync: `load` fills A and B, and returns false after a
/// fault.
template <class T, class Accumulate, class Load>
Flow runMma(Warp &w, const Instruction &i, Load load) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  if (w.active != kAllLanes)
    return w.fault("mma.sync needs all 32 lanes of the warp");
  MmaMatrices<T> matrices;
  if (!load(matrices))
    return Flow::Fault;
  forAccumulators<T>(w, i.group(3), i.modifiers.types[3],
                     [&](unsigned row, unsigned column, T value) {
                       matrices.d[row][column] = value;
                     });
  multiplyAs<Accumulate>(w, i, matrices);
  writeAccumulators(
      w, i.group(0), i.type(), i.modifiers.satfinite(),
      [&](unsigned row, unsigned column) { return matrices.d[row][column]; });
  return Flow::Next;
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_MMAMATRICES_H
