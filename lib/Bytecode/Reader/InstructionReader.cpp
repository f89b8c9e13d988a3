//===- InstructionReader.cpp - Bodies of functions ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionReader.h"

#include "Limits.h"
#include "NumberArrays.h"

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tileiras;

LogicalResult InstructionReader::readBody(ByteCursor body,
                                          LocationList &bodyLocations,
                                          Block &block) {
  cursor = &body;
  locations = &bodyLocations;
  values.assign(block.args_begin(), block.args_end());
  while (!cursor->empty())
    if (failed(readInstruction(block)))
      return failure();
  return success();
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

const BoundEncoding &InstructionReader::bind(const OpEncoding &encoding) {
  std::unique_ptr<BoundEncoding> &entry = bound[encoding.opcode];
  if (!entry)
    entry = std::make_unique<BoundEncoding>(encoding, context);
  return *entry;
}

FailureOr<const BoundEncoding *> InstructionReader::readOpcode() {
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> opcode = cursor->readVarint("an opcode");
  if (failed(opcode))
    return failure();
  if (*opcode >= kFirstPreviewOpcode)
    return emitErrorAt(context, offset)
           << "opcode " << *opcode
           << (*opcode == kPreviewCallOpcode ? " (preview$call)" : "")
           << " uses preview feature 'simt', which is not supported";
  const OpEncoding *encoding = lookupOpEncoding(*opcode);
  if (!encoding)
    return emitErrorAt(context, offset) << "unknown opcode " << *opcode;
  if (tables.version < encoding->since)
    return emitErrorAt(context, offset)
           << "operation '" << encoding->name << "' requires bytecode version "
           << encoding->since.str() << ", got version " << tables.version.str();
  return &bind(*encoding);
}

LogicalResult InstructionReader::readInstruction(Block &block) {
  FailureOr<const BoundEncoding *> bound = readOpcode();
  if (failed(bound))
    return failure();
  FailureOr<Location> location = locations->next();
  if (failed(location))
    return failure();
  Instruction instruction(**bound, *location);
  auto outer = std::exchange(
      tables.types.user, TypeTable::User{*location, instruction.encoding.name});
  llvm::scope_exit leave([&] { tables.types.user = outer; });
  if (failed(readResultTypes(instruction)) || failed(readFlags(instruction)) ||
      failed(readAttributes(instruction)) ||
      failed(readOperands(instruction)) || failed(readRegions(instruction)))
    return failure();
  addDefaults(instruction);
  finish(instruction, block);
  return success();
}

void InstructionReader::finish(Instruction &instruction, Block &block) {
  Operation *op = Operation::create(instruction.state);
  block.push_back(op);
  llvm::append_range(values,
                     op->getResults().take_front(instruction.numNumbered));
}

//===----------------------------------------------------------------------===//
// Results and flags
//===----------------------------------------------------------------------===//

FailureOr<uint64_t>
InstructionReader::readResultCount(const OpEncoding &encoding) {
  uint64_t fixed = 0;
  bool variadic = false;
  for (const ResultEncoding &result : encoding.results) {
    if (result.multiplicity == Multiplicity::Variadic)
      variadic = true;
    else if (result.since <= tables.version)
      ++fixed;
  }
  if (!encoding.countsResults)
    return fixed;
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> count = cursor->readCount(1, "a number of results");
  if (failed(count))
    return failure();
  if (*count < fixed || (!variadic && *count != fixed))
    return emitErrorAt(context, offset)
           << "expected operation '" << encoding.name << "' to have " << fixed
           << (variadic ? " or more" : "") << " results, got " << *count;
  return *count;
}

LogicalResult InstructionReader::readResultTypes(Instruction &instruction) {
  FailureOr<uint64_t> count = readResultCount(instruction.encoding);
  if (failed(count))
    return failure();
  for (uint64_t i = 0; i < *count; ++i) {
    FailureOr<Type> type = tables.types.read(*cursor);
    if (failed(type))
      return failure();
    instruction.state.types.push_back(*type);
  }
  instruction.numNumbered = *count;
  // A result that came later is a token, which nothing in the file can use.
  for (const ResultEncoding &result : instruction.encoding.results)
    if (result.since > tables.version)
      instruction.state.types.push_back(cuda_tile::TokenType::get(context));
  return success();
}

LogicalResult InstructionReader::readFlags(Instruction &instruction) {
  const OpEncoding &encoding = instruction.encoding;
  if (!encoding.hasFlagsIn(tables.version))
    return success();
  uint64_t offset = cursor->offset(), known = 0;
  FailureOr<uint64_t> flags = cursor->readVarint("an operation's flags");
  if (failed(flags))
    return failure();
  auto addKnown = [&](int8_t flag, BytecodeVersion since) {
    if (flag != kNoFlag && since <= tables.version)
      known |= uint64_t(1) << flag;
  };
  for (const AttributeEncoding &field : encoding.attributes)
    addKnown(field.flag, field.since);
  for (const OperandEncoding &operand : encoding.operands)
    addKnown(operand.flag, operand.since);
  if (*flags & ~known)
    return emitErrorAt(context, offset)
           << "operation '" << encoding.name << "' has unknown flags "
           << (*flags & ~known);
  instruction.flags = *flags;
  return success();
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult InstructionReader::readAttributes(Instruction &instruction) {
  for (auto [field, name] : llvm::zip_equal(instruction.encoding.attributes,
                                            instruction.bound.attributeNames)) {
    if (tables.version < field.since || !instruction.isPresent(field.flag))
      continue;
    uint64_t offset = cursor->offset();
    FailureOr<Attribute> attribute = readAttribute(field, instruction);
    if (failed(attribute))
      return failure();
    if (!field.accepts(*attribute))
      return emitErrorAt(context, offset)
             << "attribute '" << field.name << "' of operation '"
             << instruction.encoding.name << "' can't be " << *attribute;
    instruction.state.addAttribute(name, *attribute);
  }
  return success();
}

/// Sets the defaults of attributes that are newer than the file. Called after
/// the operands, whose number gives the length of an array.
void InstructionReader::addDefaults(Instruction &instruction) {
  for (auto [field, name] : llvm::zip_equal(instruction.encoding.attributes,
                                            instruction.bound.attributeNames)) {
    if (field.since <= tables.version)
      continue;
    if (field.form == AttributeForm::BoolArray) {
      SmallVector<bool> flags(instruction.numVariadic, false);
      instruction.state.addAttribute(name,
                                     DenseBoolArrayAttr::get(context, flags));
    } else if (field.hasEnumDefault()) {
      uint32_t value = field.enumeration->lookup(field.defaultValue)->value;
      instruction.state.addAttribute(
          name, field.enumeration->toAttribute(context, value));
    }
  }
}

FailureOr<Attribute>
InstructionReader::readAttribute(const AttributeEncoding &field,
                                 Instruction &instruction) {
  switch (field.form) {
  case AttributeForm::Flag:
    return Attribute(UnitAttr::get(context));
  case AttributeForm::Enum:
    return readEnum(*field.enumeration);
  case AttributeForm::Int32:
    return readInteger(32);
  case AttributeForm::Int64:
    return readInteger(64);
  case AttributeForm::Bool: {
    FailureOr<bool> value = cursor->readBool(field.name);
    if (failed(value))
      return failure();
    return Attribute(BoolAttr::get(context, *value));
  }
  case AttributeForm::String: {
    FailureOr<StringAttr> text = tables.strings.read(*cursor);
    if (failed(text))
      return failure();
    return Attribute(*text);
  }
  case AttributeForm::Symbol: {
    FailureOr<StringAttr> symbol =
        tables.strings.readNonEmpty(*cursor, "a symbol");
    if (failed(symbol))
      return failure();
    return Attribute(FlatSymbolRefAttr::get(*symbol));
  }
  case AttributeForm::Int32Array:
    return readInt32Array();
  case AttributeForm::BoolArray:
    return readBoolArray();
  case AttributeForm::Hints:
    return attributes.readHints(*cursor);
  case AttributeForm::Tagged:
    return attributes.readTagged(*cursor);
  case AttributeForm::TaggedArray:
    return FailureOr<Attribute>(attributes.readArray(*cursor));
  case AttributeForm::Constant:
    return FailureOr<Attribute>(
        tables.constants.read(*cursor, instruction.state.types.front()));
  }
  llvm_unreachable("all forms are handled");
}

FailureOr<Attribute>
InstructionReader::readEnum(const EnumEncoding &enumeration) {
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> value = cursor->readVarint(enumeration.name);
  if (failed(value))
    return failure();
  const EnumEncoding::Case *known = enumeration.lookup(*value);
  if (!known)
    return emitErrorAt(context, offset)
           << "unknown value " << *value << " of " << enumeration.name;
  if (tables.version < known->since)
    return emitErrorAt(context, offset)
           << enumeration.name << " '" << known->keyword
           << "' requires bytecode version " << known->since.str()
           << ", got version " << tables.version.str();
  return enumeration.toAttribute(context, known->value);
}

/// Negative 32-bit integers occur zero-extended and, in other writers' files,
/// sign-extended.
FailureOr<Attribute> InstructionReader::readInteger(unsigned width) {
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> value = cursor->readVarint("an integer");
  if (failed(value))
    return failure();
  if (!llvm::isUIntN(width, *value) &&
      !llvm::isIntN(width, static_cast<int64_t>(*value)))
    return emitErrorAt(context, offset)
           << "expected an integer of " << width << " bits, got " << *value;
  APInt bits = APInt(64, *value).zextOrTrunc(width);
  return Attribute(IntegerAttr::get(IntegerType::get(context, width), bits));
}

FailureOr<Attribute> InstructionReader::readInt32Array() {
  SmallVector<int32_t> numbers;
  if (failed(readNumberArray(*cursor, numbers)) ||
      failed(checkNotReserved<int32_t>(*cursor, numbers)))
    return failure();
  return Attribute(DenseI32ArrayAttr::get(context, numbers));
}

FailureOr<Attribute> InstructionReader::readBoolArray() {
  FailureOr<uint64_t> count = cursor->readCount(1, "an array size");
  if (failed(count))
    return failure();
  SmallVector<bool> flags;
  for (uint64_t i = 0; i < *count; ++i) {
    FailureOr<bool> flag = cursor->readBool("an array element");
    if (failed(flag))
      return failure();
    flags.push_back(*flag);
  }
  return Attribute(DenseBoolArrayAttr::get(context, flags));
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

LogicalResult InstructionReader::readOperands(Instruction &instruction) {
  switch (instruction.encoding.operandLayout) {
  case OperandLayout::Plain:
    return readValues(instruction, instruction.encoding.operands.size());
  case OperandLayout::Counted:
    return readCountedOperands(instruction);
  case OperandLayout::Segments:
    return readSegments(instruction);
  }
  llvm_unreachable("all layouts are handled");
}

LogicalResult InstructionReader::readValues(Instruction &instruction,
                                            uint64_t count) {
  for (uint64_t i = 0; i < count; ++i) {
    FailureOr<uint64_t> index =
        cursor->readIndex(values.size(), "a value index");
    if (failed(index))
      return failure();
    instruction.state.operands.push_back(values[*index]);
  }
  return success();
}

LogicalResult InstructionReader::readCountedOperands(Instruction &instruction) {
  uint64_t min = 0, max = 0;
  for (const OperandEncoding &operand : instruction.encoding.operands) {
    min += operand.multiplicity == Multiplicity::Single;
    max += 1;
    if (operand.multiplicity == Multiplicity::Variadic)
      max = cursor->remaining();
  }
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> count = cursor->readCount(1, "a number of operands");
  if (failed(count))
    return failure();
  if (*count < min || *count > max)
    return emitErrorAt(context, offset)
           << "expected operation '" << instruction.encoding.name
           << "' to have " << min << " to " << max << " operands, got "
           << *count;
  return readValues(instruction, *count);
}

LogicalResult InstructionReader::readSegments(Instruction &instruction) {
  SmallVector<int32_t> sizes;
  for (const OperandEncoding &operand : instruction.encoding.operands) {
    uint64_t size = 1;
    if (operand.since > tables.version) {
      size = 0;
    } else if (operand.multiplicity == Multiplicity::Optional) {
      size = instruction.isPresent(operand.flag);
    } else if (operand.multiplicity == Multiplicity::Variadic) {
      FailureOr<uint64_t> count = cursor->readCount(1, "a number of operands");
      if (failed(count))
        return failure();
      size = instruction.numVariadic = *count;
    }
    if (failed(readValues(instruction, size)))
      return failure();
    sizes.push_back(size);
  }
  instruction.state.addAttribute("operandSegmentSizes",
                                 DenseI32ArrayAttr::get(context, sizes));
  return success();
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult InstructionReader::readRegions(Instruction &instruction) {
  const OpEncoding &encoding = instruction.encoding;
  if (encoding.numRegions == 0)
    return success();
  uint64_t offset = cursor->offset();
  FailureOr<uint64_t> count = cursor->readVarint("a number of regions");
  if (failed(count))
    return failure();
  if (*count != encoding.numRegions)
    return emitErrorAt(context, offset)
           << "expected operation '" << encoding.name << "' to have "
           << unsigned(encoding.numRegions) << " regions, got " << *count;
  if (depth == kMaxRegionDepth)
    return emitErrorAt(context, offset) << "regions are nested too deep";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  for (uint64_t i = 0; i < *count; ++i)
    if (failed(readRegion(*instruction.state.addRegion())))
      return failure();
  return success();
}

LogicalResult InstructionReader::readRegion(Region &region) {
  FailureOr<uint64_t> count = cursor->readCount(2, "a number of blocks");
  if (failed(count))
    return failure();
  for (uint64_t i = 0; i < *count; ++i)
    if (failed(readBlock(region.emplaceBlock())))
      return failure();
  return success();
}

LogicalResult InstructionReader::readBlock(Block &block) {
  size_t numOuterValues = values.size();
  FailureOr<uint64_t> numArguments =
      cursor->readCount(1, "a number of block arguments");
  if (failed(numArguments))
    return failure();
  for (uint64_t i = 0; i < *numArguments; ++i) {
    FailureOr<Type> type = tables.types.read(*cursor);
    if (failed(type))
      return failure();
    values.push_back(block.addArgument(*type, UnknownLoc::get(context)));
  }
  FailureOr<uint64_t> numOps = cursor->readCount(1, "a number of operations");
  if (failed(numOps))
    return failure();
  for (uint64_t i = 0; i < *numOps; ++i)
    if (failed(readInstruction(block)))
      return failure();
  values.truncate(numOuterValues);
  return success();
}
