//===- RepeatedMoves.h - Moves of what is there already ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that may have no step at all has its first values twice: for itself,
// and for what follows it where it is left out.
//
//   mov.b32 %r1, 0f00000000;            mov.b32 %r1, 0f00000000;
//   mov.b32 %r2, %r1;                   mov.b32 %r2, %r1;
//   @%p1 bra after;               =>    @%p1 bra after;
//   mov.b32 %r1, 0f00000000;          loop:
//   mov.b32 %r2, %r1;
// loop:
//
// The two became one register when the values of both were joined, and the
// moves to it stayed. For the sums of a product these are hundreds, which
// ptxas would have to find out.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H
#define TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H

namespace llvm {
class MachineFunctionPass;
} // namespace llvm

namespace tileiras {

/// A pass for machine code whose registers are virtual and have been joined,
/// which removes moves of constants and registers to where they are already. It
/// belongs to the pass manager that it is added to.
llvm::MachineFunctionPass *createRepeatedMovesPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H
