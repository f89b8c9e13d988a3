//===- AttributeReader.h - Self-contained attributes ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads attributes whose kind is in the file: a tag and a body. They occur as
// assume predicates, identities of reductions, and values of optimization
// hints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_ATTRIBUTEREADER_H
#define TILEIRAS_LIB_BYTECODE_READER_ATTRIBUTEREADER_H

#include "ConstantTable.h"
#include "LazyTable.h"
#include "ReservedNumbers.h"
#include "TypeTable.h"

namespace tileiras {

/// The tables to which records of functions, globals and attributes refer.
struct Tables {
  BytecodeVersion version;
  StringTable strings;
  TypeTable types;
  ConstantTable constants;
};

class AttributeReader {
public:
  explicit AttributeReader(Tables &tables) : tables(tables) {}

  /// Reads a tag and a body.
  mlir::FailureOr<mlir::Attribute> readTagged(ByteCursor &cursor);
  /// Reads a varint count and that many tagged attributes.
  mlir::FailureOr<mlir::ArrayAttr> readArray(ByteCursor &cursor);
  /// Reads a varint count and that many pairs of string index and tagged
  /// attribute.
  mlir::FailureOr<mlir::DictionaryAttr> readDictionary(ByteCursor &cursor);
  /// Reads optimization hints: the body of a dictionary.
  mlir::FailureOr<mlir::Attribute> readHints(ByteCursor &cursor);

private:
  using Result = mlir::FailureOr<mlir::Attribute>;

  Result readBody(ByteCursor &cursor, AttributeTag tag);
  Result readInteger(ByteCursor &cursor);
  Result readFloat(ByteCursor &cursor);
  Result readType(ByteCursor &cursor);
  Result readString(ByteCursor &cursor);
  Result readDenseElements(ByteCursor &cursor);
  Result readDivBy(ByteCursor &cursor);
  Result readSameElements(ByteCursor &cursor);
  Result readBounded(ByteCursor &cursor);

  Tables &tables;
  unsigned depth = 0;
};

template <typename T>
mlir::LogicalResult checkNotReserved(const ByteCursor &cursor,
                                     llvm::ArrayRef<T> numbers) {
  if (std::optional<T> number = findReserved(numbers))
    return cursor.error() << "array element " << *number << " is reserved";
  return mlir::success();
}

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_ATTRIBUTEREADER_H
