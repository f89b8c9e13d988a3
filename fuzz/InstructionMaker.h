//===- InstructionMaker.h - Random PTX instructions -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_FUZZ_INSTRUCTIONMAKER_H
#define TILEIRAS_FUZZ_INSTRUCTIONMAKER_H

#include "ProgramText.h"

#include "tileiras/Emulator/Emulator.h"
#include "tileiras/Emulator/Parser/Operands.h"

namespace tileiras::fuzz {

/// Makes statements from the registers of a program.
class InstructionMaker {
public:
  InstructionMaker(const ProgramText &program, emu::RandomNumbers &random)
      : program(program), random(random) {}

  /// A line of the instruction table with operands by its roles. Some
  /// combinations of types and modifiers are not PTX.
  std::string instruction();
  /// Several statements that belong together.
  std::string idiom();
  /// A variable of the module called \p name, also one without bytes or without
  /// a definition.
  std::string moduleVariable(llvm::StringRef name);
  /// An access to a variable.
  std::string accessTo(llvm::StringRef name);
  /// A register of \p bytes, now and then a wider one; 0: a predicate.
  std::string reg(unsigned bytes);
  std::string number();

private:
  std::string operand(const emu::Role &role, const emu::Modifiers &modifiers);
  std::string value(unsigned bytes, bool isDestination);
  std::string vector(unsigned count, unsigned bytes);
  std::string address(llvm::StringRef opcode);
  std::string opcode(const emu::InstructionInfo &info,
                     emu::Modifiers &modifiers);
  bool oneIn(uint64_t n) { return random.below(n) == 0; }
  template <class Range> auto &any(Range &&range) {
    return range[random.below(std::size(range))];
  }

  const ProgramText &program;
  emu::RandomNumbers &random;
  std::string written; // the opcode of the operands
};

} // namespace tileiras::fuzz

#endif // TILEIRAS_FUZZ_INSTRUCTIONMAKER_H
