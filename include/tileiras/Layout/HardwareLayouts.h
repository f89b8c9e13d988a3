//===- HardwareLayouts.h - Layouts that instructions prescribe --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// TMA, wgmma and tcgen05 read and write shared and tensor memory in fixed
// layouts. Each is linear over F2; an instruction can process a tile exactly
// when the instruction's layout divides the tile's from the left, and the
// quotient gives the offsets of the further instructions.
//
// Shared memory: panels of swizzled rows
// --------------------------------------
// One dimension of the tile is contiguous. It is cut into *spans* of 16, 32, 64
// or 128 bytes; a *panel* is one span wide and has all rows of the tile, one
// after another; panels follow one another:
//
//     address = | panel | row | byte within the span |
//
// Then the hardware swizzles addresses: with a span of 16 << b bytes, bits [7,
// 7+b) are XORed into bits [4, 4+b) (PTX ISA, "Swizzling modes" of tensor
// copies; "Shared Memory Matrix Layout" of wgmma and tcgen05). So eight rows of
// a panel, 8 << b 16-byte units, are a pattern that repeats; the eight units of
// a column are in eight different groups of four banks. A span of 16 bytes is
// the case without a swizzle: the ISA calls its eight rows a core matrix.
//
//                   span  unit of row r, column u is unit
//     no swizzle     16   r
//     32B            32   2r + (u ^ (r / 4 mod 2))
//     64B            64   4r + (u ^ (r / 2 mod 4))
//     128B          128   8r + (u ^ (r mod 8))
//
// A span of 128 bytes may also be swizzled in units of 32 bytes: bits [7, 9)
// are XORed into bits [5, 7), and four rows are the pattern. tcgen05 reads
// 32-bit operands that are not contiguous along K in this form.
//
// The address is the one in shared memory, so a tile starts at a multiple of
// eight spans: 1,024 bytes serve all of them.
//
// Tensor memory
// -------------
// Tensor memory has 128 lanes of 32-bit columns. A warp reaches the quarter of
// lanes of its index mod 4. tcgen05.ld and .st move fragments of five shapes
// (PTX ISA, "Data Movement Shape"); getTmemFragment has them all.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_HARDWARELAYOUTS_H
#define TILEIRAS_LAYOUT_HARDWARELAYOUTS_H

#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

//===----------------------------------------------------------------------===//
// Shared memory
//===----------------------------------------------------------------------===//

/// The default unit of a swizzle.
inline constexpr unsigned kSwizzleUnitBytes = 16;

/// Maps an offset to the coordinate of a tile of `shape` in panels whose rows
/// are `spanBytes` (16, 32, 64 or 128) along dimension `contiguous`, swizzled
/// in units of 16 bytes (or 32, of spans of 128). The other dimensions follow
/// in row-major order. The tile is at least one span wide; elements have 4 to
/// 64 bits.
[[nodiscard]] LinearLayout
getSwizzledPanels(llvm::ArrayRef<int64_t> shape, unsigned contiguous,
                  unsigned elementBits, unsigned spanBytes,
                  unsigned unitBytes = kSwizzleUnitBytes);

/// The parameters by which the matrix descriptor of a wgmma or tcgen05.mma
/// operand describes a matrix in shared memory (PTX ISA, "Matrix descriptor").
struct MatrixDescriptorLayout {
  /// The contiguous dimension of the matrix.
  unsigned contiguous;
  /// 16 (no swizzle), 32, 64 or 128.
  unsigned spanBytes;
  /// 16; or 32, with spans of 128.
  unsigned unitBytes;
  /// The bytes from one span to the next along `contiguous`.
  int64_t panelStride;
  /// The bytes from the rows of one pattern (8; 4 of units of 32 bytes) to
  /// those of the next, along the other dimension.
  int64_t groupStride;

  /// The descriptor's fields in bytes, if K is dimension `k` of the matrix.
  /// With the swizzle and K contiguous the leading offset is not read: an
  /// instruction's K is within one span.
  [[nodiscard]] int64_t getLeadingByteOffset(unsigned k) const;
  [[nodiscard]] int64_t getStrideByteOffset(unsigned k) const;
};

/// Returns the descriptor of a matrix whose layout in shared memory is `memory`
/// (Offset → coordinate of rank 2) for wgmma and tcgen05.mma, if there is one.
/// Prefers the widest span.
[[nodiscard]] std::optional<MatrixDescriptorLayout>
matchMatrixDescriptor(const LinearLayout &memory, unsigned elementBits);

/// The boxes by which TMA copies a tile to shared memory: a box is the tile of
/// one instruction.
struct TmaBoxes {
  /// 0 (no swizzle), 32, 64 or 128.
  unsigned swizzleBytes;
  /// 16; or 32, with a swizzle of 128.
  unsigned unitBytes;
  /// The box's extents in the tile's dimensions, at most 256 each.
  Coords boxShape;
  int64_t boxBytes;
  /// Maps the index of a box (as Offset) to the tile coordinate where it
  /// starts; box i is written at i * boxBytes.
  LinearLayout origins;

  [[nodiscard]] int64_t getNumBoxes() const {
    return origins.getInSize(InDim::Offset);
  }
};

/// Returns the boxes that fill a tile whose layout in shared memory is
/// `memory`. `order` lists the tile's dimensions, the one contiguous in global
/// memory first. The row of a box is a multiple of 16 bytes, and it has at most
/// `maxRows` along other dimensions.
[[nodiscard]] std::optional<TmaBoxes>
matchTmaBoxes(const LinearLayout &memory, llvm::ArrayRef<unsigned> order,
              unsigned elementBits, int64_t maxRows = 256);

//===----------------------------------------------------------------------===//
// Tensor memory
//===----------------------------------------------------------------------===//

/// The shapes of tcgen05.ld and tcgen05.st. Lanes16Bits32x2 is used with the
/// second half directly after the first one.
enum class TmemMoveShape {
  Lanes32Bits32,
  Lanes16Bits64,
  Lanes16Bits128,
  Lanes16Bits256,
  Lanes16Bits32x2
};

/// Maps (Register, Lane, Warp) to (tensor lane, column) of a fragment of
/// `columns` 32-bit columns, for four warps. The shapes of 16 lanes cover a
/// quarter by two instructions: the highest register bit is lane 16.
[[nodiscard]] LinearLayout getTmemFragment(TmemMoveShape shape,
                                           int64_t columns);

/// Maps (TensorLane, TensorColumn) to the coordinate of an accumulator of 128
/// rows and `columns` columns of 32 bits: row i in lane i.
[[nodiscard]] LinearLayout getTmemAccumulator(int64_t columns);

/// Maps an offset to (row, k) of the scale factors of `rows` (a multiple of
/// 128) rows and `scales` (a multiple of 4) blocks along K, one byte each, in
/// shared memory as tcgen05.cp.32x128b.warpx4 reads it: 512 bytes for 128 rows
/// and 4 blocks, of which row r is at 16 (r mod 32) + 4 (r / 32).
[[nodiscard]] LinearLayout getScaleFactors(int64_t rows, int64_t scales);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_HARDWARELAYOUTS_H
