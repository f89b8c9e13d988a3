//===- RegisterChecks.h - Registers without values --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers leave registers unwritten on purpose: a value of undef that no
// result depends on. Thus reading one isn't a mistake, and a result computed
// from it is unwritten too, until it matters: in an address, a branch or guard,
// a value stored to memory, an operand of an atomic operation or a barrier. If
// only a part is unwritten (a vector that is packed or stored, a mask with and,
// or, lop3) or lanes exchange values, the result counts as written.
//
// Nearly all registers are written on every path before they are read
// (RegisterUses.h), which is known without running. The others, and registers
// computed from them, are *watched*: a mask of the lanes that have a value, and
// instructions that touch them. A kernel without any has no cost.
//
// Registers that wgmma writes or reads are watched too: until the wait, no
// other instruction may touch them, and earlier writes to them need
// wgmma.fence.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H
#define TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H

#include "tileiras/Emulator/Program/RegisterUses.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <mutex>

namespace tileiras::emu {

/// The watched registers of a function.
struct WatchedFunction {
  explicit WatchedFunction(const Function &function);

  bool any() const { return !watches.empty(); }

  /// By pc, whether the instruction touches a watched register.
  std::vector<bool> watches;
  /// The position of a watched register in the masks of a frame.
  llvm::DenseMap<RegisterIndex, unsigned> indexOf;

private:
  void watchUnwritten(const Function &function);
  void watchAsync(const Function &function);
};

/// Returns whether the instruction issues an operation that uses registers
/// later.
bool usesRegistersLater(const Instruction &instruction);
/// Returns whether the operand of such an instruction is one of these
/// registers: D, or those of A.
bool isUsedLater(const RegisterUse &use);

/// The lanes of each watched register of one frame that have a value.
using WrittenLanes = llvm::SmallVector<uint32_t, 8>;

/// An operand that matters and has no value.
struct UnwrittenUse {
  RegisterUse use;
  unsigned lane;
  /// The operand's name: "the address", "the predicate"…
  llvm::StringRef what;
};

/// Updates \p written for \p instruction, executed by \p active of the lanes \p
/// reached, and returns the first operand that matters and has no value. \p
/// predicateOf gives the lanes in which a selp's predicate is true.
std::optional<UnwrittenUse>
followWrites(const WatchedFunction &watched, const Function &function,
             const Instruction &instruction, uint32_t reached, uint32_t active,
             llvm::function_ref<uint32_t(Slot)> predicateOf,
             WrittenLanes &written);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H
