//===- BoundaryConversions.cpp - Conversions at boundaries ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "BoundaryConversions.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Builders.h"

using namespace mlir;
using namespace tileiras;
using nv_tileas::ConvertLayoutOp;

void tileiras::assignOperandLayout(OpOperand &operand,
                                   const LinearLayout &layout) {
  Value value = operand.get();
  Operation *op = operand.getOwner();
  OpBuilder builder(op);
  operand.set(ConvertLayoutOp::create(
      builder, op->getLoc(),
      nv_tileas::withLayout(cast<RankedTensorType>(value.getType()), layout),
      value));
}

void tileiras::assignResultLayout(OpResult result, const LinearLayout &layout) {
  Operation *op = result.getOwner();
  auto type = cast<RankedTensorType>(result.getType());
  result.setType(nv_tileas::withLayout(type, layout));
  OpBuilder builder(op->getContext());
  builder.setInsertionPointAfter(op);
  auto undecided = ConvertLayoutOp::create(builder, op->getLoc(), type, result);
  result.replaceAllUsesExcept(undecided, undecided);
}
