//===- CuteTypes.cpp - Types of cute -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Trees and layouts are quoted strings in CuTe's notation, which the parsers of
// tileiras/Layout read.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/Cute/IR/Cute.h"

#include "mlir/Dialect/LLVMIR/LLVMDialect.h"
#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cute;
using tileiras::IntTuple;
using tileiras::StridedLayout;

#include "tileiras/Dialect/Cute/IR/CuteEnums.cpp.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteAttributes.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/Cute/IR/CuteTypes.cpp.inc"

void CuteDialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/Cute/IR/CuteTypes.cpp.inc"
      >();
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/Cute/IR/CuteAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

/// Reads the `T` (a tree or a layout) in a string.
template <typename T> static FailureOr<T> parseQuoted(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text;
  if (parser.parseString(&text))
    return failure();
  llvm::Expected<T> value = T::parse(text);
  if (!value) {
    parser.emitError(loc, llvm::toString(value.takeError()));
    return failure();
  }
  return *value;
}

/// Reads <"…">, the whole text of a tree or a layout.
template <typename Result, typename T>
static Result parseOnly(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess())
    return {};
  FailureOr<T> value = parseQuoted<T>(parser);
  if (failed(value) || parser.parseGreater())
    return {};
  return parser.getChecked<Result>(loc, parser.getContext(), *value);
}

Type ShapeType::parse(AsmParser &parser) {
  return parseOnly<ShapeType, IntTuple>(parser);
}
Type StrideType::parse(AsmParser &parser) {
  return parseOnly<StrideType, IntTuple>(parser);
}
Type CoordType::parse(AsmParser &parser) {
  return parseOnly<CoordType, IntTuple>(parser);
}
Type LayoutType::parse(AsmParser &parser) {
  return parseOnly<LayoutType, StridedLayout>(parser);
}
Attribute IntTupleAttr::parse(AsmParser &parser, Type) {
  return parseOnly<IntTupleAttr, IntTuple>(parser);
}

void ShapeType::print(AsmPrinter &printer) const {
  printer << "<\"" << getTree().str() << "\">";
}
void StrideType::print(AsmPrinter &printer) const {
  printer << "<\"" << getTree().str() << "\">";
}
void CoordType::print(AsmPrinter &printer) const {
  printer << "<\"" << getTree().str() << "\">";
}
void LayoutType::print(AsmPrinter &printer) const {
  printer << "<\"" << getLayout().str() << "\">";
}
void IntTupleAttr::print(AsmPrinter &printer) const {
  printer << "<\"" << getTree().str() << "\">";
}

Type ViewType::parse(AsmParser &parser) {
  SMLoc loc = parser.getCurrentLocation();
  Type elementType;
  if (parser.parseLess() || parser.parseType(elementType) ||
      parser.parseComma())
    return {};
  SMLoc spaceLoc = parser.getCurrentLocation();
  StringRef name;
  if (parser.parseKeyword(&name))
    return {};
  std::optional<Space> space = symbolizeSpace(name);
  if (!space) {
    parser.emitError(spaceLoc, "expected gmem or smem, got '") << name << "'";
    return {};
  }
  if (parser.parseComma())
    return {};
  FailureOr<StridedLayout> layout = parseQuoted<StridedLayout>(parser);
  if (failed(layout) || parser.parseGreater())
    return {};
  return parser.getChecked<ViewType>(loc, parser.getContext(), elementType,
                                     *space, *layout);
}

void ViewType::print(AsmPrinter &printer) const {
  printer << '<' << getElementType() << ", " << stringifySpace(getSpace())
          << ", \"" << getLayout().str() << "\">";
}

//===----------------------------------------------------------------------===//
// Verification
//===----------------------------------------------------------------------===//

/// Checks a tree as one of its kind.
static LogicalResult check(function_ref<InFlightDiagnostic()> emitError,
                           llvm::Error fault) {
  if (!fault)
    return success();
  return emitError() << llvm::toString(std::move(fault));
}

static IntTuple withLeaves(const IntTuple &tree, int64_t value) {
  return tree.mapLeaves(
      [&](const IntTuple &) { return IntTuple::integer(value); });
}

LogicalResult ShapeType::verify(function_ref<InFlightDiagnostic()> emitError,
                                IntTuple tree) {
  return check(emitError, StridedLayout::check(tree, withLeaves(tree, 0), {}));
}

LogicalResult StrideType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 IntTuple tree) {
  return check(emitError, StridedLayout::check(withLeaves(tree, 1), tree, {}));
}

LogicalResult LayoutType::verify(function_ref<InFlightDiagnostic()> emitError,
                                 StridedLayout layout) {
  if (!layout.getSwizzles().empty() && !layout.isStatic())
    return emitError() << "expected a layout with a swizzle to be static, got "
                       << layout.str();
  return success();
}

LogicalResult ViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                               Type elementType, Space, StridedLayout layout) {
  if (!LLVM::isCompatibleType(elementType) ||
      !(elementType.isIntOrFloat() || isa<LLVM::LLVMPointerType>(elementType)))
    return emitError() << "expected elements that are numbers or pointers of "
                          "LLVM, got "
                       << elementType;
  return LayoutType::verify(emitError, layout);
}

//===----------------------------------------------------------------------===//
// Queries
//===----------------------------------------------------------------------===//

static void appendLeafTypes(MLIRContext *context, IntTuple tree,
                            SmallVector<Type> &types) {
  tree.forEachLeaf([&](const IntTuple &leaf) {
    if (leaf.isDynamic())
      types.push_back(IntegerType::get(context, leaf.getBits()));
  });
}

SmallVector<Type> cute::getLeafTypes(Type type) {
  SmallVector<Type> types;
  MLIRContext *context = type.getContext();
  auto appendLayout = [&](const StridedLayout &layout) {
    appendLeafTypes(context, layout.getShape(), types);
    appendLeafTypes(context, layout.getStride(), types);
  };
  llvm::TypeSwitch<Type>(type)
      .Case<ShapeType, StrideType, CoordType>([&](auto treeType) {
        appendLeafTypes(context, treeType.getTree(), types);
      })
      .Case<LayoutType, ViewType>(
          [&](auto layoutType) { appendLayout(layoutType.getLayout()); });
  return types;
}

bool cute::isStaticType(Type type) {
  return isa<ShapeType, StrideType, CoordType, LayoutType>(type) &&
         getLeafTypes(type).empty();
}

Type cute::getPointerType(Type memref) {
  auto space = cast<ViewType>(memref).getSpace();
  return LLVM::LLVMPointerType::get(memref.getContext(), unsigned(space));
}

Type cute::getLayoutType(Type memref) {
  return LayoutType::get(memref.getContext(),
                         cast<ViewType>(memref).getLayout());
}
