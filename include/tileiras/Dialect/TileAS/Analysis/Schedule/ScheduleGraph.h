//===- ScheduleGraph.h - A scheduled loop as a marked graph -----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A schedule places the operations of a loop. A *partition* is a group of warps
// that executes a *stream* of them, in their `order`. Kernel iteration k of
// each stream works on source iteration k - stage of an operation. A partition
// may have several *replicas*, which execute the same stream on slices of the
// tiles; a partition without replicas executes what is done for each of them
// one after the other, at an order and a stage of its own.
//
// The vertices of the marked graph (MarkedGraph.h) are operations, one for each
// replica that executes it, or for which it is executed. Its edges are what
// threads, or MMAs and copies in flight, wait for:
//
//   edge      from            to                 tokens
//   stream    an operation    the next one of    0; 1 from the last to the
//   first
//                             its stream
//   data      producer        who takes its      distance + stage(to)
//                             value, or reads      - stage(from)
//                             its buffer
//   capacity  reader of a     who writes the     copies + stage(to)
//             buffer          next tile to it      - stage(from)
//   order     end of an       its beginning in   0; 1 from the last replica to
//             ordered         the next replica   the first
//             section
//
// where the distance is the number of iterations between the two: 0, or one for
// each time that the value passes through an argument of the loop.
//
// The accesses of an iteration to a buffer are ordered as in the loop. If the
// first one writes, then each iteration has a tile of its own, and `copies` of
// them may exist. If it reads, then the buffer carries its tile from iteration
// to iteration, such as an accumulator in tensor memory does.
//
// Operations without a placement are not executed where they are: what they
// take goes to those that take their results. So addresses and views need none.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_SCHEDULEGRAPH_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_SCHEDULEGRAPH_H

#include "tileiras/Dialect/TileAS/Analysis/Schedule/MarkedGraph.h"

#include "mlir/Dialect/SCF/IR/SCF.h"
#include "llvm/ADT/DenseMap.h"

#include <functional>
#include <string>

namespace tileiras {

/// Where and when an operation is executed: `tileas.schedule.partition`,
/// `stage`, `order` and `ordered`. Stages and orders are one, or one for each
/// replica.
struct SchedulePlacement {
  /// One, or several that execute clones of it.
  llvm::SmallVector<int32_t> partitions;
  /// None counts as 0.
  llvm::SmallVector<int32_t> stages, orders;
  /// The section that replicas execute one after the other, and the replica
  /// that alone executes it.
  std::optional<int32_t> ordered, onlyReplica;
};

/// The replicas of a partition. Those by iterations have iteration i of the
/// source if i modulo their number is their index; others have all iterations.
struct PartitionReplicas {
  int32_t count = 1;
  bool byIterations = false;
};

/// The schedule of one loop.
struct LoopPlacements {
  llvm::DenseMap<mlir::Operation *, SchedulePlacement> at;
  /// The tiles that each allocation has room for. Others have as many as their
  /// type has stages.
  llvm::DenseMap<mlir::Operation *, int64_t> copies;
  /// The allocation that is used again for another one, `over`, whose tile is
  /// dead by then.
  llvm::DenseMap<mlir::Operation *, mlir::Operation *> over;
  /// Of each partition; those that are not there have one replica.
  llvm::SmallVector<PartitionReplicas> replicas;
};

/// The costs of operations, in cycles of an SM. Without costs the graph tells
/// whether a schedule is live, but nothing of its rate.
struct ScheduleCosts {
  /// How long it keeps its stream from the next operation.
  std::function<int64_t(mlir::Operation *)> getIssue =
      [](mlir::Operation *) -> int64_t { return 0; };
  /// How long after that its result can be used.
  std::function<int64_t(mlir::Operation *)> getLatency =
      [](mlir::Operation *) -> int64_t { return 0; };
  /// From an arrival in one partition until another one goes on.
  int64_t handoff = 0;
};

enum class ScheduleEdgeKind { Stream, Data, Capacity, Order };
llvm::StringRef getName(ScheduleEdgeKind kind);

class ScheduleGraph {
public:
  struct Node {
    mlir::Operation *op;
    int32_t partition;
    /// The replica that executes it, or for which it is executed.
    unsigned replica;
    int64_t stage, order;
    /// Replicas by iterations unroll the loop: then all operations have as many
    /// nodes, each for one of these iterations.
    unsigned iteration = 0;
  };
  struct Edge {
    ScheduleEdgeKind kind;
    /// The value or the allocation that the edge is about; null of others.
    mlir::Value carrier;
  };

  /// Builds the graph of a loop. Operations of its body that have a placement
  /// are its nodes, in the order of the body.
  static ScheduleGraph build(mlir::scf::ForOp loop,
                             const LoopPlacements &placements,
                             const ScheduleCosts &costs = {});

  llvm::ArrayRef<Node> getNodes() const { return nodes; }
  /// Of the edge of the marked graph with this index.
  const Edge &getEdge(unsigned index) const { return edges[index]; }
  /// Vertex i is node i.
  const MarkedGraph &getGraph() const { return graph; }
  /// Returns the iterations of the source in which each vertex fires once: the
  /// number of replicas by iterations, or 1.
  unsigned getIterations() const { return iterations; }

  /// Returns the edges of a cycle as a text: "nv_tileas.async.dot (partition 1,
  /// replica 0) -> data, 0 tokens -> ...".
  std::string describe(const MarkedGraph::Cycle &cycle) const;

  unsigned addNode(const Node &node, int64_t issue);
  void addEdge(unsigned from, unsigned to, int64_t tokens, int64_t latency,
               Edge edge);

  /// Returns the graph of `factor` iterations. An edge with t tokens leads from
  /// iteration q to iteration q + t, of this or a later round; but streams of
  /// the partitions in `split` have every `factor`th iteration to themselves,
  /// and what they hand to the next iteration takes `handoff` cycles more.
  ScheduleGraph unroll(unsigned factor, llvm::ArrayRef<int32_t> split,
                       int64_t handoff) const;

private:
  llvm::SmallVector<Node> nodes;
  llvm::SmallVector<Edge> edges;
  MarkedGraph graph;
  unsigned iterations = 1;
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_SCHEDULEGRAPH_H
