//===- SharedMatrix.cpp - Matrices that descriptors describe ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Semantics/SharedMatrix.h"

#include <cstring>

namespace tileiras::emu {

namespace {

/// Bits [low, low + count) of a descriptor.
uint32_t field(uint64_t bits, unsigned low, unsigned count) {
  return uint32_t(bits >> low & ((uint64_t(1) << count) - 1));
}

/// The number of chunks of a row.
unsigned rowChunks(MatrixSwizzle swizzle) {
  switch (swizzle) {
  case MatrixSwizzle::None:
    return 1;
  case MatrixSwizzle::B32:
    return 2;
  case MatrixSwizzle::B64:
    return 4;
  default:
    return 8;
  }
}

SharedMatrixDescriptor common(uint64_t bits) {
  SharedMatrixDescriptor descriptor;
  descriptor.start = field(bits, 0, 14) << 4;
  descriptor.leading = field(bits, 16, 14) << 4;
  descriptor.stride = field(bits, 32, 14) << 4;
  descriptor.baseOffset = uint8_t(field(bits, 49, 3));
  return descriptor;
}

} // namespace

SharedMatrixDescriptor SharedMatrixDescriptor::ofWgmma(uint64_t bits) {
  constexpr MatrixSwizzle kModes[] = {MatrixSwizzle::None, MatrixSwizzle::B128,
                                      MatrixSwizzle::B64, MatrixSwizzle::B32};
  SharedMatrixDescriptor descriptor = common(bits);
  descriptor.swizzle = kModes[field(bits, 62, 2)];
  return descriptor;
}

bool SharedMatrixDescriptor::ofTcgen05(uint64_t bits,
                                       SharedMatrixDescriptor &descriptor,
                                       std::string &problem) {
  descriptor = common(bits);
  if (field(bits, 46, 3) != 1)
    problem = "bits 46-48 are " + std::to_string(field(bits, 46, 3)) +
              ", not the constant 1";
  else if (field(bits, 53, 8))
    problem = "bits 53-60 are not zero";
  else if (field(bits, 52, 1))
    problem = "an absolute leading dimension (bit 52) is not supported";
  switch (field(bits, 61, 3)) {
  case 0:
    descriptor.swizzle = MatrixSwizzle::None;
    break;
  case 1:
    descriptor.swizzle = MatrixSwizzle::B128Atom32;
    break;
  case 2:
    descriptor.swizzle = MatrixSwizzle::B128;
    break;
  case 4:
    descriptor.swizzle = MatrixSwizzle::B64;
    break;
  case 6:
    descriptor.swizzle = MatrixSwizzle::B32;
    break;
  default:
    problem = "there is no swizzle mode " + std::to_string(field(bits, 61, 3));
  }
  return problem.empty();
}

uint32_t SharedMatrixDescriptor::kMajor(unsigned x, unsigned chunk) const {
  unsigned row = rowChunks(swizzle) * kChunkBytes;
  unsigned step = swizzle == MatrixSwizzle::None ? leading : kChunkBytes;
  return start + x % 8 * row + x / 8 * stride + chunk * step;
}

uint32_t SharedMatrixDescriptor::mnMajor(unsigned chunk, unsigned k) const {
  if (swizzle == MatrixSwizzle::None)
    return start + chunk * stride + k % 8 * kChunkBytes + k / 8 * leading;
  unsigned width = rowChunks(swizzle);
  unsigned rows = swizzle == MatrixSwizzle::B128Atom32 ? 4 : 8;
  return start + chunk % width * kChunkBytes + chunk / width * leading +
         k % rows * width * kChunkBytes + k / rows * stride;
}

uint32_t SharedMatrixDescriptor::swizzled(uint32_t address) const {
  uint32_t row = (address >> 7) - baseOffset;
  switch (swizzle) {
  case MatrixSwizzle::None:
    return address;
  case MatrixSwizzle::B32:
    return address ^ (row & 1) << 4;
  case MatrixSwizzle::B64:
    return address ^ (row & 3) << 4;
  case MatrixSwizzle::B128:
    return address ^ (row & 7) << 4;
  case MatrixSwizzle::B128Atom32:
    return address ^ (row & 3) << 5;
  }
  return address;
}

ChunkedElement chunkedElement(Type type, MmaKind kind) {
  if (kind != MmaKind::F8F6F4 && kind != MmaKind::MXF8F6F4) {
    MatrixElement element = packedElement(type);
    return {element, 8 * kChunkBytes / element.bits};
  }
  return {{type, uint8_t(formatOf(type)->bits())}, kChunkBytes};
}

namespace {

/// Bits [at, at + count) of a chunk; count is at most 32.
uint64_t bitsOf(const Chunk &chunk, unsigned at, unsigned count) {
  uint64_t word = 0;
  unsigned byte = at / 8;
  std::memcpy(&word, &chunk[byte], std::min(8u, kChunkBytes - byte));
  return word >> (at % 8) & ((uint64_t(1) << count) - 1);
}

} // namespace

bool readSharedMatrix(const SharedMatrixDescriptor &descriptor,
                      const ChunkedElement &element, bool isMnMajor,
                      unsigned first, unsigned count,
                      llvm::function_ref<const uint8_t *(uint32_t)> fetch,
                      ValueMatrix &matrix, unsigned to) {
  unsigned per = element.perChunk, bits = element.element.bits;
  bool complete = true;
  withReader<double>(element.element, [&](auto read) {
    auto forChunk = [&](uint32_t address, auto store) {
      const uint8_t *data = fetch(descriptor.swizzled(address));
      if (!data)
        return false;
      Chunk chunk;
      std::memcpy(chunk.data(), data, kChunkBytes);
      for (unsigned n = 0; n < per; ++n)
        store(n, read(bitsOf(chunk, n * bits, bits)));
      return true;
    };
    if (isMnMajor) {
      for (unsigned k = 0; k < matrix.depth && complete; ++k)
        for (unsigned x = 0; x < count && complete; x += per)
          complete = forChunk(descriptor.mnMajor((first + x) / per, k),
                              [&](unsigned n, double value) {
                                if (x + n < count)
                                  matrix.at(to + x + n, k) = value;
                              });
      return;
    }
    for (unsigned x = 0; x < count && complete; ++x)
      for (unsigned k = 0; k < matrix.depth && complete; k += per)
        complete = forChunk(descriptor.kMajor(first + x, k / per),
                            [&](unsigned n, double value) {
                              matrix.at(to + x, k + n) = value;
                            });
  });
  return complete;
}

std::vector<double> ValueMatrix::transposed() const {
  std::vector<double> columns(values.size());
  for (unsigned row = 0; row < rows; ++row)
    for (unsigned k = 0; k < depth; ++k)
      columns[size_t(k) * rows + row] = at(row, k);
  return columns;
}

void multiplyAccumulate(const ValueMatrix &a, const ValueMatrix &b,
                        ValueMatrix &accumulators) {
  // B is transposed once so that the innermost loop runs over columns.
  std::vector<double> columns = b.transposed();
  for (unsigned row = 0; row < a.rows; ++row) {
    double *sum = &accumulators.at(row, 0);
    for (unsigned k = 0; k < a.depth; ++k) {
      double factor = a.at(row, k);
      const double *from = &columns[size_t(k) * b.rows];
      for (unsigned n = 0; n < b.rows; ++n)
        sum[n] += factor * from[n];
    }
  }
}

} // namespace tileiras::emu
