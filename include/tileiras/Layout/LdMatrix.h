//===- LdMatrix.h - Does ldmatrix or stmatrix fit? --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix (PTX ISA, "Warp-level matrix load instruction: ldmatrix") moves 8x8
// matrices of 16-bit elements between shared memory, where each of the 8 rows
// is 16 contiguous, 16-byte aligned bytes at an address that one lane gives,
// and one 32-bit register per lane. It is a fixed layout. Seen from the
// register side (p = 32/elementBits elements per register; k = log2 p):
//
//                 place inside a row of 16 bytes          row of the matrix
//   plain         the k lowest element bits, lane 0, 1    lane bits 2, 3, 4
//   .trans (b16)  lane bits 2, 3, 4                       element bit, lane 0,
//   1
//
// So the instruction fits exactly when the offsets that a register layout has
// in shared memory (smem⁻¹∘layout) begin that way. Bits of wider or narrower
// elements only change k; .trans exists for 16-bit elements. Row r of matrix j
// is addressed by lane 8*j + r; matrix j lands in result register j.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_LDMATRIX_H
#define TILEIRAS_LAYOUT_LDMATRIX_H

#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

/// The ldmatrix or stmatrix instructions that move a whole register layout.
/// Instruction i, 32-bit register j, element h of it is the layout's register
///   select(instructionMasks, i) ^ select(matrixMasks, j) ^
///   select(elementMasks, h)
/// where select(masks, x) is the XOR of masks[b] over the set bits b of x.
struct MatrixAccess {
  /// .x1, .x2 or .x4.
  unsigned numMatrices = 1;
  bool transpose = false;
  /// (register = instruction, lane, warp) → the element offset of the row that
  /// this lane addresses. Lanes beyond 8 * numMatrices repeat others' rows.
  LinearLayout rowAddress;
  llvm::SmallVector<uint32_t> elementMasks, matrixMasks, instructionMasks;
  /// Registers r and r ^ mask hold the same element; not moved twice.
  llvm::SmallVector<uint32_t> copyMasks;

  [[nodiscard]] unsigned getNumInstructions() const {
    return 1u << instructionMasks.size();
  }
  /// The registers of the layout in 32-bit register `matrix` of `instruction`,
  /// lowest bits first.
  [[nodiscard]] llvm::SmallVector<unsigned> getRegisters(unsigned instruction,
                                                         unsigned matrix) const;
};

/// Fits ldmatrix/stmatrix to `offset`, which gives for (register, lane, warp)
/// the offset in shared memory, counted in elements (its flat output). Takes
/// the widest of .x4, .x2, .x1 whose rows agree in the bits of the offset that
/// are set in `uniformBits`.
[[nodiscard]] std::optional<MatrixAccess>
matchMatrixAccess(const LinearLayout &offset, unsigned elementBits,
                  uint64_t uniformBits = 0);

/// Can the register layout `dst` be loaded from shared memory laid out as
/// `smem` (Offset → tile coordinate) with ldmatrix?
[[nodiscard]] std::optional<MatrixAccess>
matchLdMatrix(const LinearLayout &smem, const LinearLayout &dst,
              unsigned elementBits);

/// The same for stmatrix (sm_90 and later), from the register layout `src`.
[[nodiscard]] std::optional<MatrixAccess>
matchStMatrix(const LinearLayout &smem, const LinearLayout &src,
              unsigned elementBits);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_LDMATRIX_H
