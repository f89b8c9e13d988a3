//===- RegisterChecks.h - Registers used before they are written -*- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Compilers leave registers unwritten on purpose: a value of undef that no
// result depends on. Thus reading one isn't a mistake, and what is computed
// from it is unwritten too, until it matters: in an address, a branch or guard,
// a value stored to memory, an operand of an atomic operation or a barrier.
// Where only a part is unwritten (a vector that is packed or stored, a mask
// with and, or, lop3) and where lanes exchange values, the result counts as
// written.
//
// All but a few registers are written on every path before they are read
// (RegisterUses.h), which is known without running. The others, and what is
// computed from them, are *watched*: a mask of the lanes that have a value, and
// instructions that touch them. A kernel without any pays nothing.
//
// Registers that wgmma writes or reads are watched too: until the wait, nobody
// else may touch them, and what was written to them before needs wgmma.fence.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H
#define TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H

#include "tileiras/Emulator/Checks/RegisterUses.h"

#include "llvm/ADT/DenseMap.h"

#include <map>
#include <mutex>

namespace tileiras::emu {

/// The watched registers of a function.
struct WatchedFunction {
  explicit WatchedFunction(const Function &function);

  bool any() const { return !watches.empty(); }

  /// By pc: does the instruction touch a watched register?
  std::vector<bool> watches;
  /// Position of a watched register in the masks of a frame.
  llvm::DenseMap<RegisterNumber, unsigned> indexOf;

private:
  void watchUnwritten(const Function &function);
  void watchAsync(const Function &function);
};

/// Does the instruction issue an operation that uses registers later?
bool usesRegistersLater(const Instruction &instruction);
/// Is the operand of such an instruction one of these registers: D, or A's?
bool isUsedLater(const RegisterUse &use);

/// Lanes of each watched register that have a value; of one frame.
using WrittenLanes = llvm::SmallVector<uint32_t, 8>;

/// An operand that matters and has no value.
struct UnwrittenUse {
  RegisterUse use;
  unsigned lane;
  /// "the address", "the predicate"…
  llvm::StringRef what;
};

/// Brings \p written to what it is after \p instruction, executed by
/// \p active of the lanes \p reached; the first use of no value that matters.
/// \p predicateOf gives the lanes in which a selp's predicate is true.
std::optional<UnwrittenUse>
followWrites(const WatchedFunction &watched, const Function &function,
             const Instruction &instruction, uint32_t reached, uint32_t active,
             llvm::function_ref<uint32_t(Slot)> predicateOf,
             WrittenLanes &written);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_CHECKS_REGISTERCHECKS_H
