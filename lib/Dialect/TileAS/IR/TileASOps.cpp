//===- TileASOps.cpp - Operations on tiles in registers -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers of operations on tiles in registers. Each checks a layout only
// where both sides have one, so that they hold before and after layout
// assignment; Verification/VerifyLayouts.h checks that all layouts are there.
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

// Shapes are checked by the traits of TileOps.td before these verifiers run.

LogicalResult ViewOp::verify() {
  RankedTensorType source = getSource().getType(), result = getType();
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(*this, "result", result,
                      viewLayout(getLayout(source), result.getShape()));
}

LogicalResult PermuteOp::verify() {
  RankedTensorType source = getSource().getType(), result = getType();
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(*this, "result", result,
                      permuteLayout(getLayout(source), getPermutation()));
}

LogicalResult BroadcastOp::verify() {
  RankedTensorType source = getSource().getType(), result = getType();
  if (!haveLayouts(source, result))
    return success();
  return expectLayout(
      *this, "source", source,
      broadcastSourceLayout(getLayout(result), source.getShape()));
}

/// Checks that the atom has scales, and each block along K has one.
static LogicalResult verifyScales(DotOp op) {
  const tileiras::AtomInfo &atom = *op.getAtom().getInfo();
  if (atom.isScaled() != op.isScaled())
    return op.emitOpError("expected scales with an atom that takes some, got ")
           << op.getScales().size() << " with " << op.getAtom();
  if (!op.isScaled())
    return success();
  RankedTensorType a = op.getNumbersOfA();
  auto scales = cast<RankedTensorType>(op.getScales().front().getType());
  if (!atom.multipliesScaled(cute_nvgpu::getScaledTypes(
          a, op.getNumbersOfB(), op.getType(), scales, atom.ScaleBlock)))
    return op.emitOpError("expected an atom that multiplies ")
           << a.getElementType() << " with scales of "
           << scales.getElementType() << ", got " << op.getAtom();
  int64_t first = op.getFirstScale(), required = a.getShape().back();
  required /= atom.ScaleBlock;
  if (first < 0 || first % atom.getScalesOfRow() != 0 ||
      first + required > op.getScalesOfRow())
    return op.emitOpError("expected ")
           << required << " scales of a row from a multiple of "
           << atom.getScalesOfRow() << ", got " << op.getScalesOfRow()
           << " from number " << first;
  return success();
}

LogicalResult DotOp::verify() {
  Type a = getNumbersOfA().getElementType(),
       b = getNumbersOfB().getElementType(), c = getElementTypeOrSelf(getC());
  const tileiras::AtomInfo &atom = *getAtom().getInfo();
  if (!atom.multiplies(getAtomElements(a), getAtomElements(b),
                       getAtomElements(c)))
    return emitOpError("expected an atom that multiplies ")
           << a << " and " << b << " into " << c << ", got " << getAtom();
  ArrayRef<int64_t> mn = getType().getShape().take_back(2);
  int64_t k = getDepth();
  bool mayBePadded = !atom.isScaled() && !atom.needsSharedOperands();
  if (k < atom.K || !(mayBePadded || atom.isFilledBy(mn[0], mn[1])))
    return emitOpError("expected tiles of at least ")
           << atom.M << " x " << atom.N << " x " << atom.K << ", got " << mn[0]
           << " x " << mn[1] << " x " << k;
  return verifyScales(*this);
}
