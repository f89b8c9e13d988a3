//===- HoistLoads.h - Issue independent loads together ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a kernel without products waits for is memory: the more it has asked for
// before it waits, the better (Profile/BytesInFlight.h counts it). Loads of
// what nothing writes therefore move up behind the load before them, past
// arithmetic on what that one gives, as far as registers for them are left.
// Where a step of a loop asks for little, and only loads and computes, several
// steps are taken together first.
// Kernels with products have rings for their tiles, and no registers to spare.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H
#define TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras {

void startLoadsTogether(mlir::nv_tileaa::FuncOp function);

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_TRANSFORMS_PIPELINING_HOISTLOADS_H
