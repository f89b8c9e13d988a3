//===- LoopCosts.cpp - Cycles of an iteration -----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A loop takes as long as its slowest cycle of operations that wait for each
// other, and as the busiest unit of the SM (MarkedGraph.h). Threads that start
// a copy or an MMA continue at once; what they compute themselves keeps them
// until it is done. A loop in a loop counts as one of its iterations.
//
//===----------------------------------------------------------------------===//

#include "ScheduledLoop.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/NodeCost.h"
#include "tileiras/Dialect/TileAS/Verification/VerifySchedule.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

/// Returns the operations at which a cycle comes to other threads.
static std::string describe(const ScheduledKernel &kernel,
                            const ScheduleGraph &graph,
                            const MarkedGraph::Cycle &cycle) {
  std::string text;
  llvm::raw_string_ostream os(text);
  os << cycle.edges.size() << " operations that wait for each other:";
  const ScheduleGraph::Node *last = nullptr;
  for (unsigned edge : cycle.edges) {
    const ScheduleGraph::Node &node =
        graph.getNodes()[graph.getGraph().getEdges()[edge].from];
    if (!last || last->partition != node.partition ||
        last->replica != node.replica)
      os << (last ? ", " : " ") << node.op->getName() << " of '"
         << kernel.getName(node.partition) << "'";
    last = &node;
  }
  return text;
}

static LoopCost getLoopCost(const ScheduledKernel &kernel, scf::ForOp loop,
                            const MachineModel &model) {
  ScheduleGraph graph = ScheduleGraph::build(
      loop, getPlacements(kernel, loop, /*oneStream=*/false),
      getScheduleCosts(model));
  int64_t iterations = graph.getIterations();
  LoopCost cost = {loop, 0, ""};
  if (std::optional<MarkedGraph::Cycle> cycle =
          graph.getGraph().findCriticalCycle()) {
    CycleRatio ratio = cycle->getRatio();
    ratio.tokens *= iterations;
    cost.interval = ratio.getCeiling();
    cost.bound = describe(kernel, graph, *cycle);
  }
  llvm::SmallMapVector<StringRef, int64_t, 8> busy;
  for (const ScheduleGraph::Node &node : graph.getNodes())
    for (auto [unit, cycles] : getNodeCost(node.op, model).occupancy)
      busy[unit] += cycles;
  for (auto [unit, cycles] : busy)
    if (int64_t each = llvm::divideCeil(cycles, iterations);
        each >= cost.interval)
      cost = {loop, each, ("unit " + unit).str()};
  return cost;
}

SmallVector<LoopCost> tileiras::getLoopCosts(FunctionOpInterface func,
                                             const TargetInfo &target) {
  SmallVector<LoopCost> costs;
  std::optional<FunctionSchedule> schedule =
      nv_tileas::getFunctionSchedule(func);
  if (!schedule)
    return costs;
  ScheduledKernel kernel(func, std::move(*schedule));
  (void)forEachLoop(kernel, [&](scf::ForOp loop) {
    costs.push_back(getLoopCost(kernel, loop, getMachineModel(target)));
    return success();
  });
  return costs;
}
