//===- ModuleWriter.cpp - Functions and globals ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ModuleWriter.h"

#include "DroppedAttributes.h"
#include "Limits.h"
#include "SectionRules.h"
#include "WriterErrors.h"

#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Globals
//===----------------------------------------------------------------------===//

LogicalResult ModuleWriter::writeGlobals(ByteBuffer &section) {
  auto globals = module.getOps<GlobalOp>();
  section.writeVarint(llvm::range_size(globals));
  for (GlobalOp global : globals)
    if (failed(writeGlobal(global, section)))
      return failure();
  return success();
}

LogicalResult ModuleWriter::checkLaterFields(GlobalOp global) {
  if (pools.version >= kGlobalFlagsSince)
    return success();
  if (global.getConstant())
    return emitNeedsVersion(global, "attribute 'constant'", kGlobalFlagsSince,
                            pools.version);
  if (global.getSymbolVisibility() != SymbolVisibility::Public)
    return emitNeedsVersion(global,
                            "attribute 'symbol_visibility' other than 'public'",
                            kGlobalFlagsSince, pools.version);
  return success();
}

/// Globals have no location (Tile IR specification, section 9.1).
LogicalResult ModuleWriter::writeGlobal(GlobalOp global, ByteBuffer &section) {
  if (failed(checkLaterFields(global)))
    return failure();
  warnDropped(global);
  section.writeVarint(pools.strings.add(global.getSymName()));
  if (failed(pools.types.write(global.getTileType(), global, section)))
    return failure();
  section.writeVarint(pools.constants.add(global.getValue()));
  section.writeVarint(global.getAlignment());
  if (pools.version < kGlobalFlagsSince)
    return success();
  section.writeVarint(static_cast<uint64_t>(global.getSymbolVisibility()));
  section.writeVarint(global.getConstant());
  return success();
}

//===----------------------------------------------------------------------===//
// Functions
//===----------------------------------------------------------------------===//

LogicalResult ModuleWriter::writeFunctions(ByteBuffer &section) {
  auto entries = module.getOps<EntryOp>();
  section.writeVarint(llvm::range_size(entries));
  for (EntryOp entry : entries)
    if (failed(writeFunction(entry, section)))
      return failure();
  uint64_t numArguments = 0, max = maxArguments(section.bytes().size());
  for (EntryOp entry : entries)
    numArguments += entry.getNumArguments();
  if (numArguments > max)
    return module.emitOpError("has ")
           << numArguments << " arguments of functions, expected at most "
           << max << " in functions of this size";
  return success();
}

/// Missing hints and an empty list of hints are the same.
static bool hasHints(EntryOp entry) {
  OptimizationHintsAttr hints = entry.getOptimizationHintsAttr();
  return hints && !hints.getValue().empty();
}

/// Writes hints if there are any, and attributes of arguments, which have none.
/// From 13.5 on both are always present.
LogicalResult ModuleWriter::writeHints(EntryOp entry, ByteBuffer &section) {
  bool always = pools.version >= kEntryHintsSince;
  MLIRContext *context = entry.getContext();
  AttributeWriter writer(pools, entry, section);
  Attribute hints = entry.getOptimizationHintsAttr();
  if (!hasHints(entry))
    hints = OptimizationHintsAttr::get(context, DictionaryAttr::get(context));
  if ((always || hasHints(entry)) && failed(writer.writeTagged(hints)))
    return failure();
  return always ? writer.writeTagged(ArrayAttr::get(context, {})) : success();
}

static void warnDroppedOfArguments(EntryOp entry) {
  for (unsigned i = 0; i < entry.getNumArguments(); ++i)
    for (NamedAttribute attribute :
         cast<FunctionOpInterface>(*entry).getArgAttrs(i))
      entry.emitWarning("attribute '")
          << attribute.getName().getValue() << "' of argument " << i
          << " is dropped: bytecode can't hold it";
}

LogicalResult ModuleWriter::writeFunction(EntryOp entry, ByteBuffer &section) {
  warnDropped(entry);
  warnDroppedOfArguments(entry);
  FailureOr<uint64_t> type = pools.types.add(entry.getFunctionType(), entry);
  if (failed(type))
    return failure();
  LocationIndices locations;
  ByteBuffer body;
  InstructionWriter instructions(encodings, pools, debug, locations, body);
  if (failed(debug.addLocation(entry, locations)) ||
      failed(instructions.writeBody(entry.getBody().front())))
    return failure();
  section.writeVarint(pools.strings.add(entry.getSymName()));
  section.writeVarint(*type);
  bool flagged = pools.version < kEntryHintsSince && hasHints(entry);
  section.writeByte(kFunctionEntry | (flagged ? kFunctionHints : 0));
  section.writeVarint(debug.addFunction(locations));
  if (failed(writeHints(entry, section)))
    return failure();
  section.writeVarint(body.size());
  section.writeBytes(body.bytes());
  return success();
}

//===----------------------------------------------------------------------===//
// The file
//===----------------------------------------------------------------------===//

/// A file can only hold functions and globals.
LogicalResult ModuleWriter::checkBody() {
  warnDropped(module);
  for (Operation &op : module.getBody().front())
    if (!isa<EntryOp, GlobalOp>(op))
      return op.emitOpError("has no bytecode form outside of a function");
  return success();
}

void ModuleWriter::writeProducer(ByteBuffer &section) {
  if (pools.version >= kProducerSince)
    section.writeVarint(pools.strings.add(*module.getProducer()));
  else
    module.emitWarning("attribute 'producer' is dropped: it requires bytecode "
                       "version ")
        << kProducerSince.str() << ", asked to write " << pools.version.str();
}

static void writeHeader(BytecodeVersion version, ByteBuffer &file) {
  file.writeString(kBytecodeMagic);
  file.writeByte(version.getMajor());
  file.writeByte(version.getMinor());
  file.writeFixed(/*tag=*/0, 2);
}

static void writeSection(SectionId id, const ByteBuffer &payload,
                         ByteBuffer &file) {
  uint64_t alignment = getSectionRule(id).alignment;
  uint8_t aligned = alignment > 1 ? kSectionAlignedBit : 0;
  file.writeByte(static_cast<uint8_t>(id) | aligned);
  file.writeVarint(payload.size());
  if (aligned) {
    file.writeVarint(alignment);
    file.align(alignment);
  }
  file.writeBytes(payload.bytes());
}

/// Functions and globals come first: they fill the tables that follow.
FailureOr<ByteBuffer> ModuleWriter::write() {
  ByteBuffer file;
  writeHeader(pools.version, file);
  ByteBuffer globals, functions, constants, locations, types, producer, strings;
  if (failed(checkBody()) || failed(writeGlobals(globals)) ||
      failed(writeFunctions(functions)))
    return failure();
  if (!module.getOps<GlobalOp>().empty())
    writeSection(SectionId::Global, globals, file);
  writeSection(SectionId::Function, functions, file);
  pools.constants.write(constants);
  if (!pools.constants.empty())
    writeSection(SectionId::Constant, constants, file);
  debug.write(locations);
  if (!debug.empty())
    writeSection(SectionId::Debug, locations, file);
  pools.types.write(types);
  writeSection(SectionId::Type, types, file);
  if (module.getProducer())
    writeProducer(producer);
  if (producer.size() > 0)
    writeSection(SectionId::Producer, producer, file);
  pools.strings.write(strings);
  writeSection(SectionId::String, strings, file);
  file.writeByte(static_cast<uint8_t>(SectionId::EndOfBytecode));
  return file;
}
