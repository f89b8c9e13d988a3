//===- TypeConverter.cpp - Types of cuda_tile in nv_tileaa ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeConverter.h"

#include "E5M3Numbers.h"
#include "NibbleViews.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/TileAA/IR/TileAA.h"

using namespace mlir;
using namespace tileiras;
using namespace tileiras::to_tileaa;

/// Converts a number of fnv8E5M3FNU to its bits (E5M3Numbers.h).
static Type convertNumber(Type type) {
  return isE5M3(type) ? IntegerType::get(type.getContext(), 8) : type;
}

static nv_tileaa::PtrType convertPointer(cuda_tile::PointerType type) {
  return nv_tileaa::PtrType::get(type.getContext(),
                                 convertNumber(type.getPointeeType()),
                                 /*space=*/1);
}

static Type convertTile(cuda_tile::TileType type) {
  Type element = convertNumber(type.getElementType());
  if (auto pointer = dyn_cast<cuda_tile::PointerType>(element))
    element = convertPointer(pointer);
  if (type.isScalar())
    return element;
  return RankedTensorType::get(type.getShape(), element);
}

/// Returns the element type of an array. Bits of fnv8E5M3FNU get a format with
/// the same padding: 0, and all ones for NaN.
static Type getStoredType(Type element) {
  return isE5M3(element) ? Float8E8M0FNUType::get(element.getContext())
                         : element;
}

static nv_tileaa::StridedMemRefType
convertTensorView(cuda_tile::TensorViewType type) {
  if (std::optional<unsigned> dim = findNibbleDim(type)) {
    SmallVector<int64_t> shape(type.getShape()), strides(type.getStrides());
    if (!ShapedType::isDynamic(shape[*dim]))
      shape[*dim] /= 2;
    for (auto [each, stride] : llvm::enumerate(strides))
      if (each != *dim && !ShapedType::isDynamic(stride))
        stride /= 2;
    return nv_tileaa::StridedMemRefType::get(
        type.getContext(), shape, IntegerType::get(type.getContext(), 8),
        strides);
  }
  // Both dialects use ShapedType::kDynamic for unknown sizes and strides.
  return nv_tileaa::StridedMemRefType::get(type.getContext(), type.getShape(),
                                           getStoredType(type.getElementType()),
                                           type.getStrides());
}

static nv_tileaa::TiledViewType convertTileView(cuda_tile::TileView type) {
  SmallVector<int64_t> shape(type.getViewTileShape());
  SmallVector<int64_t> steps(type.getTraversalSteps());
  if (std::optional<unsigned> dim = findNibbleDim(type)) {
    shape[*dim] /= 2;
    steps[*dim] /= 2;
  }
  return nv_tileaa::TiledViewType::get(
      type.getContext(), shape, convertTensorView(type.getTensorView()), steps,
      type.getDimMap(), type.getViewSparseDim());
}

TileTypeConverter::TileTypeConverter() {
  // The last conversion added is tried first.
  addConversion([](Type type) { return type; });
  addConversion([](cuda_tile::TileType type) { return convertTile(type); });
  addConversion(
      [](cuda_tile::PointerType type) -> Type { return convertPointer(type); });
  addConversion([](cuda_tile::TokenType type) -> Type {
    return nv_tileaa::MemTokenType::get(type.getContext());
  });
  addConversion([](cuda_tile::TensorViewType type) -> Type {
    return convertTensorView(type);
  });
  addConversion(
      [](cuda_tile::TileView type) -> Type { return convertTileView(type); });
}
