//===- CudaTileCore.cpp - Modules, kernels, globals and constants ---------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// The operations on shapes are checked in CudaTileShapes.cpp, reduce and scan
// in CudaTileReduce.cpp.
//
//===----------------------------------------------------------------------===//

#include "ConstantSyntax.h"
#include "OpSyntax.h"
#include "RegionSyntax.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileOps.h"
#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/Interfaces/FunctionImplementation.h"

using namespace mlir;
using namespace mlir::cuda_tile;

#define GET_OP_CLASSES
#include "tileiras/Dialect/CudaTile/IR/CudaTileCore.cpp.inc"

void CudaTileDialect::registerCoreOps() {
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/CudaTile/IR/CudaTileCore.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// module
//===----------------------------------------------------------------------===//

StringRef cuda_tile::ModuleOp::getDefaultDialect() { return "cuda_tile"; }

void cuda_tile::ModuleOp::build(OpBuilder &builder, OperationState &state,
                                StringRef name) {
  state.getOrAddProperties<Properties>().sym_name = builder.getStringAttr(name);
  state.addRegion()->emplaceBlock();
}

//===----------------------------------------------------------------------===//
// entry
//===----------------------------------------------------------------------===//

StringRef EntryOp::getDefaultDialect() { return "cuda_tile"; }

void EntryOp::build(OpBuilder &builder, OperationState &state, StringRef name,
                    FunctionType type) {
  auto &properties = state.getOrAddProperties<Properties>();
  properties.sym_name = builder.getStringAttr(name);
  properties.function_type = TypeAttr::get(type);
  Block &block = state.addRegion()->emplaceBlock();
  SmallVector<Location> locs(type.getNumInputs(), state.location);
  block.addArguments(type.getInputs(), locs);
}

void EntryOp::print(OpAsmPrinter &printer) {
  printer << ' ';
  printer.printSymbolName(getSymName());
  printer << '(';
  llvm::interleaveComma(
      getArguments(), printer.getStream(), [&](BlockArgument argument) {
        printer.printOperand(argument);
        printer << ": ";
        printCudaTileType(printer, argument.getType());
        printer.printOptionalAttrDict(function_interface_impl::getArgAttrs(
            *this, argument.getArgNumber()));
      });
  printer << ')';
  if (OptimizationHintsAttr hints = getOptimizationHintsAttr()) {
    printer << " optimization_hints=";
    printer.printStrippedAttrOrType(hints);
  }
  printer.printOptionalAttrDictWithKeyword(
      (*this)->getAttrs(),
      {getSymNameAttrName(), getFunctionTypeAttrName(), getArgAttrsAttrName(),
       getResAttrsAttrName(), getOptimizationHintsAttrName()});
  // The terminator is always printed.
  printer << ' ';
  printer.printRegion(getBody(), /*printEntryBlockArgs=*/false);
}

static ParseResult parseKernelArgument(OpAsmParser &parser,
                                       OpAsmParser::Argument &argument) {
  NamedAttrList attributes;
  if (parser.parseArgument(argument) || parser.parseColon() ||
      parseCudaTileType(parser, argument.type) ||
      parser.parseOptionalAttrDict(attributes) ||
      parser.parseOptionalLocationSpecifier(argument.sourceLoc))
    return failure();
  argument.attrs = attributes.getDictionary(parser.getContext());
  return success();
}

ParseResult EntryOp::parse(OpAsmParser &parser, OperationState &state) {
  auto &properties = state.getOrAddProperties<Properties>();
  SmallVector<OpAsmParser::Argument> arguments;
  if (parser.parseSymbolName(properties.sym_name) ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Paren, [&] {
        return parseKernelArgument(parser, arguments.emplace_back());
      }))
    return failure();
  auto types = llvm::map_to_vector(
      arguments, [](const OpAsmParser::Argument &a) { return a.type; });
  properties.function_type = TypeAttr::get(
      FunctionType::get(parser.getContext(), types, /*results=*/{}));
  if (succeeded(parser.parseOptionalKeyword("optimization_hints")) &&
      (parser.parseEqual() ||
       parser.parseCustomAttributeWithFallback(properties.optimization_hints)))
    return failure();
  if (parser.parseOptionalAttrDictWithKeyword(state.attributes))
    return failure();
  call_interface_impl::addArgAndResultAttrs(
      parser.getBuilder(), state, arguments, /*resultAttrs=*/{},
      getArgAttrsAttrName(state.name), getResAttrsAttrName(state.name));
  return parseRegion<ReturnOp>(parser, *state.addRegion(), arguments);
}

LogicalResult EntryOp::verify() {
  if (getSymName().empty())
    return emitOpError("expects a name, got ''");
  if (!getResultTypes().empty())
    return emitOpError("expects no results, got ") << getResultTypes().size();
  for (auto [index, type] : llvm::enumerate(getArgumentTypes())) {
    auto tile = dyn_cast<TileType>(type);
    if (!tile || !tile.isScalar())
      return emitOpError("expects arguments that are tiles of rank 0, got ")
             << type << " for argument " << index;
  }
  return verifyDebugInfo(*this);
}

//===----------------------------------------------------------------------===//
// global, get_global
//===----------------------------------------------------------------------===//

TileType GlobalOp::getTileType() {
  return getTileTypeOfConstant(cast<RankedTensorType>(getValue().getType()));
}

SymbolTable::Visibility GlobalOp::getVisibility() {
  return getSymbolVisibility() == SymbolVisibility::Private
             ? SymbolTable::Visibility::Private
             : SymbolTable::Visibility::Public;
}

void GlobalOp::setVisibility(SymbolTable::Visibility visibility) {
  setSymbolVisibility(visibility == SymbolTable::Visibility::Public
                          ? SymbolVisibility::Public
                          : SymbolVisibility::Private);
}

LogicalResult GlobalOp::verify() {
  if (getSymName().empty())
    return emitOpError("expects a name, got ''");
  auto type = dyn_cast<RankedTensorType>(getValue().getType());
  if (!type || type.getRank() != 1)
    return emitOpError("expects a value of rank 1, got ")
           << getValue().getType();
  Type elementType = getConstantElementType(type);
  if (!isNumberType(elementType))
    return emitOpError("expects elements of a number type, got ")
           << elementType;
  if (failed(TileType::verifyTile([&] { return emitOpError(); },
                                  type.getShape(), elementType)))
    return failure();
  if (getConstantType(getTileType()) != type)
    return emitOpError("expects a value of type ")
           << getConstantType(getTileType()) << ", got " << type;
  if (findSubprogramOf(getLoc()))
    return emitOpError("expects a location without scope");
  return success();
}

LogicalResult
GetGlobalOp::verifySymbolUses(SymbolTableCollection &symbolTable) {
  auto global =
      symbolTable.lookupNearestSymbolFrom<GlobalOp>(*this, getNameAttr());
  if (!global)
    return emitOpError("expects the name of a global, got ") << getNameAttr();
  auto pointer = cast<PointerType>(getResult().getType().getElementType());
  Type elementType = global.getTileType().getElementType();
  if (pointer.getPointeeType() == elementType)
    return success();
  InFlightDiagnostic diag = emitOpError("expects a pointer to ")
                            << elementType << ", got one to "
                            << pointer.getPointeeType();
  diag.attachNote(global.getLoc()) << "the global is here";
  return diag;
}

//===----------------------------------------------------------------------===//
// constant
//===----------------------------------------------------------------------===//

void ConstantOp::getAsmResultNames(OpAsmSetValueNameFn setName) {
  setName(getResult(), getConstantName(getValue(), getType()));
}

void ConstantOp::print(OpAsmPrinter &printer) {
  printer.printOptionalAttrDict((*this)->getAttrs(), {getValueAttrName()});
  printer << ' ';
  printConstantLiteral(printer, getValue(), getType());
  printer << " : ";
  printCudaTileType(printer, getType());
}

ParseResult ConstantOp::parse(OpAsmParser &parser, OperationState &state) {
  Type type;
  if (parser.parseOptionalAttrDict(state.attributes) ||
      parseConstant(parser, state.getOrAddProperties<Properties>().value, type))
    return failure();
  state.addTypes(type);
  return success();
}

LogicalResult ConstantOp::verify() {
  RankedTensorType expected = getConstantType(getType());
  if (getValue().getType() == expected)
    return success();
  return emitOpError("expects a value of type ")
         << expected << ", got " << getValue().getType();
}

OpFoldResult ConstantOp::fold(FoldAdaptor) { return getValue(); }
