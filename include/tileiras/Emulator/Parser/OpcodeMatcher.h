//===- OpcodeMatcher.h - Opcodes and lines of the table ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_PARSER_OPCODEMATCHER_H
#define TILEIRAS_EMULATOR_PARSER_OPCODEMATCHER_H

#include "tileiras/Emulator/ISA/Instruction.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/StringRef.h"

namespace tileiras::emu {

/// Fits the words of an opcode to one line of the table.
class OpcodeMatcher {
public:
  explicit OpcodeMatcher(const InstructionInfo &info);

  /// On failure, `accepted` words were understood.
  bool match(llvm::ArrayRef<llvm::StringRef> words);

  Modifiers modifiers;
  unsigned accepted = 0;

private:
  bool takeRequired(llvm::StringRef word);
  bool takeType(llvm::StringRef word);
  bool takeModifier(llvm::StringRef word);
  bool takeShape(llvm::StringRef word);

  const InstructionInfo &info;
  llvm::SmallVector<llvm::StringRef, 6> required;
  unsigned nextRequired = 0;
  unsigned numTypes = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_OPCODEMATCHER_H
