//===- MarkedGraph.cpp - Liveness and rate of a schedule ------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The largest ratio is found by Newton's method on cycles (Lawler 1976): with a
// ratio of some cycle as the guess p / q, an edge weighs q * delay - p *
// tokens. The ratio of another cycle is above the guess if and only if its
// weight is positive, and then it is the next guess. Longest paths (Bellman and
// Ford) find such a cycle or show that there is none. Each guess is the ratio
// of a cycle and above the last one, so the search ends; for schedules after 2
// to 4 guesses.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/MarkedGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/Support/MathExtras.h"

#include <cassert>

using namespace llvm;
using namespace tileiras;

/// Multiplies the latency and the tokens of whole cycles: a pinned schedule may
/// have any number of 32 bits as a stage, or as the copies of a buffer.
__extension__ typedef __int128 Int128;

/// No edge, or no vertex.
static constexpr unsigned kNone = ~0u;

//===----------------------------------------------------------------------===//
// Ratios
//===----------------------------------------------------------------------===//

std::strong_ordering CycleRatio::operator<=>(const CycleRatio &other) const {
  return Int128(latency) * other.tokens <=> Int128(other.latency) * tokens;
}

int64_t CycleRatio::getCeiling() const {
  return divideCeilSigned(latency, tokens);
}

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

unsigned MarkedGraph::addVertex(int64_t latency) {
  assert(latency >= 0 && "a vertex ends after it starts");
  latencies.push_back(latency);
  return latencies.size() - 1;
}

unsigned MarkedGraph::addEdge(unsigned from, unsigned to, int64_t tokens,
                              int64_t latency) {
  assert(from < latencies.size() && to < latencies.size());
  assert(latency >= 0 && "an edge waits for the end of its vertex");
  edges.push_back({from, to, tokens, latency});
  return edges.size() - 1;
}

/// Rotates a cycle to its least vertex, and adds up latencies and tokens.
static MarkedGraph::Cycle makeCycle(const MarkedGraph &graph,
                                    SmallVector<unsigned> path) {
  ArrayRef<MarkedGraph::Edge> edges = graph.getEdges();
  auto *first = min_element(path, [&](unsigned a, unsigned b) {
    return edges[a].from < edges[b].from;
  });
  std::rotate(path.begin(), first, path.end());
  MarkedGraph::Cycle cycle;
  for (unsigned edge : path) {
    cycle.latency += graph.getDelay(edges[edge]);
    cycle.tokens += edges[edge].tokens;
  }
  cycle.edges = std::move(path);
  return cycle;
}

/// Walks back from `to` along the edges by which vertices were reached, until
/// it is at `from`, and returns the path.
static SmallVector<unsigned> getPath(ArrayRef<MarkedGraph::Edge> edges,
                                     ArrayRef<unsigned> reachedBy,
                                     unsigned from, unsigned to) {
  SmallVector<unsigned> path;
  do {
    path.push_back(reachedBy[to]);
    to = edges[path.back()].from;
  } while (to != from);
  std::reverse(path.begin(), path.end());
  return path;
}

//===----------------------------------------------------------------------===//
// Liveness
//===----------------------------------------------------------------------===//

std::optional<unsigned> MarkedGraph::findNegativeEdge() const {
  for (auto [index, edge] : enumerate(edges))
    if (edge.tokens < 0)
      return index;
  return std::nullopt;
}

/// Returns whether every vertex can fire once: those that can are removed with
/// their edges, until none is left or the rest waits for itself.
static bool canFireOnce(unsigned numVertices,
                        ArrayRef<SmallVector<unsigned>> outgoing,
                        ArrayRef<MarkedGraph::Edge> edges) {
  SmallVector<unsigned> waitsFor(numVertices, 0);
  for (ArrayRef<unsigned> of : outgoing)
    for (unsigned edge : of)
      ++waitsFor[edges[edge].to];
  SmallVector<unsigned> ready;
  for (unsigned vertex = 0; vertex < numVertices; ++vertex)
    if (waitsFor[vertex] == 0)
      ready.push_back(vertex);
  unsigned fired = 0;
  while (!ready.empty()) {
    unsigned vertex = ready.pop_back_val();
    ++fired;
    for (unsigned edge : outgoing[vertex])
      if (--waitsFor[edges[edge].to] == 0)
        ready.push_back(edges[edge].to);
  }
  return fired == numVertices;
}

/// Returns the shortest path from a vertex back to itself with fewer than
/// `limit` edges; an empty one if there is none. Breadth first.
static SmallVector<unsigned>
findWayBack(unsigned start, unsigned limit,
            ArrayRef<SmallVector<unsigned>> outgoing,
            ArrayRef<MarkedGraph::Edge> edges) {
  SmallVector<unsigned> reachedBy(outgoing.size(), kNone);
  SmallVector<unsigned> frontier = {start};
  for (unsigned length = 1; length < limit && !frontier.empty(); ++length) {
    SmallVector<unsigned> next;
    for (unsigned vertex : frontier)
      for (unsigned edge : outgoing[vertex]) {
        unsigned to = edges[edge].to;
        if (reachedBy[to] != kNone)
          continue;
        reachedBy[to] = edge;
        if (to == start)
          return getPath(edges, reachedBy, start, start);
        next.push_back(to);
      }
    frontier = std::move(next);
  }
  return {};
}

std::optional<MarkedGraph::Cycle> MarkedGraph::findDeadlock() const {
  assert(!findNegativeEdge() && "the graph is no marked graph");
  SmallVector<SmallVector<unsigned>> outgoing(getNumVertices());
  for (auto [index, edge] : enumerate(edges))
    if (edge.tokens == 0)
      outgoing[edge.from].push_back(index);
  if (canFireOnce(getNumVertices(), outgoing, edges))
    return std::nullopt;
  SmallVector<unsigned> shortest;
  for (unsigned start = 0; start < getNumVertices(); ++start) {
    unsigned limit = shortest.empty() ? getNumVertices() + 1 : shortest.size();
    SmallVector<unsigned> path = findWayBack(start, limit, outgoing, edges);
    if (!path.empty())
      shortest = std::move(path);
  }
  return makeCycle(*this, std::move(shortest));
}

//===----------------------------------------------------------------------===//
// Rate
//===----------------------------------------------------------------------===//

namespace {

/// Longest paths to each vertex from anywhere.
class LongestPaths {
public:
  LongestPaths(const MarkedGraph &graph, CycleRatio guess)
      : graph(graph), guess(guess), lengths(graph.getNumVertices(), 0),
        reachedBy(graph.getNumVertices(), kNone) {}

  /// Returns the edges of a cycle of positive weight. If there is none, then
  /// getLengths() is complete. A cycle of edges by which vertices were reached
  /// last is positive; there is one at the latest when paths have become
  /// longer in as many rounds as there are vertices.
  SmallVector<unsigned> findPositiveCycle() {
    while (lengthen())
      if (SmallVector<unsigned> cycle = findCycleOfPaths(); !cycle.empty())
        return cycle;
    return {};
  }

  ArrayRef<Int128> getLengths() const { return lengths; }

private:
  /// Takes each edge once where it makes a path longer; returns whether any
  /// did.
  bool lengthen() {
    bool changed = false;
    for (auto [index, edge] : enumerate(graph.getEdges())) {
      Int128 length = lengths[edge.from] +
                      Int128(guess.tokens) * graph.getDelay(edge) -
                      Int128(guess.latency) * edge.tokens;
      if (length <= lengths[edge.to])
        continue;
      lengths[edge.to] = length;
      reachedBy[edge.to] = index;
      changed = true;
    }
    return changed;
  }

  /// Walks back from each vertex. A vertex that this walk has met before is on
  /// a cycle; one that an earlier walk has met is not.
  SmallVector<unsigned> findCycleOfPaths() const {
    SmallVector<unsigned> metFrom(reachedBy.size(), kNone);
    for (unsigned start = 0; start < reachedBy.size(); ++start) {
      unsigned vertex = start;
      while (metFrom[vertex] == kNone) {
        metFrom[vertex] = start;
        if (reachedBy[vertex] == kNone)
          break;
        vertex = graph.getEdges()[reachedBy[vertex]].from;
      }
      if (metFrom[vertex] == start && reachedBy[vertex] != kNone)
        return getPath(graph.getEdges(), reachedBy, vertex, vertex);
    }
    return {};
  }

  const MarkedGraph &graph;
  CycleRatio guess;
  SmallVector<Int128> lengths;
  SmallVector<unsigned> reachedBy;
};

} // namespace

std::optional<MarkedGraph::Cycle> MarkedGraph::findCriticalCycle() const {
  assert(!findDeadlock() && "a deadlock has no rate");
  std::optional<Cycle> critical;
  // No latency is negative, so the ratio of any cycle is above the first guess.
  CycleRatio guess = {-1, 1};
  while (true) {
    SmallVector<unsigned> path = LongestPaths(*this, guess).findPositiveCycle();
    if (path.empty())
      return critical;
    critical = makeCycle(*this, std::move(path));
    guess = critical->getRatio();
  }
}

std::optional<SmallVector<int64_t>>
MarkedGraph::getStarts(int64_t interval) const {
  LongestPaths paths(*this, {interval, 1});
  if (!paths.findPositiveCycle().empty())
    return std::nullopt;
  return SmallVector<int64_t>(paths.getLengths());
}
