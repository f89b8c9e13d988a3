//===- CudaTileControl.cpp - Control flow -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Text of if, for and loop; what regions take, give, and end in.
//
//===----------------------------------------------------------------------===//

#include "OpSyntax.h"
#include "RegionSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileControl.cpp.inc"

void CudaTileDialect::registerControlOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileControl.cpp.inc"
      >();
}

StringRef ForOp::getDefaultDialect() { return "cuda_tile"; }
StringRef IfOp::getDefaultDialect() { return "cuda_tile"; }
StringRef LoopOp::getDefaultDialect() { return "cuda_tile"; }

void ForOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  if (getNumResults())
    setName(getResult(0), "for");
}

void ForOp::getAsmBlockArgumentNames(Region &region,
                                     OpAsmSetValueNameFn setName) {
  if (region.empty() || region.getNumArguments() == 0)
    return;
  setName(region.getArgument(0), "loopIdx");
  for (BlockArgument argument : region.getArguments().drop_front())
    setName(argument, "iterArg" + std::to_string(argument.getArgNumber() - 1));
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// `(T, ...)`.
static void printTypeList(OpAsmPrinter &printer, Operation *op,
                          TypeRange types) {
  printer << '(';
  printCudaTileTypes(printer, op, types);
  printer << ')';
}

static ParseResult parseTypeList(OpAsmParser &parser,
                                 SmallVectorImpl<Type> &types) {
  return parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
    return parseCudaTileType(parser, types.emplace_back());
  });
}

/// ` iter_values(%x = %init, ...)`.
static void printIterValues(OpAsmPrinter &printer, ValueRange arguments,
                            ValueRange inits) {
  printer << " iter_values(";
  llvm::interleaveComma(llvm::zip_equal(arguments, inits), printer.getStream(),
                        [&](auto pair) {
                          auto [argument, init] = pair;
                          printer << argument << " = " << init;
                        });
  printer << ')';
}

static ParseResult
parseIterValues(OpAsmParser &parser,
                SmallVectorImpl<OpAsmParser::Argument> &arguments,
                SmallVectorImpl<UnresolvedOperand> &inits) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Paren, [&]() -> ParseResult {
        return failure(parser.parseArgument(arguments.emplace_back()) ||
                       parser.parseEqual() ||
                       parser.parseOperand(inits.emplace_back()));
      });
}

/// Gives the arguments their types, and the operation its initial values.
static ParseResult
resolveIterValues(OpAsmParser &parser, SMLoc loc,
                  MutableArrayRef<OpAsmParser::Argument> arguments,
                  ArrayRef<UnresolvedOperand> inits, ArrayRef<Type> types,
                  OperationState &state) {
  if (types.size() != inits.size())
    return parser.emitError(loc)
           << "expected a type for each of " << inits.size()
           << " iter_values, got " << types.size();
  for (auto [argument, type] : llvm::zip_equal(arguments, types))
    argument.type = type;
  return parser.resolveOperands(inits, types, loc, state.operands);
}

void ForOp::print(OpAsmPrinter &printer) {
  if (getUnsignedCmp())
    printer << " unsigned";
  printer << ' ' << getInductionVar() << " in (" << getLowerBound() << " to "
          << getUpperBound() << ", step " << getStep() << ") : ";
  printCudaTileType(printer, getInductionVar().getType());
  if (!getInitValues().empty()) {
    printIterValues(printer, getRegionIterValues(), getInitValues());
    printer << " -> ";
    printTypeList(printer, *this, getResultTypes());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs(),
                                           {getUnsignedCmpAttrName()});
  printer << ' ';
  printRegion<ContinueOp>(printer, getRegion());
}

ParseResult ForOp::parse(OpAsmParser &parser, OperationState &state) {
  if (succeeded(parser.parseOptionalKeyword("unsigned")))
    state.getOrAddProperties<Properties>().unsignedCmp =
        parser.getBuilder().getUnitAttr();
  SmallVector<OpAsmParser::Argument> arguments(1);
  SmallVector<UnresolvedOperand> bounds(3), inits;
  if (parser.parseArgument(arguments.front()) || parser.parseKeyword("in") ||
      parser.parseLParen() || parser.parseOperand(bounds[0]) ||
      parser.parseKeyword("to") || parser.parseOperand(bounds[1]) ||
      parser.parseComma() || parser.parseKeyword("step") ||
      parser.parseOperand(bounds[2]) || parser.parseRParen() ||
      parser.parseColon() ||
      parseCudaTileType(parser, arguments.front().type) ||
      parser.resolveOperands(bounds, arguments.front().type, state.operands))
    return failure();
  SMLoc loc = parser.getCurrentLocation();
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    if (parseIterValues(parser, arguments, inits) || parser.parseArrow() ||
        parseTypeList(parser, state.types) ||
        resolveIterValues(parser, loc, MutableArrayRef(arguments).drop_front(),
                          inits, state.types, state))
      return failure();
  }
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  return parseRegion<ContinueOp>(parser, *state.addRegion(), arguments);
}

void LoopOp::print(OpAsmPrinter &printer) {
  if (!getInitValues().empty()) {
    printIterValues(printer, getRegionIterValues(), getInitValues());
    printer << " : ";
    printCudaTileTypes(printer, *this, getInitValues().getTypes());
  }
  if (getNumResults()) {
    printer << (getInitValues().empty() ? " : " : " -> ");
    printCudaTileTypes(printer, *this, getResultTypes());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer << ' ';
  printRegion<ContinueOp>(printer, getRegion());
}

ParseResult LoopOp::parse(OpAsmParser &parser, OperationState &state) {
  SmallVector<OpAsmParser::Argument> arguments;
  SmallVector<UnresolvedOperand> inits;
  SMLoc loc = parser.getCurrentLocation();
  bool hasResults;
  if (succeeded(parser.parseOptionalKeyword("iter_values"))) {
    SmallVector<Type> types;
    if (parseIterValues(parser, arguments, inits) || parser.parseColon() ||
        parseCudaTileTypes(parser, types) ||
        resolveIterValues(parser, loc, arguments, inits, types, state))
      return failure();
    hasResults = succeeded(parser.parseOptionalArrow());
  } else {
    hasResults = succeeded(parser.parseOptionalColon());
  }
  if ((hasResults && parseCudaTileTypes(parser, state.types)) ||
      parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  return parseRegion<ContinueOp>(parser, *state.addRegion(), arguments);
}

void IfOp::print(OpAsmPrinter &printer) {
  printer << ' ' << getCondition();
  if (getNumResults()) {
    printer << " -> ";
    printTypeList(printer, *this, getResultTypes());
  }
  printer.printOptionalAttrDictWithKeyword((*this)->getAttrs());
  printer << ' ';
  printRegion<YieldOp>(printer, getThenRegion());
  if (getElseRegion().empty())
    return;
  printer << " else ";
  printRegion<YieldOp>(printer, getElseRegion());
}

ParseResult IfOp::parse(OpAsmParser &parser, OperationState &state) {
  UnresolvedOperand condition;
  Type i1 = TileType::get({}, parser.getBuilder().getI1Type());
  if (parser.parseOperand(condition) ||
      parser.resolveOperand(condition, i1, state.operands))
    return failure();
  if (succeeded(parser.parseOptionalArrow()) &&
      parseTypeList(parser, state.types))
    return failure();
  Region &thenRegion = *state.addRegion(), &elseRegion = *state.addRegion();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes) ||
      parseRegion<YieldOp>(parser, thenRegion))
    return failure();
  if (failed(parser.parseOptionalKeyword("else")))
    return success();
  return parseRegion<YieldOp>(parser, elseRegion);
}
