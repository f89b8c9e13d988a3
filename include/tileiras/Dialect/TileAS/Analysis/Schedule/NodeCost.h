//===- NodeCost.h - What an operation costs an SM ---------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Two numbers that schedules must not confuse: how long an operation keeps a
// unit of the SM from the next one (*occupancy*), and how long after its start
// its result may be used (*latency*). Rates are those of MachineModel.td, and
// the cycles of an MMA those of its atom:
//
//   operation            units                            latency
//   MMA                  tensor; smem: operands           tensor cycles
//   TMA, cp.async        l2, smem: bytes of the tile      of global memory
//   copy to or from      smem; tmem_read, tmem_write      of shared memory
//     a buffer
//   exponential, …       mufu: elements                   of the unit
//   other tiles          fma, alu: elements               its occupancy
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_NODECOST_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_NODECOST_H

#include "tileiras/Dialect/TileAS/Analysis/Schedule/ScheduleGraph.h"
#include "tileiras/Target/MachineModel.h"

#include "mlir/IR/Operation.h"
#include "llvm/ADT/MapVector.h"

namespace tileiras {

/// In cycles of an SM.
struct NodeCost {
  /// Of each unit that the operation uses.
  llvm::SmallMapVector<llvm::StringRef, int64_t, 4> occupancy;
  int64_t latency = 0;
};

/// Returns the cost of one execution of an operation, with what it contains.
NodeCost getNodeCost(mlir::Operation *op, const MachineModel &model);

/// Returns the times of a ScheduleGraph. Threads that start a copy or an MMA
/// continue at once; what they compute themselves keeps them until it is done.
/// `model` outlives the result.
ScheduleCosts getScheduleCosts(const MachineModel &model);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_NODECOST_H
