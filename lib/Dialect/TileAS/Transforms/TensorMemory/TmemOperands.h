//===- TmemOperands.h - Operand A in tensor memory --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// An operand A that threads compute from the accumulator of another MMA, as P
// in attention, moves to tensor memory, from which MMAs read A as well:
//
//   %p = alloc_tensor               %p = alloc_tmem
//   copy %a, %p                     copy %a, %p
//   async.proxy_fence          =>   async.tmem_dot %p, %b, %m
//   async.tmem_dot %p, %b, %m
//
// An MMA of 128 rows and columns reads 64 bytes of A and 64 of B in a cycle,
// which is the bandwidth of shared memory. In attention with heads of 128 the
// MMAs of an iteration need 1024 cycles; both operands of both, and the stores
// of threads, 1280 of shared memory. Without the second A they need 768.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Applies to MMAs in tensor memory on elements of 16 and 32 bits, where
/// threads store A in the iteration of the MMA, have the rows that it needs in
/// their lanes, and columns are left.
void moveOperandsToTmem(mlir::nv_tileaa::FuncOp func);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H
