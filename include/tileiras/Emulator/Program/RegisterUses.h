//===- RegisterUses.h - Registers of an instruction -------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The registers that an instruction reads and writes, from the roles of its
// operands, and the registers of a function that may be read unwritten, from a
// dataflow over it.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROGRAM_REGISTERUSES_H
#define TILEIRAS_EMULATOR_PROGRAM_REGISTERUSES_H

#include "tileiras/Emulator/Program/Program.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tileiras::emu {

/// The index of a register in a function: the unit at which it begins;
/// predicates follow after all units.
using RegisterIndex = uint32_t;

struct RegisterUse {
  RegisterIndex reg;
  /// The index of the role in the table line, or kGuard for @%p.
  uint8_t operand;
  /// The first letter of the role, see ISA/OperandRoles.h.
  char role;
  bool isDestination;
  static constexpr uint8_t kGuard = 255;
};

/// Units and predicates of \p function.
inline uint32_t countRegisters(const Function &function) {
  return function.registerUnits + function.predicates;
}

/// Returns the guard, then the operands in the order written.
llvm::SmallVector<RegisterUse, 8> registerUses(const Function &function,
                                               const Instruction &instruction);

/// Registers that some path through \p function may read before it has written
/// them; what a guarded instruction writes isn't counted. Compilers leave few,
/// most often none: values of .pred or undefined halves.
llvm::BitVector mayReadUnwritten(const Function &function);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROGRAM_REGISTERUSES_H
