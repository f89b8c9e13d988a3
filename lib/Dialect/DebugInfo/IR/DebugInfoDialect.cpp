//===- DebugInfoDialect.cpp - The debuginfo dialect -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The dialect with its custom syntax. A description writes a separate resource
// (DescriptionResource): passes don't erase it, and no access to memory depends
// on it.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/DebugInfo/IR/DebugInfo.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"
#include "tileiras/Dialect/CudaTile/IR/DebugInfo.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/Builders.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::debuginfo;

#include "tileiras/Dialect/DebugInfo/IR/DebugInfoDialect.cpp.inc"

#include "tileiras/Dialect/DebugInfo/IR/DebugInfoEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoTypes.cpp.inc"

/// The subject is `<declare> %p`, or the value itself.
static ParseResult parseSubject(OpAsmParser &parser, KindAttr &kind,
                                OpAsmParser::UnresolvedOperand &value) {
  auto parsed = Kind::Value;
  if (succeeded(parser.parseOptionalLess())) {
    StringRef word;
    SMLoc place = parser.getCurrentLocation();
    if (parser.parseKeyword(&word))
      return failure();
    std::optional<Kind> known = symbolizeKind(word);
    if (!known)
      return parser.emitError(place)
             << "expected value, declare or addr, got '" << word << "'";
    parsed = *known;
    if (parser.parseGreater())
      return failure();
  }
  kind = KindAttr::get(parser.getContext(), parsed);
  return parser.parseOperand(value);
}

static void printSubject(OpAsmPrinter &printer, Operation *, KindAttr kind,
                         Value value) {
  if (kind.getValue() != Kind::Value)
    printer << '<' << stringifyKind(kind.getValue()) << "> ";
  printer << value;
}

/// Parses the variable, and optionally an expression. The text has no names of
/// these attributes, since a colon would be read as a part of them.
static ParseResult parseVariable(OpAsmParser &parser,
                                 LocalVariableAttr &variable,
                                 LLVM::DIExpressionAttr &expression) {
  if (parser.parseCustomAttributeWithFallback(variable))
    return failure();
  return succeeded(parser.parseOptionalComma())
             ? parser.parseCustomAttributeWithFallback(expression)
             : success();
}

static void printVariable(OpAsmPrinter &printer, Operation *,
                          LocalVariableAttr variable,
                          LLVM::DIExpressionAttr expression) {
  printer.printStrippedAttrOrType(variable);
  if (!expression)
    return;
  printer << ", ";
  printer.printStrippedAttrOrType(expression);
}

/// Parses `: !debuginfo.value<T>`, and `as U` if the operand has another type.
static ParseResult parseDescribed(OpAsmParser &parser, TypeAttr &described,
                                  Type &value) {
  SMLoc place = parser.getCurrentLocation();
  Type type;
  if (parser.parseType(type))
    return failure();
  auto wrapped = dyn_cast<ValueType>(type);
  if (!wrapped)
    return parser.emitError(place)
           << "expected a type '!debuginfo.value<…>', got " << type;
  described = TypeAttr::get(type);
  value = wrapped.getPayload();
  return succeeded(parser.parseOptionalKeyword("as")) ? parser.parseType(value)
                                                      : success();
}

static void printDescribed(OpAsmPrinter &printer, Operation *,
                           TypeAttr described, Type value) {
  auto type = cast<ValueType>(described.getValue());
  printer << Type(type);
  if (type.getPayload() != value)
    printer << " as " << value;
}

#define GET_OP_CLASSES
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoOps.cpp.inc"

void DebugInfoDialect::initialize() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoAttributes.cpp.inc"
      >();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/DebugInfo/IR/DebugInfoOps.cpp.inc"
      >();
}

LogicalResult
LocalVariableAttr::verify(function_ref<InFlightDiagnostic()> emitError,
                          StringAttr name, Attribute scope, unsigned,
                          unsigned) {
  if (name.empty())
    return emitError() << "expected a variable to have a name";
  if (!cuda_tile::findSubprogram(scope))
    return emitError() << "expected the scope of a variable to be a "
                          "di_subprogram or di_lexical_block, got "
                       << scope;
  return success();
}

void debuginfo::eraseDescriptions(Operation *root) {
  root->walk([](ValueOp op) { op.erase(); });
  root->walk([](UnresolvedOp op) {
    if (op->use_empty())
      op.erase();
  });
}
