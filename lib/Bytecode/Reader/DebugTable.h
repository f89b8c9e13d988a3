//===- DebugTable.h - The debug section -------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the locations of operations. The section holds a list of locations for
// each function, one for the function and one for each operation in pre-order,
// as indices into a table of debug attributes, which refer to each other. All
// indices count from 1; 0 is the unknown location.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_DEBUGTABLE_H
#define TILEIRAS_LIB_BYTECODE_READER_DEBUGTABLE_H

#include "LazyTable.h"

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/Location.h"

#include <vector>

namespace tileiras {

class DebugTable;

/// The locations of one function, in the order of the instructions.
class LocationList {
public:
  /// Constructs a list in which all locations are unknown.
  explicit LocationList(mlir::MLIRContext *context) : context(context) {}
  LocationList(DebugTable &table, ByteCursor indices);

  mlir::FailureOr<mlir::Location> next();

private:
  mlir::MLIRContext *context;
  DebugTable *table = nullptr;
  std::optional<ByteCursor> indices;
};

class DebugTable {
public:
  /// Opens the section, which may be missing.
  static mlir::FailureOr<DebugTable> open(mlir::MLIRContext *context,
                                          std::optional<ByteCursor> section,
                                          BytecodeVersion version,
                                          StringTable &strings);

  /// Reads a function's index into the section.
  mlir::FailureOr<LocationList> readFunction(ByteCursor &cursor);
  /// Returns the location of a table index; `offset` is the offset of the index
  /// in the file.
  mlir::FailureOr<mlir::Location> getLocation(uint64_t index, uint64_t offset);

private:
  /// A debug attribute and the number of attributes below it, which counts
  /// shared ones each time, as a printer or a verifier visits them.
  struct Entry {
    mlir::Attribute attribute;
    uint32_t numNodes = 0;
  };

  DebugTable(mlir::MLIRContext *context, BytecodeVersion version,
             StringTable &strings)
      : context(context), version(version), strings(strings),
        starts(context, {}, 0, "debug section"), indices(starts),
        table(context, "debug attribute") {}

  mlir::LogicalResult readHead(ByteCursor &section);
  mlir::FailureOr<mlir::Attribute> get(uint64_t index, uint64_t offset);
  mlir::FailureOr<mlir::Attribute> readReference(ByteCursor &entry);
  template <typename T>
  mlir::FailureOr<T> read(ByteCursor &entry, llvm::StringRef what);
  mlir::FailureOr<mlir::Attribute> readScope(ByteCursor &entry);

  mlir::FailureOr<mlir::Attribute> parse(ByteCursor entry);
  mlir::FailureOr<mlir::Attribute> parseFile(ByteCursor &entry);
  mlir::FailureOr<mlir::Attribute> parseCompileUnit(ByteCursor &entry);
  mlir::FailureOr<mlir::Attribute> parseSubprogram(ByteCursor &entry);
  mlir::FailureOr<mlir::Attribute> parseLexicalBlock(ByteCursor &entry);
  mlir::FailureOr<mlir::Attribute> parseLocation(ByteCursor &entry);
  mlir::FailureOr<mlir::Attribute> parseCallSite(ByteCursor &entry);

  mlir::MLIRContext *context;
  BytecodeVersion version;
  StringTable &strings;
  /// For each function, the start of its indices.
  uint64_t numFunctions = 0;
  ByteCursor starts;
  ByteCursor indices;
  LazyTable table;
  std::vector<Entry> entries;
  unsigned depth = 0;
  /// The nodes below the attribute that is being read.
  uint32_t numNodes = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_DEBUGTABLE_H
