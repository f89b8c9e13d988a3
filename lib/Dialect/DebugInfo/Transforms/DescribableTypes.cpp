//===- DescribableTypes.cpp - Types that have descriptions ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DescribableTypes.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

using namespace mlir;
using namespace mlir::cuda_tile;

namespace tileiras {

/// Whether registers hold the type in whole bytes.
static bool isNumber(Type type) {
  return type.isInteger(1) ||
         (type.isIntOrFloat() && type.getIntOrFloatBitWidth() >= 8);
}

bool isDescribable(Type type) {
  if (auto view = dyn_cast<TileView>(type))
    type = view.getTensorView();
  if (auto view = dyn_cast<TensorViewType>(type))
    return isNumber(view.getElementType());
  auto tile = dyn_cast<TileType>(type);
  return tile && (isNumber(tile.getElementType()) ||
                  isa<PointerType>(tile.getElementType()));
}

} // namespace tileiras
