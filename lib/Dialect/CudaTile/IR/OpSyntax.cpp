//===- OpSyntax.cpp - Custom directives of the assembly formats -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// See OpSyntax.h.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "ConstantSyntax.h"

using namespace mlir;
using namespace mlir::cuda_tile;

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

void cuda_tile::printCudaTileTypes(OpAsmPrinter &printer, Operation *,
                                   TypeRange types) {
  llvm::interleaveComma(types, printer.getStream(),
                        [&](Type type) { printCudaTileType(printer, type); });
}

ParseResult cuda_tile::parseCudaTileTypes(OpAsmParser &parser,
                                          SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(
      [&] { return parseCudaTileType(parser, types.emplace_back()); });
}

void cuda_tile::printMaskType(OpAsmPrinter &printer, Operation *, Value,
                              Type type) {
  if (!type)
    return;
  printer << ", ";
  printCudaTileType(printer, type);
}

ParseResult cuda_tile::parseMaskType(OpAsmParser &parser,
                                     std::optional<UnresolvedOperand> mask,
                                     Type &type) {
  if (!mask)
    return success();
  return failure(parser.parseComma() || parseCudaTileType(parser, type));
}

void cuda_tile::printIndexTypes(OpAsmPrinter &printer, Operation *op,
                                OperandRange, TypeRange types) {
  if (types.empty())
    return;
  printer << ", ";
  if (llvm::all_equal(types))
    printCudaTileType(printer, types.front());
  else
    printCudaTileTypes(printer, op, types);
}

ParseResult cuda_tile::parseIndexTypes(OpAsmParser &parser,
                                       ArrayRef<UnresolvedOperand> index,
                                       SmallVectorImpl<Type> &types) {
  if (index.empty())
    return success();
  if (parser.parseComma() || parseCudaTileTypes(parser, types))
    return failure();
  if (types.size() == 1)
    types.assign(index.size(), types.front());
  return success();
}

void cuda_tile::printPrintArgTypes(OpAsmPrinter &printer, Operation *op,
                                   OperandRange, TypeRange types) {
  if (types.empty())
    return;
  printer << " : ";
  printCudaTileTypes(printer, op, types);
}

ParseResult cuda_tile::parsePrintArgTypes(OpAsmParser &parser,
                                          ArrayRef<UnresolvedOperand> args,
                                          SmallVectorImpl<Type> &types) {
  if (args.empty())
    return success();
  return failure(parser.parseColon() || parseCudaTileTypes(parser, types));
}

void cuda_tile::printShapeQueryTypes(OpAsmPrinter &printer, Operation *,
                                     Type source, TypeRange results) {
  printCudaTileType(printer, source);
  if (results.empty())
    return;
  printer << " -> ";
  printCudaTileType(printer, results.front());
}

/// Returns the number of results of a shape query for a value of this type.
static std::optional<unsigned> getQueriedRank(Type source) {
  if (auto tensor = dyn_cast<TensorViewType>(source))
    return tensor.getRank();
  if (auto view = dyn_cast<TileView>(source))
    return view.getViewIndexRank();
  return std::nullopt;
}

ParseResult cuda_tile::parseShapeQueryTypes(OpAsmParser &parser, Type &source,
                                            SmallVectorImpl<Type> &results) {
  SMLoc loc = parser.getCurrentLocation();
  if (parseCudaTileType(parser, source))
    return failure();
  std::optional<unsigned> rank = getQueriedRank(source);
  if (!rank)
    return parser.emitError(loc)
           << "expected a tensor_view or tile view, got " << source;
  if (*rank == 0)
    return success();
  Type result;
  if (parser.parseArrow() || parseCudaTileType(parser, result))
    return failure();
  results.assign(*rank, result);
  return success();
}

//===----------------------------------------------------------------------===//
// Rounding, overflow and flags
//===----------------------------------------------------------------------===//

void cuda_tile::printRounding(OpAsmPrinter &printer, Operation *,
                              RoundingModeAttr attr, RoundingMode defaultMode) {
  if (attr && attr.getValue() != defaultMode)
    printer << "rounding<" << attr.getValue() << '>';
}

void cuda_tile::printSpacedRounding(OpAsmPrinter &printer, Operation *op,
                                    RoundingModeAttr attr,
                                    RoundingMode defaultMode) {
  if (attr && attr.getValue() != defaultMode)
    printer << ' ';
  printRounding(printer, op, attr, defaultMode);
}

/// `[KEYWORD<E>]`.
template <typename EnumAttrT, typename EnumT>
static ParseResult parseOptionalEnum(OpAsmParser &parser, StringRef keyword,
                                     EnumAttrT &attr, EnumT defaultValue) {
  attr = EnumAttrT::get(parser.getContext(), defaultValue);
  if (failed(parser.parseOptionalKeyword(keyword)))
    return success();
  return failure(parser.parseLess() || parseEnumKeyword(parser, attr) ||
                 parser.parseGreater());
}

ParseResult cuda_tile::parseRounding(OpAsmParser &parser,
                                     RoundingModeAttr &attr,
                                     RoundingMode defaultMode) {
  return parseOptionalEnum(parser, "rounding", attr, defaultMode);
}

void cuda_tile::printOverflow(OpAsmPrinter &printer, Operation *,
                              IntegerOverflowAttr attr) {
  if (attr && attr.getValue() != IntegerOverflow::NONE)
    printer << " overflow<" << attr.getValue() << '>';
}

ParseResult cuda_tile::parseOverflow(OpAsmParser &parser,
                                     IntegerOverflowAttr &attr) {
  return parseOptionalEnum(parser, "overflow", attr, IntegerOverflow::NONE);
}

void cuda_tile::printExtremumFlags(OpAsmPrinter &printer, Operation *,
                                   UnitAttr flushToZero,
                                   UnitAttr propagateNan) {
  if (flushToZero)
    printer << " flush_to_zero";
  if (propagateNan)
    printer << " propagate_nan";
}

ParseResult cuda_tile::parseExtremumFlags(OpAsmParser &parser,
                                          UnitAttr &flushToZero,
                                          UnitAttr &propagateNan) {
  UnitAttr unit = parser.getBuilder().getUnitAttr();
  while (true) {
    if (!flushToZero && succeeded(parser.parseOptionalKeyword("flush_to_zero")))
      flushToZero = unit;
    else if (!propagateNan &&
             succeeded(parser.parseOptionalKeyword("propagate_nan")))
      propagateNan = unit;
    else
      return success();
  }
}

//===----------------------------------------------------------------------===//
// Memory
//===----------------------------------------------------------------------===//

void cuda_tile::printOrderingAndScope(OpAsmPrinter &printer, Operation *,
                                      MemoryOrderingSemanticsAttr ordering,
                                      MemoryScopeAttr scope) {
  printer << ordering.getValue();
  if (scope)
    printer << ' ' << scope.getValue();
}

ParseResult
cuda_tile::parseOrderingAndScope(OpAsmParser &parser,
                                 MemoryOrderingSemanticsAttr &ordering,
                                 MemoryScopeAttr &scope) {
  if (parseEnumKeyword(parser, ordering))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  StringRef keyword;
  if (failed(
          parser.parseOptionalKeyword(&keyword, {"tl_blk", "device", "sys"})))
    return success();
  if (ordering.getValue() == MemoryOrderingSemantics::WEAK)
    return parser.emitError(loc)
           << "expected no memory scope with weak ordering, got " << keyword;
  scope =
      MemoryScopeAttr::get(parser.getContext(), *symbolizeMemoryScope(keyword));
  return success();
}

void cuda_tile::printInbounds(OpAsmPrinter &printer, Operation *, OperandRange,
                              DenseBoolArrayAttr attr) {
  if (!attr || !llvm::is_contained(attr.asArrayRef(), true))
    return;
  printer << " inbounds = [";
  llvm::interleaveComma(attr.asArrayRef(), printer.getStream(), [&](bool flag) {
    printer << (flag ? "true" : "false");
  });
  printer << ']';
}

ParseResult cuda_tile::parseInbounds(OpAsmParser &parser,
                                     ArrayRef<UnresolvedOperand> index,
                                     DenseBoolArrayAttr &attr) {
  SmallVector<bool> flags;
  if (failed(parser.parseOptionalKeyword("inbounds"))) {
    flags.assign(index.size(), false);
  } else {
    auto parseFlag = [&]() -> ParseResult {
      bool &flag = flags.emplace_back(true);
      if (succeeded(parser.parseOptionalKeyword("true")))
        return success();
      flag = false;
      return parser.parseKeyword("false");
    };
    if (parser.parseEqual() ||
        parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseFlag))
      return failure();
  }
  attr = parser.getBuilder().getDenseBoolArrayAttr(flags);
  return success();
}

//===----------------------------------------------------------------------===//
// Predicates and globals
//===----------------------------------------------------------------------===//

void cuda_tile::printAssumePredicate(OpAsmPrinter &printer, Operation *,
                                     AssumePredicateAttrInterface attr) {
  if (auto divBy = dyn_cast<DivByAttr>(attr)) {
    printer << DivByAttr::getMnemonic();
    divBy.print(printer);
  } else if (auto same = dyn_cast<SameElementsAttr>(attr)) {
    printer << SameElementsAttr::getMnemonic();
    same.print(printer);
  } else if (auto bounded = dyn_cast<BoundedAttr>(attr)) {
    printer << BoundedAttr::getMnemonic();
    bounded.print(printer);
  } else {
    printer.printAttribute(attr);
  }
}

ParseResult
cuda_tile::parseAssumePredicate(OpAsmParser &parser,
                                AssumePredicateAttrInterface &result) {
  SMLoc loc = parser.getCurrentLocation();
  Attribute attr;
  if (succeeded(parser.parseOptionalKeyword(DivByAttr::getMnemonic())))
    attr = DivByAttr::parse(parser, {});
  else if (succeeded(
               parser.parseOptionalKeyword(SameElementsAttr::getMnemonic())))
    attr = SameElementsAttr::parse(parser, {});
  else if (succeeded(parser.parseOptionalKeyword(BoundedAttr::getMnemonic())))
    attr = BoundedAttr::parse(parser, {});
  else if (parser.parseAttribute(attr))
    return failure();
  if (!attr)
    return failure();
  result = dyn_cast<AssumePredicateAttrInterface>(attr);
  if (!result)
    return parser.emitError(loc)
           << "expected div_by, same_elements or bounded, got " << attr;
  return success();
}

void cuda_tile::printGlobalVisibility(OpAsmPrinter &printer, Operation *,
                                      SymbolVisibilityAttr attr) {
  if (attr && attr.getValue() != SymbolVisibility::Public)
    printer << attr.getValue();
}

ParseResult cuda_tile::parseGlobalVisibility(OpAsmParser &parser,
                                             SymbolVisibilityAttr &attr) {
  auto visibility = SymbolVisibility::Public;
  if (failed(parser.parseOptionalKeyword("public")) &&
      succeeded(parser.parseOptionalKeyword("private")))
    visibility = SymbolVisibility::Private;
  attr = SymbolVisibilityAttr::get(parser.getContext(), visibility);
  return success();
}

void cuda_tile::printGlobalValue(OpAsmPrinter &printer, Operation *,
                                 DenseElementsAttr attr) {
  TileType type = getTileTypeOfConstant(cast<RankedTensorType>(attr.getType()));
  printConstantLiteral(printer, attr, type);
  printer << " : ";
  printCudaTileType(printer, type);
}

ParseResult cuda_tile::parseGlobalValue(OpAsmParser &parser,
                                        DenseElementsAttr &attr) {
  Type type;
  return parseConstant(parser, attr, type);
}
