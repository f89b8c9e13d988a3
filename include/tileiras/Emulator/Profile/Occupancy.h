//===- Occupancy.h - Resident CTAs of a multiprocessor ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate from the PTX: what ptxas will allocate isn't known, so registers
// are those that are live at once, at the worst instruction, in units of 32
// bits. Limits: CUDA Programming Guide, "Technical Specifications per Compute
// Capability"; allocation: registers by warp in units of 256, shared memory
// with 1 KiB that the system reserves for each CTA.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_PROFILE_OCCUPANCY_H
#define TILEIRAS_EMULATOR_PROFILE_OCCUPANCY_H

#include "tileiras/Emulator/Program/Program.h"

namespace tileiras::emu {

/// 32-bit registers a thread that are live at the same time at the worst
/// instruction of \p function; predicates are not counted.
unsigned countLiveRegisters(const Function &function);

struct Occupancy {
  unsigned registers = 0; // a thread
  unsigned ctas = 0;      // that fit on a multiprocessor; 0: none does
  unsigned warps = 0;     // of them together
  unsigned maxWarps = 0;  // that a multiprocessor holds
  const char *limit = ""; // the limiting resource: "registers", …

  /// "32 of 64 warps (limited by registers)".
  std::string str() const;
};

/// Returns nothing if \p target, such as "sm_90a", is unknown.
std::optional<Occupancy> estimateOccupancy(llvm::StringRef target,
                                           const Function &kernel,
                                           uint64_t threads,
                                           uint64_t sharedBytes);

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_PROFILE_OCCUPANCY_H
