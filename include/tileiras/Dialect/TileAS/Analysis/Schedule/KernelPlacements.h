//===- KernelPlacements.h - The schedule of a finished kernel ---*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Whatever made them, the agents and rings of a kernel tell the schedule of
// each of its loops: for every copy, store and MMA the partition that executes
// it, its stage and order, and the copies of its buffer. Two ways to make a
// kernel are equal if they have equal placements.
//
//   partition   the region of the agent_switch; 0 without agents
//   stage       in a ring without agents, how many iterations after the copies
//               of the same iteration it is executed (LoopSchedule.h). Agents
//               do not share iterations; a partition that only fills pipelines
//               has stage 0, and others begin with stage 1. If the prologue of
//               a loop uses a pipeline n times, then what the loop uses of it
//               is n stages before what the loop uses of a pipeline that the
//               prologue does not use.
//   order       its place among such operations of the partition's iteration
//   copies      the stages of the buffer that it writes, or that a store reads;
//               none of an accumulator in registers
//
// The loops of agents that come from one loop of the source have its location.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_KERNELPLACEMENTS_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_KERNELPLACEMENTS_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/Dialect/SCF/IR/SCF.h"

namespace tileiras {

/// Warps that execute the same part of a kernel.
struct PlacedPartition {
  /// "load", "mma" or "compute".
  llvm::StringRef name;
  unsigned warps, replicas = 1;
  std::optional<unsigned> registers;
  /// Replica q executes the iterations i with i mod `replicas` = q.
  bool isByIterations = false;
};

/// Operations that follow each other, differ in nothing and come from the same
/// place of the source: the slices of an MMA.
struct PlacedOperation {
  mlir::Operation *op;
  unsigned count;
  int32_t partition;
  int64_t stage, order;
  std::optional<int64_t> copies;
};

struct PlacedLoop {
  mlir::Location loc;
  /// The loop of each partition that has one, in the order of partitions.
  llvm::SmallVector<std::pair<int32_t, mlir::scf::ForOp>> loops;
  llvm::SmallVector<PlacedOperation> operations;
};

struct KernelPlacements {
  llvm::SmallVector<PlacedPartition> partitions;
  /// The loops that have copies in flight, asynchronous MMAs or accesses to
  /// pipelines outside of loops in them.
  llvm::SmallVector<PlacedLoop> loops;
};

KernelPlacements readPlacements(mlir::nv_tileaa::FuncOp func);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_KERNELPLACEMENTS_H
