//===- TypeTable.cpp - The type section -----------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypeTable.h"

#include "Limits.h"
#include "NumberArrays.h"
#include "SimpleTypes.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

FailureOr<Type> TypeTable::readAny(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<uint64_t> index = cursor.readIndex(table.size(), "a type index");
  if (failed(index))
    return failure();
  if (Type known = types[*index])
    return known;
  if (depth == kMaxTypeDepth)
    return emitErrorAt(cursor.getContext(), offset)
           << "type " << *index << " is nested too deep or refers to itself";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  FailureOr<Type> type = parse(table.getEntry(*index));
  if (succeeded(type))
    types[*index] = *type;
  return type;
}

FailureOr<Type> TypeTable::read(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Type> type = readAny(cursor);
  if (succeeded(type) && isa<FunctionType>(*type))
    return emitErrorAt(cursor.getContext(), offset)
           << "expected the type of a value, got " << *type;
  return type;
}

FailureOr<FunctionType> TypeTable::readFunction(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Type> type = readAny(cursor);
  if (failed(type))
    return failure();
  if (auto function = dyn_cast<FunctionType>(*type))
    return function;
  return emitErrorAt(cursor.getContext(), offset)
         << "expected a function type, got " << *type;
}

LogicalResult TypeTable::readTypeList(ByteCursor &entry,
                                      SmallVectorImpl<Type> &list) {
  FailureOr<uint64_t> count = entry.readCount(1, "a number of types");
  if (failed(count))
    return failure();
  for (uint64_t i = 0; i < *count; ++i) {
    FailureOr<Type> type = read(entry);
    if (failed(type))
      return failure();
    list.push_back(*type);
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Tags
//===----------------------------------------------------------------------===//

FailureOr<Type> TypeTable::parse(ByteCursor entry) {
  uint64_t offset = entry.offset();
  FailureOr<uint64_t> number = entry.readVarint("a type tag");
  if (failed(number))
    return failure();
  auto tag = static_cast<TypeTag>(*number);
  if (version < getTypeVersion(tag))
    return emitErrorAt(entry.getContext(), offset)
           << "type tag " << *number << " requires bytecode version "
           << getTypeVersion(tag).str() << ", got version " << version.str();
  switch (tag) {
  case TypeTag::Pointer:
    return parsePointer(entry);
  case TypeTag::Tile:
    return parseTile(entry);
  case TypeTag::TensorView:
    return parseTensorView(entry);
  case TypeTag::PartitionView:
    return parsePartitionView(entry);
  case TypeTag::StridedView:
    return parseStridedView(entry);
  case TypeTag::GatherScatterView:
    return parseGatherScatterView(entry);
  case TypeTag::Function:
    return parseFunction(entry);
  default:
    return parseSimple(entry, tag);
  }
}

FailureOr<Type> TypeTable::parseSimple(ByteCursor &entry, TypeTag tag) {
  if (Type type = getSimpleType(entry.getContext(), tag))
    return type;
  return entry.error() << "unknown type tag " << static_cast<uint64_t>(tag);
}

//===----------------------------------------------------------------------===//
// Parameters
//===----------------------------------------------------------------------===//

FailureOr<bool> TypeTable::readFlag(ByteCursor &entry, BytecodeVersion since) {
  if (version < since)
    return false;
  FailureOr<uint64_t> flags = entry.readIndex(2, "a type's flags");
  if (failed(flags))
    return failure();
  return *flags == 1;
}

/// The parameter is in the file only if `present`.
static FailureOr<PtrAttr> readPtrAttr(ByteCursor &entry, bool present) {
  if (!present)
    return PtrAttr::NONE;
  FailureOr<uint64_t> value =
      entry.readIndex(getMaxEnumValForPtrAttr() + 1, "a ptr_attr");
  if (failed(value))
    return failure();
  return static_cast<PtrAttr>(*value);
}

static FailureOr<std::optional<PaddingValue>> readPadding(ByteCursor &entry,
                                                          bool present) {
  if (!present)
    return std::optional<PaddingValue>();
  FailureOr<uint64_t> value =
      entry.readIndex(getMaxEnumValForPaddingValue() + 1, "a padding value");
  if (failed(value))
    return failure();
  return std::optional(static_cast<PaddingValue>(*value));
}

static FailureOr<TensorViewType> readTensorView(TypeTable &types,
                                                ByteCursor &entry) {
  uint64_t offset = entry.offset();
  FailureOr<Type> type = types.read(entry);
  if (failed(type))
    return failure();
  if (auto view = dyn_cast<TensorViewType>(*type))
    return view;
  return emitErrorAt(entry.getContext(), offset)
         << "expected a tensor_view, got " << *type;
}

/// Reads one number for each dimension.
template <typename T>
static LogicalResult readDimensions(ByteCursor &entry,
                                    SmallVectorImpl<T> &numbers) {
  uint64_t offset = entry.offset();
  if (failed(readNumberArray(entry, numbers)))
    return failure();
  if (numbers.size() > kMaxDimensions)
    return emitErrorAt(entry.getContext(), offset)
           << "expected a type of at most " << kMaxDimensions
           << " dimensions, got " << numbers.size();
  return success();
}

InFlightDiagnostic TypeTable::refuse(const ByteCursor &entry) const {
  if (!user || isa<UnknownLoc>(user->location))
    return entry.error();
  return emitError(user->location) << "operation '" << user->name << "': ";
}

/// Builds a type whose parameters the dialect checks.
template <typename T, typename... Parameters>
FailureOr<Type> TypeTable::makeChecked(const ByteCursor &entry,
                                       Parameters... parameters) {
  Type type =
      T::getChecked([&] { return refuse(entry); }, std::move(parameters)...);
  if (!type)
    return failure();
  return type;
}

//===----------------------------------------------------------------------===//
// Structured types
//===----------------------------------------------------------------------===//

FailureOr<Type> TypeTable::parsePointer(ByteCursor &entry) {
  FailureOr<bool> hasPtrAttr = readFlag(entry, kPtrAttrSince);
  FailureOr<Type> pointee =
      failed(hasPtrAttr) ? FailureOr<Type>() : read(entry);
  FailureOr<PtrAttr> ptrAttr =
      failed(pointee) ? FailureOr<PtrAttr>() : readPtrAttr(entry, *hasPtrAttr);
  if (failed(ptrAttr))
    return failure();
  return makeChecked<PointerType>(entry, *pointee, *ptrAttr);
}

FailureOr<Type> TypeTable::parseTile(ByteCursor &entry) {
  FailureOr<Type> element = read(entry);
  SmallVector<int64_t> shape;
  if (failed(element) || failed(readDimensions(entry, shape)))
    return failure();
  return makeChecked<TileType>(entry, ArrayRef<int64_t>(shape), *element);
}

FailureOr<Type> TypeTable::parseTensorView(ByteCursor &entry) {
  FailureOr<bool> hasPtrAttr = readFlag(entry, kPtrAttrSince);
  FailureOr<Type> element =
      failed(hasPtrAttr) ? FailureOr<Type>() : read(entry);
  SmallVector<int64_t> shape, strides;
  if (failed(element) || failed(readDimensions(entry, shape)) ||
      failed(readDimensions(entry, strides)))
    return failure();
  FailureOr<PtrAttr> ptrAttr = readPtrAttr(entry, *hasPtrAttr);
  if (failed(ptrAttr))
    return failure();
  return makeChecked<TensorViewType>(entry, *element, ArrayRef<int64_t>(shape),
                                     ArrayRef<int64_t>(strides), *ptrAttr);
}

FailureOr<Type> TypeTable::parsePartitionView(ByteCursor &entry) {
  FailureOr<bool> padded = readFlag(entry, kTypeFlagsSince);
  SmallVector<int32_t> tileShape, dimMap;
  if (failed(padded) || failed(readDimensions(entry, tileShape)))
    return failure();
  FailureOr<TensorViewType> view = readTensorView(*this, entry);
  if (failed(view) || failed(readDimensions(entry, dimMap)))
    return failure();
  // Before the common flags field, a byte preceded the parameter.
  if (version < kTypeFlagsSince)
    padded = entry.readBool("whether there is a padding value");
  if (failed(padded))
    return failure();
  FailureOr<std::optional<PaddingValue>> padding = readPadding(entry, *padded);
  if (failed(padding))
    return failure();
  return makeChecked<PartitionViewType>(entry, ArrayRef<int32_t>(tileShape),
                                        *view, ArrayRef<int32_t>(dimMap),
                                        *padding);
}

FailureOr<Type> TypeTable::parseStridedView(ByteCursor &entry) {
  FailureOr<bool> padded = readFlag(entry, kTypeFlagsSince);
  SmallVector<int32_t> tileShape, strides, dimMap;
  if (failed(padded) || failed(readDimensions(entry, tileShape)) ||
      failed(readDimensions(entry, strides)))
    return failure();
  FailureOr<TensorViewType> view = readTensorView(*this, entry);
  if (failed(view) || failed(readDimensions(entry, dimMap)))
    return failure();
  FailureOr<std::optional<PaddingValue>> padding = readPadding(entry, *padded);
  if (failed(padding))
    return failure();
  return makeChecked<StridedViewType>(entry, ArrayRef<int32_t>(tileShape),
                                      ArrayRef<int32_t>(strides), *view,
                                      ArrayRef<int32_t>(dimMap), *padding);
}

FailureOr<Type> TypeTable::parseGatherScatterView(ByteCursor &entry) {
  FailureOr<bool> padded = readFlag(entry, kTypeFlagsSince);
  SmallVector<int32_t> tileShape;
  if (failed(padded) || failed(readDimensions(entry, tileShape)))
    return failure();
  FailureOr<TensorViewType> view = readTensorView(*this, entry);
  if (failed(view))
    return failure();
  FailureOr<uint64_t> sparseDim =
      entry.readIndex(tileShape.size(), "a sparse dimension");
  if (failed(sparseDim))
    return failure();
  FailureOr<std::optional<PaddingValue>> padding = readPadding(entry, *padded);
  if (failed(padding))
    return failure();
  return makeChecked<GatherScatterViewType>(
      entry, ArrayRef<int32_t>(tileShape), *view,
      static_cast<int32_t>(*sparseDim), *padding);
}

FailureOr<Type> TypeTable::parseFunction(ByteCursor &entry) {
  SmallVector<Type> inputs, results;
  if (failed(readTypeList(entry, inputs)) ||
      failed(readTypeList(entry, results)))
    return failure();
  return Type(FunctionType::get(entry.getContext(), inputs, results));
}
