//===- OptimizationHints.cpp - Hints by architecture ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text form and look-up of optimization hints.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/CudaTile/IR/OptimizationHints.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Text form: `<sm_90 = {latency = 3}, default = {}>`
//===----------------------------------------------------------------------===//

/// Prints a hint; integers have no type in the text.
static void printHint(AsmPrinter &printer, NamedAttribute hint) {
  printer.printKeywordOrString(hint.getName());
  printer << " = ";
  if (isa<IntegerAttr>(hint.getValue()) && !isa<BoolAttr>(hint.getValue()))
    printer.printAttributeWithoutType(hint.getValue());
  else
    printer.printAttribute(hint.getValue());
}

void OptimizationHintsAttr::print(AsmPrinter &printer) const {
  printer << '<';
  llvm::interleaveComma(getValue(), printer.getStream(), [&](NamedAttribute e) {
    printer.printKeywordOrString(e.getName());
    printer << " = {";
    llvm::interleaveComma(
        cast<DictionaryAttr>(e.getValue()), printer.getStream(),
        [&](NamedAttribute hint) { printHint(printer, hint); });
    printer << '}';
  });
  printer << '>';
}

/// Reads `name = value` and appends it, unless the name is there already.
static ParseResult
parseNamed(AsmParser &parser, NamedAttrList &list, StringRef what,
           function_ref<ParseResult(Attribute &)> parseValue) {
  SMLoc loc = parser.getCurrentLocation();
  std::string name;
  Attribute value;
  if (parser.parseKeywordOrString(&name))
    return failure();
  if (list.get(name))
    return parser.emitError(loc)
           << "expected each " << what << " once, got '" << name << "' again";
  if (parser.parseEqual() || parseValue(value))
    return failure();
  list.append(name, value);
  return success();
}

/// An integer is an i32 unless its type follows.
static ParseResult parseHintValue(AsmParser &parser, Attribute &value) {
  SMLoc loc = parser.getCurrentLocation();
  // parseOptionalInteger would take these for 0 and 1.
  for (auto [keyword, flag] : {std::pair("true", true), {"false", false}})
    if (succeeded(parser.parseOptionalKeyword(keyword))) {
      value = parser.getBuilder().getBoolAttr(flag);
      return success();
    }
  int64_t number;
  OptionalParseResult integer = parser.parseOptionalInteger(number);
  if (!integer.has_value())
    return parser.parseAttribute(value);
  if (failed(*integer))
    return failure();
  Type type = parser.getBuilder().getI32Type();
  if (succeeded(parser.parseOptionalColon()) && parser.parseType(type))
    return failure();
  auto intType = dyn_cast<IntegerType>(type);
  if (!intType || !llvm::isIntN(intType.getWidth(), number))
    return parser.emitError(loc)
           << "expected a hint that fits " << type << ", got " << number;
  value = IntegerAttr::get(type, number);
  return success();
}

static ParseResult parseHintsOfArch(AsmParser &parser, Attribute &value) {
  NamedAttrList hints;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces, [&] {
        return parseNamed(parser, hints, "hint", [&](Attribute &hint) {
          return parseHintValue(parser, hint);
        });
      }))
    return failure();
  value = hints.getDictionary(parser.getContext());
  return success();
}

Attribute OptimizationHintsAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  NamedAttrList archs;
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::LessGreater, [&] {
        return parseNamed(parser, archs, "architecture", [&](Attribute &hints) {
          return parseHintsOfArch(parser, hints);
        });
      }))
    return {};
  return parser.getChecked<OptimizationHintsAttr>(
      loc, parser.getContext(), archs.getDictionary(parser.getContext()));
}

LogicalResult
OptimizationHintsAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                              DictionaryAttr value) {
  for (NamedAttribute entry : value)
    if (!isa<DictionaryAttr>(entry.getValue()))
      return emitError() << "expected a dictionary of hints for '"
                         << entry.getName().getValue() << "', got "
                         << entry.getValue();
  return success();
}

//===----------------------------------------------------------------------===//
// Look-up
//===----------------------------------------------------------------------===//

Attribute OptimizationHintsAttr::lookup(StringRef arch, StringRef name) const {
  for (StringRef key : {arch, StringRef("default")})
    if (auto hints = getValue().getAs<DictionaryAttr>(key))
      if (Attribute hint = hints.get(name))
        return hint;
  return {};
}

Attribute cuda_tile::getHint(Operation *op, StringRef arch, StringRef name) {
  auto hints = op->getAttrOfType<OptimizationHintsAttr>("optimization_hints");
  return hints ? hints.lookup(arch, name) : Attribute();
}

std::optional<int64_t> cuda_tile::getIntHint(Operation *op, StringRef arch,
                                             StringRef name) {
  auto value = dyn_cast_or_null<IntegerAttr>(getHint(op, arch, name));
  if (!value)
    return std::nullopt;
  return value.getValue().trySExtValue();
}

std::optional<bool> cuda_tile::getBoolHint(Operation *op, StringRef arch,
                                           StringRef name) {
  auto value = dyn_cast_or_null<IntegerAttr>(getHint(op, arch, name));
  if (!value)
    return std::nullopt;
  return !value.getValue().isZero();
}
