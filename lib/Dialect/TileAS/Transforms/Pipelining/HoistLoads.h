//===- HoistLoads.h - Issue independent loads together ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A kernel without MMAs waits for memory: the more it requests before it waits,
// the better (Profile/BytesInFlight.h counts it). Loads of memory that nothing
// writes therefore move up to the load before them, past arithmetic on the
// result of that one, as far as registers for them are left. Where an iteration
// of a loop loads little, and only loads and computes, the loop is unrolled
// first. Kernels with MMAs have circular buffers for their tiles, and no
// registers to spare.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

void hoistLoads(mlir::nv_tileaa::FuncOp function);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H
