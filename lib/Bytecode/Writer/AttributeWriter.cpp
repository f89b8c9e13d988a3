//===- AttributeWriter.cpp - Self-contained attributes --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "AttributeWriter.h"

#include "Limits.h"
#include "ReservedNumbers.h"

#include "llvm/ADT/ScopeExit.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

LogicalResult AttributeWriter::writeTagged(Attribute attribute) {
  if (depth == kMaxAttributeDepth)
    return user->emitOpError("has attributes that are nested too deep: ")
           << kMaxAttributeDepth << " levels at most";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  return writeBody(attribute);
}

/// MLIR represents a boolean as an integer of type i1; the tag for booleans is
/// not needed.
LogicalResult AttributeWriter::writeBody(Attribute attribute) {
  return TypeSwitch<Attribute, LogicalResult>(attribute)
      .Case([&](IntegerAttr integer) { return writeInteger(integer); })
      .Case([&](FloatAttr number) { return writeFloat(number); })
      .Case([&](TypeAttr type) {
        writeTag(AttributeTag::Type);
        return pools.types.write(type.getValue(), user, buffer);
      })
      .Case([&](StringAttr text) {
        writeTag(AttributeTag::String);
        buffer.writeVarint(pools.strings.add(text));
        return success();
      })
      .Case([&](ArrayAttr array) {
        writeTag(AttributeTag::Array);
        return writeArray(array);
      })
      .Case([&](DictionaryAttr dictionary) {
        writeTag(AttributeTag::Dictionary);
        return writeDictionary(dictionary);
      })
      .Case([&](OptimizationHintsAttr hints) {
        writeTag(AttributeTag::OptimizationHints);
        return writeDictionary(hints.getValue());
      })
      .Case([&](DenseElementsAttr elements) {
        return writeDenseElements(elements);
      })
      .Case([&](DivByAttr predicate) {
        writeDivBy(predicate);
        return success();
      })
      .Case([&](SameElementsAttr predicate) {
        return writeSameElements(predicate);
      })
      .Case([&](BoundedAttr predicate) {
        writeBounded(predicate);
        return success();
      })
      .Default([&](Attribute other) {
        return user->emitOpError("attribute ")
               << other << " has no bytecode form";
      });
}

//===----------------------------------------------------------------------===//
// Numbers
//===----------------------------------------------------------------------===//

LogicalResult AttributeWriter::writeInteger(IntegerAttr attribute) {
  writeTag(AttributeTag::Integer);
  if (failed(pools.types.write(attribute.getType(), user, buffer)))
    return failure();
  buffer.writeVarint(attribute.getValue().getZExtValue());
  return success();
}

/// Writes the bits: a byte if they fit one, else zig-zag. The bits of a double
/// are written as a signed integer, so that they never need more than 64 bits.
LogicalResult AttributeWriter::writeFloat(FloatAttr attribute) {
  writeTag(AttributeTag::Float);
  if (failed(pools.types.write(attribute.getType(), user, buffer)))
    return failure();
  APInt bits = attribute.getValue().bitcastToAPInt();
  if (bits.getBitWidth() <= 8)
    buffer.writeByte(bits.getZExtValue());
  else
    buffer.writeSignedVarint(static_cast<int64_t>(bits.getZExtValue()));
  return success();
}

/// The type of a constant is a tensor; the file has the type of the tile.
LogicalResult AttributeWriter::writeDenseElements(DenseElementsAttr attribute) {
  auto noForm = [&] {
    return user->emitOpError("attribute ")
           << attribute << " has no bytecode form: ";
  };
  auto tensor = dyn_cast<RankedTensorType>(attribute.getType());
  if (!tensor)
    return noForm() << "it is no tensor";
  if (failed(TileType::verifyTile(noForm, tensor.getShape(),
                                  getConstantElementType(tensor))))
    return failure();
  TileType tile = getTileTypeOfConstant(tensor);
  if (getConstantType(tile) != tensor)
    return noForm() << "it is no constant of " << tile;
  writeTag(AttributeTag::DenseElements);
  if (failed(pools.types.write(tile, user, buffer)))
    return failure();
  buffer.writeVarint(pools.constants.add(attribute));
  return success();
}

//===----------------------------------------------------------------------===//
// Containers
//===----------------------------------------------------------------------===//

LogicalResult AttributeWriter::writeArray(ArrayAttr array) {
  buffer.writeVarint(array.size());
  for (Attribute element : array)
    if (failed(writeTagged(element)))
      return failure();
  return success();
}

LogicalResult AttributeWriter::writeDictionary(DictionaryAttr dictionary) {
  buffer.writeVarint(dictionary.size());
  for (NamedAttribute entry : dictionary) {
    buffer.writeVarint(pools.strings.add(entry.getName()));
    if (failed(writeTagged(entry.getValue())))
      return failure();
  }
  return success();
}

//===----------------------------------------------------------------------===//
// Assume predicates
//===----------------------------------------------------------------------===//

/// Writes the flags of two optional integers, and those that are present.
static void writeOptionals(ByteBuffer &buffer, uint8_t firstFlag,
                           std::optional<int64_t> first, uint8_t secondFlag,
                           std::optional<int64_t> second) {
  buffer.writeByte((first ? firstFlag : 0) | (second ? secondFlag : 0));
  for (std::optional<int64_t> number : {first, second})
    if (number)
      buffer.writeSignedVarint(*number);
}

void AttributeWriter::writeDivBy(DivByAttr attribute) {
  writeTag(AttributeTag::DivBy);
  buffer.writeVarint(attribute.getDivisor());
  writeOptionals(buffer, kDivByEvery, attribute.getEvery(), kDivByAlong,
                 attribute.getAlong());
}

LogicalResult AttributeWriter::writeSameElements(SameElementsAttr attribute) {
  writeTag(AttributeTag::SameElements);
  if (std::optional<int64_t> number = findReserved(attribute.getValues()))
    return user->emitOpError("array element ") << *number << " is reserved";
  buffer.writeNumberArray(attribute.getValues());
  return success();
}

void AttributeWriter::writeBounded(BoundedAttr attribute) {
  writeTag(AttributeTag::Bounded);
  writeOptionals(buffer, kBoundedLower, attribute.getLb(), kBoundedUpper,
                 attribute.getUb());
}
