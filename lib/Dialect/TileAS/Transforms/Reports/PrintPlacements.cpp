//===- PrintPlacements.cpp - Print where operations of loops run ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// This pass shows the partitions of each kernel and, for each loop, the
// partition, stage, order and copies of every copy and MMA
// (KernelPlacements.h), in the form of the attributes `tileas.schedule.*`. It
// reads rings that tileas-unspecialized-pipeline has not expanded yet, and
// agents. Of agents it also says whether they can run for ever, and by the
// machine model how long an iteration takes (AgentGraph.h). It changes nothing.
//
//===----------------------------------------------------------------------===//

#include "LocationText.h"
#include "tileiras/Dialect/TileAA/IR/KernelTarget.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/AgentGraph.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/KernelPlacements.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/NodeCost.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"
#include "tileiras/Dialect/TileAS/Transforms/Passes.h"

namespace tileiras {
#define GEN_PASS_DEF_TILEASPRINTPLACEMENTS
#include "tileiras/Dialect/TileAS/Transforms/Passes.h.inc"
} // namespace tileiras

using namespace mlir;
using namespace tileiras;

namespace {

void printPartitions(llvm::raw_ostream &os,
                     ArrayRef<PlacedPartition> partitions) {
  for (auto [number, each] : llvm::enumerate(partitions)) {
    os << "  partition " << number << ": #nv_tileas.partition<\"" << each.name
       << "\", warps = " << each.warps;
    if (each.registers)
      os << ", registers = " << *each.registers;
    if (each.replicas > 1)
      os << ", replicas = " << each.replicas << " by "
         << (each.isByIterations ? "iterations" : "rows");
    os << ">\n";
  }
}

void printOperation(llvm::raw_ostream &os, const PlacedOperation &each) {
  os << "    " << each.op->getName() << " "
     << getLocationText(each.op->getLoc()) << " {partition = ["
     << each.partition << "], stage = " << each.stage
     << ", order = " << each.order << "}";
  if (each.copies)
    os << " copies = " << *each.copies;
  if (each.count > 1)
    os << ", " << each.count << " times";
  os << "\n";
}

using Occupancy = llvm::SmallMapVector<StringRef, int64_t, 8>;

/// Adds up the cycles of each unit for the operations of a block, but not for
/// what only encloses them.
void addOccupancy(Block &block, const MachineModel &model, int64_t times,
                  Occupancy &busy) {
  for (Operation &op : block.without_terminator()) {
    bool isEntered = op.getNumRegions() != 0 && !isa<nv_tileas::ReduceOp>(op);
    for (Region &region : op.getRegions())
      for (Block &inner : region)
        if (isEntered)
          addOccupancy(inner, model, times, busy);
    if (!isEntered)
      for (auto [unit, cycles] : getNodeCost(&op, model).occupancy)
        busy[unit] += cycles * times;
  }
}

/// Returns the unit that an iteration of the source keeps longest, and how
/// long: of replicas by iterations one executes it, of others all.
std::pair<StringRef, int64_t>
findBusiestUnit(const PlacedLoop &placed, ArrayRef<PlacedPartition> partitions,
                const MachineModel &model) {
  Occupancy busy;
  for (auto [partition, loop] : placed.loops) {
    const PlacedPartition &by = partitions[partition];
    addOccupancy(*loop.getBody(), model, by.isByIterations ? 1 : by.replicas,
                 busy);
  }
  std::pair<StringRef, int64_t> busiest = {"", 0};
  for (auto [unit, cycles] : busy)
    if (cycles > busiest.second)
      busiest = {unit, cycles};
  return busiest;
}

/// Prints the interval of a live loop and what bounds it: a cycle of events, or
/// the unit that each iteration keeps longest.
void printInterval(llvm::raw_ostream &os, const AgentGraph &graph,
                   std::pair<StringRef, int64_t> busiest) {
  int64_t interval = 0;
  std::optional<MarkedGraph::Cycle> cycle =
      graph.getGraph().findCriticalCycle();
  if (cycle) {
    CycleRatio ratio = cycle->getRatio();
    ratio.tokens *= graph.getIterations();
    interval = ratio.getCeiling();
  }
  if (busiest.second >= interval)
    os << "    live, " << busiest.second << " cycles an iteration: unit "
       << busiest.first << "\n";
  else
    os << "    live, " << interval
       << " cycles an iteration: " << graph.summarize(*cycle) << "\n";
}

/// Prints whether the agents of a loop can run for ever, and how fast.
void printLiveness(llvm::raw_ostream &os, const PlacedLoop &loop,
                   ArrayRef<PlacedPartition> partitions,
                   const TargetInfo *target) {
  ScheduleCosts costs;
  if (target)
    costs = getScheduleCosts(getMachineModel(*target));
  std::optional<AgentGraph> graph = AgentGraph::build(loop, partitions, costs);
  if (!graph)
    os << "    not known to be live: not every iteration uses a pipeline as "
          "often\n";
  else if (!graph->isLive())
    os << "    deadlock: " << graph->describeDeadlock() << "\n";
  else if (!target)
    os << "    live\n";
  else
    printInterval(os, *graph,
                  findBusiestUnit(loop, partitions, getMachineModel(*target)));
}

class PrintPlacements
    : public tileiras::impl::TileASPrintPlacementsBase<PrintPlacements> {
public:
  void runOnOperation() override {
    getOperation()->walk([&](nv_tileaa::FuncOp func) {
      const TargetInfo *target = findTarget(func);
      KernelPlacements placements = readPlacements(func);
      if (placements.loops.empty())
        return;
      llvm::raw_ostream &os = llvm::errs();
      os << "placements of @" << func.getSymName() << "\n";
      printPartitions(os, placements.partitions);
      for (const PlacedLoop &loop : placements.loops) {
        os << "  loop at " << getLocationText(loop.loc) << "\n";
        for (const PlacedOperation &each : loop.operations)
          printOperation(os, each);
        if (placements.partitions.size() > 1)
          printLiveness(os, loop, placements.partitions, target);
      }
    });
    markAllAnalysesPreserved();
  }
};

} // namespace
