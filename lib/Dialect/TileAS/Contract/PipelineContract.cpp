//===- PipelineContract.cpp - Threads that arrive and wait ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/PipelineContract.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "mlir/Interfaces/FunctionInterfaces.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the number of all threads, by the converted boundary or the kernel's
/// spec.
static unsigned countThreads(FunctionOpInterface func) {
  if (auto threads = func->getAttrOfType<DenseI32ArrayAttr>(
          NVVM::NVVMDialect::getReqntidAttrName()))
    return threads[0];
  auto spec = func->getAttrOfType<nv_tileaa::KernelSpecAttr>(
      nv_tileaa::TileAADialect::getKernelSpecAttrName());
  return 32 * (spec ? spec.getNumWarps() : 1);
}

unsigned tileiras::countThreadsAt(Operation *op) {
  if (std::optional<AgentGroup> group = getEnclosingAgents(op))
    return group->numAgents * group->threadsPerAgent();
  return countThreads(op->getParentOfType<FunctionOpInterface>());
}
