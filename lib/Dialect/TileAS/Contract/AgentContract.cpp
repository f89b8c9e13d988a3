//===- AgentContract.cpp - Registers and barriers of agents ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"

#include "tileiras/Dialect/TileAS/IR/OccupancyRegisters.h"
#include "tileiras/Layout/Factories.h"

#include "mlir/Dialect/LLVMIR/NVVMDialect.h"
#include "llvm/Support/MathExtras.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

unsigned tileiras::getLaunchRegisters(AgentSwitchOp agents,
                                      const TargetInfo &target) {
  // Registers are allocated in units of eight for each thread, by warpgroups.
  constexpr unsigned kUnit = 8;
  unsigned warps = llvm::alignTo(agents.getTotalWarps(), kWarpsPerWarpgroup);
  Operation *func = agents->getParentOp();
  unsigned count = getRegistersOfOccupancy(func, kLanesPerWarp * warps, target);
  // The conversion of the function's boundary turned the occupancy into this
  // attribute.
  if (auto maxnreg = func->getAttrOfType<IntegerAttr>(
          NVVM::NVVMDialect::getMaxnregAttrName()))
    count = std::min<unsigned>(count, llvm::alignTo(maxnreg.getInt(), kUnit));
  return count;
}

bool tileiras::needsNamedBarrier(BarrierOp barrier) {
  std::optional<AgentGroup> group = getEnclosingAgents(barrier);
  return group && (barrier.getThreads() || group->warpsPerAgent != 1);
}

unsigned tileiras::countNamedBarriers(BarrierOp barrier) {
  return barrier.getThreads() ? 1 : getEnclosingAgents(barrier)->numAgents;
}
