//===- TileSize.cpp - Elements and bytes of tiles -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/TileSize.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/TypeUtilities.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

int64_t tileiras::countTileElements(Type type) {
  if (auto future = dyn_cast<FutureType>(type))
    type = future.getTensor();
  if (auto memref = dyn_cast<StridedMemRefType>(type))
    return ShapedType::getNumElements(memref.getShape());
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? tensor.getNumElements() : 0;
}

int64_t tileiras::countTileBytes(Type type) {
  Type element = getElementTypeOrSelf(type);
  if (auto memref = dyn_cast<StridedMemRefType>(type))
    element = memref.getElementType();
  return llvm::divideCeil(countTileElements(type) * getMemoryBits(element), 8);
}
