//===- SharedImage.h - Matrices in shared memory, by the book ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Lays matrices out as PTX ISA, "Shared Memory Matrix Layout", draws them:
// atoms of eight rows of 16, 32, 64 or 128 bytes, aligned to their size, whose
// chunks of 16 bytes are permuted by the index of the row. The emulator
// computes that index from the address instead.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_UNITTESTS_EMULATOR_SHAREDIMAGE_H
#define TILEIRAS_UNITTESTS_EMULATOR_SHAREDIMAGE_H

#include "MatrixValues.h"

#include <algorithm>
#include <vector>

namespace tileiras::emu::test {

struct Layout {
  unsigned swizzle = 0; // bytes of a row: 0 (none), 32, 64, 128
  bool isMnMajor = false;
  bool pairs = false; // 128 bytes with 32-byte atomicity

  unsigned rowBytes() const { return swizzle ? swizzle : 16; }
  unsigned atomRows() const { return pairs ? 4 : 8; }
  unsigned atomBytes() const { return atomRows() * rowBytes(); }
  /// The position of chunk \p chunk of a row. Rows shorter than 128 bytes share
  /// the 128 bytes over which the pattern is defined.
  unsigned exchanged(unsigned row, unsigned chunk) const {
    if (pairs)
      return chunk ^ (row % 4) * 2;
    switch (swizzle) {
    case 128:
      return chunk ^ (row % 8);
    case 64:
      return chunk ^ (row / 2 % 4);
    case 32:
      return chunk ^ (row / 4 % 2);
    default:
      return chunk;
    }
  }
};

/// One matrix at \p start of an image: rows along M or N.
struct ImageMatrix {
  Layout layout;
  unsigned start, rows, depth;
  Element element;
  unsigned perChunk; // elements in 16 bytes

  // Strides of the atoms: atoms along k of a K-major matrix are contiguous,
  // those of an MN-major one have gaps of 32 bytes times 8.
  unsigned chunksOfRow() const { return layout.rowBytes() / 16; }
  unsigned depthChunks() const { return depth / perChunk; }
  unsigned rowChunks() const { return (rows + perChunk - 1) / perChunk; }

  /// Bytes from an atom to the next along the major dimension and across.
  unsigned along() const { return layout.atomBytes(); }
  unsigned across() const {
    unsigned count = layout.isMnMajor ? rowChunks() : depthChunks();
    unsigned atoms = (count + chunksOfRow() - 1) / chunksOfRow();
    return along() * std::max(1u, atoms);
  }
  unsigned bytes() const {
    unsigned other = layout.isMnMajor ? depth : rows;
    return across() * ((other + layout.atomRows() - 1) / layout.atomRows());
  }
  /// Address of the chunk that holds element (x, k), and its index in it.
  unsigned chunkOf(unsigned x, unsigned k) const {
    unsigned major = layout.isMnMajor ? x : k, minor = layout.isMnMajor ? k : x;
    unsigned chunk = major / perChunk, row = minor % layout.atomRows();
    return start + chunk / chunksOfRow() * along() +
           minor / layout.atomRows() * across() + row * layout.rowBytes() +
           layout.exchanged(row, chunk % chunksOfRow()) * 16;
  }

  void write(std::vector<uint8_t> &image, const Entry &value) const {
    image.resize(std::max<size_t>(image.size(), start + bytes()));
    for (unsigned x = 0; x < rows; ++x)
      for (unsigned k = 0; k < depth; ++k) {
        unsigned index = (layout.isMnMajor ? x : k) % perChunk;
        uint64_t code = element.encoded(value(x, k)) >> element.shift;
        unsigned bits = element.format && element.bits == 8
                            ? element.format->bits()
                            : element.bits;
        for (unsigned b = 0; b < bits; ++b)
          if (code >> b & 1) {
            unsigned at = index * bits + b;
            image[chunkOf(x, k) + at / 8] |= uint8_t(1 << (at % 8));
          }
      }
  }
  unsigned leading() const {
    if (layout.isMnMajor)
      return layout.swizzle ? along() : across();
    return along();
  }
  unsigned stride() const {
    if (layout.isMnMajor)
      return layout.swizzle ? across() : along();
    return across();
  }
  /// The descriptor's fields that wgmma and tcgen05 have in common.
  uint64_t commonBits() const {
    return uint64_t(start >> 4) | uint64_t(leading() >> 4) << 16 |
           uint64_t(stride() >> 4) << 32;
  }
  uint64_t wgmmaDescriptor() const {
    uint64_t mode = layout.swizzle == 128  ? 1
                    : layout.swizzle == 64 ? 2
                    : layout.swizzle == 32 ? 3
                                           : 0;
    return commonBits() | mode << 62;
  }
  uint64_t tcgen05Descriptor() const {
    uint64_t mode = layout.pairs            ? 1
                    : layout.swizzle == 128 ? 2
                    : layout.swizzle == 64  ? 4
                    : layout.swizzle == 32  ? 6
                                            : 0;
    return commonBits() | uint64_t(1) << 46 | mode << 61;
  }
};

/// The first multiple of \p alignment from \p bytes on.
inline unsigned alignedTo(unsigned bytes, unsigned alignment) {
  return (bytes + alignment - 1) / alignment * alignment;
}

} // namespace tileiras::emu::test

#endif // TILEIRAS_UNITTESTS_EMULATOR_SHAREDIMAGE_H
