//===- OpSyntax.h - Custom directives of the formats ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// These functions implement `custom<X>` in the operations' assemblyFormat. A
// directive that may print nothing, after `` in the format, prints its own
// leading space. The others do not, and a space remains in the text, as in the
// reference text form (`addf %a, %b  : …`).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_CUDATILE_IR_OPSYNTAX_H
#define TILEIRAS_LIB_DIALECT_CUDATILE_IR_OPSYNTAX_H

#include "tileiras/Dialect/CudaTile/IR/CudaTileAttributes.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTileTypes.h"

#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/OpImplementation.h"

namespace mlir::cuda_tile {

using UnresolvedOperand = OpAsmParser::UnresolvedOperand;

//===----------------------------------------------------------------------===//
// Types without their prefix
//===----------------------------------------------------------------------===//

inline void printCudaTileType(OpAsmPrinter &printer, Operation *, Type type) {
  printCudaTileType(printer, type);
}

/// The types are printed as `T, T, ...`.
void printCudaTileTypes(OpAsmPrinter &printer, Operation *op, TypeRange types);
ParseResult parseCudaTileTypes(OpAsmParser &parser,
                               SmallVectorImpl<Type> &types);

/// The type of a mask, `, T`, if there is a mask.
void printMaskType(OpAsmPrinter &printer, Operation *op, Value mask, Type type);
ParseResult parseMaskType(OpAsmParser &parser,
                          std::optional<UnresolvedOperand> mask, Type &type);

/// The types of indices: `, T` once if all are the same, or for each.
void printIndexTypes(OpAsmPrinter &printer, Operation *op, OperandRange index,
                     TypeRange types);
ParseResult parseIndexTypes(OpAsmParser &parser,
                            ArrayRef<UnresolvedOperand> index,
                            SmallVectorImpl<Type> &types);

/// The types of printed values: ` : T, ...`, if there are any.
void printPrintArgTypes(OpAsmPrinter &printer, Operation *op, OperandRange args,
                        TypeRange types);
ParseResult parsePrintArgTypes(OpAsmParser &parser,
                               ArrayRef<UnresolvedOperand> args,
                               SmallVectorImpl<Type> &types);

/// `T -> T`: all sizes have one type, and there are as many as dimensions.
void printShapeQueryTypes(OpAsmPrinter &printer, Operation *op, Type source,
                          TypeRange results);
ParseResult parseShapeQueryTypes(OpAsmParser &parser, Type &source,
                                 SmallVectorImpl<Type> &results);

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

/// The keyword of an enumerator.
template <typename EnumAttrT>
void printEnumKeyword(OpAsmPrinter &printer, Operation *, EnumAttrT attr) {
  printer << attr.getValue();
}
template <typename EnumAttrT>
ParseResult parseEnumKeyword(OpAsmParser &parser, EnumAttrT &attr) {
  auto value = FieldParser<decltype(attr.getValue())>::parse(parser);
  if (failed(value))
    return failure();
  attr = EnumAttrT::get(parser.getContext(), *value);
  return success();
}

/// `[rounding<M>]`, unless M is the default.
void printRounding(OpAsmPrinter &printer, Operation *op, RoundingModeAttr attr,
                   RoundingMode defaultMode);
ParseResult parseRounding(OpAsmParser &parser, RoundingModeAttr &attr,
                          RoundingMode defaultMode);
void printSpacedRounding(OpAsmPrinter &printer, Operation *op,
                         RoundingModeAttr attr, RoundingMode defaultMode);
inline ParseResult parseSpacedRounding(OpAsmParser &parser,
                                       RoundingModeAttr &attr,
                                       RoundingMode defaultMode) {
  return parseRounding(parser, attr, defaultMode);
}

/// `[overflow<F>]`, unless F is none.
void printOverflow(OpAsmPrinter &printer, Operation *op,
                   IntegerOverflowAttr attr);
ParseResult parseOverflow(OpAsmParser &parser, IntegerOverflowAttr &attr);

/// `[flush_to_zero] [propagate_nan]`, read in any order.
void printExtremumFlags(OpAsmPrinter &printer, Operation *op,
                        UnitAttr flushToZero, UnitAttr propagateNan);
ParseResult parseExtremumFlags(OpAsmParser &parser, UnitAttr &flushToZero,
                               UnitAttr &propagateNan);

/// `ORDERING [SCOPE]`; weak has no scope.
void printOrderingAndScope(OpAsmPrinter &printer, Operation *op,
                           MemoryOrderingSemanticsAttr ordering,
                           MemoryScopeAttr scope);
ParseResult parseOrderingAndScope(OpAsmParser &parser,
                                  MemoryOrderingSemanticsAttr &ordering,
                                  MemoryScopeAttr &scope);

/// `[inbounds = [true, false]]`, unless all are false.
void printInbounds(OpAsmPrinter &printer, Operation *op, OperandRange index,
                   DenseBoolArrayAttr attr);
ParseResult parseInbounds(OpAsmParser &parser,
                          ArrayRef<UnresolvedOperand> index,
                          DenseBoolArrayAttr &attr);

/// `div_by<...>`, with or without `#cuda_tile.`.
void printAssumePredicate(OpAsmPrinter &printer, Operation *op,
                          AssumePredicateAttrInterface attr);
ParseResult parseAssumePredicate(OpAsmParser &parser,
                                 AssumePredicateAttrInterface &attr);

/// `[private]`.
void printGlobalVisibility(OpAsmPrinter &printer, Operation *op,
                           SymbolVisibilityAttr attr);
ParseResult parseGlobalVisibility(OpAsmParser &parser,
                                  SymbolVisibilityAttr &attr);

/// `<ELEM: VALUES> : T`.
void printGlobalValue(OpAsmPrinter &printer, Operation *op,
                      DenseElementsAttr attr);
ParseResult parseGlobalValue(OpAsmParser &parser, DenseElementsAttr &attr);

} // namespace mlir::cuda_tile

#endif // TILEIRAS_LIB_DIALECT_CUDATILE_IR_OPSYNTAX_H
