//===- AttributeReader.cpp - Self-contained attributes --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeReader.h"

#include "Limits.h"
#include "NumberArrays.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

FailureOr<Attribute> AttributeReader::readTagged(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<uint64_t> tag = cursor.readVarint("an attribute tag");
  if (failed(tag))
    return failure();
  if (depth == kMaxAttributeDepth)
    return emitErrorAt(cursor.getContext(), offset)
           << "attributes are nested too deep";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  return readBody(cursor, static_cast<AttributeTag>(*tag));
}

FailureOr<Attribute> AttributeReader::readBody(ByteCursor &cursor,
                                               AttributeTag tag) {
  switch (tag) {
  case AttributeTag::Integer:
    return readInteger(cursor);
  case AttributeTag::Float:
    return readFloat(cursor);
  case AttributeTag::Bool: {
    FailureOr<bool> value = cursor.readBool("a boolean");
    if (failed(value))
      return failure();
    return Attribute(BoolAttr::get(cursor.getContext(), *value));
  }
  case AttributeTag::Type:
    return readType(cursor);
  case AttributeTag::String:
    return readString(cursor);
  case AttributeTag::Array:
    return FailureOr<Attribute>(readArray(cursor));
  case AttributeTag::DenseElements:
    return readDenseElements(cursor);
  case AttributeTag::DivBy:
    return readDivBy(cursor);
  case AttributeTag::SameElements:
    return readSameElements(cursor);
  case AttributeTag::Dictionary:
    return FailureOr<Attribute>(readDictionary(cursor));
  case AttributeTag::OptimizationHints:
    return readHints(cursor);
  case AttributeTag::Bounded:
    return readBounded(cursor);
  }
  return cursor.error() << "unknown attribute tag "
                        << static_cast<uint64_t>(tag);
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

FailureOr<Attribute> AttributeReader::readInteger(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Type> type = tables.types.read(cursor);
  if (failed(type))
    return failure();
  auto integer = dyn_cast<IntegerType>(*type);
  if (!integer)
    return emitErrorAt(cursor.getContext(), offset)
           << "expected the type of an integer attribute, got " << *type;
  FailureOr<uint64_t> value = cursor.readVarint("an integer attribute");
  if (failed(value))
    return failure();
  if (!llvm::isUIntN(integer.getWidth(), *value))
    return cursor.error() << "expected an integer attribute to fit " << integer
                          << ", got " << *value;
  return Attribute(
      IntegerAttr::get(integer, APInt(integer.getWidth(), *value)));
}

FailureOr<Attribute> AttributeReader::readFloat(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Type> type = tables.types.read(cursor);
  if (failed(type))
    return failure();
  auto floatType = dyn_cast<FloatType>(*type);
  if (!floatType)
    return emitErrorAt(cursor.getContext(), offset)
           << "expected the type of a float attribute, got " << *type;
  unsigned width = floatType.getWidth();
  uint64_t bits;
  if (width <= 8) {
    FailureOr<uint8_t> byte = cursor.readByte("a float attribute");
    if (failed(byte))
      return failure();
    bits = *byte;
  } else {
    FailureOr<uint64_t> number = cursor.readZigzagBits("a float attribute");
    if (failed(number))
      return failure();
    bits = *number;
  }
  if (!llvm::isUIntN(width, bits))
    return cursor.error() << "expected a float attribute to fit " << floatType
                          << ", got " << bits;
  APFloat value(floatType.getFloatSemantics(), APInt(width, bits));
  return Attribute(FloatAttr::get(floatType, value));
}

//===----------------------------------------------------------------------===//
// References to tables
//===----------------------------------------------------------------------===//

FailureOr<Attribute> AttributeReader::readType(ByteCursor &cursor) {
  FailureOr<Type> type = tables.types.read(cursor);
  if (failed(type))
    return failure();
  return Attribute(TypeAttr::get(*type));
}

FailureOr<Attribute> AttributeReader::readString(ByteCursor &cursor) {
  FailureOr<StringAttr> text = tables.strings.read(cursor);
  if (failed(text))
    return failure();
  return Attribute(*text);
}

FailureOr<Attribute> AttributeReader::readDenseElements(ByteCursor &cursor) {
  FailureOr<Type> type = tables.types.read(cursor);
  if (failed(type))
    return failure();
  return FailureOr<Attribute>(tables.constants.read(cursor, *type));
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

FailureOr<ArrayAttr> AttributeReader::readArray(ByteCursor &cursor) {
  FailureOr<uint64_t> count = cursor.readCount(1, "an array size");
  if (failed(count))
    return failure();
  SmallVector<Attribute> elements;
  for (uint64_t i = 0; i < *count; ++i) {
    FailureOr<Attribute> element = readTagged(cursor);
    if (failed(element))
      return failure();
    elements.push_back(*element);
  }
  return ArrayAttr::get(cursor.getContext(), elements);
}

FailureOr<DictionaryAttr> AttributeReader::readDictionary(ByteCursor &cursor) {
  FailureOr<uint64_t> count = cursor.readCount(2, "a dictionary size");
  if (failed(count))
    return failure();
  SmallVector<NamedAttribute> entries;
  llvm::DenseSet<StringAttr> keys;
  for (uint64_t i = 0; i < *count; ++i) {
    uint64_t offset = cursor.offset();
    FailureOr<StringAttr> key =
        tables.strings.readNonEmpty(cursor, "a dictionary key");
    if (failed(key))
      return failure();
    if (!keys.insert(*key).second)
      return emitErrorAt(cursor.getContext(), offset)
             << "expected distinct dictionary keys, got '" << key->getValue()
             << "' twice";
    FailureOr<Attribute> value = readTagged(cursor);
    if (failed(value))
      return failure();
    entries.emplace_back(*key, *value);
  }
  return DictionaryAttr::get(cursor.getContext(), entries);
}

FailureOr<Attribute> AttributeReader::readHints(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<DictionaryAttr> hints = readDictionary(cursor);
  if (failed(hints))
    return failure();
  Attribute attribute = OptimizationHintsAttr::getChecked(
      [&] { return emitErrorAt(cursor.getContext(), offset); },
      cursor.getContext(), *hints);
  if (!attribute)
    return failure();
  return attribute;
}

//===----------------------------------------------------------------------===//
// Assume predicates
//===----------------------------------------------------------------------===//

/// Reads a signed varint, if the bit `mask` of `flags` is set.
static FailureOr<std::optional<int64_t>>
readOptional(ByteCursor &cursor, uint8_t flags, uint8_t mask, StringRef what) {
  if (!(flags & mask))
    return std::optional<int64_t>();
  FailureOr<int64_t> value = cursor.readSignedVarint(what);
  if (failed(value))
    return failure();
  return std::optional(*value);
}

static FailureOr<uint8_t> readPredicateFlags(ByteCursor &cursor) {
  FailureOr<uint8_t> flags = cursor.readByte("a predicate's flags");
  if (succeeded(flags) && *flags > 3)
    return cursor.error() << "unknown flags " << unsigned(*flags)
                          << " of an assume predicate";
  return flags;
}

FailureOr<Attribute> AttributeReader::readDivBy(ByteCursor &cursor) {
  FailureOr<uint64_t> divisor = cursor.readVarint("a divisor");
  FailureOr<uint8_t> flags =
      failed(divisor) ? FailureOr<uint8_t>() : readPredicateFlags(cursor);
  if (failed(flags))
    return failure();
  auto every =
      readOptional(cursor, *flags, kDivByEvery, "the group size of div_by");
  if (failed(every))
    return failure();
  auto along =
      readOptional(cursor, *flags, kDivByAlong, "the dimension of div_by");
  if (failed(along))
    return failure();
  Attribute attribute =
      DivByAttr::getChecked([&] { return cursor.error(); }, cursor.getContext(),
                            *divisor, *every, *along);
  if (!attribute)
    return failure();
  return attribute;
}

FailureOr<Attribute> AttributeReader::readSameElements(ByteCursor &cursor) {
  SmallVector<int64_t> values;
  if (failed(readNumberArray(cursor, values)) ||
      failed(checkNotReserved<int64_t>(cursor, values)))
    return failure();
  return Attribute(SameElementsAttr::get(cursor.getContext(), values));
}

FailureOr<Attribute> AttributeReader::readBounded(ByteCursor &cursor) {
  FailureOr<uint8_t> flags = readPredicateFlags(cursor);
  if (failed(flags))
    return failure();
  auto lower = readOptional(cursor, *flags, kBoundedLower, "a lower bound");
  if (failed(lower))
    return failure();
  auto upper = readOptional(cursor, *flags, kBoundedUpper, "an upper bound");
  if (failed(upper))
    return failure();
  Attribute attribute = BoundedAttr::getChecked(
      [&] { return cursor.error(); }, cursor.getContext(), *lower, *upper);
  if (!attribute)
    return failure();
  return attribute;
}
