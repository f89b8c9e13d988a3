//===- MarkedGraph.h - Liveness and rate of a schedule ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A marked graph is a directed graph whose edges hold tokens. A vertex *fires*
// by taking a token from each incoming edge; `latency` cycles later, plus the
// latency of the edge, it puts one onto each outgoing edge. So the k-th firing
// of `to` waits for firing k - tokens of `from`:
//
//   start(to, k) >= start(from, k - tokens) + latency(from) + latency(edge)
//
// A schedule of a loop is such a graph (ScheduleGraph.h): a vertex is an
// operation, which fires once in an iteration, and an edge is what it waits
// for. Two theorems hold whatever the durations turn out to be, and on whatever
// order the hardware decides:
//
//   Liveness. Firing leaves the number of tokens of each cycle unchanged. Every
//   vertex can fire for ever if and only if each cycle has a token. Operations
//   of a cycle without one wait for each other: a deadlock (Commoner, Holt,
//   Even, Pnueli: Marked directed graphs, 1971).
//
//   Rate. If vertices fire as early as they can, then the time between two
//   firings tends to the largest *ratio* of a cycle, the sum of its latencies
//   divided by the sum of its tokens (Ramchandani 1974; Reiter 1968). The cycle
//   that has it is *critical*: only a change of this cycle makes the loop
//   faster.
//
// Example: a producer (40 cycles) fills two stages for a consumer (100 cycles).
// The edges are that of the data, that of the stages which become free, and
// those by which each vertex waits for its own last firing.
//
//        .--- 2 tokens ---.           cycle           latency  tokens  ratio
//        v                |           producer             40       1     40
//   .-> [P] - 0 tokens -> [C] <-.     consumer            100       1    100
//   '-1-'                 '-1---'     both                140       2     70
//
// It runs at 100 cycles. With one stage, both come to 140 and are critical.
//
// All numbers are integers and ratios are compared by their cross products, so
// that results are exact. They depend on the order in which vertices and edges
// were added, and on nothing else.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_MARKEDGRAPH_H
#define TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_MARKEDGRAPH_H

#include "llvm/ADT/ArrayRef.h"
#include "llvm/ADT/SmallVector.h"

#include <compare>
#include <cstdint>
#include <optional>

namespace tileiras {

/// Cycles of an SM in a number of iterations, which is positive: a rational.
struct CycleRatio {
  int64_t latency, tokens;

  /// Compares the values: 4/2 equals 2/1.
  std::strong_ordering operator<=>(const CycleRatio &other) const;
  bool operator==(const CycleRatio &other) const {
    return (*this <=> other) == std::strong_ordering::equal;
  }
  /// Returns the least integer that is not below the ratio.
  int64_t getCeiling() const;
};

class MarkedGraph {
public:
  struct Edge {
    unsigned from, to;
    int64_t tokens, latency;
  };

  /// A closed path: the `to` of an edge is the `from` of the next one, that of
  /// the last edge the `from` of the first. It visits each vertex once, and
  /// begins at the one that was added first.
  struct Cycle {
    /// Indices of getEdges().
    llvm::SmallVector<unsigned> edges;
    /// The latency of the vertices and edges, and the tokens.
    int64_t latency = 0, tokens = 0;

    CycleRatio getRatio() const { return {latency, tokens}; }
  };

  /// Adds a vertex with a latency of zero or more and returns its index.
  unsigned addVertex(int64_t latency = 0);

  /// Adds an edge and returns its index. A negative number of tokens may be
  /// added, but then only findNegativeEdge may be called: `to` would need a
  /// firing of `from` that comes later.
  unsigned addEdge(unsigned from, unsigned to, int64_t tokens,
                   int64_t latency = 0);

  unsigned getNumVertices() const { return latencies.size(); }
  int64_t getLatency(unsigned vertex) const { return latencies[vertex]; }
  llvm::ArrayRef<Edge> getEdges() const { return edges; }

  /// Returns the cycles from the start of `from` to the earliest start of `to`.
  int64_t getDelay(const Edge &edge) const {
    return latencies[edge.from] + edge.latency;
  }

  /// Returns the first edge that has a negative number of tokens.
  [[nodiscard]] std::optional<unsigned> findNegativeEdge() const;

  /// Returns the shortest cycle without a token; of several the one whose first
  /// vertex was added first. None if and only if the graph is live.
  [[nodiscard]] std::optional<Cycle> findDeadlock() const;

  /// Returns a cycle of a live graph that has the largest ratio; none where the
  /// graph has no cycle, so that nothing limits its rate.
  [[nodiscard]] std::optional<Cycle> findCriticalCycle() const;

  /// Returns the start of each vertex in iteration 0, the earliest that are
  /// not negative, if iteration k starts `interval * k` later. None if the
  /// interval is below the largest ratio: then no such start exists.
  [[nodiscard]] std::optional<llvm::SmallVector<int64_t>>
  getStarts(int64_t interval) const;

private:
  llvm::SmallVector<int64_t> latencies;
  llvm::SmallVector<Edge> edges;
};

} // namespace tileiras

#endif // TILEIRAS_DIALECT_TILEAS_ANALYSIS_SCHEDULE_MARKEDGRAPH_H
