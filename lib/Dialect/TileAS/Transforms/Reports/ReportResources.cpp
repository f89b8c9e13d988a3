//===- ReportResources.cpp - Resources and occupancy of a kernel ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Remarks for tuning a kernel, at the kernel's location: the estimated
// registers of a thread, bytes of shared memory, how many CTAs an SM holds at a
// time and what keeps it from holding more. Where an agent or the kernel needs
// more registers than a thread can have, the location of the maximum.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/RegisterPressure.h"
#include "tileiras/Dialect/TileAS/Contract/AgentContract.h"
#include "tileiras/Dialect/TileAS/Contract/LayoutRules.h"
#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

#include "mlir/IR/Remarks.h"
#include "llvm/Support/MathExtras.h"

#include <limits>

namespace tileiras {
#define GEN_PASS_DEF_TILEASREPORTRESOURCES
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

/// The allocation granularity of a thread's registers.
constexpr int64_t kRegisterUnit = 8;

/// The CTAs that an SM holds at a time, and the resource that limits them.
struct Occupancy {
  int64_t ctas;
  StringRef limit;
};

/// Returns for how many CTAs \p all suffices. A resource that they don't need
/// is no limit.
int64_t countFitting(int64_t all, int64_t ofOne) {
  return ofOne == 0 ? std::numeric_limits<int64_t>::max() : all / ofOne;
}

Occupancy getOccupancy(const TargetInfo &target, int64_t threads,
                       int64_t registers, int64_t shared) {
  int64_t ofThread = llvm::alignTo(
      std::min<int64_t>(registers, target.RegistersPerThread), kRegisterUnit);
  Occupancy fits[] = {
      {target.CTAsPerSM, "CTAs"},
      {countFitting(target.ThreadsPerSM, threads), "threads"},
      {countFitting(target.RegistersPerSM, ofThread * threads), "registers"},
      {countFitting(target.SharedMemoryPerSM,
                    shared + target.SharedMemoryReserved),
       "shared memory"}};
  return *llvm::min_element(fits, [](const Occupancy &a, const Occupancy &b) {
    return a.ctas < b.ctas;
  });
}

class ReportResources
    : public tileiras::impl::TileASReportResourcesBase<ReportResources> {
public:
  void runOnOperation() override {
    markAllAnalysesPreserved();
    if (!getContext().getRemarkEngine())
      return;
    nv_tileaa::FuncOp func = getOperation();
    if (!func.getKernelSpec())
      return;
    const TargetInfo *target = getTarget(func);
    FailureOr<int64_t> warps = getNumWarps(func);
    if (!target || failed(warps))
      return signalPassFailure();
    AgentSwitchOp agents;
    func.walk([&](AgentSwitchOp found) { agents = found; });
    RegisterPressure need = estimateRegisters(func.getBody());
    int64_t threads = *warps * kLanesPerWarp;
    int64_t maximum = target->RegistersPerThread;
    warnOf(need, maximum, "a thread can have");
    if (agents) {
      threads = agents.getTotalWarps() * kLanesPerWarp;
      maximum = std::min<int64_t>(maximum, getLaunchRegisters(agents, *target));
      RegisterPressure ofAgent = reportAgents(agents, maximum);
      if (ofAgent.registers > need.registers)
        need = ofAgent;
    }
    // Agents that reallocate registers begin with those of the launch.
    int64_t registers = agents && agents.getMaxRegs()
                            ? maximum
                            : std::min(need.registers, maximum);
    auto bytes = func->getAttrOfType<IntegerAttr>(
        TileASDialect::getSharedMemoryAttrName());
    int64_t shared = bytes ? bytes.getInt() : 0;
    Occupancy occupancy = getOccupancy(*target, threads, registers, shared);
    remark::analysis(func.getLoc(), getOptions("Registers")) << remark::add(
        "tiles, temporaries and addresses that live at the same time take {0} "
        "registers, operands of a dot {1}; an iteration starts {2} copies in "
        "flight",
        need.live, need.operands, need.copies);
    remark::analysis(func.getLoc(), getOptions("Resources")) << remark::add(
        "{0} threads take about {1} registers each and {2} "
        "bytes of shared memory: {3} CTAs on a multiprocessor, "
        "limited by {4}",
        threads, registers, shared, occupancy.ctas, occupancy.limit);
  }

private:
  remark::RemarkOpts getOptions(StringRef name) {
    return remark::RemarkOpts::name(name).category("memory").function(
        getOperation().getSymName());
  }

  void warnOf(const RegisterPressure &need, int64_t limit, StringRef whose) {
    if (need.minRegisters > limit)
      remark::missed(need.where->getLoc(), getOptions("RegisterPressure"))
          << remark::reason("tiles that live at the same time take about {0} "
                            "registers, more than the {1} that {2}",
                            need.minRegisters, limit, whose);
  }

  /// Returns the pressure of the agent with the maximum.
  RegisterPressure reportAgents(AgentSwitchOp agents, int64_t launched) {
    RegisterPressure maximum;
    for (auto [index, region] : llvm::enumerate(agents.getGroups())) {
      int64_t limit = launched;
      if (std::optional<ArrayRef<int32_t>> own = agents.getMaxRegs())
        limit = (*own)[index];
      RegisterPressure need = estimateRegisters(region);
      warnOf(need, limit, "its agent has");
      if (need.registers > maximum.registers)
        maximum = need;
      remark::analysis(agents.getLoc(), getOptions("Resources"))
          << remark::add("threads of agents of group {0} take about {1} of {2} "
                         "registers",
                         int64_t(index), need.registers, limit);
    }
    return maximum;
  }
};

} // namespace
