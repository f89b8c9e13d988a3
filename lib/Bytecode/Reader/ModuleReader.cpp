//===- ModuleReader.cpp - Functions and globals ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleReader.h"

#include "Limits.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

ModuleReader::ModuleReader(const Container &container, Tables &tables,
                           DebugTable &debug, cuda_tile::ModuleOp module)
    : container(container), tables(tables), debug(debug), attributes(tables),
      instructions(tables, module.getContext()), module(module),
      builder(OpBuilder::atBlockEnd(&module.getBody().front())) {}

LogicalResult ModuleReader::read() {
  if (auto section = container[SectionId::Producer])
    if (failed(readProducer(*section)))
      return failure();
  if (auto section = container[SectionId::Global])
    if (failed(readGlobals(*section)))
      return failure();
  return readFunctions(*container[SectionId::Function]);
}

LogicalResult ModuleReader::readProducer(ByteCursor section) {
  FailureOr<StringAttr> producer = tables.strings.read(section);
  if (failed(producer))
    return failure();
  module.setProducer(producer->getValue());
  return success();
}

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LogicalResult ModuleReader::readGlobals(ByteCursor section) {
  FailureOr<uint64_t> count = section.readCount(4, "a number of globals");
  if (failed(count))
    return failure();
  for (uint64_t i = 0; i < *count; ++i)
    if (failed(readGlobal(section)))
      return failure();
  return success();
}

LogicalResult ModuleReader::readGlobal(ByteCursor &cursor) {
  FailureOr<StringAttr> name =
      tables.strings.readNonEmpty(cursor, "the name of a global");
  if (failed(name))
    return failure();
  FailureOr<Type> type = tables.types.read(cursor);
  if (failed(type))
    return failure();
  FailureOr<DenseElementsAttr> value = tables.constants.read(cursor, *type);
  if (failed(value))
    return failure();
  FailureOr<uint64_t> alignment =
      cursor.readIndex(uint64_t(1) << 63, "an alignment");
  if (failed(alignment))
    return failure();
  OperationState state(builder.getUnknownLoc(), GlobalOp::getOperationName());
  state.addAttribute("sym_name", *name);
  state.addAttribute("value", *value);
  state.addAttribute("alignment", builder.getI64IntegerAttr(*alignment));
  return readLaterGlobalFields(cursor, cast<GlobalOp>(builder.create(state)));
}

LogicalResult ModuleReader::readLaterGlobalFields(ByteCursor &cursor,
                                                  GlobalOp global) {
  if (tables.version < kGlobalFlagsSince)
    return success();
  FailureOr<uint64_t> visibility = cursor.readIndex(
      getMaxEnumValForSymbolVisibility() + 1, "the visibility of a global");
  if (failed(visibility))
    return failure();
  FailureOr<uint64_t> constant =
      cursor.readIndex(2, "whether a global is constant");
  if (failed(constant))
    return failure();
  global.setSymbolVisibility(static_cast<SymbolVisibility>(*visibility));
  global.setConstant(*constant == 1);
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult ModuleReader::readFunctions(ByteCursor section) {
  argumentBudget = maxArguments(section.remaining());
  FailureOr<uint64_t> count = section.readCount(5, "a number of functions");
  if (failed(count))
    return failure();
  for (uint64_t i = 0; i < *count; ++i)
    if (failed(readFunction(section)))
      return failure();
  return success();
}

/// In 13.5, the meaning of bit 2 changed from "hints follow" to a kind of
/// function that only the preview feature has.
LogicalResult ModuleReader::readFunctionFlags(ByteCursor &cursor,
                                              StringAttr name, bool &hasHints) {
  uint64_t offset = cursor.offset();
  FailureOr<uint8_t> flags = cursor.readByte("a function's flags");
  if (failed(flags))
    return failure();
  auto error = [&] {
    return emitErrorAt(cursor.getContext(), offset)
           << "function '" << name.getValue() << "' ";
  };
  if (*flags & ~(kFunctionPrivate | kFunctionEntry | kFunctionHints))
    return error() << "has unknown flags " << unsigned(*flags);
  if (!(*flags & kFunctionEntry))
    return error() << "is not an entry: it uses preview feature 'simt', which "
                      "is not supported";
  if (*flags & kFunctionPrivate)
    return error() << "is an entry and private; an entry must be public";
  bool bit2 = *flags & kFunctionHints;
  bool since5 = tables.version >= kEntryHintsSince;
  if (since5 && bit2)
    return error() << "is both an entry and an external implementation";
  hasHints = since5 || bit2;
  return success();
}

FailureOr<OptimizationHintsAttr>
ModuleReader::readFunctionHints(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Attribute> attribute = attributes.readTagged(cursor);
  if (failed(attribute))
    return failure();
  if (auto hints = dyn_cast<OptimizationHintsAttr>(*attribute))
    return hints;
  return emitErrorAt(cursor.getContext(), offset)
         << "expected optimization hints, got " << *attribute;
}

/// Entries have no attributes on arguments, although the format has a field for
/// them.
LogicalResult ModuleReader::readArgumentAttributes(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<Attribute> list = attributes.readTagged(cursor);
  if (failed(list))
    return failure();
  auto array = dyn_cast<ArrayAttr>(*list);
  bool allEmpty = array && llvm::all_of(array, [](Attribute attribute) {
                    auto entry = dyn_cast<DictionaryAttr>(attribute);
                    return entry && entry.empty();
                  });
  if (!allEmpty)
    return emitErrorAt(cursor.getContext(), offset)
           << "expected no argument attributes, got " << *list;
  return success();
}

FailureOr<FunctionType> ModuleReader::readFunctionType(ByteCursor &cursor) {
  uint64_t offset = cursor.offset();
  FailureOr<FunctionType> type = tables.types.readFunction(cursor);
  if (failed(type))
    return failure();
  if (type->getNumInputs() > argumentBudget)
    return emitErrorAt(cursor.getContext(), offset)
           << "functions have too many arguments for the size of the file";
  argumentBudget -= type->getNumInputs();
  return type;
}

FailureOr<ModuleReader::Signature>
ModuleReader::readSignature(ByteCursor &cursor) {
  FailureOr<StringAttr> name =
      tables.strings.readNonEmpty(cursor, "the name of a function");
  if (failed(name))
    return failure();
  FailureOr<FunctionType> type = readFunctionType(cursor);
  bool hasHints = false;
  if (failed(type) || failed(readFunctionFlags(cursor, *name, hasHints)))
    return failure();
  FailureOr<LocationList> locations = debug.readFunction(cursor);
  if (failed(locations))
    return failure();
  OptimizationHintsAttr hints;
  if (hasHints) {
    FailureOr<OptimizationHintsAttr> read = readFunctionHints(cursor);
    if (failed(read))
      return failure();
    hints = *read;
  }
  if (tables.version >= kEntryHintsSince &&
      failed(readArgumentAttributes(cursor)))
    return failure();
  return Signature{*name, *type, *locations, hints};
}

LogicalResult ModuleReader::readFunction(ByteCursor &cursor) {
  FailureOr<Signature> signature = readSignature(cursor);
  if (failed(signature))
    return failure();
  FailureOr<uint64_t> length = cursor.readVarint("the length of a body");
  if (failed(length))
    return failure();
  FailureOr<ByteCursor> body = cursor.take(*length, "a function body");
  if (failed(body))
    return failure();
  FailureOr<Location> location = signature->locations.next();
  if (failed(location))
    return failure();
  OperationState state(*location, EntryOp::getOperationName());
  state.addAttribute("sym_name", signature->name);
  state.addAttribute("function_type", TypeAttr::get(signature->type));
  // Missing hints and an empty list of hints are the same.
  if (signature->hints && !signature->hints.getValue().empty())
    state.addAttribute("optimization_hints", signature->hints);
  Block &block = state.addRegion()->emplaceBlock();
  ArrayRef<Type> inputs = signature->type.getInputs();
  block.addArguments(inputs, SmallVector<Location>(inputs.size(), *location));
  if (failed(instructions.readBody(*body, signature->locations, block)))
    return failure();
  builder.create(state);
  return success();
}
