//===- CudaTileViews.cpp - Access through views -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of make_tensor_view, names, and checks.
//
//===----------------------------------------------------------------------===//

#include "AccessVerification.h"
#include "OpSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileViews.cpp.inc"

void CudaTileDialect::registerViewOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileViews.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// make_tensor_view
//===----------------------------------------------------------------------===//

void MakeTensorViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "tview");
}

/// Returns the type of a base pointer that the text omits.
static TileType getDefaultBaseType(TensorViewType view) {
  return TileType::get({}, PointerType::get(view.getElementType()));
}

/// Prints `[c|%v, ...]`, with an operand for each dynamic size.
static void printSizes(OpAsmPrinter &printer, ArrayRef<int64_t> sizes,
                       OperandRange dynamic) {
  printer << '[';
  llvm::interleaveComma(sizes, printer.getStream(), [&](int64_t size) {
    if (size != TensorViewType::kDynamic) {
      printer << size;
    } else {
      printer << dynamic.front();
      dynamic = dynamic.drop_front();
    }
  });
  printer << ']';
}

void MakeTensorViewOp::print(OpAsmPrinter &printer) {
  TensorViewType type = getType();
  printer << ' ' << getBase() << ", shape = ";
  printSizes(printer, type.getShape(), getDynamicShape());
  printer << ", strides = ";
  printSizes(printer, type.getStrides(), getDynamicStrides());
  printer.printOptionalAttrDict((*this)->getAttrs(),
                                {getOperandSegmentSizesAttrName()});
  printer << " : ";
  SmallVector<Type> types;
  if (getBase().getType() != getDefaultBaseType(type))
    types.push_back(getBase().getType());
  if (getNumOperands() > 1)
    types.push_back(getOperand(1).getType());
  if (!types.empty()) {
    printCudaTileTypes(printer, *this, types);
    printer << " -> ";
  }
  printCudaTileType(printer, type);
}

static ParseResult parseSizes(OpAsmParser &parser, StringRef keyword,
                              SmallVectorImpl<int64_t> &sizes,
                              SmallVectorImpl<UnresolvedOperand> &dynamic) {
  if (parser.parseComma() || parser.parseKeyword(keyword) ||
      parser.parseEqual())
    return failure();
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        sizes.push_back(TensorViewType::kDynamic);
        UnresolvedOperand operand;
        OptionalParseResult parsed = parser.parseOptionalOperand(operand);
        if (!parsed.has_value())
          return parser.parseInteger(sizes.back());
        dynamic.push_back(operand);
        return *parsed;
      });
}

static ParseResult checkSizes(OpAsmParser &parser, SMLoc loc, StringRef what,
                              ArrayRef<int64_t> text, ArrayRef<int64_t> type) {
  if (text == type)
    return success();
  return parser.emitError(loc)
         << "expected the " << what << " of the operation to be those of its "
         << "type";
}

ParseResult MakeTensorViewOp::parse(OpAsmParser &parser,
                                    OperationState &state) {
  UnresolvedOperand base;
  SmallVector<UnresolvedOperand> dynamicShape, dynamicStrides;
  SmallVector<int64_t> shape, strides;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseOperand(base) ||
      parseSizes(parser, "shape", shape, dynamicShape) ||
      parseSizes(parser, "strides", strides, dynamicStrides) ||
      parser.parseOptionalAttrDict(state.attributes) || parser.parseColon())
    return failure();

  // [BASE][,] [DYNAMIC] -> RESULT; what precedes the arrow may be missing.
  SMLoc typeLoc = parser.getCurrentLocation();
  SmallVector<Type> types;
  if (parseCudaTileTypes(parser, types))
    return failure();
  if (succeeded(parser.parseOptionalArrow()) &&
      parseCudaTileType(parser, types.emplace_back()))
    return failure();
  auto type = dyn_cast<TensorViewType>(types.pop_back_val());
  if (!type)
    return parser.emitError(typeLoc) << "expected a tensor_view as result";
  if (checkSizes(parser, loc, "sizes", shape, type.getShape()) ||
      checkSizes(parser, loc, "strides", strides, type.getStrides()))
    return failure();

  Type baseType = getDefaultBaseType(type);
  if (!types.empty())
    if (auto tile = dyn_cast<TileType>(types.front()))
      if (isa<PointerType>(tile.getElementType())) {
        baseType = tile;
        types.erase(types.begin());
      }
  SmallVector<UnresolvedOperand> dynamic(dynamicShape);
  dynamic.append(dynamicStrides);
  if (types.size() != (dynamic.empty() ? 0 : 1))
    return parser.emitError(typeLoc)
           << "expected " << (dynamic.empty() ? "no type" : "one type")
           << " of dynamic sizes and strides, got " << types.size();
  state.getOrAddProperties<Properties>().operandSegmentSizes = {
      1, static_cast<int32_t>(dynamicShape.size()),
      static_cast<int32_t>(dynamicStrides.size())};
  state.addTypes(type);
  if (parser.resolveOperand(base, baseType, state.operands))
    return failure();
  return dynamic.empty()
             ? success()
             : parser.resolveOperands(dynamic, types.front(), state.operands);
}

LogicalResult MakeTensorViewOp::verify() {
  TensorViewType type = getType();
  auto pointer = cast<PointerType>(getBase().getType().getElementType());
  if (pointer.getPointeeType() != type.getElementType())
    return emitOpError("expects a base pointer to ")
           << type.getElementType() << ", got a pointer to "
           << pointer.getPointeeType();
  if (type.getPtrAttr() != PtrAttr::NONE &&
      type.getPtrAttr() != pointer.getPtrAttr())
    return emitOpError("expects a base pointer with ptr_attr ")
           << type.getPtrAttr() << ", got " << pointer.getPtrAttr();
  if (static_cast<int64_t>(getDynamicShape().size()) !=
      type.getNumDynamicSizes())
    return emitOpError("expects ")
           << type.getNumDynamicSizes() << " dynamic sizes, got "
           << getDynamicShape().size();
  if (static_cast<int64_t>(getDynamicStrides().size()) !=
      type.getNumDynamicStrides())
    return emitOpError("expects ")
           << type.getNumDynamicStrides() << " dynamic strides, got "
           << getDynamicStrides().size();
  for (Value value : getOperands().drop_front())
    if (value.getType() != getOperand(1).getType())
      return emitOpError("expects dynamic sizes and strides of one type, got ")
             << getOperand(1).getType() << " and " << value.getType();
  return success();
}

//===----------------------------------------------------------------------===//
// Tile views
//===----------------------------------------------------------------------===//

void MakePartitionViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "pview");
}
void MakeStridedViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "sview");
}
void MakeGatherScatterViewOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), "gsview");
}

/// Checks that there is a size for each dimension, all of one type.
static LogicalResult verifyShapeQuery(Operation *op, unsigned rank) {
  if (op->getNumResults() != rank)
    return op->emitOpError("expects ")
           << rank << " results, got " << op->getNumResults();
  for (Type type : op->getResultTypes())
    if (type != op->getResult(0).getType())
      return op->emitOpError("expects results of one type, got ")
             << op->getResult(0).getType() << " and " << type;
  return success();
}

LogicalResult GetIndexSpaceShapeOp::verify() {
  return verifyShapeQuery(
      *this, cast<TileView>(getSrc().getType()).getViewIndexRank());
}

LogicalResult GetTensorShapeOp::verify() {
  return verifyShapeQuery(*this, getSrc().getType().getRank());
}

LogicalResult LoadViewTkoOp::verify() {
  if (failed(verifyLoadOrdering(*this, getMemoryOrderingSemantics(),
                                getMemoryScope())))
    return failure();
  return verifyViewAccess(*this, getView().getType(), getTile().getType(),
                          getIndex(), getInbounds());
}

LogicalResult StoreViewTkoOp::verify() {
  if (failed(verifyStoreOrdering(*this, getMemoryOrderingSemantics(),
                                 getMemoryScope())))
    return failure();
  return verifyViewAccess(*this, getView().getType(), getTile().getType(),
                          getIndex(), getInbounds());
}

//===----------------------------------------------------------------------===//
// Multicast views
//===----------------------------------------------------------------------===//

static LogicalResult verifyMulticast(Operation *op, Type viewType) {
  TensorViewType tensor = cast<TileView>(viewType).getTensorView();
  if (tensor.getPtrAttr() == PtrAttr::MULTICAST)
    return success();
  return op->emitOpError("expects a view of a multicast tensor_view, got ")
         << viewType;
}

/// Integers have every reduction; floats have `floatKinds`.
static LogicalResult
verifyReduction(Operation *op, MultimemReductionKind kind, Type elementType,
                ArrayRef<MultimemReductionKind> floatKinds) {
  if (elementType.isInteger(32) || elementType.isInteger(64))
    return success();
  if (isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(elementType) &&
      llvm::is_contained(floatKinds, kind))
    return success();
  return op->emitOpError("expects a reduction that ")
         << elementType << " elements have, got " << kind;
}

LogicalResult MultimemLoadReduceViewTkoOp::verify() {
  using enum MultimemReductionKind;
  TileType tile = getReducedValues().getType();
  Type elementType = tile.getElementType();
  static const MultimemReductionKind halfKinds[] = {ADD, MIN, MAX};
  bool isHalf = isa<Float16Type, BFloat16Type>(elementType);
  ArrayRef<MultimemReductionKind> floatKinds =
      ArrayRef(halfKinds).take_front(isHalf ? 3 : 1);
  return success(succeeded(verifyLoadOrdering(
                     *this, getMemoryOrderingSemantics(), getMemoryScope())) &&
                 succeeded(verifyMulticast(*this, getView().getType())) &&
                 succeeded(verifyReduction(*this, getReduction(), elementType,
                                           floatKinds)) &&
                 succeeded(verifyViewAccess(*this, getView().getType(), tile,
                                            getIndex(), getInbounds())));
}

LogicalResult MultimemReduceViewTkoOp::verify() {
  using enum MemoryOrderingSemantics;
  TileType tile = getTile().getType();
  return success(
      succeeded(verifyOrdering(*this, getMemoryOrderingSemantics(),
                               {RELAXED, RELEASE}, getMemoryScope())) &&
      succeeded(verifyMulticast(*this, getView().getType())) &&
      succeeded(verifyReduction(*this, getReduction(), tile.getElementType(),
                                {MultimemReductionKind::ADD})) &&
      succeeded(verifyViewAccess(*this, getView().getType(), tile, getIndex(),
                                 getInbounds())));
}

LogicalResult MultimemStoreViewTkoOp::verify() {
  return success(succeeded(verifyStoreOrdering(
                     *this, getMemoryOrderingSemantics(), getMemoryScope())) &&
                 succeeded(verifyMulticast(*this, getView().getType())) &&
                 succeeded(verifyViewAccess(*this, getView().getType(),
                                            getTile().getType(), getIndex(),
                                            getInbounds())));
}
