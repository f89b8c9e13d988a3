//===- Wmma.cpp - wmma.load, wmma.mma, wmma.store ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix multiply-accumulate operation using wmma instructions". The
// distribution of fragments is unspecified ("implementation-specific"). Here
// lane l has the elements l·n to l·n + n - 1 of the matrix in row-major order,
// where n is the number of elements over 32; further registers (f16 has eight
// for every shape) repeat them. Thus the layouts of wmma.mma are those of its
// loads and have no effect. Products are accumulated as in mma.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/SharedMatrix.h"

#include "llvm/ADT/STLExtras.h"

#include <cmath>
#include <cstring>

namespace tileiras::emu {

namespace {

enum class Matrix : uint8_t { A, B, C };

struct Extent {
  unsigned rows, columns;
  unsigned perLane() const { return rows * columns / kWarpSize; }
};
Extent extentOf(const Shape &shape, Matrix which) {
  switch (which) {
  case Matrix::A:
    return {shape.m, shape.k};
  case Matrix::B:
    return {shape.k, shape.n};
  case Matrix::C:
    return {shape.m, shape.n};
  }
  return {0, 0};
}

// PTX ISA, "Matrix Shape" of wmma.
constexpr Shape kWideShapes[] = {{16, 16, 16}, {32, 8, 16}, {8, 32, 16}};
bool isShape(const Shape &shape, Type type) {
  switch (type) {
  case Type::TF32:
    return shape == Shape{16, 16, 8};
  case Type::F64:
    return shape == Shape{8, 8, 4};
  case Type::U4:
  case Type::S4:
    return shape == Shape{8, 8, 32};
  case Type::B1:
    return shape == Shape{8, 8, 128};
  default:
    return llvm::is_contained(kWideShapes, shape);
  }
}

/// The number of registers of a fragment.
unsigned registersOf(const Shape &shape, Matrix which, Type type) {
  if (type == Type::F16 && which != Matrix::C)
    return 8;
  unsigned bits = packedElement(type).bits;
  unsigned perLane = extentOf(shape, which).perLane();
  return bits == 64 ? perLane : perLane * bits / 32;
}

/// The offset of element (row, column) in memory, in elements.
uint64_t indexOf(const Instruction &i, unsigned row, unsigned column,
                 uint64_t stride) {
  bool isRow = i.modifiers.get(Group::MatrixLayout) == 1;
  return isRow ? row * stride + column : column * stride + row;
}

uint64_t strideOf(Warp &w, const Instruction &i, Extent extent,
                  unsigned operand) {
  if (i.group(operand)[0].exists())
    return w.readAny(i.group(operand)[0], 0);
  bool isRow = i.modifiers.get(Group::MatrixLayout) == 1;
  return isRow ? extent.columns : extent.rows;
}

/// The bytes of the memory that holds element \p index, and its first bit.
struct ElementLocation {
  uint64_t byte;
  unsigned bytes, bit;
};
ElementLocation locationOf(uint64_t index, unsigned bits) {
  if (bits >= 8)
    return {index * bits / 8, bits / 8, 0};
  return {index * bits / 8, 1, unsigned(index * bits % 8)};
}

template <Matrix Which> Flow load(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  Extent extent = extentOf(i.modifiers.shape, Which);
  MatrixElement element = packedElement(i.type());
  uint64_t stride = strideOf(w, i, extent, 2);
  unsigned count = extent.perLane(), per = element.perRegister();
  llvm::ArrayRef<Slot> slots = i.group(0);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    uint64_t base = w.address(i, 1, 0, lane);
    for (unsigned r = 0; r < slots.size(); ++r) {
      uint64_t raw = 0;
      for (unsigned j = 0; j < per; ++j) {
        unsigned n = lane * count + (r * per + j) % count;
        ElementLocation location = locationOf(
            indexOf(i, n / extent.columns, n % extent.columns, stride),
            element.bits);
        uint8_t *data = w.memory(i.modifiers.space(), base + location.byte,
                                 location.bytes, Access::Read, lane);
        if (!data)
          return Flow::Fault;
        uint64_t code = 0;
        copyFromMemory(&code, data, location.bytes);
        raw |= (code >> location.bit & element.mask()) << (j * element.bits);
      }
      w.writeAny(slots[r], lane, raw);
    }
  }
  return w.next();
}

Flow store(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  Extent extent = extentOf(i.modifiers.shape, Matrix::C);
  MatrixElement element = packedElement(i.type());
  uint64_t stride = strideOf(w, i, extent, 2);
  unsigned count = extent.perLane(), per = element.perRegister();
  llvm::ArrayRef<Slot> slots = i.group(1);
  for (unsigned lane = 0; lane < kWarpSize; ++lane) {
    uint64_t base = w.address(i, 0, 0, lane);
    for (unsigned r = 0; r < slots.size(); ++r) {
      uint64_t raw = w.readAny(slots[r], lane);
      for (unsigned j = 0; j < per; ++j) {
        unsigned n = lane * count + r * per + j;
        uint64_t index =
            indexOf(i, n / extent.columns, n % extent.columns, stride);
        ElementLocation location = locationOf(index, element.bits);
        uint8_t *data = w.memory(i.modifiers.space(), base + location.byte,
                                 location.bytes, Access::Write, lane);
        if (!data)
          return Flow::Fault;
        uint64_t code = raw >> (j * element.bits);
        copyToMemory(data, &code, location.bytes);
      }
    }
  }
  return w.next();
}

/// The types of A, B, C and D of wmma.mma; an instruction of f16 states only
/// those of D and C.
struct WmmaTypes {
  Type a, b, c, d;
  explicit WmmaTypes(const Modifiers &m) : d(m.types[0]) {
    bool isHalf = m.numTypes == 2;
    a = isHalf ? Type::F16 : m.types[1];
    b = isHalf ? Type::F16 : m.types[2];
    c = isHalf ? m.types[1] : m.types[3];
  }
};

/// Calls visit(index, value) for the elements of a fragment.
template <class Visit>
void forFragment(Warp &w, llvm::ArrayRef<Slot> slots, Type type, Extent extent,
                 Visit visit) {
  MatrixElement element = packedElement(type);
  unsigned count = extent.perLane(), per = element.perRegister();
  auto each = [&](auto read) {
    for (unsigned lane = 0; lane < kWarpSize; ++lane)
      for (unsigned n = 0; n < count; ++n) {
        uint64_t raw = w.readAny(slots[n / per], lane);
        visit(lane * count + n,
              read(raw >> (n % per * element.bits) & element.mask()));
      }
  };
  if (type == Type::S32)
    each([](uint64_t raw) { return double(int32_t(raw)); });
  else
    withReader<double>(element, each);
}

void writeFragment(Warp &w, const Instruction &i, Type type,
                   const ValueMatrix &accumulators) {
  unsigned count = accumulators.rows * accumulators.depth / kWarpSize;
  unsigned per = accumulatorsPerRegister(type);
  llvm::ArrayRef<Slot> slots = i.group(0);
  bool isInteger = type == Type::S32;
  for (unsigned lane = 0; lane < kWarpSize; ++lane)
    for (unsigned r = 0; r < slots.size(); ++r) {
      uint64_t raw = 0;
      for (unsigned j = 0; j < per; ++j) {
        double sum = accumulators.values[lane * count + r * per + j];
        raw |= (isInteger ? accumulatorBits(type, int64_t(sum),
                                            i.modifiers.satfinite())
                          : accumulatorBits(type, sum, false))
               << (16 * j);
      }
      w.writeAny(slots[r], lane, raw);
    }
}

struct MultiplyAdd {
  static double apply(double sum, double a, double b) { return sum + a * b; }
};
struct FusedMultiplyAdd {
  static double apply(double sum, double a, double b) {
    return std::fma(a, b, sum);
  }
};
struct XorBits {
  static double apply(double sum, double a, double b) { return sum + (a != b); }
};

/// Adds a · b to \p accumulators by \p rule.
void multiplyAligned(AccumulationRule rule, const WmmaTypes &types,
                     const ValueMatrix &a, const ValueMatrix &b,
                     ValueMatrix &accumulators) {
  Factors factorsB(*formatOf(types.b), b.values.data(), b.values.size());
  for (unsigned row = 0; row < a.rows; ++row)
    accumulateAligned(
        rule, types.d,
        Factors(*formatOf(types.a), &a.values[row * a.depth], a.depth),
        factorsB, accumulators.depth, &accumulators.at(row, 0));
}

template <class Accumulate>
void multiplyExactly(const ValueMatrix &a, const ValueMatrix &b,
                     ValueMatrix &accumulators) {
  for (unsigned row = 0; row < a.rows; ++row)
    for (unsigned k = 0; k < a.depth; ++k)
      for (unsigned column = 0; column < b.depth; ++column)
        accumulators.at(row, column) = Accumulate::apply(
            accumulators.at(row, column), a.at(row, k), b.at(k, column));
}

template <class Accumulate> Flow multiply(Warp &w, const Instruction &i) {
  if (!w.together(kAllLanes))
    return w.awaitLanes(kAllLanes);
  Shape shape = i.modifiers.shape;
  WmmaTypes types(i.modifiers);
  ValueMatrix a(shape.m, shape.k), b(shape.k, shape.n),
      accumulators(shape.m, shape.n);
  auto fill = [&](unsigned operand, Type type, Matrix which, ValueMatrix &to) {
    forFragment(w, i.group(operand), type, extentOf(shape, which),
                [&](unsigned n, double value) { to.values[n] = value; });
  };
  fill(1, types.a, Matrix::A, a);
  fill(2, types.b, Matrix::B, b);
  fill(3, types.c, Matrix::C, accumulators);
  if (auto rule =
          accumulationRuleOf(w.launch(), types.a, /*isWarpgroup=*/false))
    multiplyAligned(*rule, types, a, b, accumulators);
  else
    multiplyExactly<Accumulate>(a, b, accumulators);
  writeFragment(w, i, types.d, accumulators);
  return Flow::Next;
}

template <Matrix Which> bool moveFits(const Instruction &i, unsigned vector) {
  const Modifiers &m = i.modifiers;
  bool isAccumulator = Which == Matrix::C;
  bool shapeFits = isAccumulator ? llvm::is_contained(kWideShapes, m.shape) ||
                                       isShape(m.shape, Type::TF32) ||
                                       isShape(m.shape, Type::F64) ||
                                       isShape(m.shape, Type::S4) ||
                                       isShape(m.shape, Type::B1)
                                 : isShape(m.shape, m.type());
  return m.has(Group::MatrixLayout) && shapeFits &&
         i.group(vector).size() == registersOf(m.shape, Which, m.type());
}

bool mmaFits(const Instruction &i) {
  WmmaTypes types(i.modifiers);
  const Shape &shape = i.modifiers.shape;
  auto fits = [&](unsigned operand, Matrix which, Type type) {
    return i.group(operand).size() == registersOf(shape, which, type);
  };
  bool typesFit =
      types.a == types.b && (types.d == types.c || types.a == Type::F16);
  return typesFit && isShape(shape, types.a) && fits(0, Matrix::C, types.d) &&
         fits(1, Matrix::A, types.a) && fits(2, Matrix::B, types.b) &&
         fits(3, Matrix::C, types.c);
}

} // namespace

namespace bind {
Handler wmmaLoadA(const Instruction &i) {
  return moveFits<Matrix::A>(i, 0) ? load<Matrix::A> : nullptr;
}
Handler wmmaLoadB(const Instruction &i) {
  return moveFits<Matrix::B>(i, 0) ? load<Matrix::B> : nullptr;
}
Handler wmmaLoadC(const Instruction &i) {
  return moveFits<Matrix::C>(i, 0) ? load<Matrix::C> : nullptr;
}
Handler wmmaStore(const Instruction &i) {
  return moveFits<Matrix::C>(i, 1) ? store : nullptr;
}
Handler wmmaMma(const Instruction &i) {
  if (!mmaFits(i))
    return nullptr;
  return i.type() == Type::F64 ? multiply<FusedMultiplyAdd>
                               : multiply<MultiplyAdd>;
}
Handler wmmaXorPopc(const Instruction &i) {
  return mmaFits(i) ? multiply<XorBits> : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
