//===- NibbleViews.cpp - Arrays of 4-bit numbers ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "NibbleViews.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

namespace tileiras::to_tileaa {

bool isNibble(Type element) {
  return element.isIntOrFloat() && element.getIntOrFloatBitWidth() == 4;
}

std::optional<unsigned> findNibbleDim(cuda_tile::TensorViewType array) {
  if (!isNibble(array.getElementType()))
    return std::nullopt;
  for (unsigned dim = array.getShape().size(); dim-- != 0;) {
    int64_t size = array.getShape()[dim];
    if (array.getStrides()[dim] == 1 &&
        (ShapedType::isDynamic(size) || size % 2 == 0))
      return dim;
  }
  return std::nullopt;
}

std::optional<unsigned> findNibbleDim(cuda_tile::TileView view) {
  std::optional<unsigned> arrayDim = findNibbleDim(view.getTensorView());
  if (!arrayDim)
    return std::nullopt;
  SmallVector<int32_t> map = view.getDimMap();
  return llvm::find(map, int32_t(*arrayDim)) - map.begin();
}

StringRef findNibbleFailure(cuda_tile::TileView view) {
  if (!isNibble(view.getViewElementType()))
    return "";
  std::optional<unsigned> dim = findNibbleDim(view);
  if (!dim)
    return "without a dimension of stride one and even size";
  if (view.getViewSparseDim())
    return "by views that gather or scatter";
  if (view.getViewTileShape()[*dim] % 2 != 0 ||
      view.getTraversalSteps()[*dim] % 2 != 0)
    return "by tiles that share bytes";
  for (int64_t stride : view.getTensorView().getStrides())
    if (!ShapedType::isDynamic(stride) && stride != 1 && stride % 2 != 0)
      return "in rows that share bytes";
  std::optional<cuda_tile::PaddingValue> padding = view.getPaddingValue();
  if (padding && *padding != cuda_tile::PaddingValue::zero)
    return "padded with anything but zero";
  return "";
}

namespace {

RankedTensorType typeOf(Value value) {
  return cast<RankedTensorType>(value.getType());
}

Value splat(OpBuilder &builder, Location loc, Type type, int64_t value) {
  auto tensor = cast<RankedTensorType>(type);
  return arith::ConstantOp::create(
      builder, loc,
      SplatElementsAttr::get(
          tensor, builder.getIntegerAttr(tensor.getElementType(), value)));
}

/// Returns the shape with pairs along `dim` as an additional dimension after
/// it.
SmallVector<int64_t> withPairs(ArrayRef<int64_t> bytes, unsigned dim,
                               int64_t count) {
  SmallVector<int64_t> shape(bytes);
  shape.insert(shape.begin() + dim + 1, count);
  return shape;
}

} // namespace

Value splitNibbles(OpBuilder &builder, Location loc, Value bytes, unsigned dim,
                   Type element) {
  RankedTensorType type = typeOf(bytes);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] *= 2;
  return nv_tileaa::UnpackOp::create(
      builder, loc, RankedTensorType::get(shape, element), bytes, dim);
}

Value joinNibbles(OpBuilder &builder, Location loc, Value tile, unsigned dim) {
  RankedTensorType type = typeOf(tile);
  Value bits = tile;
  if (!type.getElementType().isInteger(4))
    bits = arith::BitcastOp::create(builder, loc,
                                    type.clone(builder.getI4Type()), tile);
  RankedTensorType wideType = type.clone(builder.getI8Type());
  Value wide = arith::ExtUIOp::create(builder, loc, wideType, bits);
  SmallVector<int64_t> shape(type.getShape());
  shape[dim] /= 2;
  Value pairs = nv_tileaa::ViewOp::create(
      builder, loc, wideType.clone(withPairs(shape, dim, 2)), wide);
  auto half = [&](int64_t number) -> Value {
    SmallVector<Value> indices;
    for (unsigned each = 0; each <= shape.size(); ++each)
      indices.push_back(arith::ConstantIntOp::create(
          builder, loc, each == dim + 1 ? number : 0, 32));
    Value part = nv_tileaa::ExtractOp::create(
        builder, loc, wideType.clone(withPairs(shape, dim, 1)), pairs, indices);
    return nv_tileaa::ViewOp::create(builder, loc, wideType.clone(shape), part);
  };
  Value low = half(0), high = half(1);
  Value shifted = arith::ShLIOp::create(builder, loc, high,
                                        splat(builder, loc, high.getType(), 4));
  return arith::OrIOp::create(builder, loc, low, shifted);
}

Value toStoredTile(OpBuilder &builder, Location loc, Value tile,
                   cuda_tile::TileView view, Value converted) {
  if (std::optional<unsigned> dim = findNibbleDim(view))
    return joinNibbles(builder, loc, tile, *dim);
  Type stored =
      cast<nv_tileaa::TiledViewType>(converted.getType()).getElementType();
  Type type = cast<RankedTensorType>(tile.getType()).clone(stored);
  if (tile.getType() == type)
    return tile;
  return arith::BitcastOp::create(builder, loc, type, tile);
}

} // namespace tileiras::to_tileaa
