//===- TileAATypes.cpp - Types of nv_tileaa -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Syntax and verifiers of the types of memory, and the predicates of
// TileTypes.h that decide which builtin types are tiles.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

#include "mlir/IR/DialectImplementation.h"
#include "mlir/IR/TensorEncoding.h"
#include "llvm/ADT/TypeSwitch.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileaa;

#define GET_TYPEDEF_CLASSES
#include "tileiras/Dialect/TileAA/IR/TileAATypes.cpp.inc"

void TileAADialect::registerTypes() {
  addTypes<
#define GET_TYPEDEF_LIST
#include "tileiras/Dialect/TileAA/IR/TileAATypes.cpp.inc"
      >();
}

//===----------------------------------------------------------------------===//
// Tiles
//===----------------------------------------------------------------------===//

bool nv_tileaa::isIntegerNumber(Type type) {
  auto integer = dyn_cast<IntegerType>(type);
  return integer && integer.isSignless() &&
         llvm::is_contained({1u, 4u, 8u, 16u, 32u, 64u}, integer.getWidth());
}

bool nv_tileaa::isArithmeticFloat(Type type) {
  return isa<Float16Type, BFloat16Type, Float32Type, Float64Type>(type);
}

bool nv_tileaa::isFloatNumber(Type type) {
  return isArithmeticFloat(type) ||
         isa<FloatTF32Type, Float8E4M3FNType, Float8E5M2Type, Float8E8M0FNUType,
             Float4E2M1FNType>(type);
}

bool nv_tileaa::isNumber(Type type) {
  return isIntegerNumber(type) || isFloatNumber(type);
}

bool nv_tileaa::isPointer(Type type) { return isa<PtrType>(type); }
bool nv_tileaa::isI1(Type type) { return type.isInteger(1); }
bool nv_tileaa::isI64(Type type) { return type.isSignlessInteger(64); }

bool nv_tileaa::isElementType(Type type) {
  return isNumber(type) || isPointer(type);
}

unsigned nv_tileaa::getMemoryBits(Type elementType) {
  if (isPointer(elementType))
    return 64;
  unsigned bits = elementType.getIntOrFloatBitWidth();
  return std::max<unsigned>(8, llvm::PowerOf2Ceil(bits)); // tf32 has 19
}

bool nv_tileaa::isTile(Type type, function_ref<bool(Type)> isElement) {
  auto tensor = dyn_cast<RankedTensorType>(type);
  if (!tensor || tensor.getRank() == 0 || !isElement(tensor.getElementType()))
    return false;
  int64_t rest = kMaxTileElements;
  for (int64_t size : tensor.getShape()) {
    if (size <= 0 || size > rest || !llvm::isPowerOf2_64(size))
      return false;
    rest /= size;
  }
  return true;
}

LogicalResult PtrType::verify(function_ref<InFlightDiagnostic()> emitError,
                              Type pointee, unsigned space) {
  if (!isNumber(pointee))
    return emitError() << "expected a pointee of a number type, got "
                       << pointee;
  if (space != 1)
    return emitError() << "expected global memory, space 1, got " << space;
  return success();
}

//===----------------------------------------------------------------------===//
// Lists
//===----------------------------------------------------------------------===//

/// `[1, ?, 16]`, with `?` for a dynamic value.
static void printDynamicList(AsmPrinter &printer, ArrayRef<int64_t> values) {
  printer << '[';
  llvm::interleaveComma(values, printer, [&](int64_t value) {
    if (ShapedType::isDynamic(value))
      printer << '?';
    else
      printer << value;
  });
  printer << ']';
}

static ParseResult parseDynamicList(AsmParser &parser,
                                    SmallVectorImpl<int64_t> &values) {
  return parser.parseCommaSeparatedList(
      AsmParser::Delimiter::Square, [&]() -> ParseResult {
        if (succeeded(parser.parseOptionalQuestion())) {
          values.push_back(ShapedType::kDynamic);
          return success();
        }
        return parser.parseInteger(values.emplace_back());
      });
}

//===----------------------------------------------------------------------===//
// memref<4x?xf32, strides = [?, 1]>
// memref<64x64xf16, shared, layout = #swizzled(, parts = 2)(, stages = 3)>
// memref<128x64xf32, tensor, layout = #lanes>
//===----------------------------------------------------------------------===//

void StridedMemRefType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  if (!getShape().empty())
    printer << 'x';
  printer << getElementType();
  if (getSpace() != MemSpace::GLOBAL) {
    printer << ", " << stringifyMemSpace(getSpace())
            << ", layout = " << getLayout();
    if (getParts() != 1)
      printer << ", parts = " << getParts();
    if (getStages() != 1)
      printer << ", stages = " << getStages();
  } else {
    printer << ", strides = ";
    printDynamicList(printer, getStrides());
  }
  printer << '>';
}

/// `layout = #swizzled(, parts = 2)(, stages = 3)`.
static ParseResult parseBuffer(AsmParser &parser, Attribute &layout,
                               int64_t &parts, int64_t &stages) {
  if (parser.parseComma() || parser.parseKeyword("layout") ||
      parser.parseEqual() || parser.parseAttribute(layout))
    return failure();
  while (succeeded(parser.parseOptionalComma())) {
    bool isStages = succeeded(parser.parseOptionalKeyword("stages"));
    if ((!isStages && parser.parseKeyword("parts", " or 'stages'")) ||
        parser.parseEqual() || parser.parseInteger(isStages ? stages : parts))
      return failure();
  }
  return success();
}

Type StridedMemRefType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, strides;
  Type elementType;
  MemSpace space = MemSpace::GLOBAL;
  Attribute layout;
  int64_t parts = 1, stages = 1;
  SMLoc loc = parser.getCurrentLocation();
  if (parser.parseLess() || parser.parseDimensionList(shape) ||
      parser.parseType(elementType) || parser.parseComma())
    return {};
  for (MemSpace other : {MemSpace::SHARED, MemSpace::TENSOR})
    if (succeeded(parser.parseOptionalKeyword(stringifyMemSpace(other))))
      space = other;
  if (space != MemSpace::GLOBAL) {
    if (parseBuffer(parser, layout, parts, stages))
      return {};
  } else if (parser.parseKeyword("strides", " or 'shared' or 'tensor'") ||
             parser.parseEqual() || parseDynamicList(parser, strides)) {
    return {};
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    shape, elementType, strides, space, layout, parts, stages);
}

static LogicalResult verifyBuffer(function_ref<InFlightDiagnostic()> emitError,
                                  ArrayRef<int64_t> shape, Type elementType,
                                  MemSpace space, Attribute layout,
                                  int64_t parts, int64_t stages) {
  if (!isTile(RankedTensorType::get(shape, elementType), isElementType))
    return emitError() << "expected a buffer of numbers or pointers of sizes "
                          "that are powers of two, at most "
                       << kMaxTileElements << " in all, got [" << shape
                       << "] of " << elementType;
  auto verifiable = dyn_cast_if_present<VerifiableTensorEncoding>(layout);
  if (!verifiable)
    return emitError() << "expected a layout, got " << layout;
  if (!llvm::isPowerOf2_64(std::max<int64_t>(parts, 0)))
    return emitError() << "expected a number of parts that is a power of two, "
                          "got "
                       << parts;
  if (stages < 1 || (stages > 1 && parts > 1))
    return emitError() << "expected at least one stage, and one only where "
                          "there are parts, got "
                       << stages << " stages of " << parts << " parts";
  if (space == MemSpace::TENSOR && (stages > 1 || parts > 1))
    return emitError() << "expected one buffer in tensor memory, got " << stages
                       << " stages of " << parts << " parts";
  return verifiable.verifyEncoding(shape, elementType, emitError);
}

LogicalResult
StridedMemRefType::verify(function_ref<InFlightDiagnostic()> emitError,
                          ArrayRef<int64_t> shape, Type elementType,
                          ArrayRef<int64_t> strides, MemSpace space,
                          Attribute layout, int64_t parts, int64_t stages) {
  if (space != MemSpace::GLOBAL)
    return verifyBuffer(emitError, shape, elementType, space, layout, parts,
                        stages);
  if (!isNumber(elementType))
    return emitError() << "expected elements of a number type, got "
                       << elementType;
  if (shape.size() != strides.size())
    return emitError() << "expected as many strides as sizes, got "
                       << strides.size() << " and " << shape.size();
  for (int64_t value : llvm::concat<const int64_t>(shape, strides))
    if (value <= 0 && !ShapedType::isDynamic(value))
      return emitError() << "expected positive or dynamic sizes and strides, "
                            "got "
                         << value;
  return success();
}

//===----------------------------------------------------------------------===//
// tiled_view<128x64, memref<…>, steps = [128, 64], dims = [0, 1](, sparse = 0)>
//===----------------------------------------------------------------------===//

void TiledViewType::print(AsmPrinter &printer) const {
  printer << '<';
  printer.printDimensionList(getShape());
  printer << ", " << getSource() << ", steps = ";
  printDynamicList(printer, getSteps());
  printer << ", dims = [";
  llvm::interleaveComma(getDimMap(), printer);
  printer << ']';
  if (std::optional<int32_t> dim = getSparseDim())
    printer << ", sparse = " << *dim;
  printer << '>';
}

Type TiledViewType::parse(AsmParser &parser) {
  SmallVector<int64_t> shape, steps;
  SmallVector<int32_t> dimMap;
  StridedMemRefType source;
  std::optional<int32_t> sparseDim;
  SMLoc loc = parser.getCurrentLocation();
  auto parseDim = [&] { return parser.parseInteger(dimMap.emplace_back()); };
  if (parser.parseLess() ||
      parser.parseDimensionList(shape, /*allowDynamic=*/false,
                                /*withTrailingX=*/false) ||
      parser.parseComma() || parser.parseType(source) || parser.parseComma() ||
      parser.parseKeyword("steps") || parser.parseEqual() ||
      parseDynamicList(parser, steps) || parser.parseComma() ||
      parser.parseKeyword("dims") || parser.parseEqual() ||
      parser.parseCommaSeparatedList(AsmParser::Delimiter::Square, parseDim))
    return {};
  if (succeeded(parser.parseOptionalComma())) {
    int32_t dim;
    if (parser.parseKeyword("sparse") || parser.parseEqual() ||
        parser.parseInteger(dim))
      return {};
    sparseDim = dim;
  }
  if (parser.parseGreater())
    return {};
  return getChecked([&] { return parser.emitError(loc); }, parser.getContext(),
                    shape, source, steps, dimMap, sparseDim);
}

LogicalResult
TiledViewType::verify(function_ref<InFlightDiagnostic()> emitError,
                      ArrayRef<int64_t> shape, StridedMemRefType source,
                      ArrayRef<int64_t> steps, ArrayRef<int32_t> dimMap,
                      std::optional<int32_t> sparseDim) {
  size_t rank = source.getRank();
  if (source.getSpace() != MemSpace::GLOBAL)
    return emitError() << "expected a memref in global memory, got " << source;
  if (shape.size() != rank || steps.size() != rank || dimMap.size() != rank)
    return emitError() << "expected tile shape, steps and dims of the rank of "
                          "the memref, "
                       << rank << ", got " << shape.size() << ", "
                       << steps.size() << " and " << dimMap.size();
  SmallVector<int32_t> sorted(dimMap);
  llvm::sort(sorted);
  if (!llvm::equal(sorted, llvm::seq<int32_t>(0, rank)))
    return emitError() << "expected dims to be a permutation, got [" << dimMap
                       << "]";
  if (rank != 0 &&
      !isTile(RankedTensorType::get(shape, source.getElementType()), isNumber))
    return emitError() << "expected a tile of sizes that are powers of two, at "
                          "most "
                       << kMaxTileElements << " in all, got [" << shape << "]";
  for (int64_t step : steps)
    if (step <= 0)
      return emitError() << "expected positive steps, got " << step;
  if (sparseDim && (*sparseDim < 0 || size_t(*sparseDim) >= rank))
    return emitError() << "expected a sparse dimension below " << rank
                       << ", got " << *sparseDim;
  return success();
}
