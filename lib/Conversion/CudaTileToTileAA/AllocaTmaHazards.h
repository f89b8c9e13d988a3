//===- AllocaTmaHazards.h - Accesses to memory of a tile block --*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Memory that a tile block takes for itself is given back while the kernel
// runs. Threads have then met, and have made their own accesses; a tensor copy
// may still be writing, since what waits for it waits until it has read its
// buffer (PTX ISA, "cp.async.bulk.wait_group.read").
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H

#include "tileiras/Dialect/TileAA/IR/TileAA.h"

namespace tileiras::to_tileaa {

/// In a kernel that takes memory, keeps tensor copies from views that may be of
/// it: those whose array is no argument of the kernel.
void forbidTensorCopiesOfOwnMemory(mlir::nv_tileaa::FuncOp kernel);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_ALLOCATMAHAZARDS_H
