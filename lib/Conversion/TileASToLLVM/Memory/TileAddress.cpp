//===- TileAddress.cpp - Addresses of the elements of a tile --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TileAddress.h"

using namespace mlir;
using namespace mlir::nv_tileas;

namespace tileiras::to_llvm {

static void add(IntTupleBuilder &parts, OpFoldResult part) {
  if (auto value = dyn_cast<Value>(part))
    parts.add(value);
  else
    parts.add(cast<IntegerAttr>(cast<Attribute>(part)).getInt());
}

TileAddress::TileAddress(OpBuilder &builder, Location loc,
                         const TiledArray &array, ValueRange coords,
                         ArrayRef<RegisterIndex> index)
    : builder(builder), loc(loc), array(array), index(index) {
  elementType =
      builder.getIntegerType(getMemoryBits(array.view.getElementType()));
  IntTupleBuilder strides, tile, thread;
  for (auto [dim, part] : llvm::enumerate(index)) {
    add(strides, array.strides[dim]);
    if (array.isSparse(dim)) {
      add(tile, array.sizes[dim]);
      thread.addWhole();
      continue;
    }
    tile.add(array.view.getShape()[dim]);
    // The parts of thread and register can't be added where they have bits in
    // common.
    if (part.isSum() && !part.isUniform())
      thread.add(part.getThreadPart());
    else
      thread.add(0);
  }
  stride = strides.create<cute::MakeStrideOp>(builder, loc);
  Value shape = tile.create<cute::MakeShapeOp>(builder, loc);
  tileLayout = cute::MakeLayoutOp::create(builder, loc, shape, stride);
  threadBase = createTile(addOffset(array.base, thread), coords);
}

Value TileAddress::createArrayLayout() {
  IntTupleBuilder sizes;
  for (OpFoldResult size : array.sizes)
    add(sizes, size);
  Value shape = sizes.create<cute::MakeShapeOp>(builder, loc);
  return cute::MakeLayoutOp::create(builder, loc, shape, stride);
}

/// Returns the address of the tile `coords` of the array that begins at `base`.
Value TileAddress::createTile(Value base, ValueRange coords) {
  IntTupleBuilder tileCoord;
  SmallVector<IntTuple> sizes, steps;
  for (unsigned dim = 0; dim < index.size(); ++dim) {
    if (array.isSparse(dim)) {
      tileCoord.addWhole();
      sizes.push_back(IntTuple::whole());
      steps.push_back(IntTuple::whole());
      continue;
    }
    tileCoord.add(coords[dim]);
    sizes.push_back(IntTuple::integer(array.view.getShape()[dim]));
    steps.push_back(IntTuple::integer(array.view.getSteps()[dim]));
  }
  Value layout = createArrayLayout();
  auto type =
      cute::ViewType::get(elementType, cute::Space::gmem,
                          cast<cute::LayoutType>(layout.getType()).getLayout());
  Value view = cute::MakeViewOp::create(builder, loc, type, base, layout);
  auto attribute = [&](ArrayRef<IntTuple> tree) {
    return cute::IntTupleAttr::get(builder.getContext(), IntTuple::tuple(tree));
  };
  Value coord = tileCoord.create<cute::MakeCoordOp>(builder, loc);
  Value tile = cute::LocalTileOp::create(
      builder, loc, view, coord, attribute(sizes),
      sizes == steps ? cute::IntTupleAttr() : attribute(steps));
  return cute::GetIterOp::create(builder, loc, base.getType(), tile);
}

Value TileAddress::addOffset(Value base, const IntTupleBuilder &coord) {
  if (coord.isZero())
    return base;
  Value coordinate = coord.create<cute::MakeCoordOp>(builder, loc);
  Value offset = cute::Crd2IdxOp::create(builder, loc, builder.getI64Type(),
                                         coordinate, tileLayout);
  return cute::AddOffsetOp::create(builder, loc, base, offset, elementType);
}

Value TileAddress::getPointer(unsigned reg, Value row) {
  IntTupleBuilder coord;
  for (auto [dim, part] : llvm::enumerate(index)) {
    if (array.isSparse(dim))
      coord.add(row);
    else if (part.isSum())
      coord.add(int64_t(part.getConstant(reg)));
    else
      coord.add(part.get(builder, loc, reg));
  }
  return addOffset(threadBase, coord);
}

} // namespace tileiras::to_llvm
