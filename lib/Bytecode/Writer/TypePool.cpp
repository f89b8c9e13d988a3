//===- TypePool.cpp - The type section ------------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "TypePool.h"

#include "SimpleTypes.h"
#include "WriterErrors.h"

#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

static std::string spell(Type type) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << "type '" << type << "'";
  return text;
}

FailureOr<uint64_t> TypePool::add(Type type, Operation *user) {
  if (auto known = indices.find(type); known != indices.end())
    return known->second;
  ByteBuffer entry;
  if (failed(encode(type, user, entry)))
    return failure();
  uint64_t index = table.add(entry.bytes());
  indices.try_emplace(type, index);
  return index;
}

LogicalResult TypePool::write(Type type, Operation *user, ByteBuffer &buffer) {
  FailureOr<uint64_t> index = add(type, user);
  if (failed(index))
    return failure();
  buffer.writeVarint(*index);
  return success();
}

LogicalResult TypePool::writeTypeList(TypeRange types, Operation *user,
                                      ByteBuffer &entry) {
  entry.writeVarint(types.size());
  for (Type type : types)
    if (failed(write(type, user, entry)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Tags and flags
//===----------------------------------------------------------------------===//

LogicalResult TypePool::encode(Type type, Operation *user, ByteBuffer &entry) {
  if (std::optional<TypeTag> tag = getSimpleTag(type))
    return writeTag(*tag, type, user, entry);
  return TypeSwitch<Type, LogicalResult>(type)
      .Case([&](PointerType pointer) {
        return encodePointer(pointer, user, entry);
      })
      .Case([&](TileType tile) { return encodeTile(tile, user, entry); })
      .Case([&](TensorViewType view) {
        return encodeTensorView(view, user, entry);
      })
      .Case([&](PartitionViewType view) {
        return encodePartitionView(view, user, entry);
      })
      .Case([&](StridedViewType view) {
        return encodeStridedView(view, user, entry);
      })
      .Case([&](GatherScatterViewType view) {
        return encodeGatherScatterView(view, user, entry);
      })
      .Case([&](FunctionType function) {
        return encodeFunction(function, user, entry);
      })
      .Default([&](Type other) {
        return user->emitOpError() << spell(other) << " has no bytecode form";
      });
}

LogicalResult TypePool::writeTag(TypeTag tag, Type type, Operation *user,
                                 ByteBuffer &entry) {
  if (version < getTypeVersion(tag))
    return emitNeedsVersion(user, spell(type), getTypeVersion(tag), version);
  entry.writeVarint(static_cast<uint64_t>(tag));
  return success();
}

/// Writes the flags of a type that may have a ptr_attr, before its other
/// fields.
LogicalResult TypePool::writePtrAttrFlag(PtrAttr ptrAttr, Type type,
                                         Operation *user, ByteBuffer &entry) {
  bool present = ptrAttr != PtrAttr::NONE;
  if (version >= kPtrAttrSince)
    entry.writeVarint(present);
  else if (present)
    return emitNeedsVersion(user, spell(type), kPtrAttrSince, version);
  return success();
}

/// Writes the flags of a view that may have a padding value.
void TypePool::writePaddingFlag(bool padded, ByteBuffer &entry) {
  if (version >= kTypeFlagsSince)
    entry.writeVarint(padded);
}

/// Writes the parameters whose flag says that they are present.
static void writeOptional(PtrAttr ptrAttr, ByteBuffer &entry) {
  if (ptrAttr != PtrAttr::NONE)
    entry.writeVarint(static_cast<uint64_t>(ptrAttr));
}

static void writeOptional(std::optional<PaddingValue> padding,
                          ByteBuffer &entry) {
  if (padding)
    entry.writeVarint(static_cast<uint64_t>(*padding));
}

//===----------------------------------------------------------------------===//
// Structured types
//===----------------------------------------------------------------------===//

LogicalResult TypePool::encodePointer(PointerType type, Operation *user,
                                      ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::Pointer, type, user, entry)) ||
      failed(writePtrAttrFlag(type.getPtrAttr(), type, user, entry)) ||
      failed(write(type.getPointeeType(), user, entry)))
    return failure();
  writeOptional(type.getPtrAttr(), entry);
  return success();
}

LogicalResult TypePool::encodeTile(TileType type, Operation *user,
                                   ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::Tile, type, user, entry)) ||
      failed(write(type.getElementType(), user, entry)))
    return failure();
  entry.writeNumberArray(type.getShape());
  return success();
}

LogicalResult TypePool::encodeTensorView(TensorViewType type, Operation *user,
                                         ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::TensorView, type, user, entry)) ||
      failed(writePtrAttrFlag(type.getPtrAttr(), type, user, entry)) ||
      failed(write(type.getElementType(), user, entry)))
    return failure();
  entry.writeNumberArray(type.getShape());
  entry.writeNumberArray(type.getStrides());
  writeOptional(type.getPtrAttr(), entry);
  return success();
}

LogicalResult TypePool::encodePartitionView(PartitionViewType type,
                                            Operation *user,
                                            ByteBuffer &entry) {
  bool padded = type.getPaddingValue().has_value();
  if (failed(writeTag(TypeTag::PartitionView, type, user, entry)))
    return failure();
  writePaddingFlag(padded, entry);
  entry.writeNumberArray(type.getTileShape());
  if (failed(write(type.getTensorView(), user, entry)))
    return failure();
  entry.writeNumberArray(type.getDimMap());
  // Before the common flags field, a byte preceded the parameter.
  if (version < kTypeFlagsSince)
    entry.writeByte(padded);
  writeOptional(type.getPaddingValue(), entry);
  return success();
}

LogicalResult TypePool::encodeStridedView(StridedViewType type, Operation *user,
                                          ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::StridedView, type, user, entry)))
    return failure();
  writePaddingFlag(type.getPaddingValue().has_value(), entry);
  entry.writeNumberArray(type.getTileShape());
  entry.writeNumberArray(type.getTraversalStrides());
  if (failed(write(type.getTensorView(), user, entry)))
    return failure();
  entry.writeNumberArray(type.getDimMap());
  writeOptional(type.getPaddingValue(), entry);
  return success();
}

LogicalResult TypePool::encodeGatherScatterView(GatherScatterViewType type,
                                                Operation *user,
                                                ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::GatherScatterView, type, user, entry)))
    return failure();
  writePaddingFlag(type.getPaddingValue().has_value(), entry);
  entry.writeNumberArray(type.getTileShape());
  if (failed(write(type.getTensorView(), user, entry)))
    return failure();
  entry.writeVarint(type.getSparseDim());
  writeOptional(type.getPaddingValue(), entry);
  return success();
}

LogicalResult TypePool::encodeFunction(FunctionType type, Operation *user,
                                       ByteBuffer &entry) {
  if (failed(writeTag(TypeTag::Function, type, user, entry)) ||
      failed(writeTypeList(type.getInputs(), user, entry)))
    return failure();
  return writeTypeList(type.getResults(), user, entry);
}
