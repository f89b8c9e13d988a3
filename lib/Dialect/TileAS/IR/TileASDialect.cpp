//===- TileASDialect.cpp - The nv_tileas dialect and its attributes -------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Registration of the dialect, the textual form of layouts, the verifiers of
// its discardable attributes, and the layouts of view, permute and broadcast.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/IR/ExponentialUnits.h"
#include "tileiras/Dialect/TileAS/IR/Schedule.h"

#include "mlir/IR/DialectImplementation.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using tileiras::LinearLayout;

#include "tileiras/Dialect/TileAS/IR/TileASDialect.cpp.inc"

#include "tileiras/Dialect/TileAS/IR/TileASEnums.cpp.inc"

/// Reads `, replicas = 2 by rows`, which is absent for one.
static ParseResult parseReplicas(AsmParser &parser, int32_t &replicas,
                                 ReplicaKind &by) {
  replicas = 1;
  by = ReplicaKind::Rows;
  if (failed(parser.parseOptionalComma()))
    return success();
  if (parser.parseKeyword("replicas") || parser.parseEqual() ||
      parser.parseInteger(replicas) || parser.parseKeyword("by"))
    return failure();
  FailureOr<ReplicaKind> kind = FieldParser<ReplicaKind>::parse(parser);
  if (failed(kind))
    return failure();
  by = *kind;
  return success();
}

static void printReplicas(AsmPrinter &printer, int32_t replicas,
                          ReplicaKind by) {
  if (replicas != 1)
    printer << ", replicas = " << replicas << " by "
            << stringifyReplicaKind(by);
}

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASAttributes.cpp.inc"

#include "tileiras/Dialect/TileAS/IR/TileASInterfaces.cpp.inc"

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASTypes.cpp.inc"

void TileASDialect::initialize() {
  registerAttributes();
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/TileAS/IR/TileASTypes.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/TileAS/IR/TileASOps.cpp.inc"
      >();
  addOperations<
#define GET_OP_LIST
#include "tileiras/Dialect/TileAS/IR/TileASScheduleOps.cpp.inc"
      >();
}

void TileASDialect::registerAttributes() {
  addAttributes<
#define GET_ATTRDEF_LIST
#include "tileiras/Dialect/TileAS/IR/TileASAttributes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// layout<{register=[[0,1]], lane=[[1,0]]}>
//===----------------------------------------------------------------------===//

void LayoutAttr::print(AsmPrinter &printer) const {
  printer << '<' << getLayout().str() << '>';
}

/// Reads `[1, [2, 3]]` and the like, of at most two levels, appending it to
/// `text`.
static ParseResult parseNestedList(AsmParser &parser, std::string &text,
                                   bool isInner = false) {
  text += '[';
  auto parseElement = [&]() -> ParseResult {
    if (text.back() != '[')
      text += ',';
    int64_t value;
    OptionalParseResult integer = parser.parseOptionalInteger(value);
    if (!integer.has_value() && isInner)
      return parser.emitError(parser.getCurrentLocation(),
                              "expected an integer");
    if (!integer.has_value())
      return parseNestedList(parser, text, /*isInner=*/true);
    text += std::to_string(value);
    return *integer;
  };
  if (parser.parseCommaSeparatedList(AsmParser::Delimiter::Square,
                                     parseElement))
    return failure();
  text += ']';
  return success();
}

Attribute LayoutAttr::parse(AsmParser &parser, Type) {
  SMLoc loc = parser.getCurrentLocation();
  std::string text = "{";
  auto parseInput = [&]() -> ParseResult {
    StringRef name;
    if (text.size() > 1)
      text += ", ";
    if (parser.parseKeyword(&name) || parser.parseEqual())
      return failure();
    text += name.str() + '=';
    return parseNestedList(parser, text);
  };
  if (parser.parseLess() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Braces,
                                     parseInput) ||
      parser.parseGreater())
    return {};
  llvm::Expected<LinearLayout> layout = LinearLayout::parse(text + '}');
  if (!layout) {
    parser.emitError(loc, llvm::toString(layout.takeError()));
    return {};
  }
  return LayoutAttr::get(parser.getContext(), *layout);
}

LogicalResult
LayoutAttr::verifyEncoding(ArrayRef<int64_t> shape, Type elementType,
                           function_ref<InFlightDiagnostic()> emitError) const {
  if (!nv_tileaa::isElementType(elementType))
    return emitError()
           << "expected a layout of numbers or pointers, got one of "
           << elementType;
  if (getLayout().getOutSizes() != shape)
    return emitError() << "expected a layout of the tensor's shape, [" << shape
                       << "], got one of [" << getLayout().getOutSizes() << "]";
  return success();
}

//===----------------------------------------------------------------------===//
// Types
//===----------------------------------------------------------------------===//

LogicalResult MBarrierType::verify(function_ref<InFlightDiagnostic()> emitError,
                                   int64_t count) {
  if (count >= 1)
    return success();
  return emitError() << "expected at least one barrier, got " << count;
}

//===----------------------------------------------------------------------===//
// Other attributes
//===----------------------------------------------------------------------===//

LogicalResult
TileASDialect::verifyOperationAttribute(Operation *op,
                                        NamedAttribute attribute) {
  StringRef name = attribute.getName();
  if (name == kExp2ByFmaAttrName) {
    if (isa<nv_tileaa::Exp2Op>(op) && isa<UnitAttr>(attribute.getValue()))
      return success();
    return op->emitError("expected '") << name << "' on nv_tileaa.exp2 only";
  }
  if (name != getSharedMemoryAttrName())
    return op->emitError("unknown attribute '")
           << name << "' of the nv_tileas dialect";
  auto bytes = dyn_cast<IntegerAttr>(attribute.getValue());
  if (isa<FunctionOpInterface>(op) && bytes && bytes.getType().isInteger(64) &&
      bytes.getInt() >= 0)
    return success();
  return op->emitError("expected '")
         << name << "' to be a number of bytes, i64, on a function, got "
         << attribute.getValue();
}

//===----------------------------------------------------------------------===//
// Layouts of types
//===----------------------------------------------------------------------===//

LayoutAttr nv_tileas::getLayoutAttr(Type type) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  return tensor ? dyn_cast_if_present<LayoutAttr>(tensor.getEncoding())
                : LayoutAttr();
}

const LinearLayout &nv_tileas::getLayout(Type type) {
  return getLayoutAttr(type).getLayout();
}

RankedTensorType nv_tileas::withLayout(RankedTensorType type,
                                       const LinearLayout &layout) {
  return RankedTensorType::get(type.getShape(), type.getElementType(),
                               LayoutAttr::get(type.getContext(), layout));
}

LinearLayout nv_tileas::viewLayout(const LinearLayout &source,
                                   ArrayRef<int64_t> resultShape) {
  return source.reshapeOuts(resultShape);
}

LinearLayout nv_tileas::permuteLayout(const LinearLayout &source,
                                      ArrayRef<int32_t> permutation) {
  return source.permuteOuts(
      SmallVector<unsigned>(permutation.begin(), permutation.end()));
}

LinearLayout nv_tileas::broadcastSourceLayout(const LinearLayout &result,
                                              ArrayRef<int64_t> sourceShape) {
  LinearLayout source = result;
  for (auto [dim, size] : llvm::enumerate(sourceShape))
    if (size != result.getOutSize(dim))
      source = source.projectOut(dim);
  // Registers that only differ in a stretched dimension are one in the source.
  return source.removeZeroBases(tileiras::InDim::Register).first;
}
