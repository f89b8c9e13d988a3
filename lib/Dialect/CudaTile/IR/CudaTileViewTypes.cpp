//===- CudaTileViewTypes.cpp - tensor_view and the tile views -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text form, checks, and what the views have in common.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"
#include "tileiras/Dialect/CudaTile/IR/Dimensions.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/SmallBitVector.h"

#include <numeric>

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// Parses `[?,1]`. The number that represents a dynamic stride in memory is not
/// a stride in the text.
static ParseResult parseStrides(AsmParser &parser,
                                SmallVectorImpl<int64_t> &strides) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        SMLoc loc = parser.getCurrentLocation();
        int64_t &stride = strides.emplace_back(TensorViewType::kDynamic);
        if (succeeded(parser.parseOptionalQuestion()))
          return success();
        if (parser.parseInteger(stride))
          return failure();
        if (stride <= 0)
          return parser.emitError(loc)
                 << "expected a positive stride or '?', got " << stride;
        return success();
      });
}

/// `[1, 0]`.
static ParseResult parseInt32List(AsmParser &parser,
                                  SmallVectorImpl<int32_t> &values) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, [&] {
    return parser.parseInteger(values.emplace_back());
  });
}

static void printSize(raw_ostream &os, int64_t size) {
  if (size == TensorViewType::kDynamic)
    os << '?';
  else
    os << size;
}

//===----------------------------------------------------------------------===//
// tensor_view
//===----------------------------------------------------------------------===//

void TensorViewType::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  os << '<';
  for (int64_t size : getShape()) {
    printSize(os, size);
    os << 'x';
  }
  printCudaTileType(printer, getElementType());
  if (!getStrides().empty()) {
    os << ", strides=[";
    llvm::interleave(
        getStrides(), os, [&](int64_t s) { printSize(os, s); }, ",");
    os << ']';
  }
  if (getPtrAttr() != PtrAttr::NONE)
    printer << ", " << PtrAttrAttr::get(getContext(), getPtrAttr());
  os << '>';
}

Type TensorViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape, strides;
  Type elementType;
  PtrAttr ptrAttr = PtrAttr::NONE;
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parseCudaTileType(parser, elementType))
    return {};
  while (succeeded(parser.parseOptionalComma())) {
    SMLoc itemLoc = parser.getCurrentLocation();
    if (succeeded(parser.parseOptionalKeyword("strides"))) {
      if (shape.empty()) {
        parser.emitError(itemLoc) << "expected no strides of a tensor_view "
                                     "without dimensions";
        return {};
      }
      if (parser.parseEqual() || parseStrides(parser, strides))
        return {};
      continue;
    }
    auto attr = FieldParser<PtrAttrAttr>::parse(parser);
    if (failed(attr))
      return {};
    ptrAttr = attr->getValue();
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<TensorViewType>(loc, elementType, shape, strides,
                                           ptrAttr);
}

/// Elements of 4 bits are packed two to a byte: some dimension must hold whole
/// bytes.
static bool isPackable(ArrayRef<int64_t> shape, ArrayRef<int64_t> strides) {
  for (auto [size, stride] : llvm::zip_equal(shape, strides))
    if (stride == 1 && (size == TensorViewType::kDynamic || size % 2 == 0))
      return true;
  return false;
}

LogicalResult
TensorViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                       Type elementType, ArrayRef<int64_t> shape,
                       ArrayRef<int64_t> strides, PtrAttr) {
  if (!isNumberType(elementType))
    return emitError() << "expected tensor_view elements of a number type, got "
                       << elementType;
  if (shape.size() > tileiras::kMaxDimensions)
    return emitError() << "expected a tensor_view of at most "
                       << tileiras::kMaxDimensions << " dimensions, got "
                       << shape.size();
  if (shape.size() != strides.size())
    return emitError() << "expected as many strides as dimensions, got "
                       << strides.size() << " strides and " << shape.size()
                       << " dimensions";
  for (int64_t size : shape)
    if (size <= 0 && size != kDynamic)
      return emitError() << "expected positive or dynamic sizes, got " << size;
  for (int64_t stride : strides)
    if (stride <= 0 && stride != kDynamic)
      return emitError() << "expected positive or dynamic strides, got "
                         << stride;
  if (getElementBitWidth(elementType) == 4 && !isPackable(shape, strides))
    return emitError() << "expected a tensor_view of " << elementType
                       << " to have a dimension of stride 1 and even size";
  return success();
}

int64_t TensorViewType::getNumDynamicSizes() const {
  return llvm::count(getShape(), kDynamic);
}

int64_t TensorViewType::getNumDynamicStrides() const {
  return llvm::count(getStrides(), kDynamic);
}

//===----------------------------------------------------------------------===//
// Syntax of all tile views
//===----------------------------------------------------------------------===//

TensorViewType TileView::getTensorView() const {
  return cast<TensorViewType>(getViewedTensor());
}

TileType TileView::getViewTileType() const {
  return TileType::get(getViewTileShape(), getViewElementType());
}

namespace {
/// The parts of a view's text.
struct ViewSyntax {
  SmallVector<int32_t> tileShape, traversalStrides, dimMap;
  TensorViewType tensorView;
  std::optional<PaddingValue> paddingValue;
};
} // namespace

/// `tile=(4x2), `.
static ParseResult parseTileShape(AsmParser &parser, ViewSyntax &view) {
  SmallVector<int64_t> shape;
  if (parser.parseKeyword("tile") || parser.parseEqual() ||
      parser.parseLParen() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false) ||
      parser.parseRParen() || parser.parseComma())
    return failure();
  view.tileShape.assign(shape.begin(), shape.end());
  return success();
}

/// `[padding_value = zero, ]tensor_view<...>`.
static ParseResult parsePaddingAndTensor(AsmParser &parser, ViewSyntax &view) {
  if (succeeded(parser.parseOptionalKeyword("padding_value"))) {
    if (parser.parseEqual())
      return failure();
    auto padding = FieldParser<PaddingValue>::parse(parser);
    if (failed(padding) || parser.parseComma())
      return failure();
    view.paddingValue = *padding;
  }
  SMLoc loc = parser.getCurrentLocation();
  Type type;
  if (parseCudaTileType(parser, type))
    return failure();
  view.tensorView = dyn_cast<TensorViewType>(type);
  if (!view.tensorView)
    return parser.emitError(loc) << "expected a tensor_view, got " << type;
  return success();
}

/// `[, dim_map=[1, 0]]>`.
static ParseResult parseDimMap(AsmParser &parser, ViewSyntax &view) {
  if (succeeded(parser.parseOptionalComma())) {
    if (parser.parseKeyword("dim_map") || parser.parseEqual() ||
        parseInt32List(parser, view.dimMap))
      return failure();
  } else {
    view.dimMap.resize(view.tileShape.size());
    std::iota(view.dimMap.begin(), view.dimMap.end(), 0);
  }
  return parser.parseGreater();
}

static void printTileShape(raw_ostream &os, ArrayRef<int32_t> tileShape) {
  os << "<tile=(";
  llvm::interleave(tileShape, os, "x");
  os << "), ";
}

static void printPaddingAndTensor(AsmPrinter &printer,
                                  std::optional<PaddingValue> padding,
                                  TensorViewType tensorView) {
  if (padding)
    printer << "padding_value = " << stringifyPaddingValue(*padding) << ", ";
  printCudaTileType(printer, tensorView);
}

static bool isIdentity(ArrayRef<int32_t> dimMap) {
  for (auto [index, dim] : llvm::enumerate(dimMap))
    if (static_cast<int32_t>(index) != dim)
      return false;
  return true;
}

static void printDimMap(AsmPrinter &printer, ArrayRef<int32_t> dimMap) {
  if (!isIdentity(dimMap)) {
    printer << ", dim_map=[";
    llvm::interleaveComma(dimMap, printer.getStream());
    printer << ']';
  }
  printer << '>';
}

static LogicalResult
verifyTileOfView(function_ref<InFlightDiagnostic()> emitError,
                 ArrayRef<int32_t> tileShape, TensorViewType tensorView,
                 std::optional<PaddingValue> padding) {
  if (tileShape.empty())
    return emitError() << "expected a tile of rank 1 or more, got rank 0";
  if (tileShape.size() != tensorView.getShape().size())
    return emitError() << "expected the rank of the tile to be that of the "
                          "tensor_view, got "
                       << tileShape.size() << " and "
                       << tensorView.getShape().size();
  SmallVector<int64_t> shape(tileShape);
  Type elementType = tensorView.getElementType();
  if (failed(TileType::verifyTile(emitError, shape, elementType)))
    return failure();
  if (padding && *padding != PaddingValue::zero &&
      !isFloatNumberType(elementType))
    return emitError() << "expected float elements for padding_value "
                       << stringifyPaddingValue(*padding) << ", got "
                       << elementType;
  return success();
}

static LogicalResult verifyDimMap(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int32_t> dimMap, size_t rank) {
  llvm::SmallBitVector seen(rank);
  for (int32_t dim : dimMap)
    if (dim >= 0 && static_cast<size_t>(dim) < rank)
      seen.set(dim);
  if (dimMap.size() == rank && seen.all())
    return success();
  InFlightDiagnostic diag = emitError()
                            << "expected dim_map to be a permutation of 0 to "
                            << static_cast<int64_t>(rank) - 1 << ", got [";
  llvm::interleaveComma(dimMap, diag);
  return diag << ']';
}

//===----------------------------------------------------------------------===//
// partition_view
//===----------------------------------------------------------------------===//

void PartitionViewType::print(AsmPrinter &printer) const {
  printTileShape(printer.getStream(), getTileShape());
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printDimMap(printer, getDimMap());
}

Type PartitionViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  ViewSyntax view;
  if (parser.parseLess() || parseTileShape(parser, view) ||
      parsePaddingAndTensor(parser, view) || parseDimMap(parser, view))
    return {};
  return parser.getChecked<PartitionViewType>(
      loc, view.tileShape, view.tensorView, view.dimMap, view.paddingValue);
}

LogicalResult
PartitionViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int32_t> tileShape,
                          TensorViewType tensorView, ArrayRef<int32_t> dimMap,
                          std::optional<PaddingValue> paddingValue) {
  return success(succeeded(verifyTileOfView(emitError, tileShape, tensorView,
                                            paddingValue)) &&
                 succeeded(verifyDimMap(emitError, dimMap, tileShape.size())));
}

SmallVector<int64_t> PartitionViewType::getTraversalSteps() const {
  return SmallVector<int64_t>(getTileShape());
}

std::optional<int32_t> PartitionViewType::getViewSparseDim() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// strided_view
//===----------------------------------------------------------------------===//

void StridedViewType::print(AsmPrinter &printer) const {
  raw_ostream &os = printer.getStream();
  printTileShape(os, getTileShape());
  os << "traversal_strides=[";
  llvm::interleave(getTraversalStrides(), os, ",");
  os << "], ";
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printDimMap(printer, getDimMap());
}

Type StridedViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  ViewSyntax view;
  if (parser.parseLess() || parseTileShape(parser, view) ||
      parser.parseKeyword("traversal_strides") || parser.parseEqual() ||
      parseInt32List(parser, view.traversalStrides) || parser.parseComma() ||
      parsePaddingAndTensor(parser, view) || parseDimMap(parser, view))
    return {};
  return parser.getChecked<StridedViewType>(
      loc, view.tileShape, view.traversalStrides, view.tensorView, view.dimMap,
      view.paddingValue);
}

LogicalResult StridedViewType::verify(
    function_ref<InFlightDiagnostic()> emitError, ArrayRef<int32_t> tileShape,
    ArrayRef<int32_t> traversalStrides, TensorViewType tensorView,
    ArrayRef<int32_t> dimMap, std::optional<PaddingValue> paddingValue) {
  if (failed(verifyTileOfView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (traversalStrides.size() != tileShape.size())
    return emitError() << "expected as many traversal strides as tile "
                          "dimensions, got "
                       << traversalStrides.size() << " and "
                       << tileShape.size();
  for (int32_t stride : traversalStrides)
    if (stride <= 0)
      return emitError() << "expected positive traversal strides, got "
                         << stride;
  return verifyDimMap(emitError, dimMap, tileShape.size());
}

SmallVector<int64_t> StridedViewType::getTraversalSteps() const {
  return SmallVector<int64_t>(getTraversalStrides());
}

std::optional<int32_t> StridedViewType::getViewSparseDim() const {
  return std::nullopt;
}

//===----------------------------------------------------------------------===//
// gather_scatter_view
//===----------------------------------------------------------------------===//

void GatherScatterViewType::print(AsmPrinter &printer) const {
  printTileShape(printer.getStream(), getTileShape());
  printPaddingAndTensor(printer, getPaddingValue(), getTensorView());
  printer << ", sparse_dim=" << getSparseDim() << '>';
}

Type GatherScatterViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  ViewSyntax view;
  int32_t sparseDim;
  if (parser.parseLess() || parseTileShape(parser, view) ||
      parsePaddingAndTensor(parser, view) || parser.parseComma() ||
      parser.parseKeyword("sparse_dim") || parser.parseEqual() ||
      parser.parseInteger(sparseDim) || parser.parseGreater())
    return {};
  return parser.getChecked<GatherScatterViewType>(
      loc, view.tileShape, view.tensorView, sparseDim, view.paddingValue);
}

LogicalResult
GatherScatterViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                              ArrayRef<int32_t> tileShape,
                              TensorViewType tensorView, int32_t sparseDim,
                              std::optional<PaddingValue> paddingValue) {
  if (failed(verifyTileOfView(emitError, tileShape, tensorView, paddingValue)))
    return failure();
  if (sparseDim < 0 || static_cast<size_t>(sparseDim) >= tileShape.size())
    return emitError() << "expected sparse_dim to be less than the rank "
                       << tileShape.size() << ", got " << sparseDim;
  return success();
}

SmallVector<int32_t> GatherScatterViewType::getDimMap() const {
  SmallVector<int32_t> dimMap(getTileShape().size());
  std::iota(dimMap.begin(), dimMap.end(), 0);
  return dimMap;
}

// Indices count elements along every dimension. (Descriptions of the view say
// "as in a partition" of the dimensions that are not sparse; front ends pass
// element indices there, and the reference compiler reads them so.)
SmallVector<int64_t> GatherScatterViewType::getTraversalSteps() const {
  return SmallVector<int64_t>(getTileShape().size(), 1);
}

std::optional<int32_t> GatherScatterViewType::getViewSparseDim() const {
  return getSparseDim();
}

Type cuda_tile::getViewedType(Type type) {
  if (auto view = dyn_cast<TileView>(type))
    return view.getTensorView();
  return type;
}
