//===- DebugTable.cpp - The debug section ---------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DebugTable.h"

#include "Limits.h"

#include "tileiras/Bytecode/BytecodeFormat.h"
#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

#include "mlir/IR/Builders.h"
#include "llvm/ADT/ScopeExit.h"

using namespace mlir;
using namespace mlir::cuda_tile;
using namespace tileiras;

//===----------------------------------------------------------------------===//
// Head of the section
//===----------------------------------------------------------------------===//

LogicalResult DebugTable::readHead(ByteCursor &section) {
  FailureOr<uint64_t> count =
      section.readCount(4, "a number of functions with locations");
  if (failed(count) || failed(section.align(4)))
    return failure();
  numFunctions = *count;
  FailureOr<ByteCursor> offsets =
      section.take(4 * numFunctions, "the starts of functions");
  if (failed(offsets))
    return failure();
  starts = *offsets;
  FailureOr<uint64_t> numIndices =
      section.readCount(8, "a number of locations");
  if (failed(numIndices) || failed(section.align(8)))
    return failure();
  FailureOr<ByteCursor> all = section.take(8 * *numIndices, "locations");
  if (failed(all))
    return failure();
  indices = *all;
  return success();
}

FailureOr<DebugTable> DebugTable::open(MLIRContext *context,
                                       std::optional<ByteCursor> section,
                                       BytecodeVersion version,
                                       StringTable &strings) {
  DebugTable debug(context, version, strings);
  if (!section)
    return debug;
  if (failed(debug.readHead(*section)))
    return failure();
  FailureOr<LazyTable> table =
      LazyTable::open(*section, /*offsetWidth=*/4, "debug attribute");
  if (failed(table))
    return failure();
  debug.table = *table;
  debug.entries.resize(table->size());
  return debug;
}

//===----------------------------------------------------------------------===//
// Locations of a function
//===----------------------------------------------------------------------===//

FailureOr<LocationList> DebugTable::readFunction(ByteCursor &cursor) {
  FailureOr<uint64_t> index =
      cursor.readIndex(numFunctions + 1, "a debug index");
  if (failed(index))
    return failure();
  if (*index == 0)
    return LocationList(context);
  ByteCursor field = starts, list = indices;
  if (failed(field.take(4 * (*index - 1), "the starts before")))
    return failure();
  FailureOr<uint64_t> start = field.readFixed(4, "the start of locations");
  if (failed(start) || failed(list.take(8 * *start, "the locations before")))
    return failure();
  return LocationList(*this, list);
}

LocationList::LocationList(DebugTable &table, ByteCursor indices)
    : context(indices.getContext()), table(&table), indices(indices) {}

FailureOr<Location> LocationList::next() {
  if (!table)
    return Location(UnknownLoc::get(context));
  uint64_t offset = indices->offset();
  FailureOr<uint64_t> index = indices->readFixed(8, "a location");
  if (failed(index))
    return failure();
  return table->getLocation(*index, offset);
}

FailureOr<Location> DebugTable::getLocation(uint64_t index, uint64_t offset) {
  if (index == 0)
    return Location(UnknownLoc::get(context));
  numNodes = 0;
  FailureOr<Attribute> attribute = get(index, offset);
  if (failed(attribute))
    return failure();
  if (auto location = dyn_cast<LocationAttr>(*attribute))
    return Location(location);
  return emitErrorAt(context, offset)
         << "expected a location, got " << *attribute;
}

//===----------------------------------------------------------------------===//
// References
//===----------------------------------------------------------------------===//

FailureOr<Attribute> DebugTable::get(uint64_t index, uint64_t offset) {
  if (index > entries.size())
    return emitErrorAt(context, offset)
           << "expected a debug attribute index of at most " << entries.size()
           << ", got " << index;
  Entry &entry = entries[index - 1];
  if (!entry.attribute) {
    if (depth == kMaxDebugDepth)
      return emitErrorAt(context, offset)
             << "debug attribute " << index
             << " is nested too deep or refers to itself";
    ++depth;
    uint32_t outerNodes = std::exchange(numNodes, 1);
    llvm::scope_exit leave([&] {
      --depth;
      numNodes = outerNodes;
    });
    FailureOr<Attribute> attribute = parse(table.getEntry(index - 1));
    if (failed(attribute))
      return failure();
    entry = {*attribute, numNodes};
  }
  numNodes += entry.numNodes;
  if (numNodes > kMaxDebugNodes)
    return emitErrorAt(context, offset)
           << "debug attribute " << index
           << " is the root of a tree of more than " << kMaxDebugNodes
           << " attributes";
  return entry.attribute;
}

FailureOr<Attribute> DebugTable::readReference(ByteCursor &entry) {
  uint64_t offset = entry.offset();
  FailureOr<uint64_t> index = entry.readVarint("a debug attribute index");
  if (failed(index))
    return failure();
  if (*index == 0)
    return Attribute(UnknownLoc::get(context));
  return get(*index, offset);
}

template <typename T>
FailureOr<T> DebugTable::read(ByteCursor &entry, StringRef what) {
  uint64_t offset = entry.offset();
  FailureOr<Attribute> attribute = readReference(entry);
  if (failed(attribute))
    return failure();
  if (auto result = dyn_cast<T>(*attribute))
    return result;
  return emitErrorAt(context, offset)
         << "expected " << what << ", got " << *attribute;
}

FailureOr<Attribute> DebugTable::readScope(ByteCursor &entry) {
  uint64_t offset = entry.offset();
  FailureOr<Attribute> scope = readReference(entry);
  if (failed(scope))
    return failure();
  if (isa<DIFileAttr, DICompileUnitAttr, DISubprogramAttr, DILexicalBlockAttr>(
          *scope))
    return scope;
  return emitErrorAt(context, offset) << "expected a scope, got " << *scope;
}

/// Reads a line or column, a 32-bit number.
static FailureOr<unsigned> readNumber(ByteCursor &entry, StringRef what) {
  FailureOr<uint64_t> number = entry.readIndex(uint64_t(1) << 32, what);
  if (failed(number))
    return failure();
  return static_cast<unsigned>(*number);
}

namespace {
struct LineAndColumn {
  unsigned line, column;
};
} // namespace

static FailureOr<LineAndColumn> readLineAndColumn(ByteCursor &entry) {
  FailureOr<unsigned> line = readNumber(entry, "a line");
  if (failed(line))
    return failure();
  FailureOr<unsigned> column = readNumber(entry, "a column");
  if (failed(column))
    return failure();
  return LineAndColumn{*line, *column};
}

//===----------------------------------------------------------------------===//
// Entries
//===----------------------------------------------------------------------===//

FailureOr<Attribute> DebugTable::parse(ByteCursor entry) {
  FailureOr<uint64_t> tag = entry.readVarint("a debug attribute tag");
  if (failed(tag))
    return failure();
  switch (static_cast<DebugTag>(*tag)) {
  case DebugTag::CompileUnit:
    return parseCompileUnit(entry);
  case DebugTag::File:
    return parseFile(entry);
  case DebugTag::LexicalBlock:
    return parseLexicalBlock(entry);
  case DebugTag::Location:
    return parseLocation(entry);
  case DebugTag::Subprogram:
    return parseSubprogram(entry);
  case DebugTag::CallSite:
    return parseCallSite(entry);
  case DebugTag::Unknown:
    break;
  }
  // An attribute of an unknown kind means an unknown location.
  return Attribute(UnknownLoc::get(context));
}

FailureOr<Attribute> DebugTable::parseFile(ByteCursor &entry) {
  FailureOr<StringAttr> name = strings.read(entry);
  FailureOr<StringAttr> directory =
      failed(name) ? FailureOr<StringAttr>() : strings.read(entry);
  if (failed(directory))
    return failure();
  return Attribute(DIFileAttr::get(context, *name, *directory));
}

FailureOr<Attribute> DebugTable::parseCompileUnit(ByteCursor &entry) {
  FailureOr<DIFileAttr> file = read<DIFileAttr>(entry, "a file");
  if (failed(file))
    return failure();
  return Attribute(DICompileUnitAttr::get(context, *file));
}

FailureOr<Attribute> DebugTable::parseSubprogram(ByteCursor &entry) {
  FailureOr<DIFileAttr> file = read<DIFileAttr>(entry, "a file");
  if (failed(file))
    return failure();
  FailureOr<unsigned> line = readNumber(entry, "a line");
  FailureOr<StringAttr> name =
      failed(line) ? FailureOr<StringAttr>() : strings.read(entry);
  FailureOr<StringAttr> linkageName =
      failed(name) ? FailureOr<StringAttr>() : strings.read(entry);
  if (failed(linkageName))
    return failure();
  FailureOr<DICompileUnitAttr> unit =
      read<DICompileUnitAttr>(entry, "a compilation unit");
  FailureOr<unsigned> scopeLine =
      failed(unit) ? FailureOr<unsigned>() : readNumber(entry, "a scope line");
  if (failed(scopeLine))
    return failure();
  // The flags are those of later versions; none is known.
  if (version >= kSubprogramFlagsSince &&
      failed(entry.readIndex(1, "a subprogram's flags")))
    return failure();
  return Attribute(DISubprogramAttr::get(context, *file, *line, *name,
                                         *linkageName, *unit, *scopeLine));
}

FailureOr<Attribute> DebugTable::parseLexicalBlock(ByteCursor &entry) {
  FailureOr<Attribute> scope = readScope(entry);
  if (failed(scope))
    return failure();
  FailureOr<DIFileAttr> file = read<DIFileAttr>(entry, "a file");
  if (failed(file))
    return failure();
  FailureOr<LineAndColumn> position = readLineAndColumn(entry);
  if (failed(position))
    return failure();
  Attribute block = DILexicalBlockAttr::getChecked(
      [&] { return entry.error(); }, context, *scope, *file, position->line,
      position->column);
  if (!block)
    return failure();
  return block;
}

FailureOr<Attribute> DebugTable::parseLocation(ByteCursor &entry) {
  FailureOr<Attribute> scope = readScope(entry);
  FailureOr<StringAttr> file =
      failed(scope) ? FailureOr<StringAttr>() : strings.read(entry);
  if (failed(file))
    return failure();
  FailureOr<LineAndColumn> position = readLineAndColumn(entry);
  if (failed(position))
    return failure();
  Attribute location = DILocAttr::getChecked(
      [&] { return entry.error(); }, context,
      FileLineColLoc::get(*file, position->line, position->column), *scope);
  if (!location)
    return failure();
  return location;
}

FailureOr<Attribute> DebugTable::parseCallSite(ByteCursor &entry) {
  FailureOr<LocationAttr> callee =
      read<LocationAttr>(entry, "the location of the callee");
  if (failed(callee))
    return failure();
  FailureOr<LocationAttr> caller =
      read<LocationAttr>(entry, "the location of the caller");
  if (failed(caller))
    return failure();
  return Attribute(CallSiteLoc::get(*callee, *caller));
}
