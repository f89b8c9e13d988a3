//===- LdMatrixTest.cpp - When ldmatrix fits ------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/LdMatrix.h"

#include "MmaShapes.h"
#include "PlanInterpreter.h"

#include "tileiras/Layout/Factories.h"

#include "llvm/Support/MathExtras.h"

#include <gtest/gtest.h>

using namespace tileiras;

namespace {

/// A row-major tile in shared memory, 16-byte units XORed by the row.
LinearLayout swizzled(int64_t rows, int64_t cols, unsigned log2Unit,
                      unsigned swizzleBits) {
  unsigned colBits = llvm::Log2_64(cols);
  llvm::SmallVector<uint64_t> bases;
  for (unsigned bit = 0; (int64_t(1) << bit) != rows * cols; ++bit) {
    uint64_t basis = uint64_t(1) << bit;
    if (bit >= colBits && bit - colBits < swizzleBits)
      basis |= uint64_t(1) << (bit - colBits + log2Unit);
    bases.push_back(basis);
  }
  return LinearLayout::fromFlatBases(InDim::Offset, bases, {rows, cols});
}

/// ldmatrix would load into each register the elements that the layout
/// requires.
void expectLoads(const MatrixAccess &access, const LinearLayout &smem,
                 const LinearLayout &dst, unsigned bits) {
  unsigned pack = 32 / bits;
  for (unsigned warp = 0; warp != dst.getNumWarps(); ++warp)
    for (unsigned inst = 0; inst != access.getNumInstructions(); ++inst)
      for (unsigned word = 0; word != access.getNumWords(); ++word)
        for (unsigned lane = 0; lane != 32; ++lane)
          for (unsigned h = 0; h != pack; ++h) {
            test::MatrixPlace place =
                test::getMatrixPlace(access, word, lane, h, pack);
            uint64_t address = access.rowAddress.flatten(
                access.rowAddress.apply(inst, place.row, warp));
            EXPECT_EQ(address * bits % 128, 0u);
            unsigned reg = access.getRegisters(inst, word)[h];
            EXPECT_EQ(smem.unflatten(smem.applyFlat(InDim::Offset,
                                                    address + place.column)),
                      dst.apply(reg, lane, warp));
          }
}

TEST(LdMatrix, OperandAFromRowMajor) {
  LinearLayout dst = mmaOperandA({64, 64}, {2, 2, 1}, warpMma(16));
  for (unsigned swizzle : {0u, 3u}) {
    LinearLayout smem = swizzled(64, 64, 3, swizzle);
    std::optional<MatrixAccess> access = matchLdMatrix(smem, dst, 16);
    ASSERT_TRUE(access);
    EXPECT_EQ(access->numMatrices, 4u);
    EXPECT_EQ(access->form, MatrixForm::Rows);
    // The operand of one mma, in order: a0a1, a2a3, a4a5, a6a7.
    for (unsigned matrix = 0; matrix != 4; ++matrix)
      EXPECT_EQ(access->getRegisters(0, matrix),
                llvm::SmallVector<unsigned>({2 * matrix, 2 * matrix + 1}));
    expectLoads(*access, smem, dst, 16);
  }
}

TEST(LdMatrix, OperandBFromRowMajorIsTransposed) {
  LinearLayout smem = swizzled(64, 64, 3, 3);
  LinearLayout dst = mmaOperandB({64, 64}, {2, 2, 1}, warpMma(16));
  std::optional<MatrixAccess> access = matchLdMatrix(smem, dst, 16);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->form, MatrixForm::Transposed);
  expectLoads(*access, smem, dst, 16);
}

TEST(LdMatrix, OperandBFromColumnMajorIsPlain) {
  LinearLayout smem = swizzled(64, 64, 3, 3).permuteOuts({1, 0});
  LinearLayout dst = mmaOperandB({64, 64}, {1, 4, 1}, warpMma(16));
  std::optional<MatrixAccess> access = matchLdMatrix(smem, dst, 16);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->form, MatrixForm::Rows);
  expectLoads(*access, smem, dst, 16);
}

TEST(LdMatrix, OtherWidths) {
  LinearLayout bytes = swizzled(32, 128, 4, 3);
  LinearLayout a8 = mmaOperandA({32, 128}, {2, 1, 1}, warpMma(8));
  std::optional<MatrixAccess> access = matchLdMatrix(bytes, a8, 8);
  ASSERT_TRUE(access);
  expectLoads(*access, bytes, a8, 8);
  // Bytes are transposed 16 columns at a time, by ldmatrix only.
  LinearLayout k = swizzled(64, 64, 4, 2);
  LinearLayout b8 = mmaOperandB({64, 64}, {2, 1, 1}, warpMma(8));
  access = matchLdMatrix(k, b8, 8);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->form, MatrixForm::TransposedBytes);
  EXPECT_EQ(access->numMatrices, 2u);
  EXPECT_EQ(access->getNumWords(), 4u);
  expectLoads(*access, k, b8, 8);
  EXPECT_FALSE(matchStMatrix(k, b8, 8));
  EXPECT_FALSE(
      matchLdMatrix(k, mmaOperandB({64, 64}, {1, 2, 1}, warpMma(8)), 8));

  LinearLayout halves = swizzled(32, 128, 5, 2);
  LinearLayout a4 = mmaOperandA({32, 128}, {2, 1, 1}, warpMma(4));
  access = matchLdMatrix(halves, a4, 4);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->numMatrices, 4u);
  expectLoads(*access, halves, a4, 4);

  LinearLayout words = swizzled(32, 32, 2, 3);
  LinearLayout a32 = mmaOperandA({32, 32}, {2, 1, 1}, warpMma(32));
  access = matchLdMatrix(words, a32, 32);
  ASSERT_TRUE(access);
  expectLoads(*access, words, a32, 32);
  EXPECT_FALSE(matchLdMatrix(words, a32, 64));
}

TEST(LdMatrix, NarrowOperandsTakeFewerMatrices) {
  LinearLayout smem = swizzled(8, 16, 3, 0).permuteOuts({1, 0});
  LinearLayout dst = mmaOperandB({16, 8}, {1, 1, 1}, warpMma(16));
  std::optional<MatrixAccess> access = matchLdMatrix(smem, dst, 16);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->numMatrices, 2u);
  expectLoads(*access, smem, dst, 16);
}

TEST(LdMatrix, BlockedLayoutsDoNotFit) {
  LinearLayout smem = swizzled(64, 64, 3, 3);
  EXPECT_FALSE(matchLdMatrix(smem, coalesced({64, 64}, 16, 4), 16));
  // A swizzle finer than 16 bytes breaks rows.
  EXPECT_FALSE(matchLdMatrix(swizzled(64, 64, 1, 3),
                             mmaOperandA({64, 64}, {2, 2, 1}, warpMma(16)),
                             16));
}

TEST(StMatrix, AccumulatorToRowMajor) {
  LinearLayout smem = swizzled(64, 64, 3, 3);
  LinearLayout src = mmaAccumulator({64, 64}, {4, 1, 1}, warpMma(16));
  std::optional<MatrixAccess> access = matchStMatrix(smem, src, 16);
  ASSERT_TRUE(access);
  EXPECT_EQ(access->numMatrices, 4u);
  expectLoads(*access, smem, src, 16);
}

} // namespace
