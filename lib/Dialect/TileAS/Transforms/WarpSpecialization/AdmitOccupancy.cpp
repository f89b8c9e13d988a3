//===- AdmitOccupancy.cpp - As many CTAs as resources admit ---------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The hint `occupancy` asks for CTAs on an SM. Warps, instructions, rings and
// accumulators are chosen as without it. What the kernel then takes says how
// many CTAs an SM admits, and the hint is reduced to that:
//
//   registers       by estimate, of each thread or of each group of agents;
//                   with fewer of them, ptxas would spill
//   shared memory,  as assigned, or as buffers would be placed now
//   tensor memory
//   threads
//
// With fewer CTAs, each thread has more registers. The pass decides before
// partitions exchange registers (setmaxnreg), since loops are
// software-pipelined where registers suffice, and again on the final kernel.
//
//===----------------------------------------------------------------------===//

#include "AdmitOccupancy.h"

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/BufferLiveness.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"
#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"
#include "tileiras/Target/MachineModel.h"
#include "tileiras/Target/ResourceBudget.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/DebugLog.h"
#include "llvm/Support/MathExtras.h"

#define DEBUG_TYPE "tileas-admit-occupancy"

namespace tileiras {
#define GEN_PASS_DEF_TILEASADMITOCCUPANCY
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// The most registers of a thread of a consumer, and the unit in which they are
/// given (PTX ISA, "setmaxnreg").
static constexpr unsigned kMaxRegisters = 240, kRegisterStep = 8;

void tileiras::distributeRegisters(AgentSwitchOp agents, unsigned group,
                                   unsigned ofOthers,
                                   const TargetInfo &target) {
  auto set = [&](unsigned ofGroup) {
    SmallVector<int32_t> registers(agents->getNumRegions(), ofOthers);
    registers[group] = ofGroup;
    agents.setMaxRegs(registers);
  };
  // Total warps depend on whether registers are reallocated.
  set(ofOthers);
  AgentGroup takers = agents.getGroup(&agents.getGroups()[group]);
  unsigned count = takers.warpsPerAgent * takers.numAgents,
           total = agents.getTotalWarps();
  unsigned all = total * getLaunchRegisters(agents, target);
  set(std::min<unsigned>(
      llvm::alignDown((all - (total - count) * ofOthers) / count,
                      kRegisterStep),
      kMaxRegisters));
}

namespace {

/// Returns the registers of each thread that a region takes.
int64_t countNeeded(Region &region, const TargetInfo &target) {
  return std::min<int64_t>(estimateRegisters(region).registers,
                           target.RegistersPerThread);
}

/// Returns the registers of warps: of agents that reallocate them each group
/// its own, else the most that a thread needs.
SmallVector<ResourceDemand::Partition> getPartitions(nv_tileaa::FuncOp func,
                                                     const TargetInfo &target,
                                                     int64_t numWarps) {
  int64_t ofAll = countNeeded(func.getBody(), target);
  AgentSwitchOp agents = getAgentSwitch(func);
  if (!agents)
    return {{numWarps, ofAll}};
  std::optional<ArrayRef<int32_t>> owned = agents.getMaxRegs();
  SmallVector<ResourceDemand::Partition> partitions;
  int64_t idle = agents.getTotalWarps(), most = ofAll;
  for (auto [index, group] : llvm::enumerate(agents.getAgentGroups())) {
    int64_t needed = countNeeded(*group.region, target);
    // Who starts copies keeps what it has.
    if (owned && (*owned)[index] != *llvm::max_element(*owned))
      needed = (*owned)[index];
    int64_t warps = group.warpsPerAgent * group.numAgents;
    partitions.push_back({warps, needed});
    idle -= warps;
    most = std::max(most, needed);
  }
  if (owned)
    partitions.push_back({idle, *llvm::min_element(*owned)});
  else
    partitions = {{agents.getTotalWarps(), most}};
  return partitions;
}

ResourceDemand getDemand(nv_tileaa::FuncOp func, const TargetInfo &target,
                         int64_t numWarps) {
  ResourceDemand demand;
  demand.partitions = getPartitions(func, target, numWarps);
  if (auto bytes = func->getAttrOfType<IntegerAttr>(
          TileASDialect::getSharedMemoryAttrName())) {
    demand.sharedMemory = bytes.getInt();
  } else {
    SmallVector<Buffer> buffers = collectBuffers(func.getBody());
    demand.sharedMemory = placeBuffers(buffers);
  }
  SmallVector<Buffer> accumulators =
      collectBuffers(func.getBody(), nv_tileaa::MemSpace::TENSOR);
  if (int64_t bytes = placeBuffers(accumulators))
    demand.tensorMemoryColumns =
        alignTensorColumns(bytes / AllocTmemOp::kColumnBytes);
  return demand;
}

} // namespace

bool tileiras::admitOccupancy(nv_tileaa::FuncOp func, const TargetInfo &target,
                              int64_t numWarps) {
  StringRef name = nv_tileaa::TileAADialect::getOccupancyAttrName();
  auto hint = func->getAttrOfType<IntegerAttr>(name);
  if (!hint || hint.getInt() <= 1)
    return false;
  ResourceDemand demand = getDemand(func, target, numWarps);
  int64_t asked = hint.getInt(),
          admitted = countAdmittedCTAs(target, demand, asked);
  Admission ofAsked = ResourceBudget(target, asked).admits(demand);
  LDBG() << func.getSymName() << ": " << admitted << " of " << asked
         << " CTAs, " << ofAsked.needed << " of " << ofAsked.available << " "
         << getUnit(ofAsked.binding) << " each";
  if (admitted == asked)
    return false;
  func->setAttr(name, IntegerAttr::get(hint.getType(), admitted));
  remark::missed(func.getLoc(), remark::RemarkOpts::name("Occupancy")
                                    .category("memory")
                                    .function(func.getSymName()))
      << remark::reason("a multiprocessor gets {0} CTAs, not {1}: each of {1} "
                        "would need {2} {3}, {4} more than there are",
                        admitted, asked, ofAsked.needed,
                        getUnit(ofAsked.binding), ofAsked.getMissing());
  return true;
}

namespace {

class AdmitOccupancy
    : public tileiras::impl::TileASAdmitOccupancyBase<AdmitOccupancy> {
public:
  void runOnOperation() override {
    if (getOperation().getKernelSpec() && failed(admit(getOperation())))
      signalPassFailure();
  }

private:
  /// Fails where the target or the number of warps isn't known.
  static LogicalResult admit(nv_tileaa::FuncOp func) {
    const TargetInfo *target = getTarget(func);
    FailureOr<int64_t> numWarps = getNumWarps(func);
    if (!target || failed(numWarps))
      return failure();
    if (AgentSwitchOp agents = getAgentSwitch(func);
        admitOccupancy(func, *target, *numWarps) && agents)
      shareAgain(agents, *target);
    return success();
  }

  /// Agents that reallocate registers share those of fewer CTAs.
  static void shareAgain(AgentSwitchOp agents, const TargetInfo &target) {
    if (std::optional<ArrayRef<int32_t>> owned = agents.getMaxRegs())
      distributeRegisters(agents, llvm::max_element(*owned) - owned->begin(),
                          *llvm::min_element(*owned), target);
  }
};

} // namespace
