//===- RepeatedMoves.h - Removes redundant moves ----------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop that may have no iteration has its initial values twice: for the loop,
// and for the code after it when the loop is skipped.
//
//   mov.b32 %r1, 0f00000000;            mov.b32 %r1, 0f00000000;
//   mov.b32 %r2, %r1;                   mov.b32 %r2, %r1;
//   @%p1 bra after;               =>    @%p1 bra after;
//   mov.b32 %r1, 0f00000000;          loop:
//   mov.b32 %r2, %r1;
// loop:
//
// Register coalescing joined the two values in one register, and left both
// moves. For accumulators these are hundreds, which ptxas would have to remove.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H
#define TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H

namespace llvm {
class MachineFunctionPass;
} // namespace llvm

namespace tileiras {

/// Returns a pass for machine code with virtual registers after coalescing,
/// which removes moves whose destination already has the value. The pass
/// manager to which it is added owns it.
llvm::MachineFunctionPass *createRepeatedMovesPass();

} // namespace tileiras

#endif // TILEIRAS_LIB_TARGET_NVPTX_REPEATEDMOVES_H
