//===- SharedMatrix.h - Matrices that descriptors describe ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The matrix descriptors of wgmma and tcgen05: PTX ISA, "Matrix Descriptor
// Format", "Shared memory descriptor", "Canonical Layouts".
//
// The unit is a chunk of 16 bytes, T elements that are contiguous in the major
// dimension. A swizzle mode has rows of W chunks (W = 1, 2, 4, 8 for none, 32,
// 64 and 128 bytes), eight of which make an atom. With x along M or N and
// chunks counted from 0, a chunk is at the start address plus
//
//   K-major    x % 8 · 16W + x / 8 · stride + chunk · 16     (none: · leading)
//   MN-major   chunk % W · 16 + chunk / W · leading + k % 8 · 16W
//              + k / 8 · stride             (none: leading and stride
//              exchanged)
//
// and the swizzle then permutes chunks within a row by XOR with the index of
// the row in the atom, which is in the address: bits 7 and up. 128-byte rows
// with 32-byte atomicity move pairs of chunks and have atoms of four rows. A
// base offset is the index of the row at which the pattern begins.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_SEMANTICS_SHAREDMATRIX_H
#define TILEIRAS_EMULATOR_SEMANTICS_SHAREDMATRIX_H

#include "tileiras/Emulator/Numerics/MatrixElements.h"

#include "llvm/ADT/STLFunctionalExtras.h"

#include <array>
#include <string>
#include <vector>

namespace tileiras::emu {

constexpr unsigned kChunkBytes = 16;
using Chunk = std::array<uint8_t, kChunkBytes>;

enum class MatrixSwizzle : uint8_t { None, B32, B64, B128, B128Atom32 };

struct SharedMatrixDescriptor {
  uint32_t start = 0, leading = 0, stride = 0; // bytes
  uint8_t baseOffset = 0;
  MatrixSwizzle swizzle = MatrixSwizzle::None;

  static SharedMatrixDescriptor ofWgmma(uint64_t bits);
  /// Returns false after an error, which is stored in \p problem.
  static bool ofTcgen05(uint64_t bits, SharedMatrixDescriptor &descriptor,
                        std::string &problem);

  /// Address of a chunk: \p x along M or N, \p chunk along k.
  uint32_t kMajor(unsigned x, unsigned chunk) const;
  /// Address of a chunk: \p chunk along M or N, \p k.
  uint32_t mnMajor(unsigned chunk, unsigned k) const;
  /// The address after the permutation of the chunks of its row.
  uint32_t swizzled(uint32_t address) const;
};

/// The layout of elements in a chunk: f8f6f4 elements of 4 and 6 bits are
/// packed, then padded to 16 of a chunk ("Packing formats").
struct ChunkedElement {
  MatrixElement element; // bits: in the chunk
  unsigned perChunk = 0;
};
ChunkedElement chunkedElement(Type type, MmaKind kind);

/// A matrix of exact values; rows are M or N, columns k.
struct ValueMatrix {
  ValueMatrix(unsigned rows, unsigned depth)
      : rows(rows), depth(depth), values(size_t(rows) * depth) {}
  double &at(unsigned row, unsigned k) {
    return values[size_t(row) * depth + k];
  }
  double at(unsigned row, unsigned k) const {
    return values[size_t(row) * depth + k];
  }

  /// Returns the values in column-major order.
  std::vector<double> transposed() const;

  unsigned rows, depth;
  std::vector<double> values;
};

/// Fills rows [first, first + count) of \p matrix, which have indices from 0 in
/// shared memory; fetch(address) gives 16 bytes of it, or null after a fault.
bool readSharedMatrix(const SharedMatrixDescriptor &descriptor,
                      const ChunkedElement &element, bool isMnMajor,
                      unsigned first, unsigned count,
                      llvm::function_ref<const uint8_t *(uint32_t)> fetch,
                      ValueMatrix &matrix, unsigned to);

/// accumulators[row][column] += a[row][k] · b[column][k], row by row.
void multiplyAccumulate(const ValueMatrix &a, const ValueMatrix &b,
                        ValueMatrix &accumulators);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_SEMANTICS_SHAREDMATRIX_H
