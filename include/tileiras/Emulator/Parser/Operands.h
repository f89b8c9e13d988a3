//===- Operands.h - Operands as written and as decoded ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Operands as written, and the scopes in which names of registers, variables
// and parameters are looked up. The roles that the instruction table gives to
// operands are in ISA/OperandRoles.h.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PARSER_OPERANDS_H
#define TILEIRAS_EMULATOR_PARSER_OPERANDS_H

#include "tileiras/Emulator/ISA/OperandRoles.h"
#include "tileiras/Emulator/Parser/Cursor.h"
#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/StringMap.h"

namespace tileiras::emu {

struct ParsedOperand {
  enum Kind { Name, Sink, Immediate, Address, Vector };
  Kind kind = Name;
  bool negated = false;  // !%p
  bool afterBar = false; // the second of %p|%q
  llvm::StringRef name;  // Name; Address: the base, empty when absolute
  int64_t offset = 0;    // Name and Address: symbol+offset
  Literal literal;       // Immediate
  std::vector<ParsedOperand> elements; // Vector; Address: coordinates
};

/// Reads operands up to the closing ';'.
bool parseOperands(Cursor &cursor, std::vector<ParsedOperand> &operands);

/// The symbol tables of a function's nested blocks.
class Scopes {
public:
  Scopes(Program &program, Function &function)
      : program(program), function(function) {
    push();
  }

  void push() { scopes.emplace_back(); }
  void pop() { scopes.pop_back(); }
  /// The registers of the innermost block.
  RegisterTable takeRegisters() { return std::move(scopes.back().registers); }
  unsigned depth() const { return scopes.size(); }

  /// Returns whether the function may have \p count more registers of \p type.
  bool fits(Type type, uint64_t count) const;
  void declareRegister(llvm::StringRef name, Type type);
  /// Declares name<count>: name0 … name(count-1).
  void declareRange(llvm::StringRef name, Type type, uint32_t count);
  std::optional<Register> findRegister(llvm::StringRef name) const;

  /// A name of an address: .param is resolved to a number, .local by the frame,
  /// everything else by a symbol that the machine resolves.
  struct Symbol {
    enum Kind { Number, Local, Global } kind = Number;
    uint64_t number = 0;
    std::string global;
    uint64_t size = 0; // .param: bytes of it
  };
  void declareSymbol(llvm::StringRef name, Symbol symbol);
  std::optional<Symbol> findSymbol(llvm::StringRef name) const;

  /// The slot of a value that all lanes share.
  Slot constant(uint64_t low, unsigned bytes, llvm::StringRef symbol = "",
                uint64_t high = 0);
  /// Slot of a .local variable's address, set when a frame is made.
  Slot localAddress(uint64_t offset);
  Slot newRegister(Type type);

private:
  struct Scope {
    RegisterTable registers;
    llvm::StringMap<Symbol> symbols;
  };
  uint32_t allocate(Type type, uint32_t count);

  Program &program;
  Function &function;
  std::vector<Scope> scopes;
  std::map<std::tuple<std::string, unsigned, uint64_t, uint64_t>, Slot>
      constants;
  std::map<uint64_t, Slot> localSlots;
};

/// A special register's slot (PTX ISA "Special Registers"), by its name.
std::optional<Register> findSpecialRegister(llvm::StringRef name);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_OPERANDS_H
