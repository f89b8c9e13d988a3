//===- RegisterPressure.h - Registers that a region needs -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate of what ptxas will give a kernel, from the tiles that live at the
// same time: liveness backwards over structured control flow, where a value
// weighs the 32-bit registers that a thread holds of it.
//
//   number        its bits / 32, rounded up; i1 nothing (predicates), nor
//                 integers that all threads have in common (registers of the
//                 warp), nor arguments and constants (in the instruction)
//   tensor        2^(register bits of its layout) elements, packed where they
//                 have 16 or 8 bits; i1 a quarter of a register each; pointers
//                 half a one, as neighbours share an address. Views, parts,
//                 permutations, signs and wider floats have no registers but
//                 those of what they are made of
//   future        as the tensor; what lies in shared memory nothing
//
// What is alive across a loop is alive in all of it. Operands that end at an
// operation and its results share registers. The assembler orders instructions
// anew, so two kinds of values weigh nothing while they wait:
//
//   indices       and addresses, computed from ranges and numbers alone: made
//                 where they are used
//   slices        that products read from buffers, converted or not: they count
//                 at their product, twice where that is little, as those of the
//                 next are read ahead
//
// At each operation is added what it needs while it runs (OpRegisterDemand.h),
// and the addresses of accesses (AddressPressure.h); for all of a kernel what
// it has anyway, what products need, and the addresses of a loop's copies in
// flight: 2.5 registers for each that a thread starts where products are in
// flight too (nothing else wants the registers then), else half a one.
// A kernel that looks for tensor maps has as many as that takes, at least.
// bench/results/Registers.md shows how near that is to what ptxas 13.5 gives.
//
// Each agent is estimated for itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Registers of a thread that runs a region, and where it needs them.
struct RegisterPressure {
  int64_t registers = 0;
  /// Where nothing is read ahead: with fewer, values go to memory.
  int64_t least = 0;
  /// Of tiles and numbers, temporaries and addresses, where most registers are
  /// needed; of the operands of a product there; copies in flight that a thread
  /// starts in a step of a loop.
  int64_t live = 0, operands = 0, copies = 0;
  /// Where `least` are needed.
  mlir::Operation *where = nullptr;
};

/// Registers of 32 bits that a thread holds of a value of this type.
int64_t countRegisters(mlir::Type type);

/// Of the body of a function or agent.
RegisterPressure estimateRegisters(mlir::Region &body);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H
