//===- RegisterPool.h - Registers that warps hand to each other -*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "setmaxnreg". A kernel is launched with a number of registers for
// each thread, and a CTA keeps a pool of those that its warps have given up:
// setmaxnreg.dec gives, setmaxnreg.inc takes and blocks until there are enough.
// What a warp has when it exits does not come back: nothing promises it.
//
// PTX states that number only where a directive does:
//
//   .maxnreg N                               N
//   .minnctapersm M with .reqntid, .maxntid  what M such CTAs leave each thread
//
// and ptxas ignores setmaxnreg where neither is given (its message C7508). Of
// both it takes the smaller, and no more than the largest number that some
// setmaxnreg.inc names; measured with ptxas 13.5 for sm_90a. An SM has four
// parts of 16,384 registers, over which the warps of all its CTAs are dealt
// out, so that 10 warps get no more than 12: 168 registers a thread, not 204.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H
#define TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H

#include "tileiras/Emulator/Program.h"

namespace tileiras::emu {

/// Registers of a multiprocessor, of all targets that have setmaxnreg.
constexpr uint32_t RegistersPerSM = 65536;

/// The registers that each thread of \p kernel is launched with; nothing where
/// the text doesn't say, or no setmaxnreg asks.
std::optional<uint32_t> registersAtEntry(const Program &program,
                                         const Function &kernel);

/// Who has how many in one CTA. All numbers are registers a thread, of a whole
/// warp.
class RegisterPool {
public:
  RegisterPool(unsigned warps, uint32_t atEntry)
      : owned(warps, atEntry), wanted(warps) {}

  uint32_t of(unsigned warp) const { return owned[warp]; }
  /// Makes it \p count for \p warp. False: the pool has too few, and the warp
  /// waits for more.
  bool resize(unsigned warp, uint32_t count);
  /// Who has how many, and waits for how many; for deadlocks. Empty when no
  /// warp waits.
  std::string describe() const;

private:
  llvm::SmallVector<uint32_t, 16> owned, wanted; // by warp; 0: wants nothing
  uint32_t available = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H
