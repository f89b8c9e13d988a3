//===- RegisterUses.h - Which registers an instruction touches --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_EMULATOR_CHECKS_REGISTERUSES_H
#define TILEIRAS_EMULATOR_CHECKS_REGISTERUSES_H

#include "tileiras/Emulator/Program.h"

#include "llvm/ADT/BitVector.h"
#include "llvm/ADT/SmallVector.h"

namespace tileiras::emu {

/// A register of a function: the unit where it begins, predicates after all
/// units (numberOf).
using RegisterNumber = uint32_t;

struct RegisterUse {
  RegisterNumber reg;
  /// Of the table line's roles, from 0; Guard for @%p.
  uint8_t operand;
  /// First letter of the role, see Parser/Operands.h.
  char role;
  bool isDestination;
  static constexpr uint8_t Guard = 255;
};

/// Units and predicates of \p function.
inline uint32_t countRegisters(const Function &function) {
  return function.registerUnits + function.predicates;
}

/// The guard, then the operands in the order written.
llvm::SmallVector<RegisterUse, 8> registerUses(const Function &function,
                                               const Instruction &instruction);

/// Registers that some path through \p function may read before it has written
/// them; what a guarded instruction writes isn't counted. Compilers leave few,
/// most often none: values of .pred or undefined halves.
llvm::BitVector mayReadUnwritten(const Function &function);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_REGISTERUSES_H
