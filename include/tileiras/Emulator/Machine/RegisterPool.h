//===- RegisterPool.h - Registers of setmaxnreg -----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// PTX ISA, "setmaxnreg". A kernel is launched with a number of registers for
// each thread, and a CTA keeps a pool of those that its warps have given up:
// setmaxnreg.dec returns registers, setmaxnreg.inc takes some and blocks until
// there are enough. The registers of a warp that exits don't return to the
// pool: no document says that they do.
//
// PTX states that number only where a directive does:
//
//   .maxnreg N                               N
//   .minnctapersm M with .reqntid, .maxntid  that M such CTAs leave each thread
//
// and ptxas ignores setmaxnreg where neither is given (its message C7508). If
// both are given it uses the smaller, and at most the largest number that some
// setmaxnreg.inc names; measured with ptxas 13.5 for sm_90a. An SM has four
// parts of 16,384 registers, over which the warps of all its CTAs are dealt
// out, so that 10 warps get no more than 12: 168 registers a thread, not 204.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H
#define TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H

#include "tileiras/Emulator/Program/Program.h"

namespace tileiras::emu {

/// The registers of a multiprocessor on all targets that have setmaxnreg.
constexpr uint32_t kRegistersPerSM = 65536;

/// The registers that each thread of \p kernel is launched with; nothing if the
/// text doesn't say, or has no setmaxnreg.
std::optional<uint32_t> registersAtEntry(const Program &program,
                                         const Function &kernel);

/// The registers of each warp of one CTA. All numbers are registers per thread
/// of a warp.
class RegisterPool {
public:
  RegisterPool(unsigned warps, uint32_t atEntry)
      : owned(warps, atEntry), requested(warps) {}

  uint32_t of(unsigned warp) const { return owned[warp]; }
  /// Gives \p warp \p count registers per thread. Returns false if the pool has
  /// too few, and the warp waits for more.
  bool resize(unsigned warp, uint32_t count);
  /// The registers that each warp has and waits for, for reports of deadlocks.
  /// Empty if no warp waits.
  std::string describe() const;

private:
  llvm::SmallVector<uint32_t, 16> owned, requested; // by warp; 0: requests none
  uint32_t available = 0;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_REGISTERPOOL_H
