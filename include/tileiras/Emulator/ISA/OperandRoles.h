//===- OperandRoles.h - Roles of operands in the table ----------*- C++ -*-===//
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
// The first operand is an address (m, c) or says by = or - whether it is
// written, so that no line omits what the checks of registers need
// (InstructionTable.cpp).
//
// Lines of the table that differ in an address [m], a vector (B) or neither are
// told apart by how their operands are written, and a predicate from a value
// (r, d) by the kind of the register.
//
// The widths of registers may exceed the type's for a, b and V: PTX ISA,
// "Operand Size Exceeding Instruction-Type Size".
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_OPERANDROLES_H
#define TILEIRAS_EMULATOR_ISA_OPERANDROLES_H

#include "tileiras/Emulator/ISA/Instruction.h"

#include "llvm/ADT/SmallVector.h"

namespace tileiras::emu {

/// A role as the table writes it.
struct Role {
  llvm::StringRef letters;
  bool optional, bar, written;

  explicit Role(llvm::StringRef text);
  bool mayBeAbsent() const { return optional || bar; }
};

llvm::SmallVector<Role, 12> rolesOf(const InstructionInfo &info);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_OPERANDROLES_H
