//===- AgentGraph.h - The agents of a loop as a marked graph ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Agents wait for each other at pipelines and at the entries of ordered
// sections only. So the loops of all agents that come from one loop of the
// source are a marked graph (MarkedGraph.h), whose vertices are these *events*,
// and the copies and MMAs that agents start. It tells whether the agents can
// run for ever, and at which interval, whoever made them:
//
//   edge                         tokens
//   from an event to the next    0; 1 from the last to the first of a loop
//   commit -> wait               those by which the uses of a pipeline differ
//   release -> acquire           the same, and the stages of the pipeline
//   MMA -> wait for it           1 if it is one of the last iteration
//   leave -> enter               0; 1 from the last agent to the first
//
// An access counts its uses of a pipeline (StageUses.h). Where agents divide
// the iterations between them, a vertex stands for one of as many iterations.
//
// The iterations of two agents correspond in any way in which no edge has a
// negative number of tokens: the graph chooses the first iteration of each
// agent, and has none if there is no such choice, which is a deadlock, too.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_AGENTGRAPH_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_AGENTGRAPH_H

#include "tileiras/Dialect/TileAS/Analysis/Schedule/KernelPlacements.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/MarkedGraph.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/ScheduleGraph.h"

namespace tileiras {

class AgentGraph {
public:
  enum class Kind { Work, Acquire, Commit, Wait, Release, Enter, Leave };
  struct Event {
    mlir::Operation *op;
    Kind kind;
    int32_t partition;
    unsigned agent;
  };

  /// Builds the graph of a loop. None if an agent goes on to the next use of a
  /// pipeline in some iterations only, or in a loop in the loop, or if the other
  /// side of the pipeline does not use it as often in this loop.
  static std::optional<AgentGraph>
  build(const PlacedLoop &loop, llvm::ArrayRef<PlacedPartition> partitions,
        const ScheduleCosts &costs = {});

  /// Vertex i is event i.
  llvm::ArrayRef<Event> getEvents() const { return events; }
  const MarkedGraph &getGraph() const { return graph; }
  /// Returns the iterations of the source in which each vertex fires once.
  unsigned getIterations() const { return iterations; }

  /// Returns whether all agents can run for ever; and if not, which events wait
  /// for each other.
  bool isLive() const { return isConsistent && !graph.findDeadlock(); }
  std::string describeDeadlock() const;
  /// Returns the events of a cycle as "commit of partition 0 -> wait of ...".
  std::string describe(const MarkedGraph::Cycle &cycle) const;
  /// Returns "6 events of partitions 0, 1": those that the cycle comes to.
  std::string summarize(const MarkedGraph::Cycle &cycle) const;

private:
  friend class AgentGraphBuilder;

  llvm::SmallVector<Event> events;
  MarkedGraph graph;
  unsigned iterations = 1;
  bool isConsistent = true;
};

llvm::StringRef getName(AgentGraph::Kind kind);

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_AGENTGRAPH_H
