//===- LdMatrix.cpp - Does ldmatrix or stmatrix fit? ------------- -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LdMatrix.h"

#include "tileiras/Layout/F2Span.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace tileiras;

/// A row of a matrix is 16 bytes; eight of them make a matrix.
static constexpr unsigned kRowBits = 128, kLog2Rows = 3, kWarpLaneBits = 5;

llvm::SmallVector<unsigned> MatrixAccess::getRegisters(unsigned instruction,
                                                       unsigned matrix) const {
  uint32_t first = select<uint32_t>(instructionMasks, instruction) ^
                   select<uint32_t>(matrixMasks, matrix);
  llvm::SmallVector<unsigned> result;
  for (unsigned element = 0; element != 1u << elementMasks.size(); ++element)
    result.push_back(first ^ select<uint32_t>(elementMasks, element));
  return result;
}

namespace {
/// One attempt: plain or transposed.
class MatrixMatcher {
public:
  MatrixMatcher(const LinearLayout &offset, unsigned elementBits,
                uint64_t uniformBits, bool transpose)
      : offset(offset), uniformBits(uniformBits), transpose(transpose),
        log2PerRegister(llvm::Log2_32(32 / elementBits)),
        rowMask(kRowBits / elementBits - 1),
        registers(offset.getFlatBases(InDim::Register)),
        lanes(offset.getFlatBases(InDim::Lane)) {}

  std::optional<MatrixAccess> match() {
    result.transpose = transpose;
    for (uint64_t mask : getKernel(registers))
      result.copyMasks.push_back(mask);
    if (!matchRow() || !collectRegisters() || !threadsKeepRows())
      return std::nullopt;
    splitRegisters();
    return addRowAddresses();
  }

private:
  /// What lies inside one row: the lowest offsets, in order.
  bool matchRow() {
    if (transpose)
      return lanes[2] == 1 && lanes[3] == 2 && lanes[4] == 4;
    F2Span span(registers);
    for (unsigned bit = 0; bit != log2PerRegister; ++bit) {
      std::optional<uint64_t> mask = span.solve(uint64_t(1) << bit);
      if (!mask)
        return false;
      result.elementMasks.push_back(*mask);
    }
    return lanes[0] == uint64_t(1) << log2PerRegister &&
           lanes[1] == uint64_t(2) << log2PerRegister;
  }

  /// The registers beyond the row and beyond copies, each cleared of the
  /// element bits; they may not move within a row otherwise.
  bool collectRegisters() {
    F2Vectors known(result.elementMasks.begin(), result.elementMasks.end());
    known.append(result.copyMasks.begin(), result.copyMasks.end());
    for (uint64_t mask :
         extendBasis(F2Span(known), unitVectors(registers.size()))) {
      uint64_t inRow = select<uint64_t>(registers, mask) & rowMask;
      if (inRow >> result.elementMasks.size() != 0)
        return false;
      others.push_back(mask ^ select<uint32_t>(result.elementMasks, inRow));
    }
    if (!transpose)
      return true;
    // The pair of a .b32 is two rows: any register bit that stays in a round.
    auto *pair = llvm::find_if(others, [&](uint32_t mask) {
      return (offsetOf(mask) & uniformBits) == 0;
    });
    if (pair == others.end())
      return false;
    result.elementMasks.push_back(*pair);
    others.erase(pair);
    return true;
  }

  /// Lanes that select a row, and warps, move by whole rows.
  bool threadsKeepRows() const {
    auto keepsRow = [&](uint64_t basis) { return (basis & rowMask) == 0; };
    auto keepsRound = [&](uint64_t basis) {
      return (basis & uniformBits) == 0;
    };
    llvm::ArrayRef<uint64_t> rowLanes =
        transpose ? lanes.take_front(2) : lanes.drop_front(2);
    return llvm::all_of(rowLanes, keepsRow) &&
           llvm::all_of(lanes, keepsRound) &&
           llvm::all_of(offset.getFlatBases(InDim::Warp), keepsRow) &&
           llvm::all_of(offset.getFlatBases(InDim::Block), keepsRow);
  }

  /// Up to two register bits number the matrices of one instruction.
  void splitRegisters() {
    for (uint32_t mask : others) {
      bool fits =
          result.matrixMasks.size() < 2 && (offsetOf(mask) & uniformBits) == 0;
      (fits ? result.matrixMasks : result.instructionMasks).push_back(mask);
    }
    result.numMatrices = 1u << result.matrixMasks.size();
  }

  MatrixAccess addRowAddresses() {
    F2Vectors instructions, rows;
    for (uint32_t mask : result.instructionMasks)
      instructions.push_back(offsetOf(mask));
    if (transpose)
      rows = {offsetOf(result.elementMasks[0]), lanes[0], lanes[1]};
    else
      rows.append(lanes.begin() + 2, lanes.end());
    assert(rows.size() == kLog2Rows);
    for (uint32_t mask : result.matrixMasks)
      rows.push_back(offsetOf(mask));
    rows.resize(kWarpLaneBits, 0);
    result.rowAddress = offset.withBases(InDim::Register, instructions)
                            .withBases(InDim::Lane, rows);
    return result;
  }

  uint64_t offsetOf(uint32_t mask) const {
    return select<uint64_t>(registers, mask);
  }

  const LinearLayout &offset;
  uint64_t uniformBits;
  bool transpose;
  unsigned log2PerRegister;
  uint64_t rowMask;
  llvm::ArrayRef<uint64_t> registers, lanes;
  llvm::SmallVector<uint32_t> others;
  MatrixAccess result;
};
} // namespace

std::optional<MatrixAccess>
tileiras::matchMatrixAccess(const LinearLayout &offset, unsigned elementBits,
                            uint64_t uniformBits) {
  if (elementBits > 32 || offset.getInBits(InDim::Lane) != kWarpLaneBits)
    return std::nullopt;
  if (auto plain =
          MatrixMatcher(offset, elementBits, uniformBits, false).match())
    return plain;
  if (elementBits != 16)
    return std::nullopt;
  return MatrixMatcher(offset, elementBits, uniformBits, true).match();
}

std::optional<MatrixAccess> tileiras::matchLdMatrix(const LinearLayout &smem,
                                                    const LinearLayout &dst,
                                                    unsigned elementBits) {
  return matchMatrixAccess(dst.invertAndCompose(smem), elementBits);
}

std::optional<MatrixAccess> tileiras::matchStMatrix(const LinearLayout &smem,
                                                    const LinearLayout &src,
                                                    unsigned elementBits) {
  return matchMatrixAccess(src.invertAndCompose(smem), elementBits);
}
