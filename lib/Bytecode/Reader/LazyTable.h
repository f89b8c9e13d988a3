//===- LazyTable.h - Tables of entries read on demand -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings, types, constants and debug attributes are in tables of one shape:
//
//   varint count · padding to W · count offsets of W bytes · entries
//
// Offsets count from the first entry; an entry ends where the next begins. They
// must not decrease: if entries overlapped, a small file could represent a
// large one.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H
#define TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H

#include "ByteCursor.h"

#include "mlir/IR/BuiltinAttributes.h"

#include <vector>

namespace tileiras {

class LazyTable {
public:
  /// Reads the head of a table that fills the rest of `section` and checks the
  /// offsets of its entries. `entryName` ("type") must outlive the table.
  static mlir::FailureOr<LazyTable>
  open(ByteCursor section, unsigned offsetWidth, llvm::StringRef entryName);
  /// Constructs a table without entries.
  LazyTable(mlir::MLIRContext *context, llvm::StringRef entryName)
      : name(entryName), offsets(context, {}, 0, entryName), entries(offsets) {}

  uint64_t size() const { return count; }
  /// The size of all entries together.
  uint64_t getNumBytes() const { return entries.remaining(); }
  /// Returns the bytes of entry `index`, which must be below size().
  ByteCursor getEntry(uint64_t index) const;

private:
  /// Returns offset `index`; the end of the entries for index size().
  uint64_t getOffset(uint64_t index) const;
  mlir::LogicalResult checkOffsets() const;

  llvm::StringRef name;
  uint64_t count = 0;
  unsigned offsetWidth = 1;
  ByteCursor offsets;
  ByteCursor entries;
};

/// The string table, by which other records refer to strings. A string may be
/// long and used often, so it is made an attribute once.
class StringTable {
public:
  explicit StringTable(LazyTable table) : table(table), strings(table.size()) {}

  /// Reads the index of a string and returns the string.
  mlir::FailureOr<mlir::StringAttr> read(ByteCursor &cursor);
  /// Does the same, and refuses the empty string; `what` names its use.
  mlir::FailureOr<mlir::StringAttr> readNonEmpty(ByteCursor &cursor,
                                                 llvm::StringRef what);

private:
  LazyTable table;
  std::vector<mlir::StringAttr> strings;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H
