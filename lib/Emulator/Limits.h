//===- Limits.h - Bounds on what PTX and launches ask for -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few bytes of PTX can declare more memory than there is, and the emulator
// runs inside of other programs, which must not die from it. What exceeds a
// bound is refused with an error.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_EMULATOR_LIMITS_H
#define TILEIRAS_LIB_EMULATOR_LIMITS_H

#include "tileiras/Emulator/Machine/AddressSpaces.h"

#include <cstdint>

namespace tileiras::emu {

/// .global and .const variables of a module, together: what an emulated device
/// has. They are allocated when the module is first used.
inline constexpr uint64_t MaxModuleBytes = uint64_t(1) << 33;
/// .local memory of a thread, its calls included: the limit of CUDA devices.
/// Every warp has 32 times as much, from its first instruction on.
inline constexpr uint64_t MaxLocalBytes = uint64_t(1) << 19;
/// .param variables of a function: every call makes them for 32 threads.
inline constexpr uint64_t MaxParamBytes = uint64_t(1) << 20;
/// Registers of a function, 32 bits of each thread of a warp, and predicates:
/// every call of it makes them, 128 MiB at most. Compilers use thousands.
inline constexpr uint64_t MaxRegisterUnits = uint64_t(1) << 20;
/// (How much all of these may come to is up to the launch:
/// LaunchConfig::maxResidentBytes.)
/// Calls in calls.
inline constexpr unsigned MaxCallDepth = 1000;

/// Extents of a grid: the limits of CUDA devices; the number of CTAs then fits
/// in 64 bits.
inline constexpr uint32_t MaxGridX = 0x7fffffff, MaxGridYZ = 0xffff;
inline constexpr uint64_t MaxBlockThreads = 1024;
inline constexpr uint64_t MaxClusterSize = 16;

/// A string that the kernel prints: one without an end would be read until
/// memory ends, and all of memory may be the host's.
inline constexpr uint64_t MaxPrintedString = uint64_t(1) << 20;
/// What a thread prints with one call; a device's buffer is as large.
inline constexpr uint64_t MaxPrintedText = uint64_t(1) << 20;
/// Width and precision of a conversion: "%999999999d" would fill the memory.
inline constexpr int MaxPrintedWidth = 1 << 12;

/// What one variable, or all variables, of \p space may have.
constexpr uint64_t maxVariableBytes(Space space) {
  switch (space) {
  case Space::Shared:
    return MaxSharedBytes;
  case Space::Local:
    return MaxLocalBytes;
  case Space::Param:
    return MaxParamBytes;
  default:
    return MaxModuleBytes;
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_LIB_EMULATOR_LIMITS_H
