//===- InstructionTable.h - The instruction table ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Instructions.def makes one InstructionInfo per line and declares one bind
// function per semantics. Only the declarations are here: the definitions are
// in lib/Emulator/Semantics, and the linker joins them. A bind function looks
// at the types and modifiers of an instruction and returns the template
// instance that executes it, or null when PTX has no such combination.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_INSTRUCTIONTABLE_H
#define TILEIRAS_EMULATOR_ISA_INSTRUCTIONTABLE_H

#include "tileiras/Emulator/ISA/Instruction.h"

#include "llvm/Support/raw_ostream.h"

#include <string>

namespace tileiras::emu {

/// All lines in order, chapters among them.
llvm::ArrayRef<InstructionInfo> instructionTable();

/// The section of the PTX ISA that \p line of the table follows: chapter and
/// words, "9.7.1 Integer Arithmetic Instructions: mul.wide".
std::string sectionOf(const InstructionInfo &line);

/// The words of \p line up to .sync, without it: "wgmma.fence".
llvm::StringRef wordsBeforeSync(const InstructionInfo &line);

/// The table in Markdown, for the documentation.
void printInstructions(llvm::raw_ostream &os);

/// The lines whose opcode (first word) is \p opcode, in table order.
llvm::ArrayRef<const InstructionInfo *> linesOf(llvm::StringRef opcode);

namespace bind {
#define INST(Words, Types, Modifiers, Operands, Bind, Class)                   \
  Handler Bind(const Instruction &);
#include "tileiras/Emulator/ISA/Instructions.def"
} // namespace bind

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_INSTRUCTIONTABLE_H
