//===- CudaTileTypes.cpp - Text form and checks of the types -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Grammar: facts in the Tile IR specification, chapter 5 (types).
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"
#include "tileiras/Dialect/CudaTile/IR/Dimensions.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

#include <cmath>

using namespace mlir;
using namespace mlir::cuda_tile;

#include "tileiras/Dialect/CudaTile/IR/CudaTileTypeInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"

void CudaTileDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Element types
//===----------------------------------------------------------------------===//

bool cuda_tile::isFloatNumberType(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type, FloatTF32Type,
             Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType, Float8E5M3FNUType>(type);
}

bool cuda_tile::isNumberType(Type type) {
  if (auto integer = dyn_cast<IntegerType>(type))
    return integer.isSignless() &&
           llvm::is_contained({1u, 8u, 16u, 32u, 64u}, integer.getWidth());
  return isFloatNumberType(type);
}

bool cuda_tile::isCudaTileValueType(Type type) {
  return isa<CudaTileDialect>(type.getDialect()) || isNumberType(type);
}

unsigned cuda_tile::getElementBitWidth(Type elementType) {
  if (isa<PointerType>(elementType))
    return 64;
  if (isa<Float8E5M3FNUType>(elementType))
    return Float8E5M3FNUType::width;
  return elementType.getIntOrFloatBitWidth();
}

double Float8E5M3FNUType::decode(uint8_t bits) {
  constexpr int bias = 15;
  if (bits == 0xFF)
    return std::nan("");
  int exponent = bits >> 3, mantissa = bits & 7;
  if (exponent == 0)
    return std::ldexp(mantissa, 1 - bias - 3);
  return std::ldexp(8 + mantissa, exponent - bias - 3);
}

uint8_t Float8E5M3FNUType::encode(double value) {
  if (!(value >= 0))
    return value == 0 ? 0 : 0xFF;
  // Codes increase with their values: find the last one that is not larger.
  uint8_t low = 0;
  for (int step = 128; step; step /= 2)
    if (low + step < 0xFF && decode(low + step) <= value)
      low += step;
  if (decode(low) == value)
    return low;
  if (low == 0xFE) // Half a step above the largest number is too large.
    return value - decode(0xFE) < decode(0xFE) - decode(0xFD) ? 0xFE : 0xFF;
  double below = value - decode(low), above = decode(low + 1) - value;
  return below < above || (below == above && low % 2 == 0) ? low : low + 1;
}

//===----------------------------------------------------------------------===//
// Types without their prefix
//===----------------------------------------------------------------------===//

void cuda_tile::printCudaTileType(AsmPrinter &printer, Type type) {
  if (failed(generatedTypePrinter(type, printer)))
    printer.printType(type);
}

ParseResult cuda_tile::parseCudaTileType(AsmParser &parser, Type &type) {
  using Parse = Type (*)(AsmParser &);
  static const std::pair<StringRef, Parse> kinds[] = {
      {Float8E5M3FNUType::getMnemonic(),
       [](AsmParser &p) -> Type {
         return Float8E5M3FNUType::get(p.getContext());
       }},
      {TokenType::getMnemonic(),
       [](AsmParser &p) -> Type { return TokenType::get(p.getContext()); }},
      {PointerType::getMnemonic(), PointerType::parse},
      {TileType::getMnemonic(), TileType::parse},
      {TensorViewType::getMnemonic(), TensorViewType::parse},
      {PartitionViewType::getMnemonic(), PartitionViewType::parse},
      {StridedViewType::getMnemonic(), StridedViewType::parse},
      {GatherScatterViewType::getMnemonic(), GatherScatterViewType::parse}};
  for (auto [mnemonic, parse] : kinds) {
    if (failed(parser.parseOptionalKeyword(mnemonic)))
      continue;
    type = parse(parser);
    return success(type != nullptr);
  }
  return parser.parseType(type);
}

//===----------------------------------------------------------------------===//
// ptr
//===----------------------------------------------------------------------===//

/// `<multicast>`, with or without `#cuda_tile.ptr_attr`.
static ParseResult parsePtrAttr(AsmParser &parser, PtrAttr &result) {
  auto attr = FieldParser<PtrAttrAttr>::parse(parser);
  if (failed(attr))
    return failure();
  result = attr->getValue();
  return success();
}

void PointerType::print(AsmPrinter &printer) const {
  printer << '<';
  printCudaTileType(printer, getPointeeType());
  if (getPtrAttr() != PtrAttr::NONE)
    printer << ", <" << stringifyPtrAttr(getPtrAttr()) << '>';
  printer << '>';
}

Type PointerType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type pointee;
  PtrAttr ptrAttr = PtrAttr::NONE;
  if (parser.parseLess() || parseCudaTileType(parser, pointee) ||
      (succeeded(parser.parseOptionalComma()) &&
       parsePtrAttr(parser, ptrAttr)) ||
      parser.parseGreater())
    return {};
  return parser.getChecked<PointerType>(loc, pointee, ptrAttr);
}

LogicalResult PointerType::verify(function_ref<InFlightDiagnostic()> emitError,
                                  Type pointeeType, PtrAttr) {
  if (isNumberType(pointeeType))
    return success();
  return emitError() << "expected a pointee of an integer or float number "
                        "type, got "
                     << pointeeType;
}

//===----------------------------------------------------------------------===//
// tile
//===----------------------------------------------------------------------===//

void TileType::print(AsmPrinter &printer) const {
  printer << '<';
  for (int64_t extent : getShape())
    printer << extent << 'x';
  printCudaTileType(printer, getElementType());
  printer << '>';
}

Type TileType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  SmallVector<int64_t> shape;
  Type elementType;
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false) ||
      parseCudaTileType(parser, elementType) || parser.parseGreater())
    return {};
  return parser.getChecked<TileType>(loc, shape, elementType);
}

LogicalResult TileType::verifyTile(function_ref<InFlightDiagnostic()> emitError,
                                   ArrayRef<int64_t> shape, Type elementType) {
  if (!isNumberType(elementType) && !elementType.isSignlessInteger(4) &&
      !isa<PointerType>(elementType))
    return emitError() << "expected tile elements of a number type, i4 or ptr, "
                          "got "
                       << elementType;
  if (shape.size() > tileiras::kMaxDimensions)
    return emitError() << "expected a tile of at most "
                       << tileiras::kMaxDimensions << " dimensions, got "
                       << shape.size();
  int64_t numElements = 1;
  for (int64_t extent : shape) {
    if (extent <= 0 || !llvm::isPowerOf2_64(extent))
      return emitError() << "expected tile extents that are positive powers "
                            "of two, got "
                         << extent;
    if (extent > maxNumElements / numElements)
      return emitError() << "expected a tile of at most " << maxNumElements
                         << " elements, got more";
    numElements *= extent;
  }
  if (isa<Float4E2M1FNType>(elementType) && numElements == 1)
    return emitError() << "expected a tile of " << elementType
                       << " to have an even extent, got 1 element";
  return success();
}

LogicalResult TileType::verify(function_ref<InFlightDiagnostic()> emitError,
                               ArrayRef<int64_t> shape, Type elementType) {
  return verifyTile(emitError, shape, elementType);
}

bool TileType::hasRank() const { return true; }

ShapedType TileType::cloneWith(std::optional<ArrayRef<int64_t>> shape,
                               Type elementType) const {
  return TileType::get(shape.value_or(getShape()), elementType);
}

TileType TileType::withElementType(Type elementType) const {
  return TileType::get(getShape(), elementType);
}

//===----------------------------------------------------------------------===//
// Constants
//===----------------------------------------------------------------------===//

RankedTensorType cuda_tile::getConstantType(TileType tile) {
  Type elementType = tile.getElementType();
  if (!isa<Float8E5M3FNUType>(elementType))
    return RankedTensorType::get(tile.getShape(), elementType);
  return RankedTensorType::get(tile.getShape(),
                               IntegerType::get(tile.getContext(), 8),
                               TypeAttr::get(elementType));
}

Type cuda_tile::getConstantElementType(RankedTensorType type) {
  if (auto encoding = dyn_cast_or_null<TypeAttr>(type.getEncoding()))
    return encoding.getValue();
  return type.getElementType();
}

TileType cuda_tile::getTileTypeOfConstant(RankedTensorType type) {
  return TileType::get(type.getShape(), getConstantElementType(type));
}
