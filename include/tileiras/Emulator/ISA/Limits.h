//===- Limits.h - Bounds on what PTX and launches ask for -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A few bytes of PTX can declare more memory than the host has, and the
// emulator runs inside of other programs, which must not crash because of that.
// Anything above a bound is refused with an error.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_EMULATOR_ISA_LIMITS_H
#define TILEIRAS_EMULATOR_ISA_LIMITS_H

#include "tileiras/Emulator/ISA/AddressSpaces.h"

#include <cstdint>

namespace tileiras::emu {

/// The bytes of all .global and .const variables of a module: the memory of an
/// emulated device. They are allocated when the module is first used.
inline constexpr uint64_t kMaxModuleBytes = uint64_t(1) << 33;
/// The .local memory of a thread, including its calls: the limit of CUDA
/// devices. Every warp has 32 times as much, from its first instruction on.
inline constexpr uint64_t kMaxLocalBytes = uint64_t(1) << 19;
/// The bytes of .param variables of a function: every call makes them for 32
/// threads.
inline constexpr uint64_t kMaxParamBytes = uint64_t(1) << 20;
/// The registers of a function, in units of 32 bits for each thread of a warp,
/// and its predicates: every call makes them, 128 MiB at most. Compilers use
/// thousands.
inline constexpr uint64_t kMaxRegisterUnits = uint64_t(1) << 20;
/// The depth of nested calls. (LaunchConfig::maxResidentBytes bounds the memory
/// of all of these together.)
inline constexpr unsigned kMaxCallDepth = 1000;

/// The extents of a grid are limited as on CUDA devices; the number of CTAs
/// then fits in 64 bits.
inline constexpr uint32_t kMaxGridX = 0x7fffffff, kMaxGridYZ = 0xffff;
inline constexpr uint64_t kMaxBlockThreads = 1024;
inline constexpr uint64_t kMaxClusterSize = 16;

/// A string that the kernel prints: one without an end would be read until
/// memory ends, and all of memory may be the host's.
inline constexpr uint64_t kMaxPrintedString = uint64_t(1) << 20;
/// The text that a thread prints with one call; a device's buffer is as large.
inline constexpr uint64_t kMaxPrintedText = uint64_t(1) << 20;
/// The width and the precision of a conversion: "%999999999d" would fill the
/// memory.
inline constexpr int kMaxPrintedWidth = 1 << 12;

/// The maximum size of one variable, or of all variables, of \p space.
constexpr uint64_t maxVariableBytes(Space space) {
  switch (space) {
  case Space::Shared:
    return kMaxSharedBytes;
  case Space::Local:
    return kMaxLocalBytes;
  case Space::Param:
    return kMaxParamBytes;
  default:
    return kMaxModuleBytes;
  }
}

} // namespace tileiras::emu

#endif // TILEIRAS_EMULATOR_ISA_LIMITS_H
