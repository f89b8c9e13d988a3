//===- TileAAOps.cpp - Operations of nv_tileaa -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/OpImplementation.h"
#include "mlir/Interfaces/FunctionImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAAOps.cpp.inc"

//===----------------------------------------------------------------------===//
// Structure
//===----------------------------------------------------------------------===//

void FuncOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                   FunctionType type) {
  state.addAttribute(getSymNameAttrName(state.name),
                     builder.getStringAttr(name));
  state.addAttribute(getFunctionTypeAttrName(state.name), TypeAttr::get(type));
  state.addRegion();
}

ParseResult FuncOp::parse(OpAsmParser &parser, OperationState &result) {
  auto buildType = [](Builder &builder, ArrayRef<Type> arguments,
                      ArrayRef<Type> results,
                      function_interface_impl::VariadicFlag, std::string &) {
    return builder.getFunctionType(arguments, results);
  };
  return function_interface_impl::parseFunctionOp(
      parser, result, /*allowVariadic=*/false,
      getFunctionTypeAttrName(result.name), buildType,
      getArgAttrsAttrName(result.name), getResAttrsAttrName(result.name));
}

void FuncOp::print(OpAsmPrinter &printer) {
  function_interface_impl::printFunctionOp(
      printer, *this, /*isVariadic=*/false, getFunctionTypeAttrName(),
      getArgAttrsAttrName(), getResAttrsAttrName());
}

KernelSpecAttr FuncOp::getKernelSpec() {
  return (*this)->getAttrOfType<KernelSpecAttr>(
      TileAADialect::getKernelSpecAttrName());
}

LogicalResult ReturnOp::verify() {
  auto func = cast<FuncOp>((*this)->getParentOp());
  if (getOperandTypes() == func.getResultTypes())
    return success();
  return emitOpError("expected operands of the function's result types (")
         << func.getResultTypes() << "), got (" << getOperandTypes() << ")";
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

/// The type of an element, whether of a scalar or of a tensor.
static Type elementTypeOf(Type type) { return getElementTypeOrSelf(type); }

LogicalResult SplatOp::verify() {
  if (isa<RankedTensorType>(getSource().getType()))
    return emitOpError("expected a scalar, got ") << getSource().getType();
  if (elementTypeOf(getResult().getType()) != getSource().getType())
    return emitOpError("expected a tensor of ")
           << getSource().getType() << ", got " << getResult().getType();
  return success();
}

LogicalResult UnsplatOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  if (source.getNumElements() != 1)
    return emitOpError("expected a tensor of one element, got ") << source;
  if (source.getElementType() != getResult().getType())
    return emitOpError("expected a result of type ")
           << source.getElementType() << ", got " << getResult().getType();
  return success();
}

LogicalResult ViewOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  if (source.getNumElements() != result.getNumElements() ||
      source.getElementType() != result.getElementType())
    return emitOpError("expected as many elements of the same type, got ")
           << source << " and " << result;
  return success();
}

LogicalResult BroadcastOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  bool ok = source.getRank() == result.getRank() &&
            source.getElementType() == result.getElementType();
  for (int64_t d = 0; ok && d < source.getRank(); ++d)
    ok = source.getDimSize(d) == 1 ||
         source.getDimSize(d) == result.getDimSize(d);
  if (!ok)
    return emitOpError("cannot stretch ") << source << " to " << result;
  return success();
}

LogicalResult PermuteOp::verify() {
  auto source = cast<RankedTensorType>(getSource().getType());
  auto result = cast<RankedTensorType>(getResult().getType());
  ArrayRef<int32_t> permutation = getPermutation();
  bool ok = source.getRank() == result.getRank() &&
            int64_t(permutation.size()) == source.getRank() &&
            source.getElementType() == result.getElementType();
  for (int64_t d = 0; ok && d < result.getRank(); ++d)
    ok = permutation[d] >= 0 && permutation[d] < source.getRank() &&
         result.getDimSize(d) == source.getDimSize(permutation[d]);
  if (!ok)
    return emitOpError("cannot permute ") << source << " to " << result;
  return success();
}

LogicalResult DotOp::verify() {
  auto a = cast<RankedTensorType>(getA().getType());
  auto b = cast<RankedTensorType>(getB().getType());
  auto c = cast<RankedTensorType>(getC().getType());
  int64_t rank = c.getRank();
  if (rank != 2 && rank != 3)
    return emitOpError("expects rank-2 or rank-3 tensor for result, but got (")
           << c << ")";
  bool integers = isa<IntegerType>(a.getElementType());
  if (integers != isa<IntegerType>(b.getElementType()) ||
      integers != isa<IntegerType>(c.getElementType()))
    return emitOpError("expected the element types of A, B, C, and D to be "
                       "either all integers or all floats.");
  if (integers && !getSignednessA())
    return emitOpError("expect signedness attribute for operand A");
  if (integers && !getSignednessB())
    return emitOpError("expect signedness attribute for operand B");
  if (a.getRank() != rank || b.getRank() != rank ||
      a.getDimSize(rank - 1) != b.getDimSize(rank - 2))
    return emitOpError(
        "expects the shape of operand #A and #B to be compatible");
  if (a.getDimSize(rank - 2) != c.getDimSize(rank - 2) ||
      b.getDimSize(rank - 1) != c.getDimSize(rank - 1))
    return emitOpError("expects the shape of operand #C is compatible with "
                       "operands #A and #B");
  return success();
}

//===----------------------------------------------------------------------===//
// Collectives
//===----------------------------------------------------------------------===//

/// Block arguments and yielded values of a reduce or scan.
static LogicalResult verifyCombiner(Operation *op, Region &body) {
  Block &block = body.front();
  auto yield = dyn_cast<YieldOp>(block.getTerminator());
  if (!yield)
    return op->emitOpError("expects regions to end with 'nv_tileaa.yield'");
  size_t count = op->getNumOperands();
  if (block.getNumArguments() != 2 * count || yield.getNumOperands() != count)
    return op->emitOpError("expected ")
           << 2 * count << " block arguments and " << count
           << " yielded values, got " << block.getNumArguments() << " and "
           << yield.getNumOperands();
  for (size_t i = 0; i < count; ++i) {
    Type element = elementTypeOf(op->getOperand(i).getType());
    if (block.getArgument(2 * i).getType() != element ||
        block.getArgument(2 * i + 1).getType() != element ||
        yield.getOperand(i).getType() != element)
      return op->emitOpError("expected the region to combine values of type ")
             << element;
  }
  return success();
}

LogicalResult ReduceOp::verifyRegions() {
  return verifyCombiner(*this, getBody());
}
LogicalResult ScanOp::verifyRegions() {
  return verifyCombiner(*this, getBody());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

LogicalResult MakeMemRefOp::verify() {
  StridedMemRefType type = getResult().getType();
  size_t sizes = llvm::count(type.getShape(), ShapedType::kDynamic);
  size_t strides = llvm::count(type.getStrides(), ShapedType::kDynamic);
  if (getSizes().size() != sizes || getStrides().size() != strides)
    return emitOpError("expected ")
           << sizes << " sizes and " << strides << " strides, got "
           << getSizes().size() << " and " << getStrides().size();
  return success();
}

LogicalResult BlockTileOp::verify() {
  if (getResult().getType().getSource() != getSource().getType())
    return emitOpError("expected a view of ")
           << getSource().getType() << ", got " << getResult().getType();
  return success();
}

/// What tiled loads and stores have in common.
static LogicalResult verifyTiledAccess(Operation *op, TiledViewType view,
                                       RankedTensorType tile, size_t numCoords,
                                       ArrayRef<bool> inBounds,
                                       MemSemantic semantic, bool hasScope) {
  if (view.getElementType() != tile.getElementType())
    return op->emitOpError("view elementType not equal with tensor element "
                           "type: ")
           << view.getElementType() << " vs " << tile.getElementType();
  if (view.getShape() != tile.getShape())
    return op->emitOpError("expected a tile of the view's shape, got ") << tile;
  if (numCoords != size_t(view.getRank()) ||
      inBounds.size() != size_t(view.getRank()))
    return op->emitOpError("expected ")
           << view.getRank() << " coordinates and in_bounds flags, got "
           << numCoords << " and " << inBounds.size();
  if (semantic != MemSemantic::WEAK && !hasScope)
    return op->emitOpError("mem_scope required when mem_semantic is not weak");
  return success();
}

LogicalResult TiledLoadOp::verify() {
  return verifyTiledAccess(*this, getView().getType(),
                           cast<RankedTensorType>(getResult().getType()),
                           getCoords().size(), getInBounds(), getMemSemantic(),
                           getMemScope().has_value());
}

LogicalResult TiledStoreOp::verify() {
  return verifyTiledAccess(*this, getView().getType(),
                           cast<RankedTensorType>(getValue().getType()),
                           getCoords().size(), getInBounds(), getMemSemantic(),
                           getMemScope().has_value());
}
