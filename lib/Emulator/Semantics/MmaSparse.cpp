//===- MmaSparse.cpp - mma.sp and block-scaled mma --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "Matrix multiply-accumulate operation using mma.sp instruction with
// sparse matrix A" and "Block Scaling for mma.sync". A is expanded, A and B are
// multiplied by their scales, which a double holds exactly, and the rest is
// mma's.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/ISA/InstructionTable.h"
#include "tileiras/Emulator/Semantics/BlockScale.h"
#include "tileiras/Emulator/Semantics/MmaMatrices.h"
#include "tileiras/Emulator/Semantics/Sparsity.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras::emu {

namespace {

bool isOrdered(const Instruction &i) {
  return llvm::StringRef(i.info->words).contains("ordered_metadata");
}

/// Reads a sparse A and expands it.
template <class T>
bool readSparseA(Warp &w, const Instruction &i, MmaMatrices<T> &matrices) {
  T stored[kMmaRows][kMmaMaxDepth];
  MatrixElement element = elementOfA(i);
  readA(w, i.group(1), element, kMmaRows, stored);
  unsigned selector = w.readAny(i.group(5)[0], 0);
  MmaMetadata layout(element, i.modifiers.shape.k, selector);
  Lanes<uint32_t> words = w.lanes<uint32_t>(i.group(4)[0]);
  if (!layout.isSelector())
    return w.fault("sparsity selector " + llvm::Twine(selector) +
                   " is out of range for this shape"),
           false;
  unsigned chunk = chunkOf(element), kept = chunk / 2;
  for (unsigned row = 0; row < kMmaRows; ++row) {
    std::fill_n(matrices.a[row], i.modifiers.shape.k, T(0));
    for (unsigned c = 0; c < i.modifiers.shape.k / chunk; ++c) {
      auto [lane, bit] = layout.position(row, c);
      unsigned bits = words[lane] >> bit & 15;
      if (!isMetadata(element, bits, isOrdered(i)))
        return w.fault("sparsity metadata of row " + llvm::Twine(row) +
                       ", chunk " + llvm::Twine(c) + " is " +
                       llvm::Twine(bits) + ", which names no elements"),
               false;
      for (unsigned n = 0; n < kept; ++n) {
        unsigned column = c * chunk + columnInChunk(element, bits, n);
        matrices.a[row][column] = stored[row][c * kept + n];
        matrices.columns[row][c * kept + n] = column;
      }
    }
  }
  matrices.stored = i.modifiers.shape.k / 2;
  return true;
}

/// The scales of A or B: lane `laneOf` of a row or column and the byte in its
/// register, from operands {data, {byte-id, thread-id}}.
class Scales {
public:
  Scales(Warp &w, const Instruction &i, unsigned operand)
      : data(w.lanes<uint32_t>(i.group(operand)[0])),
        byte(w.readAny(i.group(operand + 1)[0], 0) & 0xffff),
        thread(w.readAny(i.group(operand + 1)[1], 0) & 0xffff),
        format(*formatOf(i.modifiers.types[4])),
        count(scalesPerRow(i.modifiers.kind(),
                           i.modifiers.get(Group::ScaleVector),
                           i.modifiers.types[4])),
        block(i.modifiers.shape.k / count) {}

  bool check(Warp &w, llvm::StringRef name, unsigned threads) const {
    if (!isScaleByte(count, byte))
      w.fault("byte-id " + llvm::Twine(byte) + " of " + name +
              " is out of range for " + llvm::Twine(count) +
              " scales of a row");
    else if (thread >= threads)
      w.fault("thread-id " + llvm::Twine(thread) + " of " + name +
              " is out of range");
    return !w.faulted();
  }
  double ofA(unsigned row, unsigned k) const {
    return at(4 * (row % 8) + 2 * thread + row / 8, k);
  }
  double ofB(unsigned column, unsigned k) const {
    return at(4 * column + thread, k);
  }

private:
  double at(unsigned lane, unsigned k) const {
    return decode(format, data[lane] >> (8 * (byte + k / block)) & 0xff);
  }

  Lanes<uint32_t> data;
  unsigned byte, thread;
  const FloatFormat &format;
  unsigned count, block;
};

bool applyScales(Warp &w, const Instruction &i, unsigned operand,
                 MmaMatrices<double> &matrices) {
  Scales a(w, i, operand), b(w, i, operand + 2);
  if (!a.check(w, "scale A", 2) || !b.check(w, "scale B", 4))
    return false;
  for (unsigned k = 0; k < i.modifiers.shape.k; ++k) {
    for (unsigned row = 0; row < kMmaRows; ++row)
      matrices.a[row][k] *= a.ofA(row, k);
    for (unsigned column = 0; column < kMmaColumns; ++column)
      matrices.b[k][column] *= b.ofB(column, k);
  }
  return true;
}

template <class T> Flow multiplySparse(Warp &w, const Instruction &i) {
  return runMma<T, ExactAccumulate>(w, i, [&](MmaMatrices<T> &matrices) {
    readB(w, i.group(2), elementOfB(i), matrices.b);
    return readSparseA(w, i, matrices);
  });
}
Flow multiplyScaled(Warp &w, const Instruction &i) {
  return runMma<double, ExactAccumulate>(
      w, i, [&](MmaMatrices<double> &matrices) {
        readA(w, i.group(1), elementOfA(i), kMmaRows, matrices.a);
        readB(w, i.group(2), elementOfB(i), matrices.b);
        return applyScales(w, i, 4, matrices);
      });
}
Flow multiplySparseScaled(Warp &w, const Instruction &i) {
  return runMma<double, ExactAccumulate>(
      w, i, [&](MmaMatrices<double> &matrices) {
        readB(w, i.group(2), elementOfB(i), matrices.b);
        return readSparseA(w, i, matrices) && applyScales(w, i, 6, matrices);
      });
}

/// All shapes of a type have a depth whose stored elements fill 16 or 32 bytes
/// of a row of A.
bool sparseDepthFits(const Instruction &i) {
  unsigned bits = elementOfA(i).bits, k = i.modifiers.shape.k;
  Type type = i.modifiers.types[1];
  bool isSmallFloat = type >= Type::E4M3 && type <= Type::E2M1;
  return i.modifiers.shape == Shape{16, 8, uint16_t(k)} &&
         (k * bits == 512 || (k * bits == 256 && !isSmallFloat));
}

bool sparseTypesFit(const Modifiers &m) {
  Type a = m.types[1], b = m.types[2];
  auto needsKind = [](Type type) {
    return type >= Type::E2M3 && type <= Type::E2M1;
  };
  if (m.types[0] != m.types[3])
    return false;
  if ((needsKind(a) || needsKind(b)) && m.kind() == MmaKind::None)
    return false;
  auto isSmall = [](Type type) {
    return type >= Type::E4M3 && type <= Type::E2M1;
  };
  if (isSmall(a) || isSmall(b))
    return isSmall(a) && isSmall(b);
  if (m.type() == Type::S32)
    return (a == Type::U8 || a == Type::S8) == (b == Type::U8 || b == Type::S8);
  return a == b && (a == Type::F16 || m.type() == Type::F32);
}

bool scalesFit(const Instruction &i, unsigned operand) {
  const Modifiers &m = i.modifiers;
  bool packed = m.kind() != MmaKind::MXF8F6F4;
  return m.has(Group::BlockScale) &&
         scalesPerRow(m.kind(), m.get(Group::ScaleVector), m.types[4]) &&
         (!packed || (m.types[1] == Type::E2M1 && m.types[2] == Type::E2M1)) &&
         i.group(operand + 1).size() == 2 && i.group(operand + 3).size() == 2;
}

} // namespace

namespace bind {
Handler mmaSparse(const Instruction &i) {
  MmaKind kind = i.modifiers.kind();
  if ((kind != MmaKind::None && kind != MmaKind::F8F6F4) ||
      !sparseTypesFit(i.modifiers) || !sparseDepthFits(i) ||
      !mmaRegistersFit(i, 2))
    return nullptr;
  return i.type() == Type::S32 ? multiplySparse<int64_t>
                               : multiplySparse<double>;
}
Handler mmaScaled(const Instruction &i) {
  uint16_t k = i.modifiers.kind() == MmaKind::MXF8F6F4 ? 32 : 64;
  return scalesFit(i, 4) && i.modifiers.shape == Shape{16, 8, k} &&
                 mmaRegistersFit(i, 1)
             ? multiplyScaled
             : nullptr;
}
Handler mmaSparseScaled(const Instruction &i) {
  return scalesFit(i, 6) && sparseDepthFits(i) && mmaRegistersFit(i, 2)
             ? multiplySparseScaled
             : nullptr;
}
} // namespace bind

} // namespace tileiras::emu
