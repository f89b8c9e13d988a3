//===- Schedule.h - A schedule as attributes --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What a generator, or a person, decides about a kernel, and what the passes
// that expand it read: which warps execute an operation, in which order, and
// how many iterations later than the loads of the same iteration. It is written
// as discardable attributes, here without their prefix `tileas.schedule.`:
//
//   operation   partition = array<i32: 1>     who executes it, by index in
//                                             `partitions`; several: each does
//               stage = 1 : i32               iteration k of the expanded loop
//                                             executes it for iteration
//                                             k - stage of the source
//               order = 0 : i32               its place in the partition's
//                                             iteration
//               cycle = 120 : i64             its start in the iteration, by
//                                             the machine model
//               slice = #nv_tileas.slice<…>   it is computed in slices
//               ordered = 0 : i32             replicas execute the section of
//                                             this number one after the other
//               only_replica = 0 : i32        other replicas skip it
//               exp2_by_fma = array<i32: 3, 16>
//                                             the share of its exponentials
//                                             that FMAs compute
//   buffer      name = "s"                    by which others refer to it
//               copies = 3 : i32              its stages
//               over = @s                     it has the bytes of `s`, whose
//                                             contents are dead by then
//   loop        ii = 2048 : i64               cycles of an iteration, by the
//                                             machine model
//               num_stages = 3 : i32          the greatest stage + 1
//   function    mode = "warp_specialized"     or "pipelined", or "serial"
//               ctas_per_sm = 1 : i32
//               partitions = [#nv_tileas.partition<…>, …]
//
// Replicas may differ: `stage`, `order` and `cycle` are then lists with one
// number for each, `order = array<i32: 0, 2>`; in a partition without replicas,
// the operation is executed once for each replica of the other side.
//
// Constraints are what a person asks of the generator (`constraint.gid`, …);
// docs/Rationale/TileAS/Schedule.md has all names.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_IR_SCHEDULE_H
#define TILEIRAS_DIALECT_TILEAS_IR_SCHEDULE_H

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "tileiras/Dialect/TileAS/IR/TileASNamesDialect.h.inc"

#include "tileiras/Dialect/TileAS/IR/TileASScheduleEnums.h.inc"

#define GET_ATTRDEF_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASScheduleAttributes.h.inc"

#define GET_OP_CLASSES
#include "tileiras/Dialect/TileAS/IR/TileASScheduleOps.h.inc"

namespace mlir::nv_tileas {

/// The names of the attributes.
namespace schedule {
inline constexpr StringLiteral kPartition = "tileas.schedule.partition",
                               kStage = "tileas.schedule.stage",
                               kOrder = "tileas.schedule.order",
                               kCycle = "tileas.schedule.cycle",
                               kSlice = "tileas.schedule.slice",
                               kOrdered = "tileas.schedule.ordered",
                               kOnlyReplica = "tileas.schedule.only_replica",
                               kExp2ByFma = "tileas.schedule.exp2_by_fma",
                               kName = "tileas.schedule.name",
                               kCopies = "tileas.schedule.copies",
                               kOver = "tileas.schedule.over",
                               kII = "tileas.schedule.ii",
                               kNumStages = "tileas.schedule.num_stages",
                               kMode = "tileas.schedule.mode",
                               kCtasPerSm = "tileas.schedule.ctas_per_sm",
                               kPartitions = "tileas.schedule.partitions";
} // namespace schedule

/// Where and when an operation is executed.
struct OpSchedule {
  SmallVector<int32_t> partitions;
  /// None, one for all replicas, or one for each.
  SmallVector<int32_t> stages, orders;
  SmallVector<int64_t> cycles;
  SliceAttr slice;
  std::optional<int32_t> ordered, onlyReplica;

  /// Returns 0 where no stage is given.
  int32_t getStage(unsigned replica = 0) const;
  std::optional<int32_t> getOrder(unsigned replica = 0) const;
  std::optional<int64_t> getCycle(unsigned replica = 0) const;
  /// Returns of how many replicas it has numbers: 1 if they do not differ.
  unsigned countInstances() const;
};

/// Returns none where an operation has no `partition`.
std::optional<OpSchedule> getSchedule(Operation *op);
/// Reads what is there: a loop or a condition that holds operations with a
/// partition has its stage and order in the iteration around it.
OpSchedule readSchedule(Operation *op);
/// Replaces all attributes of an OpSchedule.
void setSchedule(Operation *op, const OpSchedule &schedule);

struct BufferSchedule {
  StringRef name, over;
  /// The stages of its type, where the attribute is absent.
  int32_t copies = 1;
};
BufferSchedule getBufferSchedule(AllocationOpInterface buffer);
void setBufferSchedule(AllocationOpInterface buffer,
                       const BufferSchedule &schedule);

struct LoopInterval {
  std::optional<int64_t> ii;
  std::optional<int32_t> numStages;
};
LoopInterval getLoopInterval(Operation *loop);
void setLoopInterval(Operation *loop, const LoopInterval &interval);

struct FunctionSchedule {
  ScheduleMode mode = ScheduleMode::WarpSpecialized;
  int32_t ctasPerSm = 1;
  SmallVector<PartitionAttr> partitions;
};
/// Returns none where a function has no `partitions`.
std::optional<FunctionSchedule> getFunctionSchedule(Operation *func);
void setFunctionSchedule(Operation *func, const FunctionSchedule &schedule);

/// Removes the attributes of a schedule below `root`, but no constraints.
void dropSchedule(Operation *root);

} // namespace mlir::nv_tileas

#endif // TILEIRAS_DIALECT_TILEAS_IR_SCHEDULE_H
