//===- OpRecords.h - Bytecode encodings in op records -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads the cuda_tile op records and derives the encoding of each instruction,
// by the rules of the format (see OpEncoding.h). Every generator starts here. A
// record that breaks a rule of the format is a fatal error at its location.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TBLGEN_OPRECORDS_H
#define TILEIRAS_TBLGEN_OPRECORDS_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/TableGen/EnumInfo.h"
#include "mlir/TableGen/Operator.h"

#include <optional>
#include <vector>

namespace llvm {
class RecordKeeper;
} // namespace llvm

namespace tileiras::tblgen {

struct AttributeRecord {
  llvm::StringRef name;
  /// The name of an AttributeForm enumerator.
  llvm::StringRef form;
  /// The C++ class that the operation stores.
  llvm::StringRef storageType;
  std::optional<mlir::tblgen::EnumInfo> enumeration;
  BytecodeVersion since;
  llvm::StringRef defaultValue;
  bool optional;
  int flag = -1;
};

/// An operand or a result.
struct ValueRecord {
  llvm::StringRef name;
  /// The name of a Multiplicity enumerator.
  llvm::StringRef multiplicity;
  BytecodeVersion since;
  int flag = -1;

  bool isOptional() const { return multiplicity == "Optional"; }
  bool isVariadic() const { return multiplicity == "Variadic"; }
};

struct OpRecord {
  explicit OpRecord(const llvm::Record &def);

  mlir::tblgen::Operator op;
  uint32_t opcode;
  BytecodeVersion since;
  std::vector<ValueRecord> results;
  std::vector<AttributeRecord> attributes;
  std::vector<ValueRecord> operands;
  /// The version from which the instruction has a flags field, if ever.
  std::optional<BytecodeVersion> flagsSince;

  bool countsResults() const;
  /// The name of an OperandLayout enumerator.
  llvm::StringRef operandLayout() const;

private:
  bool hasSegments() const;
  void readValues();
  void readAttributes();
  void readAdditions();
  void assignFlags();
};

/// Returns all operations, ordered by name.
std::vector<OpRecord> readOperations(const llvm::RecordKeeper &records);

/// Returns the operations that can be instructions, ordered by opcode.
std::vector<OpRecord> readInstructions(const llvm::RecordKeeper &records);

/// Returns the version from which an enum has a case: the case's `since` if its
/// record has one, the first version otherwise.
BytecodeVersion getCaseVersion(const mlir::tblgen::EnumCase &enumCase);

} // namespace tileiras::tblgen

#endif // TILEIRAS_TBLGEN_OPRECORDS_H
