//===- StageUses.h - Which use of a pipeline an access is -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The uses of a pipeline are numbered from 0, as both sides count them. An
// access in a loop has an iterator, which says what its number is:
//
//   it = create_iterator                 use
//   next = consume_one it                 0     the prologue of the loop
//   for k, it = next, held = it
//     consume_one it                      k + 1
//     consumer_release held               k     the stage of the last iteration
//     yield inc_iter it, it
//
// So it is stride * k + offset: the stride is how far the iterator goes in an
// iteration, and the offset how far it was before the loop, in the same block.
// Uses in loops before are the same for all agents, and not counted.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_STAGEUSES_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_STAGEUSES_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// The number of a use in iteration k of a loop: stride * k + offset.
struct StageUse {
  int64_t stride, offset;
};

/// Returns the use that an iterator of a pipeline, or of an order, stands for
/// in `loop`; none if it does not go on evenly.
std::optional<StageUse> findStageUse(mlir::scf::ForOp loop,
                                     mlir::Value iterator);

/// Returns the pipeline and the iterator of an access, from acquiring to
/// releasing; null of other operations.
struct PipelineAccess {
  mlir::Value pipeline, iterator;
};
PipelineAccess getPipelineAccess(mlir::Operation *op);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_STAGEUSES_H
