//===- TensorMapTest.cpp - Rules and bytes of tensor maps -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The rules that a tensor map must keep, and its encoding.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Emulator/Machine/TensorMap.h"

#include "gtest/gtest.h"

#include <cstring>

using namespace tileiras::emu;

namespace {

bool contains(const std::string &text, const char *part) {
  return text.find(part) != std::string::npos;
}

/// A matrix of 20 columns and 10 rows of 16-bit elements.
TensorMap matrix() {
  TensorMap map;
  map.element = TensorElement::U16;
  map.rank = 2;
  map.extents = {20, 10};
  map.strides = {48};
  map.box = {8, 4};
  return map;
}

/// An image of 5×4 pixels with 16 channels of a byte, twice.
TensorMap image() {
  TensorMap map;
  map.mode = TensorMode::Im2col;
  map.rank = 4;
  map.extents = {16, 5, 4, 2};
  map.strides = {16, 80, 320};
  map.lowerCorner = {-1, -1};
  map.upperCorner = {-1, -1};
  map.channelsPerPixel = 16;
  map.pixelsPerColumn = 24;
  return map;
}

std::string broken(const TensorMap &map) {
  return llvm::toString(map.verify());
}

TEST(TensorMap, Rules) {
  const TensorMap good = matrix();
  EXPECT_EQ(broken(good), "");
  auto with = [&](auto change) {
    TensorMap map = good;
    change(map);
    return broken(map);
  };
  using M = TensorMap &;
  EXPECT_EQ(with([](M m) { m.rank = 6; }),
            "tensor map: the rank is 1 to 5, not 6");
  EXPECT_TRUE(contains(with([](M m) { m.address = 8; }), "multiple of 16"));
  EXPECT_TRUE(contains(with([](M m) { m.strides[0] = 40; }),
                       "stride of dimension 1 must be a multiple of 16"));
  EXPECT_TRUE(contains(with([](M m) { m.extents[1] = 0; }), "1 to 2^32"));
  EXPECT_TRUE(contains(with([](M m) { m.box[1] = 257; }), "1 to 256"));
  EXPECT_TRUE(contains(with([](M m) { m.box[0] = 7; }),
                       "multiple of 16 bytes, not 14"));
  EXPECT_TRUE(contains(with([](M m) { m.elementStrides[1] = 9; }), "1 to 8"));
  EXPECT_TRUE(contains(with([](M m) {
                         m.swizzle = TensorSwizzle::Bytes32;
                         m.box[0] = 24;
                       }),
                       "at most 32 bytes with this swizzle"));
  EXPECT_TRUE(contains(with([](M m) { m.fill = TensorFill::NaN; }),
                       "only floating point"));
  EXPECT_TRUE(
      contains(with([](M m) { m.interleave = TensorInterleave::Bytes16; }),
               "has rank 3 to 5"));
  EXPECT_TRUE(contains(
      with([](M m) { m.element = TensorElement::U4x16Align16; }), "multiple"));
  EXPECT_TRUE(
      contains(with([](M m) { m.element = TensorElement::NumElements; }),
               "unknown element type"));
  EXPECT_TRUE(contains(with([](M m) { m.interleave = TensorInterleave(3); }),
                       "unknown inter"));
  EXPECT_TRUE(contains(with([](M m) { m.swizzle = TensorSwizzle(7); }),
                       "unknown swizzle"));
  EXPECT_TRUE(
      contains(with([](M m) { m.mode = TensorMode(2); }), "unknown mode"));
  EXPECT_TRUE(contains(with([](M m) {
                         m.element = TensorElement::U4x16Align8;
                         m.extents[0] = 7;
                       }),
                       "must be a multiple of 2, not 7"));
  TensorMap pixels = image();
  EXPECT_EQ(broken(pixels), "");
  pixels.channelsPerPixel = 257;
  EXPECT_TRUE(contains(broken(pixels), "1 to 256, not 257"));
  pixels = image();
  pixels.interleave = TensorInterleave::Bytes32;
  pixels.strides = {32, 160, 640};
  EXPECT_TRUE(contains(broken(pixels), "interleave 32B needs swizzle 32B"));
  pixels.element = TensorElement::U4x16Align8;
  EXPECT_TRUE(contains(broken(pixels), "packed elements can't be interleaved"));
  pixels = image();
  pixels.lowerCorner[0] = 200;
  EXPECT_TRUE(contains(broken(pixels), "-128 to 127"));
  pixels = image();
  pixels.pixelsPerColumn = 1025;
  EXPECT_TRUE(contains(broken(pixels), "1 to 1024"));
}

TEST(TensorMap, RulesOfPaddedElements) {
  TensorMap map;
  map.element = TensorElement::U6x16Align16;
  map.rank = 2;
  map.extents = {256, 4};
  map.strides = {192};
  map.box = {128, 4};
  EXPECT_EQ(broken(map), "");
  map.box[0] = 64;
  EXPECT_TRUE(contains(broken(map), "must be 128 for this type"));
  map.box[0] = 128;
  map.swizzle = TensorSwizzle::Bytes128Atom64;
  EXPECT_TRUE(contains(broken(map), "atoms of 16 or 32"));
}

TEST(TensorMap, BytesGiveTheMapBack) {
  TensorMap map = image();
  map.swizzle = TensorSwizzle::Bytes32;
  map.channelsPerPixel = 32;
  uint8_t bytes[kTensorMapBytes];
  map.write(bytes);
  TensorMap back = llvm::cantFail(TensorMap::read(bytes));
  EXPECT_EQ(back.extents[3], 2u);
  EXPECT_EQ(back.strides[2], 320u);
  EXPECT_EQ(back.lowerCorner[1], -1);
  EXPECT_EQ(back.swizzle, TensorSwizzle::Bytes32);
  uint8_t again[kTensorMapBytes];
  back.write(again);
  EXPECT_EQ(std::memcmp(bytes, again, kTensorMapBytes), 0);
}

} // namespace
