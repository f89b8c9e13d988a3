//===- AllocaTmaHazards.h - TMA and memory of a tile block ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that a tile block allocates is freed while the kernel runs, after a
// CTA barrier, when all threads have made their own accesses. A TMA store may
// still be writing then, since the wait for it only ensures that it has read
// its buffer (PTX ISA, "cp.async.bulk.wait_group.read").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras::to_tileaa {

/// In a kernel that allocates memory, forbids TMA for views that may be of this
/// memory: all views whose array is not an argument of the kernel.
void forbidTensorCopiesOfOwnMemory(mlir::nv_tileaa::FuncOp kernel);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H
