//===- OpEncoding.h - Bytecode encodings of operations ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// tileiras-tblgen derives this table from the op records: one OpEncoding for
// each operation that can be an instruction. It drives both reader and writer,
// so they can't disagree.
//
// An instruction of operation O in a file of version V is
//
//   opcode
//   number of results              if O.countsResults
//   type index of each result
//   flags                          if O.flagsSince <= V
//   each attribute                 if its since <= V and its flag, if any, is 1
//   operands                       see OperandLayout
//   regions                        if O.numRegions > 0
//
// where every number is an unsigned LEB128 varint. A field whose `since` is
// later than V does not exist in the file; its default is used instead.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_BYTECODE_OPENCODING_H
#define TILEIRAS_BYTECODE_OPENCODING_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/Attributes.h"
#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/StringRef.h"

#include <cstdint>

namespace tileiras {

/// The flag of a field that is always present.
inline constexpr int8_t kNoFlag = -1;

/// The values of an enum attribute.
struct EnumEncoding {
  struct Case {
    uint32_t value;
    llvm::StringLiteral keyword;
    BytecodeVersion since;
  };
  llvm::StringLiteral name;
  llvm::ArrayRef<Case> cases;
  mlir::Attribute (*toAttribute)(mlir::MLIRContext *, uint32_t);
  uint32_t (*fromAttribute)(mlir::Attribute);

  /// Returns the case of this number or keyword, or null.
  const Case *lookup(uint64_t value) const;
  const Case *lookup(llvm::StringRef keyword) const;
};

/// The forms of an attribute inside an instruction.
enum class AttributeForm : uint8_t {
  Flag,        ///< unit attribute: nothing but its flag bit
  Enum,        ///< varint
  Int32,       ///< varint of the zero-extended value
  Int64,       ///< varint
  Bool,        ///< byte 0 or 1
  String,      ///< index into the string table
  Symbol,      ///< index into the string table
  Int32Array,  ///< varint count, 4 bytes each
  BoolArray,   ///< varint count, a byte for each variadic operand
  Hints,       ///< dictionary without tag
  Tagged,      ///< any self-contained attribute
  TaggedArray, ///< varint count, self-contained attributes
  Constant,    ///< index into the constant table; the type is result 0's
};

struct AttributeEncoding {
  llvm::StringLiteral name;
  AttributeForm form;
  BytecodeVersion since;
  /// The bit of `flags` that says whether the attribute is present, or kNoFlag.
  int8_t flag;
  /// The value in files older than `since`, in the text form. Empty: absent
  /// (flagged), or all false (arrays).
  llvm::StringLiteral defaultValue;
  const EnumEncoding *enumeration;
  /// Returns whether an attribute has the C++ class that the operation stores.
  bool (*accepts)(mlir::Attribute);

  /// Returns whether `defaultValue` is a keyword of the enumeration.
  bool hasEnumDefault() const { return enumeration && flag == kNoFlag; }
};

enum class Multiplicity : uint8_t { Single, Optional, Variadic };

struct OperandEncoding {
  llvm::StringLiteral name;
  Multiplicity multiplicity;
  BytecodeVersion since;
  int8_t flag;
};

struct ResultEncoding {
  llvm::StringLiteral name;
  Multiplicity multiplicity;
  BytecodeVersion since;
};

enum class OperandLayout : uint8_t {
  Plain,    ///< a value index for each operand
  Counted,  ///< one count, then that many value indices
  Segments, ///< single: index; variadic: count, indices; optional: if flagged
};

struct OpEncoding {
  llvm::StringLiteral name;
  uint32_t opcode;
  BytecodeVersion since;
  bool countsResults;
  OperandLayout operandLayout;
  bool hasFlags;
  BytecodeVersion flagsSince;
  uint8_t numRegions;
  llvm::ArrayRef<ResultEncoding> results;
  llvm::ArrayRef<AttributeEncoding> attributes;
  llvm::ArrayRef<OperandEncoding> operands;

  bool hasFlagsIn(BytecodeVersion version) const {
    return hasFlags && flagsSince <= version;
  }
};

/// Returns all encodings, ordered by opcode.
llvm::ArrayRef<OpEncoding> getOpEncodings();

/// Returns the encoding of an opcode, or null.
const OpEncoding *lookupOpEncoding(uint64_t opcode);

} // namespace tileiras

#endif // TILEIRAS_BYTECODE_OPENCODING_H
