//===- LdMatrix.h - Register layouts that ldmatrix and stmatrix move ------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// ldmatrix (PTX ISA, "Warp-level matrix load instruction: ldmatrix") moves
// matrices between shared memory and 32-bit words of each lane. Each row is 16
// contiguous, 16-byte aligned bytes of shared memory at an address that one
// lane gives. The layout is fixed. Seen from the registers (p = 32/elementBits
// elements in a word; k = log2 p):
//
//                 position in a row of 16 bytes        row of the matrix
//   .m8n8         the k element bits, lane 0, 1        lane bits 2, 3, 4
//   .m8n8.trans   lane bits 2, 3, 4                    element bit, lane 0, 1
//   .m16n16.trans lane bits 2, 3, 4, element bit 1     element bit 0, word bit,
//                                                      lane 0, 1
//
// So the instruction fits exactly when the offsets that a register layout has
// in shared memory (smem⁻¹∘layout) begin that way. Bits of wider or narrower
// elements only change k in the first form; the second is for elements of 16
// bits and the third for those of 8. A matrix of the third occupies two words
// of a lane. Row r of matrix j is addressed by lane 8*j + r (16*j + r in the
// third); the words of matrix j follow those of the matrices before it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAYOUT_LDMATRIX_H
#define TILEIRAS_LAYOUT_LDMATRIX_H

#include "tileiras/Layout/LinearLayout.h"

namespace tileiras {

/// The forms of the table above.
enum class MatrixForm { Rows, Transposed, TransposedBytes };

/// All forms, and those that stmatrix has too.
inline constexpr MatrixForm kAllMatrixForms[] = {
    MatrixForm::Rows, MatrixForm::Transposed, MatrixForm::TransposedBytes};
inline constexpr MatrixForm kStoredMatrixForms[] = {MatrixForm::Rows,
                                                    MatrixForm::Transposed};

/// The ldmatrix or stmatrix instructions that move a whole register layout. In
/// instruction i, element h of word j is the layout's register
///   select(instructionMasks, i) ^ select(wordMasks, j) ^
///   select(elementMasks, h)
/// where select(masks, x) is the XOR of masks[b] over the set bits b of x.
struct MatrixAccess {
  MatrixForm form = MatrixForm::Rows;
  /// .x1, .x2 or .x4.
  unsigned numMatrices = 1;
  /// Maps (register = instruction, lane, warp) to the element offset of the row
  /// that this lane addresses. Lanes beyond getNumRows() repeat others' rows.
  LinearLayout rowAddress;
  llvm::SmallVector<uint32_t> elementMasks, wordMasks, instructionMasks;
  /// Registers r and r ^ mask hold the same element; only one is moved.
  llvm::SmallVector<uint32_t> copyMasks;

  [[nodiscard]] unsigned getNumInstructions() const {
    return 1u << instructionMasks.size();
  }
  /// The number of 32-bit words that one instruction gives a lane.
  [[nodiscard]] unsigned getNumWords() const { return 1u << wordMasks.size(); }
  /// The number of rows that the lanes address for one instruction.
  [[nodiscard]] unsigned getNumRows() const { return 8 * getNumWords(); }
  /// The registers of the layout in `word` of `instruction`, lowest bits first.
  [[nodiscard]] llvm::SmallVector<unsigned> getRegisters(unsigned instruction,
                                                         unsigned word) const;
};

/// Fits ldmatrix/stmatrix in a form to `offset`, which gives for (register,
/// lane, warp) the offset in shared memory, counted in elements (its flat
/// output). Chooses the widest of .x4, .x2, .x1 whose rows agree in the bits of
/// the offset that are set in `uniformBits`.
[[nodiscard]] std::optional<MatrixAccess>
matchMatrixAccess(const LinearLayout &offset, unsigned elementBits,
                  MatrixForm form, uint64_t uniformBits = 0);

/// Returns the instructions that load the register layout `dst` from shared
/// memory laid out as `smem` (Offset → tile coordinate) with ldmatrix, in any
/// form, if there are any.
[[nodiscard]] std::optional<MatrixAccess>
matchLdMatrix(const LinearLayout &smem, const LinearLayout &dst,
              unsigned elementBits);

/// Returns the same for stmatrix (sm_90 and later), from the register layout
/// `src`.
[[nodiscard]] std::optional<MatrixAccess>
matchStMatrix(const LinearLayout &smem, const LinearLayout &src,
              unsigned elementBits);

} // namespace tileiras

#endif // TILEIRAS_LAYOUT_LDMATRIX_H
