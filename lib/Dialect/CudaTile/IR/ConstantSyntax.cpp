//===- ConstantSyntax.cpp - The text of tile literals -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Elements are kept as bits until the type is known, which comes last.
//
//===----------------------------------------------------------------------===//

#include "ConstantSyntax.h"

#include "llvm/ADT/APFloat.h"
#include "llvm/ADT/StringExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Printing
//===----------------------------------------------------------------------===//

static void printElement(OpAsmPrinter &printer, const APInt &bits,
                         Type elementType) {
  if (isa<Float8E5M3FNUType>(elementType)) {
    uint8_t code = bits.getZExtValue();
    if (code == 0xFF)
      printer << "0xFF";
    else
      printer.printFloat(APFloat(Float8E5M3FNUType::decode(code)));
  } else if (auto floatType = dyn_cast<FloatType>(elementType)) {
    printer.printFloat(APFloat(floatType.getFloatSemantics(), bits));
  } else if (bits.getBitWidth() == 1) {
    printer << (bits.isZero() ? "false" : "true");
  } else {
    bits.print(printer.getStream(), /*isSigned=*/true);
  }
}

/// Returns the bits of each element, in order.
static SmallVector<APInt> getElementBits(DenseElementsAttr value) {
  SmallVector<APInt> bits;
  auto append = [&](auto range) {
    for (auto element : range)
      bits.push_back(element);
  };
  auto appendFloats = [&](auto range) {
    for (const APFloat &element : range)
      bits.push_back(element.bitcastToAPInt());
  };
  if (isa<FloatType>(value.getElementType())) {
    if (value.isSplat())
      bits.push_back(value.getSplatValue<APFloat>().bitcastToAPInt());
    else
      appendFloats(value.getValues<APFloat>());
  } else if (value.isSplat()) {
    bits.push_back(value.getSplatValue<APInt>());
  } else {
    append(value.getValues<APInt>());
  }
  return bits;
}

static void printNested(OpAsmPrinter &printer, ArrayRef<APInt> bits,
                        ArrayRef<int64_t> shape, Type elementType) {
  if (shape.empty())
    return printElement(printer, bits.front(), elementType);
  size_t stride = bits.size() / shape.front();
  printer << '[';
  llvm::interleaveComma(llvm::seq<int64_t>(shape.front()), printer.getStream(),
                        [&](int64_t i) {
                          printNested(printer, bits.slice(i * stride, stride),
                                      shape.drop_front(), elementType);
                        });
  printer << ']';
}

void cuda_tile::printConstantLiteral(OpAsmPrinter &printer,
                                     DenseElementsAttr value, TileType type) {
  printer << '<';
  printCudaTileType(printer, type.getElementType());
  printer << ": ";
  SmallVector<APInt> bits = getElementBits(value);
  if (bits.size() == 1)
    printElement(printer, bits.front(), type.getElementType());
  else
    printNested(printer, bits, type.getShape(), type.getElementType());
  printer << '>';
}

//===----------------------------------------------------------------------===//
// Parsing
//===----------------------------------------------------------------------===//

namespace {
/// Reads a literal of a given element type.
class LiteralParser {
public:
  LiteralParser(OpAsmParser &parser, Type elementType)
      : parser(parser), elementType(elementType) {}

  /// A value or nested lists of values; all lists of a level have one length.
  ParseResult parse(unsigned depth = 0);

  /// Builds a constant of a type from the literal, which must fit.
  ParseResult build(SMLoc loc, TileType type, DenseElementsAttr &result) const;

private:
  ParseResult parseValue();
  ParseResult refuseTruthValue();
  ParseResult parseInteger(unsigned width);
  ParseResult parseFloat(const llvm::fltSemantics &semantics);
  ParseResult parseUnsignedFloat();

  OpAsmParser &parser;
  Type elementType;
  SmallVector<int64_t> shape;
  SmallVector<APInt> bits;
  /// The number of lists around a value; unknown before the first.
  std::optional<unsigned> leafDepth;
};
} // namespace

/// MLIR accepts `true` and `false` for integers of any type; this parser
/// accepts them for i1 only.
ParseResult LiteralParser::refuseTruthValue() {
  SMLoc loc = parser.getCurrentLocation();
  for (StringRef keyword : {"true", "false"})
    if (succeeded(parser.parseOptionalKeyword(keyword)))
      return parser.emitError(loc)
             << "expected a number of type " << elementType << ", got '"
             << keyword << "', which is of type 'i1'";
  return success();
}

ParseResult LiteralParser::parseInteger(unsigned width) {
  SMLoc loc = parser.getCurrentLocation();
  if (width != 1 && failed(refuseTruthValue()))
    return failure();
  APInt value;
  OptionalParseResult parsed = parser.parseOptionalInteger(value);
  if (!parsed.has_value())
    return parser.emitError(loc) << "expected an integer";
  if (failed(*parsed))
    return failure();
  // The range is from the least signed to the largest unsigned number.
  APInt wide = value.sext(std::max(value.getBitWidth(), width) + 1);
  if (wide.isNegative() ? !wide.isSignedIntN(width) : !wide.isIntN(width)) {
    SmallString<32> text;
    value.toStringSigned(text);
    return parser.emitError(loc) << "expected an integer that fits "
                                 << elementType << ", got " << text;
  }
  bits.push_back(wide.trunc(width));
  return success();
}

ParseResult LiteralParser::parseFloat(const llvm::fltSemantics &semantics) {
  APFloat value(0.0);
  if (parser.parseFloat(semantics, value))
    return failure();
  bits.push_back(value.bitcastToAPInt());
  return success();
}

/// Parses a literal of fnv8E5M3FNU: a number, or its bits as an integer.
ParseResult LiteralParser::parseUnsignedFloat() {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(refuseTruthValue()))
    return failure();
  APInt code;
  OptionalParseResult integer = parser.parseOptionalInteger(code);
  if (integer.has_value()) {
    if (failed(*integer))
      return failure();
    if (code.getActiveBits() > 8)
      return parser.emitError(loc) << "expected 8 bits of " << elementType;
    bits.push_back(code.zextOrTrunc(8));
    return success();
  }
  APFloat value(0.0);
  if (parser.parseFloat(APFloat::IEEEdouble(), value))
    return failure();
  uint8_t encoded = Float8E5M3FNUType::encode(value.convertToDouble());
  if (encoded == 0xFF && !value.isNaN())
    return parser.emitError(loc)
           << "expected a number that fits " << elementType;
  bits.push_back(APInt(8, encoded));
  return success();
}

ParseResult LiteralParser::parseValue() {
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return parseFloat(floatType.getFloatSemantics());
  if (isa<Float8E5M3FNUType>(elementType))
    return parseUnsignedFloat();
  return parseInteger(elementType.getIntOrFloatBitWidth());
}

ParseResult LiteralParser::parse(unsigned depth) {
  SMLoc loc = parser.getCurrentLocation();
  if (failed(parser.parseOptionalLSquare())) {
    if (leafDepth && *leafDepth != depth)
      return parser.emitError(loc) << "expected all values in " << *leafDepth
                                   << " lists, got one in " << depth;
    leafDepth = depth;
    return parseValue();
  }
  int64_t length = 0;
  if (parser.parseCommaSeparatedList([&] {
        ++length;
        return parse(depth + 1);
      }) ||
      parser.parseRSquare())
    return failure();
  shape.resize(std::max<size_t>(shape.size(), depth + 1));
  if (shape[depth] && shape[depth] != length)
    return parser.emitError(loc) << "expected a list of " << shape[depth]
                                 << " elements, got " << length;
  shape[depth] = length;
  return success();
}

ParseResult LiteralParser::build(SMLoc loc, TileType type,
                                 DenseElementsAttr &result) const {
  if (type.getElementType() != elementType)
    return parser.emitError(loc)
           << "expected a literal of " << type.getElementType()
           << ", got one of " << elementType;
  if (!shape.empty() && ArrayRef(shape) != type.getShape()) {
    InFlightDiagnostic diag = parser.emitError(loc)
                              << "expected a literal of shape [";
    llvm::interleaveComma(type.getShape(), diag);
    diag << "], got [";
    llvm::interleaveComma(shape, diag);
    return diag << ']';
  }
  RankedTensorType constantType = getConstantType(type);
  if (auto floatType = dyn_cast<FloatType>(elementType)) {
    SmallVector<APFloat> values;
    for (const APInt &element : bits)
      values.emplace_back(floatType.getFloatSemantics(), element);
    result = DenseElementsAttr::get(constantType, values);
  } else {
    result = DenseElementsAttr::get(constantType, bits);
  }
  return success();
}

ParseResult cuda_tile::parseConstant(OpAsmParser &parser,
                                     DenseElementsAttr &value, Type &type) {
  SMLoc loc = parser.getCurrentLocation();
  Type elementType;
  if (parser.parseLess() || parseCudaTileType(parser, elementType))
    return failure();
  if (!isNumberType(elementType))
    return parser.emitError(loc)
           << "expected a literal of a number type, got " << elementType;
  LiteralParser literal(parser, elementType);
  if (parser.parseColon() || literal.parse() || parser.parseGreater() ||
      parser.parseColon())
    return failure();
  SMLoc typeLoc = parser.getCurrentLocation();
  if (parseCudaTileType(parser, type))
    return failure();
  auto tile = dyn_cast<TileType>(type);
  if (!tile)
    return parser.emitError(typeLoc) << "expected a tile type, got " << type;
  return literal.build(loc, tile, value);
}

//===----------------------------------------------------------------------===//
// Names
//===----------------------------------------------------------------------===//

/// Returns the value part of a name; none for fractions, negative floats and
/// numbers that need more than 64 bits.
static std::optional<std::string> getValueName(const APInt &bits,
                                               Type elementType) {
  auto ofFloat = [](APFloat value) -> std::optional<std::string> {
    if (value.isNaN())
      return "NaN";
    if (value.isNegative() || !value.isInteger())
      return std::nullopt;
    llvm::APSInt integer(64, /*isUnsigned=*/true);
    bool isExact;
    if (value.convertToInteger(integer, APFloat::rmTowardZero, &isExact) !=
        APFloat::opOK)
      return std::nullopt;
    return llvm::toString(integer, 10);
  };
  if (isa<Float8E5M3FNUType>(elementType))
    return ofFloat(APFloat(Float8E5M3FNUType::decode(bits.getZExtValue())));
  if (auto floatType = dyn_cast<FloatType>(elementType))
    return ofFloat(APFloat(floatType.getFloatSemantics(), bits));
  return llvm::toString(bits, 10, /*Signed=*/true);
}

std::string cuda_tile::getConstantName(DenseElementsAttr value, TileType type) {
  std::string name = "cst";
  if (value.isSplat()) {
    APInt bits = getElementBits(value).front();
    if (type.getElementType().isInteger(1))
      return bits.isZero() ? "false" : "true";
    if (std::optional<std::string> text =
            getValueName(bits, type.getElementType()))
      name += "_" + *text;
  }
  llvm::raw_string_ostream os(name);
  os << '_';
  if (isa<Float8E5M3FNUType>(type.getElementType()))
    os << Float8E5M3FNUType::getMnemonic();
  else
    os << type.getElementType();
  return name;
}
