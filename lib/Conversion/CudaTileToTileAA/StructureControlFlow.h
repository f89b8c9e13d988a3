//===- StructureControlFlow.h - Early exits to scf --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H
#define TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H

#include "tileiras/Dialect/CudaTile/IR/CudaTile.h"

namespace tileiras::to_tileaa {

/// Replaces every `for`, `loop` and `if` of the kernel, and every exit of them,
/// by scf operations. These still have cuda_tile types; where scf requires a
/// scalar there is an unrealized cast from the rank-0 tile.
///
/// Afterwards the body is one block that ends in the only `return`.
llvm::LogicalResult structureControlFlow(mlir::cuda_tile::EntryOp entry);

} // namespace tileiras::to_tileaa

#endif // TILEIRAS_LIB_CONVERSION_CUDATILETOTILEAA_STRUCTURECONTROLFLOW_H
