//===- TypeTable.h - The type section ---------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The type section: a tag and a body for each type, which refers to other types
// by index. BytecodeReader.cpp has the grammar.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BYTECODE_READER_TYPETABLE_H
#define TILEIRAS_LIB_BYTECODE_READER_TYPETABLE_H

#include "LazyTable.h"

#include "tileiras/Bytecode/BytecodeFormat.h"
#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/BuiltinTypes.h"
#include "llvm/ADT/SmallVector.h"

#include <optional>
#include <vector>

namespace tileiras {

/// Types are read when first used, and once. A type may refer to others, but
/// only to a limited depth: the deepest legal nesting is function, view,
/// tensor_view, element. Function types are not values and never occur inside
/// other types.
class TypeTable {
public:
  TypeTable(LazyTable table, BytecodeVersion version)
      : table(table), version(version), types(table.size()) {}

  /// Reads a type index and returns the type, which isn't a function type.
  mlir::FailureOr<mlir::Type> read(ByteCursor &cursor);
  /// Does the same for function types only.
  mlir::FailureOr<mlir::FunctionType> readFunction(ByteCursor &cursor);

  /// The operation for which types are read. An error of a well-formed type is
  /// located at it; a malformed type is an error at an offset.
  struct User {
    mlir::Location location;
    llvm::StringRef name;
  };
  std::optional<User> user;

private:
  using Result = mlir::FailureOr<mlir::Type>;

  Result readAny(ByteCursor &cursor);
  Result parse(ByteCursor entry);
  Result parseSimple(ByteCursor &entry, TypeTag tag);
  Result parsePointer(ByteCursor &entry);
  Result parseTile(ByteCursor &entry);
  Result parseTensorView(ByteCursor &entry);
  Result parsePartitionView(ByteCursor &entry);
  Result parseStridedView(ByteCursor &entry);
  Result parseGatherScatterView(ByteCursor &entry);
  Result parseFunction(ByteCursor &entry);
  /// Reads the flags that say which optional parameters are present: a separate
  /// field from `since` on, none before. Only bit 0 is known.
  mlir::FailureOr<bool> readFlag(ByteCursor &entry, BytecodeVersion since);
  mlir::InFlightDiagnostic refuse(const ByteCursor &entry) const;
  template <typename T, typename... Parameters>
  Result makeChecked(const ByteCursor &entry, Parameters... parameters);
  mlir::LogicalResult readTypeList(ByteCursor &entry,
                                   llvm::SmallVectorImpl<mlir::Type> &list);

  LazyTable table;
  BytecodeVersion version;
  std::vector<mlir::Type> types;
  unsigned depth = 0;
};

} // namespace tileiras

#endif // TILEIRAS_LIB_BYTECODE_READER_TYPETABLE_H
