//===- KernelTarget.cpp - The GPU that a kernel is for ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"

#include "tileiras/Dialect/TileAA/IR/TileAA.h"
#include "tileiras/Layout/Factories.h"

using namespace mlir;
using namespace tileiras;

const TargetInfo *tileiras::findTarget(Operation *op) {
  StringRef name = nv_tileaa::TileAADialect::getComputeCapabilityAttrName();
  IntegerAttr capability;
  for (Operation *at = op; at && !capability; at = at->getParentOp())
    capability = at->getAttrOfType<IntegerAttr>(name);
  return capability ? lookupTarget(capability.getInt()) : nullptr;
}

const TargetInfo *tileiras::getTarget(Operation *op) {
  const TargetInfo *target = findTarget(op);
  if (!target)
    op->emitError("Failed to get ComputeCapability");
  return target;
}

int64_t tileiras::getSharedMemoryLimit(const TargetInfo &target,
                                       bool extended) {
  return extended ? target.SharedMemoryOptIn : target.SharedMemoryStatic;
}

std::optional<int64_t> tileiras::getSharedMemoryOfTwo(const TargetInfo &target,
                                                      int64_t numWarps) {
  if (2 * kLanesPerWarp * numWarps * target.RegistersPerThread >
      target.RegistersPerSM)
    return std::nullopt;
  return target.SharedMemoryPerSM / 2 - target.SharedMemoryReserved;
}
