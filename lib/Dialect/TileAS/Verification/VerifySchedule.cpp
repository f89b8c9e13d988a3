//===- VerifySchedule.cpp - Rules of schedules ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each rule has a function in the folder Schedule. What a kernel says of its
// partitions is checked first, since the other rules ask who executes what.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Verification/VerifySchedule.h"

#include "Schedule/ScheduledKernel.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Reports an operation that has a partition of which the function says
/// nothing.
static LogicalResult verifyUnscheduled(FunctionOpInterface func) {
  WalkResult result = func->walk([&](Operation *op) {
    if (!nv_tileas::getSchedule(op))
      return WalkResult::advance();
    breaksRule(op, 1) << "expected '" << schedule::kPartitions
                      << "' on the function";
    return WalkResult::interrupt();
  });
  return failure(result.wasInterrupted());
}

LogicalResult tileiras::verifySchedule(FunctionOpInterface func,
                                       const TargetInfo &target) {
  std::optional<FunctionSchedule> schedule =
      nv_tileas::getFunctionSchedule(func);
  if (!schedule)
    return verifyUnscheduled(func);
  ScheduledKernel kernel(func, std::move(*schedule));
  return failure(
      failed(verifyPlacements(kernel)) || failed(verifyTiles(kernel)) ||
      failed(verifyTokens(kernel)) || failed(verifyOrder(kernel, target)) ||
      failed(verifyResources(kernel, target)) ||
      failed(verifyMmasInFlight(kernel)) || failed(verifyReplicas(kernel)) ||
      failed(verifyChannels(kernel)));
}
