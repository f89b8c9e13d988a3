//===- Combiner.cpp - Regions of reductions and scans ---------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/Combiner.h"

#include "mlir/Dialect/Arith/IR/Arith.h"

using namespace mlir;

std::optional<TypedAttr> nv_tileaa::findNeutral(Block &combiner) {
  if (!llvm::hasNItems(combiner, 2) ||
      combiner.front().getOperands() != combiner.getArguments())
    return std::nullopt;
  // MLIR returns +0, which is not neutral: -0 and +0 add to +0.
  if (auto add = dyn_cast<arith::AddFOp>(combiner.front()))
    return FloatAttr::get(add.getType(), -0.0);
  return arith::getNeutralElement(&combiner.front());
}
