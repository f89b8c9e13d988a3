//===- TileAAOps.cpp - Operations of nv_tileaa ------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Verifiers and custom syntax of nv_tileaa's own operations. TileVerification.h
// has the verifiers that nv_tileas shares.
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

LogicalResult YieldOp::verify() {
  Operation *parent = (*this)->getParentOp();
  if (parent->hasTrait<CombinesElements>())
    return success();
  return emitOpError("expected a reduce or scan around it, got ")
         << parent->getName();
}

LogicalResult AssumeOp::verify() {
  auto tile = dyn_cast<RankedTensorType>(getResult().getType());
  int64_t rank = tile ? tile.getRank() : 0;
  if (auto divBy = dyn_cast<DivByAttr>(getPredicate());
      divBy && divBy.getAlong() && *divBy.getAlong() >= rank)
    return emitOpError("expected a dimension below ")
           << rank << ", got " << *divBy.getAlong();
  auto same = dyn_cast<SameElementsAttr>(getPredicate());
  if (same && static_cast<int64_t>(same.getValues().size()) != rank)
    return emitOpError("expected ")
           << rank << " sizes of groups, got " << same.getValues().size();
  return success();
}

//===----------------------------------------------------------------------===//
// Shapes
//===----------------------------------------------------------------------===//

LogicalResult SplatOp::verify() {
  if (getType().getElementType() == getSource().getType())
    return success();
  return emitOpError("expected a tensor of ")
         << getSource().getType() << ", got " << getType();
}

LogicalResult UnsplatOp::verify() {
  RankedTensorType source = getSource().getType();
  if (source.getNumElements() != 1)
    return emitOpError("expected a tensor of one element, got ") << source;
  if (source.getElementType() != getResult().getType())
    return emitOpError("expected a result of type ")
           << source.getElementType() << ", got " << getResult().getType();
  return success();
}

LogicalResult DotOp::verify() {
  if (!isScaled())
    return success();
  int64_t k = getDepth(), scales = getScalesOfRow();
  if (k % scales == 0)
    return success();
  return emitOpError("expected scales for blocks along K, which is ")
         << k << ", got " << scales << " for a row";
}

LogicalResult UnpackOp::verify() {
  RankedTensorType bytes = getSource().getType(), numbers = getType();
  int64_t dim = getDim();
  if (dim < 0 || dim >= bytes.getRank())
    return emitOpError("expected a dimension below ")
           << bytes.getRank() << ", got " << dim;
  SmallVector<int64_t> shape(bytes.getShape());
  shape[dim] *= 2;
  Type number = numbers.getElementType();
  if (bytes.getElementType().isInteger(8) && number.isIntOrFloat() &&
      number.getIntOrFloatBitWidth() == 4 &&
      numbers.getShape() == ArrayRef(shape))
    return success();
  return emitOpError("expected bytes, and twice as many numbers of 4 bits "
                     "along dimension ")
         << dim << ", got " << bytes << " and " << numbers;
}

LogicalResult InsertOp::verify() {
  return verifySubTile(*this, getType(), getSource().getType(),
                       getIndices().size());
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

/// Checks that pointers are cast to pointers, and numbers to numbers with the
/// same number of bits.
LogicalResult BitcastOp::verify() {
  Type source = getElementTypeOrSelf(getSource().getType());
  Type result = getElementTypeOrSelf(getResult().getType());
  bool ok = isPointer(source)
                ? isPointer(result)
                : isNumber(result) && source.getIntOrFloatBitWidth() ==
                                          result.getIntOrFloatBitWidth();
  if (ok)
    return success();
  return emitOpError("expected elements of the same width, got ")
         << source << " and " << result;
}

LogicalResult GetDimSizeOp::verify() {
  int64_t rank = getSource().getType().getRank();
  if (getDim() < static_cast<uint64_t>(rank))
    return success();
  return emitOpError("expected a dimension below ")
         << rank << ", got " << getDim();
}

LogicalResult MakeMemRefOp::verify() {
  StridedMemRefType type = getResult().getType();
  if (getBase().getType().getPointee() != type.getElementType())
    return emitOpError("expected a pointer to ")
           << type.getElementType() << ", got " << getBase().getType();
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
