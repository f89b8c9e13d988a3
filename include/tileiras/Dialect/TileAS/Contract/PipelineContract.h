//===- PipelineContract.h - Threads that arrive and wait --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_CONTRACT_PIPELINECONTRACT_H
#define TILEIRAS_DIALECT_TILEAS_CONTRACT_PIPELINECONTRACT_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

namespace tileiras {

/// Returns the threads of a CTA that execute `op`: those of all agents of its
/// region, or of the CTA.
unsigned countThreadsAt(mlir::Operation *op);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_CONTRACT_PIPELINECONTRACT_H
