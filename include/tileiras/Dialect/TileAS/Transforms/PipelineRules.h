//===- PipelineRules.h - Who is at a side of a pipeline ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PIPELINERULES_H
#define TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PIPELINERULES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// Threads of a CTA that execute `op`: those of all agents of its region, or of
/// the CTA.
unsigned countThreadsAt(mlir::Operation *op);

/// Checks the pipelines of a function whose boundary may have been converted
/// already: the sides are where the pipeline says, as many threads arrive as a
/// phase takes, and `target` has the instructions.
llvm::LogicalResult verifyPipelines(mlir::FunctionOpInterface func,
                                    const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_TRANSFORMS_PIPELINERULES_H
