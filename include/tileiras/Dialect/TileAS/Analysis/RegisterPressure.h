//===- RegisterPressure.h - Registers that a region needs -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An estimate of the registers that ptxas will give a kernel, from the tiles
// that live at the same time: liveness backwards over structured control flow,
// where a value weighs the 32-bit registers that a thread holds of it.
//
//   scalar        its bits / 32, rounded up; i1 nothing (predicates), nor
//                 integers that all threads have in common (registers of the
//                 warp), nor arguments and constants (in the instruction)
//   tensor        2^(register bits of its layout) elements, packed where they
//                 have 16 or 8 bits; i1 a quarter of a register each; pointers
//                 half a one, as adjacent ones share an address. Views, slices,
//                 permutations, signs and wider floats have no registers but
//                 those of their operands
//   future        as the tensor; buffers in shared memory nothing
//
// Values that are alive across a loop are alive in all of it. Operands that end
// at an operation and its results share registers. The assembler orders
// instructions anew, so two kinds of values weigh nothing while they wait:
//
//   indices       and addresses, computed from ranges and scalars alone:
//   computed
//                 where they are used
//   slices        that MMAs read from buffers, converted or not: they count
//                 at their MMA, twice where that is little, as those of the
//                 next are prefetched
//
// Each operation adds what it needs while it runs (OpRegisterDemand.h), and the
// addresses of accesses (AddressPressure.h); the whole kernel adds its fixed
// registers, what asynchronous MMAs need, and the addresses of a loop's async
// copies: 2.5 registers for each copy that a thread starts where MMAs are in
// flight too (the registers have no other use then), else half a one. A kernel
// that looks for tensor maps has at least the registers of that search.
// bench/results/Registers.md compares the estimate with ptxas 13.5.
//
// Each agent is estimated for itself.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Registers of a thread that runs a region, and the operation with the
/// maximum.
struct RegisterPressure {
  int64_t registers = 0;
  /// The minimum, without prefetch: with fewer registers, values are spilled.
  int64_t minRegisters = 0;
  /// Where most registers are needed: those of tiles and scalars, temporaries
  /// and addresses; those of the operands of an MMA; and the async copies that
  /// a thread starts in an iteration.
  int64_t live = 0, operands = 0, copies = 0;
  /// The operation at which `minRegisters` registers are needed.
  mlir::Operation *where = nullptr;
};

/// Returns the 32-bit registers that a thread holds of a value of this type.
int64_t countRegisters(mlir::Type type);

/// Estimates the body of a function or agent.
RegisterPressure estimateRegisters(mlir::Region &body);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_REGISTERPRESSURE_H
