//===- VerifySchedule.h - Rules of schedules --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule (IR/Schedule.h) is correct if it obeys these rules, whoever wrote
// it. The verifier knows no generator and changes nothing.
//
//   V1   Every operation that moves or computes a tile, or has an effect, has a
//        partition. Constants, scalars and views are cloned to whoever needs
//        them, allocations belong to all, and waits and barriers follow from
//        the schedule.
//   V2   Tiles in registers stay in their partition: others take them from a
//        buffer.
//   V3   Nothing waits for a later iteration, and no cycle of operations that
//        wait for each other is without a token (MarkedGraph.h).
//   V4   Where cycles are given: in an iteration no unit is busy longer than
//        `ii`, and an operation starts after its operands are there.
//   V5   A buffer has a copy for each iteration that uses it at the same time,
//        and the contents of the buffer under it are dead.
//   V6   As many CTAs as the schedule says fit on an SM.
//   V7   No thread touches registers of a wgmma in flight, nor calls the
//        runtime meanwhile; its accumulator begins with a constant.
//   V8   Memory accesses that a token orders are in one partition, in order.
//   V9   Replicas write different elements, or only one of them writes.
//   V10  Both sides of a buffer between partitions execute equally often.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYSCHEDULE_H
#define TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYSCHEDULE_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/Interfaces/FunctionInterfaces.h"

namespace tileiras {

/// The cycles of an iteration of a loop by the machine model.
struct LoopCost {
  mlir::Operation *loop;
  /// The largest of the ratio of a cycle and the occupancy of a unit.
  int64_t interval;
  /// The operations of that cycle, or what the unit is.
  std::string bound;
};

/// Returns the costs of the loops of a correct schedule. One CTA is alone on
/// its SM.
llvm::SmallVector<LoopCost> getLoopCosts(mlir::FunctionOpInterface func,
                                         const TargetInfo &target);

/// Reports the first rule that the schedule of a kernel breaks. A function
/// without attributes of a schedule obeys them.
llvm::LogicalResult verifySchedule(mlir::FunctionOpInterface func,
                                   const TargetInfo &target);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_VERIFICATION_VERIFYSCHEDULE_H
