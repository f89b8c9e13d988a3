//===- FunctionParser.h - Bodies of PTX functions ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The statements of a function body: blocks, variables, labels, branch tables,
// .loc directives, calls and instructions (PTX ISA, "PTX Statements", "Function
// Directives").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PARSER_FUNCTIONPARSER_H
#define TILEIRAS_EMULATOR_PARSER_FUNCTIONPARSER_H

#include "tileiras/Emulator/Parser/Operands.h"

namespace tileiras::emu {

/// Reads the statements from '{' to its '}' and decodes every instruction.
/// Labels and registers live in blocks: inline assembly opens its own.
class FunctionParser {
public:
  FunctionParser(Cursor &cursor, Program &program, Function &function);
  bool parseBody();

private:
  bool parseStatement();
  bool parseDirective();
  bool parseRegisters();
  bool parseBlockVariable(Space space);
  bool parseParamVariables();
  bool parseLocation();
  bool parseCallSite(Location &location);
  bool parseLabel();
  bool parseBranchTable(llvm::StringRef label);
  bool parseInstruction();
  bool parseGuard(Slot &guard);
  bool parseBranch(Instruction &instruction, llvm::StringRef opcode);
  bool parseIndexedBranch(Instruction &instruction);
  bool parseCall(Instruction &instruction);
  bool parseCallOperands(CallSite &site, std::vector<ParsedOperand> &target);
  bool parseCallList(std::vector<CallSite::Copy> &list);
  bool finishControl(Instruction &instruction, llvm::StringRef opcode,
                     llvm::ArrayRef<ParsedOperand> operands);

  bool openBlock();
  /// Resolves the labels used in the innermost block; labels that it doesn't
  /// define are left to the enclosing block.
  bool closeBlock();
  bool resolve(llvm::StringRef label, uint32_t line, uint32_t *target);

  struct Pending {
    llvm::StringRef label;
    uint32_t line;
    uint32_t instruction; // the branch, or
    int table = -1;       // its branch table and
    uint32_t entry = 0;   // entry in it
    bool namesTable = false;
  };
  struct LabelScope {
    llvm::StringMap<uint32_t> labels;
    llvm::StringMap<uint32_t> tables;
    std::vector<Pending> pending;
    uint64_t frameEnd;
  };
  void settle(const Pending &pending, uint32_t target);

  Cursor &cursor;
  Program &program;
  Function &function;
  Scopes scopes;
  std::vector<LabelScope> labelScopes;
  uint64_t frameEnd = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_FUNCTIONPARSER_H
