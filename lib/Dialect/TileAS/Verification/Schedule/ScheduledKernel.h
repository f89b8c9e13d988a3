//===- ScheduledKernel.h - A kernel with its schedule -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// What the rules of VerifySchedule.h ask of a kernel: the operations that have
// a partition, those from whose results a value comes, and accesses to buffers.
// An operation inside of one that has a partition belongs to it; a loop or a
// condition around such operations has none and is executed by all of their
// partitions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDKERNEL_H
#define TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDKERNEL_H

#include "tileiras/Dialect/TileAS/IR/Schedule.h"
#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"
#include "llvm/ADT/MapVector.h"

namespace tileiras {

/// An access of an operation with a partition to a buffer.
struct BufferAccess {
  /// The operation with the partition, and what accesses the buffer, which is
  /// the same or is inside of it.
  mlir::Operation *scheduled, *op;
  bool reads = false, writes = false;
};

class ScheduledKernel {
public:
  ScheduledKernel(mlir::FunctionOpInterface func,
                  mlir::nv_tileas::FunctionSchedule schedule);

  mlir::FunctionOpInterface getFunction() const { return func; }
  const mlir::nv_tileas::FunctionSchedule &getFunctionSchedule() const {
    return schedule;
  }
  llvm::ArrayRef<mlir::nv_tileas::PartitionAttr> getPartitions() const {
    return schedule.partitions;
  }
  llvm::StringRef getName(int32_t partition) const {
    return schedule.partitions[partition].getName();
  }

  /// Returns the operations that have a partition, in program order.
  llvm::ArrayRef<mlir::Operation *> getOps() const { return ops; }
  /// Returns where an operation with a partition is executed.
  const mlir::nv_tileas::OpSchedule &getSchedule(mlir::Operation *op) const {
    return schedules.find(op)->second;
  }
  /// Returns the operation with a partition that is or contains `op`; null if
  /// there is none.
  mlir::Operation *findScheduled(mlir::Operation *op) const;
  /// Returns whether operations with a partition are inside of it, and it has
  /// none itself.
  bool isStructure(mlir::Operation *op) const {
    return structures.contains(op);
  }
  /// Returns the partitions that execute an operation, or parts of it, in
  /// ascending order.
  llvm::SmallVector<int32_t> getPartitionsOf(mlir::Operation *op) const;

  /// Returns the operations with a partition whose results a value may be: it
  /// passes through loops, conditions, waits, and operations without one.
  llvm::SmallVector<mlir::Operation *> findSources(mlir::Value value) const;

  /// Returns what an operation takes: its operands, and what its regions use.
  static llvm::SmallVector<mlir::Value> getOperands(mlir::Operation *op);

  /// Returns the accesses to each buffer, in program order.
  llvm::MapVector<mlir::Operation *, llvm::SmallVector<BufferAccess>>
  collectAccesses() const;

private:
  mlir::FunctionOpInterface func;
  mlir::nv_tileas::FunctionSchedule schedule;
  llvm::SmallVector<mlir::Operation *> ops;
  llvm::DenseMap<mlir::Operation *, mlir::nv_tileas::OpSchedule> schedules;
  llvm::DenseSet<mlir::Operation *> structures;
};

/// Returns the values that a value without an operation of its own may be: a
/// carried value, the result of a loop or of a condition.
void addIncoming(mlir::Value value, llvm::SmallVectorImpl<mlir::Value> &values);

/// Returns how many replicas each have a buffer with these accesses to
/// themselves: 1 if they share it.
int64_t countReplicas(const ScheduledKernel &kernel,
                      llvm::ArrayRef<BufferAccess> accesses);

/// Reports that an operation breaks rule V`rule` of VerifySchedule.h.
mlir::InFlightDiagnostic breaksRule(mlir::Operation *op, unsigned rule);

// The rules, by what they look at. V1 comes first: the others rely on it.
llvm::LogicalResult verifyPlacements(const ScheduledKernel &kernel); // V1
llvm::LogicalResult verifyTiles(const ScheduledKernel &kernel);      // V2
llvm::LogicalResult verifyTokens(const ScheduledKernel &kernel);     // V8
llvm::LogicalResult verifyOrder(const ScheduledKernel &kernel,
                                const TargetInfo &target); // V3, V4, V5, V8
llvm::LogicalResult verifyResources(const ScheduledKernel &kernel,
                                    const TargetInfo &target);         // V6
llvm::LogicalResult verifyMmasInFlight(const ScheduledKernel &kernel); // V7
llvm::LogicalResult verifyReplicas(const ScheduledKernel &kernel);     // V9
llvm::LogicalResult verifyChannels(const ScheduledKernel &kernel);     // V10

} // namespace tileiras

#endif // TILEIRAS_LIB_DIALECT_TILEAS_VERIFICATION_SCHEDULE_SCHEDULEDKERNEL_H
