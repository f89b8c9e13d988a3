//===- LazyTable.h - Tables of entries read on demand -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Strings, types, constants and debug attributes lie in tables of one shape:
//
//   varint count · padding to W · count offsets of W bytes · entries
//
// Offsets count from the first entry; an entry ends where the next begins.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H
#define TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H

#include "ByteCursor.h"

namespace tileiras {

class LazyTable {
public:
  /// Reads the head of a table that fills the rest of `section`.
  /// `entryName` ("type") must outlive the table.
  static mlir::FailureOr<LazyTable>
  open(ByteCursor section, unsigned offsetWidth, llvm::StringRef entryName);
  /// A table without entries.
  LazyTable(mlir::MLIRContext *context, llvm::StringRef entryName)
      : offsets(context, {}, 0, entryName), entries(offsets) {}

  uint64_t size() const { return count; }
  /// The size of all entries together.
  uint64_t getNumBytes() const { return entries.remaining(); }
  /// The bytes of entry `index`, which must be below size().
  mlir::FailureOr<ByteCursor> getEntry(uint64_t index) const;

private:
  mlir::FailureOr<uint64_t> getOffset(uint64_t index) const;

  uint64_t count = 0;
  unsigned offsetWidth = 1;
  ByteCursor offsets;
  ByteCursor entries;
};

/// The string table, and how other records refer to it.
class StringTable {
public:
  explicit StringTable(LazyTable table) : table(table) {}

  /// Reads the index of a string and returns the string.
  mlir::FailureOr<llvm::StringRef> read(ByteCursor &cursor) const;
  /// The same, and refuses the empty string; `what` it is for.
  mlir::FailureOr<llvm::StringRef> readNonEmpty(ByteCursor &cursor,
                                                llvm::StringRef what) const;

private:
  LazyTable table;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_LAZYTABLE_H
