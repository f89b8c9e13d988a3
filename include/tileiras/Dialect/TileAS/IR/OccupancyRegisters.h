//===- OccupancyRegisters.h - Registers at an occupancy ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hint `occupancy` asks for that many CTAs on an SM. Each thread then gets
// an equal part of the registers, down to a multiple of 8:
//
//   registers = RegistersPerSM / (occupancy * threads)
//
// It is a preference. An instruction of matrix units reads or writes all its
// words at once, and ptxas refuses a kernel whose threads have too few
// registers for them and for the values around them (C7602). So occupancy is
// reduced where such an instruction needs more.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_OCCUPANCYREGISTERS_H
#define TILEIRAS_DIALECT_TILEAS_IR_OCCUPANCYREGISTERS_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/IR/Operation.h"

namespace tileiras {

/// Registers of a thread in addition to the words of such an instruction:
/// addresses, counters, and values that it computes meanwhile.
inline constexpr unsigned kNonAccumulatorRegisters = 40;

/// Returns the registers that each of `threads` threads of a kernel, an
/// nv_tileaa.func, gets with its occupancy, or with one CTA on an SM if it has
/// none.
unsigned getRegistersOfOccupancy(mlir::Operation *func, unsigned threads,
                                 const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_IR_OCCUPANCYREGISTERS_H
