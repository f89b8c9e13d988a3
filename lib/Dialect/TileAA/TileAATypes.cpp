//===- TileAATypes.cpp - Types of nv_tileaa -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAATypes.cpp.inc"

void TileAADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/TileAA/IR/TileAATypes.cpp.inc"
      >();
}

/// `[1, ?, 16]`, with `?` for a dynamic value.
static void printDynamicList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer, [&](int64_t value) {
    if (ShapedType::isDynamic(value))
      printer << '?';
    else
      printer << value;
  });
  printer << ']';
}

static ParseResult parseDynamicList(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          values.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(values.emplace_back());
      });
}

//===----------------------------------------------------------------------===//
// memref<4x?xf32, strides = [?, 1]>
//===----------------------------------------------------------------------===//

void StridedMemRefType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  if (!getShape().empty())
    printer << 'x';
  printer << getElementType();
  printer << ", strides = ";
  printDynamicList(printer, getStrides());
  printer << '>';
}

Type StridedMemRefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type elementType;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma() ||
      parser.parseKeyword("strides") || parser.parseEqual() ||
      parseDynamicList(parser, strides) || parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    shape, elementType, strides);
}

LogicalResult
StridedMemRefType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int64_t> shape, Type elementType,
                          ArrayRef<int64_t> strides) {
  if (shape.size() != strides.size())
    return emitError() << "expected as many strides as sizes, got "
                       << strides.size() << " and " << shape.size();
  return success();
}

//===----------------------------------------------------------------------===//
// tiled_view<128x64, memref<…>, steps = [128, 64], dims = [0, 1](, sparse = 0)>
//===----------------------------------------------------------------------===//

void TiledViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << ", " << getSource() << ", steps = ";
  printDynamicList(printer, getSteps());
  printer << ", dims = [";
  llvm::interleaveComma(getDimMap(), printer);
  printer << ']';
  if (std::optional<int32_t> dim = getSparseDim())
    printer << ", sparse = " << *dim;
  printer << '>';
}

Type TiledViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, steps;
  SmallVector<int32_t> dimMap;
  StridedMemRefType source;
  std::optional<int32_t> sparseDim;
  SMLoc loc = parser.getCurrentLocation();
  auto parseDim = [&] { return parser.parseInteger(dimMap.emplace_back()); };
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false) ||
      parser.parseComma() || parser.parseType(source) || parser.parseComma() ||
      parser.parseKeyword("steps") || parser.parseEqual() ||
      parseDynamicList(parser, steps) || parser.parseComma() ||
      parser.parseKeyword("dims") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    int32_t dim;
    if (parser.parseKeyword("sparse") || parser.parseEqual() ||
        parser.parseInteger(dim))
      return {};
    sparseDim = dim;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    shape, source, steps, dimMap, sparseDim);
}

LogicalResult
TiledViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> shape, StridedMemRefType source,
                      ArrayRef<int64_t> steps, ArrayRef<int32_t> dimMap,
                      std::optional<int32_t> sparseDim) {
  size_t rank = source.getRank();
  if (shape.size() != rank || steps.size() != rank || dimMap.size() != rank)
    return emitError() << "expected tile shape, steps and dims of the rank of "
                          "the memref, "
                       << rank << ", got " << shape.size() << ", "
                       << steps.size() << " and " << dimMap.size();
  if (sparseDim && (*sparseDim < 0 || size_t(*sparseDim) >= rank))
    return emitError() << "expected a sparse dimension below " << rank
                       << ", got " << *sparseDim;
  return success();
}
