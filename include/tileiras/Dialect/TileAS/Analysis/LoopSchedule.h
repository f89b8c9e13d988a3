//===- LoopSchedule.h - The order of a pipelined loop -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Which operations of a loop that fills rings run ahead, and in which order the
// operations stand in the new loop. A *stage* is how many steps later than the
// copies of the same step an operation runs: 0 for copies, and S - 1 for the
// rest with rings of S stages, or S - 2 where products of a step are done at
// the end of the next; one less for what is read early (EarlyReads.h).
//
// When an operation runs within its step is a model: a step's operations go to
// the resources of an SM in their order, each as soon as its operands are there
// and its resource is free; what makes threads wait holds up all that follow.
// Instructions are ordered by the assembler, so this says what a plan can
// reach, not what the code does (bench/loopmodel reads that).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_LOOPSCHEDULE_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_LOOPSCHEDULE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

#include <vector>

namespace tileiras {

/// The fewest stages of the rings that the loop fills; 0 if it fills none.
int64_t getNumStages(mlir::scf::ForOp loop);

/// How many steps the copies of a loop with rings run ahead.
unsigned getStepsAhead(mlir::scf::ForOp loop);

/// The stage of each operation, in the order of the new loop's body: up to the
/// first barrier or the first product of warps behind it, the copies, the rest.
std::vector<std::pair<mlir::Operation *, unsigned>>
getLoopOrder(mlir::scf::ForOp loop);

/// What an operation keeps busy, of an SM.
enum class Resource { Threads, Arithmetic, SharedMemory, Copies, Tensor };
constexpr unsigned kNumResources = 5;
llvm::StringRef getName(Resource resource);

/// An operation of a step: from which cycle on, and how long.
struct ScheduledOperation {
  mlir::Operation *op;
  unsigned stage;
  Resource resource;
  int64_t cycle, length;
};

/// A step of the loop, of all warps of one CTA.
struct StepSchedule {
  llvm::SmallVector<ScheduledOperation> operations;
  /// Of each resource, how long the step keeps it busy.
  int64_t busy[kNumResources] = {};
  /// From one step to the next: the busiest resource, or the end of the last
  /// thing that threads wait for.
  int64_t cycles = 0;
};
StepSchedule getStepSchedule(mlir::scf::ForOp loop);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_LOOPSCHEDULE_H
