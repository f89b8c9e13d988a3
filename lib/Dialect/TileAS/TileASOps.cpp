//===- TileASOps.cpp - Operations of nv_tileas -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/OpImplementation.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using tileiras::LinearLayout;

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASOps.cpp.inc"

OpFoldResult ConvertLayoutOp::fold(FoldAdaptor) {
  if (getSource().getType() == getResult().getType())
    return getSource();
  // A conversion of a conversion skips the layout in between.
  if (auto inner = getSource().getDefiningOp<ConvertLayoutOp>()) {
    getSourceMutable().assign(inner.getSource());
    return getResult();
  }
  return {};
}

/// Checks the layout of `actual` where both sides have one already.
static LogicalResult expectLayout(Operation *op, StringRef what, Type actual,
                                  const LinearLayout &expected) {
  if (getLayout(actual) == expected)
    return success();
  return op->emitOpError("expected the ")
         << what << " to have the layout " << expected.str() << ", got "
         << actual;
}

static bool haveLayouts(Type source, Type result) {
  return getLayoutAttr(source) && getLayoutAttr(result);
}

LogicalResult ViewOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getNumElements() != result.getNumElements() ||
      source.getElementType() != result.getElementType())
    return emitOpError("expected as many elements of the same type, got ")
           << source << " and " << result;
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(*this, "result", result,
                      viewLayout(getLayout(source), result.getShape()));
}

LogicalResult PermuteOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(*this, "result", result,
                      permuteLayout(getLayout(source), getPermutation()));
}

LogicalResult BroadcastOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(
      *this, "source", source,
      broadcastSourceLayout(getLayout(result), source.getShape()));
}
