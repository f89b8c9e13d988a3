//===- CudaTileAttributes.cpp - Text form and checks of the attributes ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Assume predicates; the rules are those of the specification's `assume`.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttrInterfaces.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.cpp.inc"

void CudaTileDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.cpp.inc"
      >();
}

static bool isIntTile(TileType tile) {
  return tile && isa<IntegerType>(tile.getElementType());
}

static bool isIntOrPtrTile(TileType tile) {
  return isIntTile(tile) || (tile && isa<PointerType>(tile.getElementType()));
}

//===----------------------------------------------------------------------===//
// div_by
//===----------------------------------------------------------------------===//

void DivByAttr::print(AsmPrinter &printer) const {
  printer << '<' << getDivisor();
  if (getEvery())
    printer << ", every " << *getEvery() << " along " << *getAlong();
  printer << '>';
}

Attribute DivByAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  uint64_t divisor;
  std::optional<int64_t> every, along;
  if (parser.parseLess() || parser.parseInteger(divisor))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    int64_t group, dim;
    if (parser.parseKeyword("every") || parser.parseInteger(group) ||
        parser.parseKeyword("along") || parser.parseInteger(dim))
      return {};
    every = group;
    along = dim;
  }
  if (parser.parseGreater())
    return {};
  return parser.getChecked<DivByAttr>(loc, parser.getContext(), divisor, every,
                                      along);
}

LogicalResult DivByAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                uint64_t divisor, std::optional<int64_t> every,
                                std::optional<int64_t> along) {
  if (!llvm::isPowerOf2_64(divisor) || divisor > (uint64_t(1) << 62))
    return emitError() << "expected a divisor that is a power of two up to "
                          "2^62, got "
                       << divisor;
  if (every.has_value() != along.has_value())
    return emitError() << "expected both 'every' and 'along', or neither";
  return success();
}

LogicalResult
DivByAttr::verifyFor(Type type,
                     function_ref<InFlightDiagnostic()> emitError) const {
  auto tile = dyn_cast<TileType>(type);
  if (!isIntOrPtrTile(tile) && !isa<TensorViewType>(type))
    return emitError() << "expected a tile of integers or pointers, or a "
                          "tensor_view, for div_by, got "
                       << type;
  if (!getEvery())
    return success();
  if (!tile || tile.isScalar())
    return emitError() << "expected no 'every' and 'along' for div_by of "
                       << type;
  if (*getAlong() < 0 || *getAlong() >= tile.getRank())
    return emitError() << "expected 'along' to be less than the rank "
                       << tile.getRank() << ", got " << *getAlong();
  int64_t extent = tile.getShape()[*getAlong()];
  if (*getEvery() < 0 || *getEvery() > extent)
    return emitError() << "expected 'every' to be at most the extent " << extent
                       << ", got " << *getEvery();
  return success();
}

//===----------------------------------------------------------------------===//
// same_elements
//===----------------------------------------------------------------------===//

void SameElementsAttr::print(AsmPrinter &printer) const {
  printer << "<[";
  llvm::interleaveComma(getValues(), printer.getStream());
  printer << "]>";
}

Attribute SameElementsAttr::parse(AsmParser &parser, Type) {
  SmallVector<int64_t> values;
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(
          AsmParser::Delimiter::Square,
          [&] { return parser.parseInteger(values.emplace_back()); }) ||
      parser.parseGreater())
    return {};
  return SameElementsAttr::get(parser.getContext(), values);
}

LogicalResult SameElementsAttr::verifyFor(
    Type type, function_ref<InFlightDiagnostic()> emitError) const {
  auto tile = dyn_cast<TileType>(type);
  if (!isIntOrPtrTile(tile))
    return emitError() << "expected a tile of integers or pointers for "
                          "same_elements, got "
                       << type;
  if (static_cast<int64_t>(getValues().size()) != tile.getRank())
    return emitError() << "expected a same_elements value for each of "
                       << tile.getRank() << " dimensions, got "
                       << getValues().size();
  for (auto [value, extent] : llvm::zip_equal(getValues(), tile.getShape()))
    if (value < 0 || value > extent)
      return emitError() << "expected same_elements values from 0 to the "
                            "extent "
                         << extent << ", got " << value;
  return success();
}

//===----------------------------------------------------------------------===//
// bounded
//===----------------------------------------------------------------------===//

static void printBound(AsmPrinter &printer, std::optional<int64_t> bound) {
  if (bound)
    printer << *bound;
  else
    printer << '?';
}

static ParseResult parseBound(AsmParser &parser,
                              std::optional<int64_t> &bound) {
  if (succeeded(parser.parseOptionalQuestion()))
    return success();
  return parser.parseInteger(bound.emplace());
}

void BoundedAttr::print(AsmPrinter &printer) const {
  printer << '<';
  printBound(printer, getLb());
  printer << ", ";
  printBound(printer, getUb());
  printer << '>';
}

Attribute BoundedAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::optional<int64_t> lb, ub;
  if (parser.parseLess() || parseBound(parser, lb) || parser.parseComma() ||
      parseBound(parser, ub) || parser.parseGreater())
    return {};
  return parser.getChecked<BoundedAttr>(loc, parser.getContext(), lb, ub);
}

LogicalResult BoundedAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                                  std::optional<int64_t> lb,
                                  std::optional<int64_t> ub) {
  if (lb && ub && *lb > *ub)
    return emitError() << "expected a lower bound not above the upper one, got "
                       << *lb << " and " << *ub;
  return success();
}

LogicalResult
BoundedAttr::verifyFor(Type type,
                       function_ref<InFlightDiagnostic()> emitError) const {
  auto tile = dyn_cast<TileType>(type);
  if (!isIntTile(tile))
    return emitError() << "expected a tile of integers for bounded, got "
                       << type;
  unsigned width = tile.getElementTypeBitWidth();
  for (std::optional<int64_t> bound : {getLb(), getUb()})
    if (bound && !llvm::isIntN(width, *bound))
      return emitError() << "expected a bound in the signed range of "
                         << tile.getElementType() << ", got " << *bound;
  return success();
}
