//===- Layout.cpp - C API of layouts --------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Layout.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/CAPI/IR.h"
#include "mlir/CAPI/Support.h"

using namespace mlir;
using tileiras::InDim;
using tileiras::LinearLayout;

static const LinearLayout &layoutOf(MlirAttribute attribute) {
  return cast<nv_tileas::LayoutAttr>(unwrap(attribute)).getLayout();
}

bool mlirAttributeIsATileASLayout(MlirAttribute attribute) {
  return isa_and_nonnull<nv_tileas::LayoutAttr>(unwrap(attribute));
}

MlirAttribute mlirTileASLayoutOfType(MlirType type) {
  if (auto future = dyn_cast<nv_tileas::FutureType>(unwrap(type)))
    return wrap(Attribute(nv_tileas::getLayoutAttr(future.getTensor())));
  if (auto buffer = dyn_cast<nv_tileaa::StridedMemRefType>(unwrap(type)))
    return wrap(
        Attribute(dyn_cast_or_null<nv_tileas::LayoutAttr>(buffer.getLayout())));
  return wrap(Attribute(nv_tileas::getLayoutAttr(unwrap(type))));
}

intptr_t mlirTileASLayoutAttrGetRank(MlirAttribute layout) {
  return layoutOf(layout).getRank();
}

int64_t mlirTileASLayoutAttrGetSize(MlirAttribute layout, intptr_t dim) {
  return layoutOf(layout).getOutSize(dim);
}

int64_t mlirTileASLayoutAttrGetExtent(MlirAttribute layout,
                                      MlirStringRef input) {
  for (InDim dim : tileiras::kAllInDims)
    if (tileiras::getInDimName(dim) == unwrap(input))
      return layoutOf(layout).getInSize(dim);
  return 0;
}

int64_t mlirTileASLayoutAttrGetElement(MlirAttribute layout, int64_t place) {
  return layoutOf(layout).applyPacked(place);
}
