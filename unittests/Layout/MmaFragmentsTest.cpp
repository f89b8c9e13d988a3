//===- MmaFragmentsTest.cpp - mma fragments against the PTX ISA -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each formula is the one that the PTX ISA prints for the fragment, under
// "Warp-level matrix instructions", "Matrix fragments for mma.…".
//
//===----------------------------------------------------------------------===//

#include "MmaShapes.h"

#include "tileiras/Layout/Factories.h"

#include <gtest/gtest.h>

#include <functional>

using namespace tileiras;

namespace {

using Formula = std::function<Coords(int i, int lane)>;

void expectAtom(const LinearLayout &layout, int elements,
                const Formula &formula) {
  ASSERT_EQ(layout.getNumRegisters(), elements);
  for (int lane = 0; lane != 32; ++lane)
    for (int i = 0; i != elements; ++i)
      EXPECT_EQ(layout.apply(i, lane), formula(i, lane))
          << "element " << i << " of lane " << lane;
}

int group(int lane) { return lane >> 2; }
int thread(int lane) { return lane % 4; }

TEST(MmaFragments, M16N8K16) {
  expectAtom(mmaOperandA({16, 16}, {}, warpMma(16)), 8,
             [](int i, int lane) -> Coords {
               bool upper = (0 <= i && i < 2) || (4 <= i && i < 6);
               int row = upper ? group(lane) : group(lane) + 8;
               int col = i < 4 ? (thread(lane) * 2) + (i & 1)
                               : (thread(lane) * 2) + (i & 1) + 8;
               return {row, col};
             });
  expectAtom(mmaOperandB({16, 8}, {}, warpMma(16)), 4,
             [](int i, int lane) -> Coords {
               int row = i < 2 ? (thread(lane) * 2) + (i & 1)
                               : (thread(lane) * 2) + (i & 1) + 8;
               return {row, group(lane)};
             });
  expectAtom(mmaAccumulator({16, 8}, {}, warpMma(16)), 4,
             [](int i, int lane) -> Coords {
               int row = i < 2 ? group(lane) : group(lane) + 8;
               return {row, (thread(lane) * 2) + (i & 1)};
             });
}

TEST(MmaFragments, M16N8K32) {
  expectAtom(mmaOperandA({16, 32}, {}, warpMma(8)), 16,
             [](int i, int lane) -> Coords {
               bool upper = (0 <= i && i < 4) || (8 <= i && i < 12);
               int row = upper ? group(lane) : group(lane) + 8;
               int col = i < 8 ? (thread(lane) * 4) + (i & 3)
                               : (thread(lane) * 4) + (i & 3) + 16;
               return {row, col};
             });
  expectAtom(mmaOperandB({32, 8}, {}, warpMma(8)), 8,
             [](int i, int lane) -> Coords {
               int row = i < 4 ? (thread(lane) * 4) + (i & 3)
                               : (thread(lane) * 4) + (i & 3) + 16;
               return {row, group(lane)};
             });
}

TEST(MmaFragments, M16N8K64) {
  expectAtom(mmaOperandA({16, 64}, {}, warpMma(4)), 32,
             [](int i, int lane) -> Coords {
               bool upper = (0 <= i && i < 8) || (16 <= i && i < 24);
               int row = upper ? group(lane) : group(lane) + 8;
               int col = i < 16 ? (thread(lane) * 8) + (i & 7)
                                : (thread(lane) * 8) + (i & 7) + 32;
               return {row, col};
             });
  expectAtom(mmaOperandB({64, 8}, {}, warpMma(4)), 16,
             [](int i, int lane) -> Coords {
               int row = i < 8 ? (thread(lane) * 8) + (i & 7)
                               : (thread(lane) * 8) + (i & 7) + 32;
               return {row, group(lane)};
             });
}

TEST(MmaFragments, M16N8K8Tf32) {
  expectAtom(mmaOperandA({16, 8}, {}, warpMma(32)), 4,
             [](int i, int lane) -> Coords {
               int row = i == 0 || i == 2 ? group(lane) : group(lane) + 8;
               int col = i < 2 ? thread(lane) : thread(lane) + 4;
               return {row, col};
             });
  expectAtom(mmaOperandB({8, 8}, {}, warpMma(32)), 2,
             [](int i, int lane) -> Coords {
               return {i == 0 ? thread(lane) : thread(lane) + 4, group(lane)};
             });
}

TEST(MmaFragments, M8N8K4F64) {
  expectAtom(
      mmaOperandA({8, 4}, {}, warpMma(64)), 1,
      [](int, int lane) -> Coords { return {group(lane), thread(lane)}; });
  expectAtom(
      mmaOperandB({4, 8}, {}, warpMma(64)), 1,
      [](int, int lane) -> Coords { return {thread(lane), group(lane)}; });
  expectAtom(mmaAccumulator({8, 8}, {}, warpMma(64)), 2,
             [](int i, int lane) -> Coords {
               return {group(lane), thread(lane) * 2 + (i & 1)};
             });
}

/// The register formulas of Factories.h, on a whole multiplication.
void expectConvention(int64_t batch, int64_t m, int64_t n, int64_t k,
                      MmaWarps warps, unsigned bits) {
  MmaShape atom = warpMma(bits);
  struct {
    int64_t m, n, k, batch;
  } rep = {m / (atom.m * warps.m), n / (atom.n * warps.n), k / atom.k,
           batch / warps.batch};
  LinearLayout acc = mmaAccumulator({batch, m, n}, warps, atom);
  LinearLayout a = mmaOperandA({batch, m, k}, warps, atom);
  LinearLayout b = mmaOperandB({batch, k, n}, warps, atom);
  LinearLayout acc1 = mmaAccumulator({atom.m, atom.n}, {}, atom);
  LinearLayout a1 = mmaOperandA({atom.m, atom.k}, {}, atom);
  LinearLayout b1 = mmaOperandB({atom.k, atom.n}, {}, atom);
  int64_t accElements = acc1.getNumRegisters(),
          aElements = a1.getNumRegisters(), bElements = b1.getNumRegisters();
  ASSERT_EQ(acc.getNumRegisters(), rep.batch * rep.m * rep.n * accElements);
  ASSERT_EQ(a.getNumRegisters(), rep.batch * rep.m * rep.k * aElements);
  ASSERT_EQ(b.getNumRegisters(), rep.batch * rep.n * rep.k * bElements);

  for (int64_t warp = 0; warp != warps.count(); ++warp) {
    int64_t wm = warp % warps.m, wn = warp / warps.m % warps.n,
            wb = warp / (warps.m * warps.n);
    for (int64_t ib = 0; ib != rep.batch; ++ib)
      for (int64_t im = 0; im != rep.m; ++im)
        for (int64_t in = 0; in != rep.n; ++in)
          for (int64_t ik = 0; ik != rep.k; ++ik)
            for (int64_t lane : {0, 5, 19, 31}) {
              int64_t z = ib * warps.batch + wb;
              int64_t row = (im * warps.m + wm) * atom.m,
                      col = (in * warps.n + wn) * atom.n;
              for (int64_t r = 0; r != accElements; ++r) {
                Coords c = acc1.apply(r, lane);
                EXPECT_EQ(
                    acc.apply(((ib * rep.m + im) * rep.n + in) * accElements +
                                  r,
                              lane, warp),
                    Coords({z, row + c[0], col + c[1]}));
              }
              for (int64_t r = 0; r != aElements; ++r) {
                Coords c = a1.apply(r, lane);
                EXPECT_EQ(
                    a.apply(((ib * rep.m + im) * rep.k + ik) * aElements + r,
                            lane, warp),
                    Coords({z, row + c[0], ik * atom.k + c[1]}));
              }
              for (int64_t r = 0; r != bElements; ++r) {
                Coords c = b1.apply(r, lane);
                EXPECT_EQ(
                    b.apply(((ib * rep.n + in) * rep.k + ik) * bElements + r,
                            lane, warp),
                    Coords({z, ik * atom.k + c[0], col + c[1]}));
              }
            }
  }
}

TEST(MmaFragments, RegisterConvention) {
  expectConvention(1, 64, 32, 64, {2, 2, 1}, 16);
  expectConvention(4, 32, 32, 64, {2, 1, 2}, 8);
  expectConvention(2, 64, 64, 16, {4, 1, 1}, 32);
  expectConvention(1, 32, 32, 8, {1, 4, 1}, 64);
}

TEST(MmaFragments, WgmmaAccumulatorIsFourWarpsOfRows) {
  // PTX ISA, "Register fragments for wgmma.mma_async.m64nNk16", matrix D.
  LinearLayout layout = mmaFragmentC({64, 32, 16, 16});
  EXPECT_EQ(layout, mmaAccumulator({64, 32}, {4, 1, 1}, warpMma(16)));
  for (int warp = 0; warp != 4; ++warp)
    for (int lane = 0; lane != 32; ++lane)
      for (int i = 0; i != 16; ++i)
        EXPECT_EQ(layout.apply(i, lane, warp),
                  Coords({warp * 16 + (lane >> 2) + 8 * ((i >> 1) & 1),
                          (i >> 2) * 8 + (lane % 4) * 2 + (i & 1)}));
}

TEST(MmaFragments, M16N8K16F64) {
  expectAtom(mmaFragmentA({16, 8, 16, 64}), 8, [](int i, int lane) -> Coords {
    return {i % 2 == 0 ? group(lane) : group(lane) + 8,
            (i / 2) * 4 + thread(lane)};
  });
  expectAtom(mmaFragmentB({16, 8, 16, 64}), 4, [](int i, int lane) -> Coords {
    return {i * 4 + thread(lane), group(lane)};
  });
}

TEST(MmaFragments, M16N8K8F16) {
  expectAtom(mmaFragmentA({16, 8, 8, 16}), 4, [](int i, int lane) -> Coords {
    return {i < 2 ? group(lane) : group(lane) + 8, thread(lane) * 2 + (i & 1)};
  });
  expectAtom(mmaFragmentB({16, 8, 8, 16}), 2, [](int i, int lane) -> Coords {
    return {thread(lane) * 2 + i, group(lane)};
  });
}

TEST(MmaFragments, M8N8K16I8) {
  expectAtom(mmaFragmentA({8, 8, 16, 8}), 4, [](int i, int lane) -> Coords {
    return {group(lane), thread(lane) * 4 + i};
  });
  expectAtom(mmaFragmentB({8, 8, 16, 8}), 4, [](int i, int lane) -> Coords {
    return {thread(lane) * 4 + i, group(lane)};
  });
}

TEST(MmaFragments, M16N8K256B1) {
  expectAtom(mmaFragmentA({16, 8, 256, 1}), 128, [](int i, int lane) -> Coords {
    return {i % 64 < 32 ? group(lane) : group(lane) + 8,
            thread(lane) * 32 + (i & 31) + (i < 64 ? 0 : 128)};
  });
}

TEST(MmaFragments, WgmmaOperandIsFourWarpsOfRows) {
  // PTX ISA, "Register fragments for wgmma.mma_async.m64nNk16", matrix A.
  LinearLayout layout = mmaFragmentA({64, 8, 16, 16});
  for (int warp = 0; warp != 4; ++warp)
    for (int lane = 0; lane != 32; ++lane)
      for (int i = 0; i != 8; ++i)
        EXPECT_EQ(layout.apply(i, lane, warp),
                  Coords({warp * 16 + group(lane) + 8 * ((i >> 1) & 1),
                          (i >> 2) * 8 + thread(lane) * 2 + (i & 1)}));
}

TEST(MmaFragments, SmallTilesDuplicate) {
  LinearLayout acc = mmaAccumulator({8, 8}, {2, 1, 1}, warpMma(16));
  EXPECT_EQ(acc.getNumRegisters(), 4);
  EXPECT_EQ(acc.apply(0, 4, 0), acc.apply(2, 4, 1));
  EXPECT_EQ(mmaAccumulator({16, 4}, {}, warpMma(16)).getOutSizes(),
            llvm::ArrayRef<int64_t>({16, 4}));
  EXPECT_TRUE(
      mmaOperandA({16, 16}, {1, 4, 1}, warpMma(16)).isTrivialOver(InDim::Warp));
}

TEST(MmaFragments, WarpsMakeSquareBlocks) {
  EXPECT_EQ(chooseMmaWarps(128, 128, 4, warpMma(16)), (MmaWarps{2, 2, 1}));
  EXPECT_EQ(chooseMmaWarps(128, 64, 4, warpMma(16)), (MmaWarps{4, 1, 1}));
  EXPECT_EQ(chooseMmaWarps(16, 256, 4, warpMma(16)), (MmaWarps{1, 4, 1}));
  EXPECT_EQ(chooseMmaWarps(16, 16, 8, warpMma(16), 4), (MmaWarps{1, 2, 4}));
  EXPECT_EQ(chooseMmaWarps(16, 8, 4, warpMma(16)), (MmaWarps{4, 1, 1}));
}

/// PTX ISA, "ldmatrix", the figure of .m16n16: word w of a lane has rows
/// 4 * thread + 2 * w and the next of columns group and group + 8.
TEST(MmaFragments, ByteMatrixTransposed) {
  expectAtom(getByteMatrixTransposed(), 8, [](int i, int lane) -> Coords {
    int word = i / 4, byte = i % 4;
    return {4 * thread(lane) + 2 * word + byte % 2,
            group(lane) + 8 * (byte / 2)};
  });
}

} // namespace
