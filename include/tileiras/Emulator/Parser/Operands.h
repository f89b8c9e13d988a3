//===- Operands.h - Operands as written and as decoded ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Roles of operands in Instructions.def, separated by blanks:
//
//   0 … 4     a value of the instruction's first, second… type
//   W         a value twice as wide as the first type (mul.wide)
//   h r d     a 16-, 32-, 64-bit value
//   p         a predicate
//   v         a 32-bit value or a part of a register, %r.h0
//   a b       a value of the first or second type, perhaps in a wider register
//   m         a memory address [register+offset], [symbol+offset], [number]
//   c         an address and 32-bit coordinates [register, {a, b…}]
//   V         like a, as many in braces as the .v2/.v4/.v8 modifier says
//   E         like V, but with the type's width
//   H R D     a vector of 16-bit (32-bit, 64-bit) registers, or one alone
//   B         a vector of 32-bit registers, in braces
//   M         an operand of mov: any register, immediate, name or vector
//   |p        a predicate written after '|' (absent: no slot)
//   …?        may be absent (no slot)
//   =…        the instruction writes these registers
//   -…        it only reads them, though no other operand is written either
//
// The first operand is an address (m, c) or says by = or - what it is, so that
// no line forgets what the checks of registers have to know (Table.cpp).
//
// Lines of the table that differ in an address [m], a vector (B) or neither are
// told apart by how their operands are written, and a predicate from a value
// (r, d) by the register that stands there.
//
// The widths of registers may exceed the type's for a, b and V: PTX ISA,
// "Operand Size Exceeding Instruction-Type Size".
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PARSER_OPERANDS_H
#define TILEIRAS_EMULATOR_PARSER_OPERANDS_H

#include "tileiras/Emulator/Parser/Cursor.h"
#include "tileiras/Emulator/Program.h"

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

/// A role as the table writes it.
struct Role {
  llvm::StringRef letters;
  bool optional, bar, written;

  explicit Role(llvm::StringRef text);
  bool mayBeAbsent() const { return optional || bar; }
};

llvm::SmallVector<Role, 12> rolesOf(const InstructionInfo &info);

/// Reads operands up to the closing ';'.
bool parseOperands(Cursor &cursor, std::vector<ParsedOperand> &operands);

/// What the names of a function mean, block by block.
class Scopes {
public:
  Scopes(Program &program, Function &function)
      : program(program), function(function) {
    push();
  }

  void push() { blocks.emplace_back(); }
  void pop() { blocks.pop_back(); }
  /// The registers of the innermost block.
  RegisterTable takeRegisters() { return std::move(blocks.back().registers); }
  unsigned depth() const { return blocks.size(); }

  /// May the function have \p count more registers of \p type?
  bool hasRoom(Type type, uint64_t count) const;
  void declareRegister(llvm::StringRef name, Type type);
  /// name<count>: name0 … name(count-1).
  void declareRange(llvm::StringRef name, Type type, uint32_t count);
  std::optional<Register> findRegister(llvm::StringRef name) const;

  /// A name that stands for an address: .param by its number, .local by the
  /// frame, everything else by a symbol that the machine resolves.
  struct Symbol {
    enum Kind { Number, Local, Global } kind = Number;
    uint64_t number = 0;
    std::string global;
    uint64_t size = 0; // .param: bytes of it
  };
  void declareSymbol(llvm::StringRef name, Symbol symbol);
  std::optional<Symbol> findSymbol(llvm::StringRef name) const;

  /// Slot of a value all lanes share.
  Slot constant(uint64_t low, unsigned bytes, llvm::StringRef symbol = "",
                uint64_t high = 0);
  /// Slot of a .local variable's address, set when a frame is made.
  Slot localAddress(uint64_t offset);
  Slot newRegister(Type type);

private:
  struct Block {
    RegisterTable registers;
    llvm::StringMap<Symbol> symbols;
  };
  uint32_t allocate(Type type, uint32_t count);

  Program &program;
  Function &function;
  std::vector<Block> blocks;
  std::map<std::tuple<std::string, unsigned, uint64_t, uint64_t>, Slot>
      constants;
  std::map<uint64_t, Slot> localSlots;
};

/// A special register's slot (PTX ISA "Special Registers"), by its name.
std::optional<Register> findSpecialRegister(llvm::StringRef name);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PARSER_OPERANDS_H
