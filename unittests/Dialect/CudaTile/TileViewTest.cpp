//===- TileViewTest.cpp - The common interface of tile views --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "gtest/gtest.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace {
class TileViewTest : public ::testing::Test {
protected:
  TileViewTest() {
    context.loadDialect<CudaTileDialect>();
    f32 = Float32Type::get(&context);
    tensor = TensorViewType::get(f32, {TensorViewType::kDynamic, 64},
                                 {TensorViewType::kDynamic, 1});
  }
  MLIRContext context;
  Type f32;
  TensorViewType tensor;
};
} // namespace

TEST_F(TileViewTest, Partition) {
  TileView view =
      PartitionViewType::get({4, 8}, tensor, {1, 0}, PaddingValue::nan);
  EXPECT_EQ(view.getTensorView(), tensor);
  EXPECT_EQ(view.getViewElementType(), f32);
  EXPECT_EQ(view.getViewTileType(), TileType::get({4, 8}, f32));
  EXPECT_EQ(view.getDimMap(), (SmallVector<int32_t>{1, 0}));
  EXPECT_EQ(view.getTraversalSteps(), (SmallVector<int64_t>{4, 8}));
  EXPECT_EQ(view.getPaddingValue(), PaddingValue::nan);
  EXPECT_EQ(view.getViewSparseDim(), std::nullopt);
  EXPECT_EQ(view.getViewIndexRank(), 2u);
}

TEST_F(TileViewTest, Strided) {
  TileView view = StridedViewType::get({4, 8}, {3, 5}, tensor, {0, 1});
  EXPECT_EQ(view.getTraversalSteps(), (SmallVector<int64_t>{3, 5}));
  EXPECT_EQ(view.getPaddingValue(), std::nullopt);
}

TEST_F(TileViewTest, GatherScatter) {
  TileView view = GatherScatterViewType::get({4, 8}, tensor, 1);
  EXPECT_EQ(view.getDimMap(), (SmallVector<int32_t>{0, 1}));
  EXPECT_EQ(view.getTraversalSteps(), (SmallVector<int64_t>{1, 1}));
  EXPECT_EQ(view.getViewSparseDim(), 1);
}

TEST_F(TileViewTest, ConstantTypeAndBack) {
  auto tile = TileType::get({4}, f32);
  EXPECT_EQ(getConstantType(tile), RankedTensorType::get({4}, f32));
  EXPECT_EQ(getTileTypeOfConstant(getConstantType(tile)), tile);
  auto scales = TileType::get({4}, Float8E5M3FNUType::get(&context));
  EXPECT_EQ(getConstantType(scales).getElementType(),
            IntegerType::get(&context, 8));
  EXPECT_EQ(getTileTypeOfConstant(getConstantType(scales)), scales);
}
