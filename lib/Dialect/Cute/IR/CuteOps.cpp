//===- CuteOps.cpp - Operations of cute -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Folds and type inference of cute's operations. Types carry all static
// integers, so a result whose type is static folds to a constant; the others
// follow CuTe's algebra (tileiras/Layout/StridedLayout.h).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/Matchers.h"
#include "mlir/IR/PatternMatch.h"

using namespace mlir;
using namespace mlir::cute;
using tileiras::IntTuple;
using tileiras::StridedLayout;

#define GET_OP_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Folds of static values to constants
//===----------------------------------------------------------------------===//

static OpFoldResult foldStatic(Type type) {
  return isStaticType(type) ? TypeAttr::get(type) : TypeAttr();
}

OpFoldResult StaticOp::fold(FoldAdaptor) { return foldStatic(getType()); }
OpFoldResult MakeShapeOp::fold(FoldAdaptor) { return foldStatic(getType()); }
OpFoldResult MakeStrideOp::fold(FoldAdaptor) { return foldStatic(getType()); }
OpFoldResult MakeCoordOp::fold(FoldAdaptor) { return foldStatic(getType()); }
OpFoldResult MakeLayoutOp::fold(FoldAdaptor) { return foldStatic(getType()); }

OpFoldResult Crd2IdxOp::fold(FoldAdaptor) {
  std::optional<uint64_t> offset =
      getLayout().getType().getLayout().crd2idx(getCoord().getType().getTree());
  if (!offset)
    return {};
  unsigned width = getType().getIntOrFloatBitWidth();
  return IntegerAttr::get(getType(), APInt(width, *offset, /*isSigned=*/false,
                                           /*implicitTrunc=*/true));
}

OpFoldResult GetIterOp::fold(FoldAdaptor) {
  if (auto view = getView().getDefiningOp<MakeViewOp>())
    return view.getBase();
  return {};
}

OpFoldResult AddOffsetOp::fold(FoldAdaptor) {
  return matchPattern(getOffset(), m_Zero()) ? getBase() : Value();
}

//===----------------------------------------------------------------------===//
// make_layout
//===----------------------------------------------------------------------===//

/// Emits an error if there is a location for it.
static LogicalResult refuse(std::optional<Location> loc, const Twine &message) {
  if (loc)
    emitError(*loc) << message;
  return failure();
}

LogicalResult MakeLayoutOp::inferReturnTypes(MLIRContext *context,
                                             std::optional<Location> loc,
                                             Adaptor adaptor,
                                             SmallVectorImpl<Type> &types) {
  auto shape = cast<ShapeType>(adaptor.getShape().getType());
  auto stride = cast<StrideType>(adaptor.getStride().getType());
  if (llvm::Error fault =
          StridedLayout::check(shape.getTree(), stride.getTree(), {}))
    return refuse(loc, llvm::toString(std::move(fault)));
  types.push_back(LayoutType::get(
      context, StridedLayout(shape.getTree(), stride.getTree())));
  return success();
}

//===----------------------------------------------------------------------===//
// crd2idx
//===----------------------------------------------------------------------===//

/// Whether every static part of `coord` is within `shape`.
static bool isInside(const IntTuple &coord, const IntTuple &shape) {
  if (!coord.isTuple()) {
    std::optional<int64_t> size = shape.getProduct();
    return !coord.isInteger() || !size || coord.getValue() < *size;
  }
  for (unsigned mode = 0; mode < coord.getRank(); ++mode)
    if (!isInside(coord[mode], shape[mode]))
      return false;
  return true;
}

LogicalResult Crd2IdxOp::verify() {
  const IntTuple &coord = getCoord().getType().getTree();
  const IntTuple &shape = getLayout().getType().getLayout().getShape();
  if (!coord.isWeaklyCongruentTo(shape))
    return emitOpError("expected a coordinate in the shape ")
           << shape.str() << ", got " << coord.str();
  if (!isInside(coord, shape))
    return emitOpError("expected a coordinate inside of the shape ")
           << shape.str() << ", got " << coord.str();
  return success();
}

//===----------------------------------------------------------------------===//
// local_tile
//===----------------------------------------------------------------------===//

/// Checks the tiling of one mode.
static LogicalResult checkMode(std::optional<Location> loc, unsigned mode,
                               const IntTuple &shape, const IntTuple &coord,
                               const IntTuple &tile, const IntTuple *step) {
  auto isSize = [](const IntTuple &leaf) {
    return leaf.isInteger() && leaf.getValue() > 0;
  };
  if (!isSize(tile) && !tile.isWhole())
    return refuse(loc, "expected sizes of the tile that are positive or '_', "
                       "got " +
                           tile.str() + " in mode " + Twine(mode));
  if (tile.isWhole() != coord.isWhole() || coord.isTuple())
    return refuse(loc, "expected '_' in the coordinate where the tile has it, "
                       "and integers elsewhere, got " +
                           coord.str() + " in mode " + Twine(mode));
  if (!tile.isWhole() && shape.isTuple())
    return refuse(loc, "expected modes that are cut to be integers, got " +
                           shape.str() + " in mode " + Twine(mode));
  if (step && !isSize(*step) && !tile.isWhole())
    return refuse(loc, "expected steps that are positive, got " + step->str() +
                           " in mode " + Twine(mode));
  return success();
}

LogicalResult LocalTileOp::inferReturnTypes(MLIRContext *context,
                                            std::optional<Location> loc,
                                            Adaptor adaptor,
                                            SmallVectorImpl<Type> &types) {
  auto view = cast<ViewType>(adaptor.getView().getType());
  const IntTuple &coord =
      cast<CoordType>(adaptor.getCoord().getType()).getTree();
  const StridedLayout &layout = view.getLayout();
  const IntTuple &shape = layout.getShape(),
                 &tile = adaptor.getTile().getTree();
  const IntTuple *step =
      adaptor.getStep() ? &adaptor.getStepAttr().getTree() : nullptr;
  if (!layout.getSwizzles().empty())
    return refuse(loc,
                  "expected a layout without a swizzle, got " + layout.str());
  for (const IntTuple *tree : {&shape, &coord, &tile, step ? step : &tile})
    if (!tree->isTuple() || tree->getRank() != shape.getRank())
      return refuse(loc, "expected one coordinate, size and step for each mode "
                         "of " +
                             shape.str() + ", got " + tree->str());
  std::vector<IntTuple> sizes;
  for (unsigned mode = 0; mode < shape.getRank(); ++mode) {
    IntTuple stepOf = step ? (*step)[mode] : IntTuple();
    if (failed(checkMode(loc, mode, shape[mode], coord[mode], tile[mode],
                         step ? &stepOf : nullptr)))
      return failure();
    sizes.push_back(tile[mode].isWhole() ? shape[mode] : tile[mode]);
  }
  types.push_back(
      ViewType::get(view.getElementType(), view.getSpace(),
                    StridedLayout(IntTuple::tuple(sizes), layout.getStride())));
  return success();
}

int64_t LocalTileOp::getStepOf(unsigned mode) {
  IntTupleAttr steps = getStep().value_or(getTile());
  return steps.getTree()[mode].getValue();
}
