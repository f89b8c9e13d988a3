//===- Tiles.cpp - V2 and V8: what stays in a partition -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "ScheduledKernel.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns a partition that executes `op` but not `source`, from which it takes
/// a value; none if each has its own.
static std::optional<int32_t> findForeign(const ScheduledKernel &kernel,
                                          Operation *op, Operation *source) {
  ArrayRef<int32_t> there = kernel.getSchedule(source).partitions;
  for (int32_t partition : kernel.getSchedule(op).partitions)
    if (!llvm::is_contained(there, partition))
      return partition;
  return std::nullopt;
}

static LogicalResult verifyValues(const ScheduledKernel &kernel,
                                  function_ref<bool(Type)> isOfRule,
                                  unsigned rule, StringRef what) {
  for (Operation *op : kernel.getOps())
    for (Value value : ScheduledKernel::getOperands(op)) {
      if (!isOfRule(value.getType()))
        continue;
      for (Operation *source : kernel.findSources(value)) {
        std::optional<int32_t> foreign = findForeign(kernel, op, source);
        if (!foreign)
          continue;
        InFlightDiagnostic error =
            breaksRule(op, rule)
            << "expected " << what << " of its own partition '"
            << kernel.getName(*foreign) << "', got one of '"
            << kernel.getName(kernel.getSchedule(source).partitions.front())
            << "'";
        error.attachNote(source->getLoc()) << "it comes from here";
        return error;
      }
    }
  return success();
}

LogicalResult tileiras::verifyTiles(const ScheduledKernel &kernel) {
  return verifyValues(
      kernel, [](Type type) { return isa<RankedTensorType, FutureType>(type); },
      2, "a tile in registers");
}

LogicalResult tileiras::verifyTokens(const ScheduledKernel &kernel) {
  return verifyValues(
      kernel, [](Type type) { return isa<nv_tileaa::MemTokenType>(type); }, 8,
      "a token");
}
