//===- Fault.h - Kinds of faults --------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A fault has a message for people and a kind for programs, which choose a
// result code by it. The CUDA driver API distinguishes these kinds.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_MACHINE_FAULT_H
#define TILEIRAS_EMULATOR_MACHINE_FAULT_H

#include <cstdint>
#include <string>

namespace tileiras::emu {

enum class FaultKind : uint8_t {
  Other,
  Misaligned,
  IllegalAddress, ///< Out of bounds, or an access that the memory doesn't
                  ///< allow.
  Assertion,      ///< The kernel called __assertfail.
  NoEnd,          ///< Deadlock, or more instructions than the launch may run.
  NoProgress,     ///< More instructions than it may run without progress.
  Stopped,        ///< By the host: no mistake of the kernel.
};

/// The reason why something is not allowed, for a report.
struct Problem {
  FaultKind kind = FaultKind::Other;
  std::string message;
};

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_MACHINE_FAULT_H
