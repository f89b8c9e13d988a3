//===- TmemOperands.h - Operand A in tensor memory --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What threads compute of the sums of one product, and the next one takes as A,
// goes to tensor memory, from which products read A as well:
//
//   %p = alloc_tensor               %p = alloc_tmem
//   copy %a, %p                     copy %a, %p
//   async.proxy_fence          =>   async.tmem_dot %p, %b, %m
//   async.tmem_dot %p, %b, %m
//
// A product of 128 rows and columns reads 64 bytes of A and 64 of B in a cycle,
// all that shared memory has. Of attention with heads of 128 a step's products
// take 1024 cycles; both operands of both, and what threads store, 1280 of
// shared memory. Without the second A they are 768.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Of products in tensor memory of numbers of 16 and 32 bits, where threads
/// store A in the step of the product, have the rows that it needs in their
/// lanes, and there is room.
void moveOperandsToTensorMemory(mlir::nv_tileaa::FuncOp func);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_TENSORMEMORY_TMEMOPERANDS_H
