//===- HardwareLayoutsTest.cpp - Prescribed layouts against the PTX ISA ---===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Layout/HardwareLayouts.h"

#include "llvm/Support/MathExtras.h"

#include <gtest/gtest.h>

using namespace tileiras;

namespace {

/// The byte at which panels put row `r` and byte `b` of a tile of `rows` rows,
/// by the header's table.
int64_t panelAddress(int64_t r, int64_t b, int64_t rows, int64_t span) {
  int64_t panel = b / span, unit = b % span / 16;
  int64_t log2Units = llvm::Log2_64(span / 16);
  int64_t swizzled = unit ^ (r >> (3 - log2Units) & (span / 16 - 1));
  return (panel * rows + r) * span + swizzled * 16 + b % 16;
}

TEST(HardwareLayouts, PanelsAreWhereTheTableSays) {
  constexpr int64_t rows = 32, bytes = 256;
  for (unsigned span : {16u, 32u, 64u, 128u})
    for (unsigned bits : {4u, 8u, 16u, 32u, 64u})
      for (unsigned contiguous : {0u, 1u}) {
        int64_t columns = bytes * 8 / bits;
        Coords shape = {rows, columns};
        if (contiguous == 0)
          std::swap(shape[0], shape[1]);
        LinearLayout tile = getSwizzledPanels(shape, contiguous, bits, span);
        ASSERT_TRUE(tile.isInvertible());
        for (int64_t r = 0; r != rows; ++r)
          for (int64_t c = 0; c != columns; ++c) {
            int64_t byte = c * bits / 8, within = c * bits % 8 / bits;
            int64_t offset =
                panelAddress(r, byte, rows, span) * 8 / bits + within;
            Coords at = {r, c};
            if (contiguous == 0)
              std::swap(at[0], at[1]);
            ASSERT_EQ(tile.unflatten(tile.applyFlat(InDim::Offset, offset)), at)
                << span << " bytes, " << bits << " bits, row " << r;
          }
      }
}

TEST(HardwareLayouts, OperandsHaveDescriptors) {
  // A of wgmma.m64nNk16, f16: 128 rows of K = 64 in one panel.
  LinearLayout a = getSwizzledPanels({128, 64}, 1, 16, 128);
  std::optional<MatrixDescriptorLayout> match = matchMatrixDescriptor(a, 16);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->contiguous, 1u);
  EXPECT_EQ(match->spanBytes, 128u);
  EXPECT_EQ(match->getStrideByteOffset(/*k=*/1), 1024);

  // B = [K, N], N contiguous: panels of 64 columns; eight k's are 1,024 bytes.
  LinearLayout b = getSwizzledPanels({64, 256}, 1, 16, 128);
  match = matchMatrixDescriptor(b, 16);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->contiguous, 1u);
  EXPECT_EQ(match->getLeadingByteOffset(/*k=*/0), 64 * 128);
  EXPECT_EQ(match->getStrideByteOffset(/*k=*/0), 1024);
}

TEST(HardwareLayouts, CoreMatricesHaveDescriptors) {
  // Without a swizzle: core matrices of 8 rows by 16 bytes. Along K the next
  // one is 64 rows further, along M 128 bytes.
  LinearLayout tile = getSwizzledPanels({64, 32}, 1, 16, 16);
  std::optional<MatrixDescriptorLayout> match = matchMatrixDescriptor(tile, 16);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->spanBytes, 16u);
  EXPECT_EQ(match->getLeadingByteOffset(/*k=*/1), 64 * 16);
  EXPECT_EQ(match->getStrideByteOffset(/*k=*/1), 128);
  // The same tile as K by M: the leading offset is now along K.
  EXPECT_EQ(match->getLeadingByteOffset(/*k=*/0), 128);
  EXPECT_EQ(match->getStrideByteOffset(/*k=*/0), 64 * 16);
}

TEST(HardwareLayouts, EverySpanIsRecognised) {
  for (unsigned span : {16u, 32u, 64u, 128u})
    for (unsigned bits : {4u, 8u, 16u, 32u})
      for (unsigned contiguous : {0u, 1u}) {
        int64_t width = 2 * 128 * 8 / bits;
        Coords shape = contiguous ? Coords{64, width} : Coords{width, 64};
        auto match = matchMatrixDescriptor(
            getSwizzledPanels(shape, contiguous, bits, span), bits);
        ASSERT_TRUE(match);
        EXPECT_EQ(match->contiguous, contiguous);
        EXPECT_EQ(match->spanBytes, span);
        EXPECT_EQ(match->unitBytes, 16u);
        EXPECT_EQ(match->panelStride, 64 * span);
        EXPECT_EQ(match->groupStride, 8 * span);
      }
}

TEST(HardwareLayouts, SpansAreSwizzledByThirtyTwoBytes) {
  // B of 32 bits, K by N: 64 rows of 64 columns in two panels.
  constexpr int64_t rows = 64, columns = 64, span = 32;
  LinearLayout tile = getSwizzledPanels({rows, columns}, 1, 32, 128, 32);
  for (int64_t r = 0; r != rows; ++r)
    for (int64_t c = 0; c != columns; ++c) {
      int64_t unit = c % span / 8 ^ r % 4;
      int64_t offset = (c / span * rows + r) * span + unit * 8 + c % 8;
      ASSERT_EQ(tile.unflatten(tile.applyFlat(InDim::Offset, offset)),
                (Coords{r, c}));
    }
  std::optional<MatrixDescriptorLayout> match = matchMatrixDescriptor(tile, 32);
  ASSERT_TRUE(match);
  EXPECT_EQ(match->contiguous, 1u);
  EXPECT_EQ(match->spanBytes, 128u);
  EXPECT_EQ(match->unitBytes, 32u);
  EXPECT_EQ(match->getLeadingByteOffset(/*k=*/0), rows * 128);
  // Four rows repeat, not eight.
  EXPECT_EQ(match->getStrideByteOffset(/*k=*/0), 4 * 128);
  std::optional<TmaBoxes> boxes = matchTmaBoxes(tile, {1, 0}, 32);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->swizzleBytes, 128u);
  EXPECT_EQ(boxes->unitBytes, 32u);
  EXPECT_EQ(boxes->boxShape, (Coords{rows, span}));
  EXPECT_EQ(boxes->getNumBoxes(), 2);
}

TEST(HardwareLayouts, OtherTilesHaveNoDescriptor) {
  // Rows of 256 bytes, not in spans.
  LinearLayout rows = LinearLayout::identity1D(128, InDim::Offset, 1, 2) *
                      LinearLayout::identity1D(64, InDim::Offset, 0, 2);
  EXPECT_FALSE(matchMatrixDescriptor(rows, 16));
  // Groups of eight rows whose distances differ.
  LinearLayout pattern = getSwizzledPanels({8, 64}, 1, 16, 128);
  LinearLayout uneven = pattern *
                        LinearLayout::identity1D(2, InDim::Offset, 0, 2) *
                        LinearLayout::identity1D(2, InDim::Offset, 1, 2) *
                        LinearLayout::identity1D(2, InDim::Offset, 0, 2);
  EXPECT_FALSE(matchMatrixDescriptor(uneven, 16));
  // Fewer rows than the pattern has.
  EXPECT_FALSE(
      matchMatrixDescriptor(getSwizzledPanels({4, 64}, 1, 16, 128), 16));
}

TEST(HardwareLayouts, BoxesOfTensorCopies) {
  // 128×128 f16: two boxes of 64 columns, one panel each.
  LinearLayout tile = getSwizzledPanels({128, 128}, 1, 16, 128);
  std::optional<TmaBoxes> boxes = matchTmaBoxes(tile, {1, 0}, 16);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->swizzleBytes, 128u);
  EXPECT_EQ(boxes->boxShape, Coords({128, 64}));
  EXPECT_EQ(boxes->boxBytes, 128 * 128);
  EXPECT_EQ(boxes->getNumBoxes(), 2);
  EXPECT_EQ(boxes->origins.getBasis(InDim::Offset, 0), Coords({0, 64}));

  // 512 rows: a box has 256 at most.
  boxes = matchTmaBoxes(getSwizzledPanels({512, 64}, 1, 16, 128), {1, 0}, 16);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->boxShape, Coords({256, 64}));
  EXPECT_EQ(boxes->origins.getBasis(InDim::Offset, 0), Coords({256, 0}));

  // With a limit there are fewer rows: rows first, then panels.
  boxes = matchTmaBoxes(tile, {1, 0}, 16, /*maxRows=*/64);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->boxShape, Coords({64, 64}));
  EXPECT_EQ(boxes->getNumBoxes(), 4);
  EXPECT_EQ(boxes->origins.getBasis(InDim::Offset, 0), Coords({64, 0}));
  EXPECT_EQ(boxes->origins.getBasis(InDim::Offset, 1), Coords({0, 64}));
}

TEST(HardwareLayouts, BoxesWithoutSwizzle) {
  LinearLayout rows = LinearLayout::identity1D(128, InDim::Offset, 1, 2) *
                      LinearLayout::identity1D(64, InDim::Offset, 0, 2);
  std::optional<TmaBoxes> boxes = matchTmaBoxes(rows, {1, 0}, 32);
  ASSERT_TRUE(boxes);
  EXPECT_EQ(boxes->swizzleBytes, 0u);
  EXPECT_EQ(boxes->boxShape, Coords({64, 128}));
  EXPECT_EQ(boxes->getNumBoxes(), 1);
  // A tile that is contiguous along the other dimension than memory is.
  EXPECT_FALSE(matchTmaBoxes(rows, {0, 1}, 32));
  // Rows of less than 16 bytes.
  LinearLayout narrow = LinearLayout::identity1D(4, InDim::Offset, 1, 2) *
                        LinearLayout::identity1D(64, InDim::Offset, 0, 2);
  EXPECT_FALSE(matchTmaBoxes(narrow, {1, 0}, 16));
}

/// The PTX ISA's figures of "Data Movement Shape": lane and column of register
/// r of thread t, for one instruction.
Coords placeOf(TmemMoveShape shape, int64_t t, int64_t r, int64_t columns) {
  switch (shape) {
  case TmemMoveShape::Lanes32Bits32:
    return {t, r};
  case TmemMoveShape::Lanes16Bits64:
    return {t / 4 + 8 * (t % 2), 2 * r + t / 2 % 2};
  case TmemMoveShape::Lanes16Bits128:
    return {t / 4 + 8 * (r % 2), 4 * (r / 2) + t % 4};
  case TmemMoveShape::Lanes16Bits256:
    return {t / 4 + 8 * (r / 2 % 2), 8 * (r / 4) + 2 * (t % 4) + r % 2};
  case TmemMoveShape::Lanes16Bits32x2:
    return {t % 16, r + t / 16 * (columns / 2)};
  }
  return {};
}

TEST(HardwareLayouts, TensorFragments) {
  for (TmemMoveShape shape :
       {TmemMoveShape::Lanes32Bits32, TmemMoveShape::Lanes16Bits64,
        TmemMoveShape::Lanes16Bits128, TmemMoveShape::Lanes16Bits256,
        TmemMoveShape::Lanes16Bits32x2})
    for (int64_t columns : {8, 32, 256}) {
      LinearLayout fragment = getTmemFragment(shape, columns);
      EXPECT_EQ(fragment.getOutSizes(),
                llvm::ArrayRef<int64_t>({128, columns}));
      EXPECT_TRUE(fragment.isInvertible());
      bool halves = shape != TmemMoveShape::Lanes32Bits32;
      int64_t registers = fragment.getNumRegisters() >> halves;
      for (int64_t warp = 0; warp != 4; ++warp)
        for (int64_t half = 0; half <= halves; ++half)
          for (int64_t t = 0; t != 32; ++t)
            for (int64_t r = 0; r != registers; ++r) {
              Coords place = placeOf(shape, t, r, columns);
              place[0] += 32 * warp + 16 * half;
              ASSERT_EQ(fragment.apply(r + half * registers, t, warp), place);
            }
    }
}

TEST(HardwareLayouts, FragmentsOfAccumulators) {
  // Row i of the accumulator is lane i, so that a fragment in tensor memory is
  // a register layout of the tile.
  LinearLayout tile = getTmemAccumulator(64);
  EXPECT_EQ(tile.applyPacked(tile.getInSize(InDim::TensorLane) * 3 + 5),
            5u * 64 + 3);
  EXPECT_TRUE(tile.isInvertible());
}

TEST(HardwareLayouts, ScaleFactors) {
  LinearLayout scales = getScaleFactors(256, 8);
  ASSERT_TRUE(scales.isInvertible());
  for (int64_t row = 0; row != 256; ++row)
    for (int64_t k = 0; k != 8; ++k) {
      int64_t block = k / 4 + 2 * (row / 128);
      int64_t offset =
          512 * block + 16 * (row % 32) + 4 * (row % 128 / 32) + k % 4;
      ASSERT_EQ(scales.unflatten(scales.applyFlat(InDim::Offset, offset)),
                Coords({row, k}));
    }
}

} // namespace
