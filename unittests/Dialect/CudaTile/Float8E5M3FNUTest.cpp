//===- Float8E5M3FNUTest.cpp - The float type LLVM does not know ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "gtest/gtest.h"

#include <cmath>

using mlir::cuda_tile::Float8E5M3FNUType;

TEST(Float8E5M3FNU, KnownValues) {
  EXPECT_EQ(Float8E5M3FNUType::decode(0x00), 0.0);
  EXPECT_EQ(Float8E5M3FNUType::decode(0x01), std::ldexp(1.0, -17));
  EXPECT_EQ(Float8E5M3FNUType::decode(0x08), std::ldexp(1.0, -14));
  EXPECT_EQ(Float8E5M3FNUType::decode(0x78), 1.0);
  EXPECT_EQ(Float8E5M3FNUType::decode(0xFE), 114688.0);
  EXPECT_TRUE(std::isnan(Float8E5M3FNUType::decode(0xFF)));
}

TEST(Float8E5M3FNU, EveryValueComesBack) {
  for (int bits = 0; bits < 255; ++bits)
    EXPECT_EQ(Float8E5M3FNUType::encode(Float8E5M3FNUType::decode(bits)), bits);
}

TEST(Float8E5M3FNU, RoundsToNearestEven) {
  EXPECT_EQ(Float8E5M3FNUType::encode(1.0625), 0x78); // halfway, to even
  EXPECT_EQ(Float8E5M3FNUType::encode(1.1875), 0x7A); // halfway, to even
  EXPECT_EQ(Float8E5M3FNUType::encode(1.07), 0x79);
  EXPECT_EQ(Float8E5M3FNUType::encode(std::ldexp(1.0, -19)), 0x00);
}

TEST(Float8E5M3FNU, OverflowIsNaN) {
  EXPECT_EQ(Float8E5M3FNUType::encode(118783.0), 0xFE);
  EXPECT_EQ(Float8E5M3FNUType::encode(122880.0), 0xFF);
  EXPECT_EQ(Float8E5M3FNUType::encode(-1.0), 0xFF);
  EXPECT_EQ(Float8E5M3FNUType::encode(-0.0), 0x00);
  EXPECT_EQ(Float8E5M3FNUType::encode(std::nan("")), 0xFF);
}
