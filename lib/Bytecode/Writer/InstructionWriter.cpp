//===- InstructionWriter.cpp - Bodies of functions ------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "InstructionWriter.h"

#include "DroppedAttributes.h"
#include "Limits.h"
#include "WriterErrors.h"

#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace tileiras;

EncodingTable::EncodingTable(MLIRContext *context) {
  encodings.reserve(getOpEncodings().size());
  for (const OpEncoding &encoding : getOpEncodings()) {
    const BoundEncoding &bound = encodings.emplace_back(encoding, context);
    byName.try_emplace(bound.name, &bound);
  }
}

const BoundEncoding *EncodingTable::lookup(Operation *op) const {
  return byName.lookup(op->getName());
}

LogicalResult InstructionWriter::writeBody(Block &block) {
  define(block.getArguments());
  for (Operation &op : block)
    if (failed(writeInstruction(&op)))
      return failure();
  return success();
}

void InstructionWriter::define(ValueRange values) {
  for (Value value : values)
    numbers[value] = nextNumber++;
}

//===----------------------------------------------------------------------===//
// Instructions
//===----------------------------------------------------------------------===//

/// Returns the number of values for each operand of the encoding.
static SmallVector<int32_t> getSegments(Operation *op,
                                        const OpEncoding &encoding) {
  if (encoding.operandLayout != OperandLayout::Segments)
    return {};
  auto sizes = op->getAttrOfType<DenseI32ArrayAttr>("operandSegmentSizes");
  return llvm::to_vector(sizes.asArrayRef());
}

FailureOr<InstructionWriter::Instruction>
InstructionWriter::bind(Operation *op) {
  const BoundEncoding *bound = encodings.lookup(op);
  if (!bound)
    return op->emitOpError("has no bytecode form");
  Instruction instruction{
      op, *bound, bound->encoding, getSegments(op, bound->encoding), {}};
  for (StringAttr name : bound->attributeNames)
    instruction.attributes.push_back(op->getAttr(name));
  return instruction;
}

/// Returns whether an attribute has the default of files that lack it.
static bool isDefault(const AttributeEncoding &field, Attribute attribute) {
  if (!attribute)
    return true;
  if (field.hasEnumDefault())
    return field.enumeration->lookup(field.defaultValue)->value ==
           field.enumeration->fromAttribute(attribute);
  if (auto flags = dyn_cast<DenseBoolArrayAttr>(attribute))
    return !llvm::is_contained(flags.asArrayRef(), true);
  return false;
}

static std::string spellLater(const AttributeEncoding &field) {
  std::string text = ("attribute '" + field.name + "'").str();
  if (field.hasEnumDefault())
    text += (" other than '" + field.defaultValue + "'").str();
  return text;
}

/// Refuses an operation, or a field of it, that is newer than the version.
LogicalResult InstructionWriter::checkVersion(const Instruction &instruction) {
  const OpEncoding &encoding = instruction.encoding;
  Operation *op = instruction.op;
  if (pools.version < encoding.since)
    return emitNeedsVersion(op, "", encoding.since, pools.version);
  for (auto [field, attribute] :
       llvm::zip_equal(encoding.attributes, instruction.attributes))
    if (pools.version < field.since && !isDefault(field, attribute))
      return emitNeedsVersion(op, spellLater(field), field.since,
                              pools.version);
  for (auto [operand, size] :
       llvm::zip(encoding.operands, instruction.segments))
    if (pools.version < operand.since && size > 0)
      return emitNeedsVersion(op, "operand '" + operand.name + "'",
                              operand.since, pools.version);
  return success();
}

LogicalResult InstructionWriter::writeInstruction(Operation *op) {
  FailureOr<Instruction> instruction = bind(op);
  if (failed(instruction) || failed(checkVersion(*instruction)) ||
      failed(debug.addLocation(op, locations)))
    return failure();
  FailureOr<ResultRange> results = getWrittenResults(*instruction);
  if (failed(results))
    return failure();
  warnDropped(op);
  buffer.writeVarint(instruction->encoding.opcode);
  if (failed(writeResultTypes(*instruction, *results)))
    return failure();
  writeFlags(*instruction);
  if (failed(writeAttributes(*instruction)))
    return failure();
  writeOperands(*instruction);
  if (failed(writeRegions(*instruction)))
    return failure();
  define(*results);
  return success();
}

//===----------------------------------------------------------------------===//
// Results and flags
//===----------------------------------------------------------------------===//

/// Returns the results that the version has; newer ones are last and must be
/// unused.
FailureOr<ResultRange>
InstructionWriter::getWrittenResults(const Instruction &instruction) {
  Operation *op = instruction.op;
  unsigned numWritten = op->getNumResults();
  for (const ResultEncoding &result :
       llvm::reverse(instruction.encoding.results)) {
    if (result.since <= pools.version)
      break;
    OpResult later = op->getResult(--numWritten);
    if (later.use_empty())
      continue;
    InFlightDiagnostic diag =
        emitNeedsVersion(op, "result '" + result.name + "' that is used",
                         result.since, pools.version);
    diag.attachNote(later.use_begin()->getOwner()->getLoc()) << "used here";
    return diag;
  }
  return op->getResults().take_front(numWritten);
}

LogicalResult
InstructionWriter::writeResultTypes(const Instruction &instruction,
                                    ResultRange results) {
  if (instruction.encoding.countsResults)
    buffer.writeVarint(results.size());
  for (Type type : results.getTypes())
    if (failed(pools.types.write(type, instruction.op, buffer)))
      return failure();
  return success();
}

void InstructionWriter::writeFlags(const Instruction &instruction) {
  const OpEncoding &encoding = instruction.encoding;
  if (!encoding.hasFlagsIn(pools.version))
    return;
  uint64_t flags = 0;
  auto set = [&](int8_t flag, bool present) {
    if (flag != kNoFlag)
      flags |= uint64_t(present) << flag;
  };
  for (auto [field, attribute] :
       llvm::zip_equal(encoding.attributes, instruction.attributes))
    set(field.flag, attribute != nullptr);
  for (auto [operand, size] :
       llvm::zip(encoding.operands, instruction.segments))
    set(operand.flag, size > 0);
  buffer.writeVarint(flags);
}

//===----------------------------------------------------------------------===//
// Attributes
//===----------------------------------------------------------------------===//

LogicalResult
InstructionWriter::writeAttributes(const Instruction &instruction) {
  for (auto [field, attribute] : llvm::zip_equal(
           instruction.encoding.attributes, instruction.attributes)) {
    if (pools.version < field.since || (field.flag != kNoFlag && !attribute))
      continue;
    if (!attribute)
      return instruction.op->emitOpError("lacks attribute '")
             << field.name << "'";
    if (failed(writeAttribute(field, attribute, instruction)))
      return failure();
  }
  return success();
}

LogicalResult
InstructionWriter::writeAttribute(const AttributeEncoding &field,
                                  Attribute attribute,
                                  const Instruction &instruction) {
  Operation *op = instruction.op;
  AttributeWriter writer(pools, op, buffer);
  switch (field.form) {
  case AttributeForm::Flag:
    return success();
  case AttributeForm::Enum:
    return writeEnum(field, attribute, op);
  case AttributeForm::Int32:
  case AttributeForm::Int64:
    buffer.writeVarint(cast<IntegerAttr>(attribute).getValue().getZExtValue());
    return success();
  case AttributeForm::Bool:
    buffer.writeByte(cast<BoolAttr>(attribute).getValue());
    return success();
  case AttributeForm::String:
    buffer.writeVarint(pools.strings.add(cast<StringAttr>(attribute)));
    return success();
  case AttributeForm::Symbol:
    buffer.writeVarint(
        pools.strings.add(cast<FlatSymbolRefAttr>(attribute).getValue()));
    return success();
  case AttributeForm::Int32Array:
    buffer.writeNumberArray(cast<DenseI32ArrayAttr>(attribute).asArrayRef());
    return success();
  case AttributeForm::BoolArray:
    writeBoolArray(cast<DenseBoolArrayAttr>(attribute), instruction);
    return success();
  case AttributeForm::Hints:
    return writer.writeDictionary(
        cast<cuda_tile::OptimizationHintsAttr>(attribute).getValue());
  case AttributeForm::Tagged:
    return writer.writeTagged(attribute);
  case AttributeForm::TaggedArray:
    return writer.writeArray(cast<ArrayAttr>(attribute));
  case AttributeForm::Constant:
    buffer.writeVarint(pools.constants.add(cast<DenseElementsAttr>(attribute)));
    return success();
  }
  llvm_unreachable("all forms are handled");
}

LogicalResult InstructionWriter::writeEnum(const AttributeEncoding &field,
                                           Attribute attribute, Operation *op) {
  uint32_t value = field.enumeration->fromAttribute(attribute);
  const EnumEncoding::Case *known = field.enumeration->lookup(value);
  if (pools.version < known->since)
    return emitNeedsVersion(op,
                            "attribute '" + field.name + "' with value '" +
                                known->keyword + "'",
                            known->since, pools.version);
  buffer.writeVarint(value);
  return success();
}

/// Writes an element for each operand of the variadic one: the IR may omit the
/// array if all are false, but the file may not.
void InstructionWriter::writeBoolArray(DenseBoolArrayAttr attribute,
                                       const Instruction &instruction) {
  SmallVector<bool> flags(attribute.asArrayRef());
  for (auto [operand, size] :
       llvm::zip(instruction.encoding.operands, instruction.segments))
    if (flags.empty() && operand.multiplicity == Multiplicity::Variadic)
      flags.assign(size, false);
  buffer.writeVarint(flags.size());
  for (bool flag : flags)
    buffer.writeByte(flag);
}

//===----------------------------------------------------------------------===//
// Operands
//===----------------------------------------------------------------------===//

void InstructionWriter::writeValues(ValueRange values) {
  for (Value value : values)
    buffer.writeVarint(numbers.at(value));
}

/// Operands that are newer than the version are absent (checkVersion).
void InstructionWriter::writeOperands(const Instruction &instruction) {
  OperandRange operands = instruction.op->getOperands();
  OperandLayout layout = instruction.encoding.operandLayout;
  if (layout == OperandLayout::Counted)
    buffer.writeVarint(operands.size());
  if (layout != OperandLayout::Segments) {
    writeValues(operands);
    return;
  }
  for (auto [operand, size] :
       llvm::zip_equal(instruction.encoding.operands, instruction.segments)) {
    if (operand.multiplicity == Multiplicity::Variadic)
      buffer.writeVarint(size);
    writeValues(operands.take_front(size));
    operands = operands.drop_front(size);
  }
}

//===----------------------------------------------------------------------===//
// Regions
//===----------------------------------------------------------------------===//

LogicalResult InstructionWriter::writeRegions(const Instruction &instruction) {
  Operation *op = instruction.op;
  if (op->getNumRegions() == 0)
    return success();
  if (depth == kMaxRegionDepth)
    return op->emitOpError("is nested too deep: ")
           << kMaxRegionDepth << " regions in each other at most";
  ++depth;
  llvm::scope_exit leave([&] { --depth; });
  buffer.writeVarint(op->getNumRegions());
  for (Region &region : op->getRegions()) {
    buffer.writeVarint(region.getBlocks().size());
    for (Block &block : region)
      if (failed(writeBlock(block, op)))
        return failure();
  }
  return success();
}

LogicalResult InstructionWriter::writeBlock(Block &block, Operation *op) {
  uint64_t numOuterValues = nextNumber;
  buffer.writeVarint(block.getNumArguments());
  for (Type type : block.getArgumentTypes())
    if (failed(pools.types.write(type, op, buffer)))
      return failure();
  define(block.getArguments());
  buffer.writeVarint(block.getOperations().size());
  for (Operation &inner : block)
    if (failed(writeInstruction(&inner)))
      return failure();
  nextNumber = numOuterValues;
  return success();
}
