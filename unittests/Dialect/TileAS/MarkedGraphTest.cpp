//===- MarkedGraphTest.cpp - Liveness and rate of marked graphs -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Examples, laws, and random graphs. The answers for random graphs come from
// definitions: all cycles of the graph are enumerated, and vertices fire token
// by token until no one can, or until their firings repeat.
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/MarkedGraph.h"

#include "llvm/ADT/STLExtras.h"
#include "llvm/ADT/SmallVectorExtras.h"

#include "gtest/gtest.h"

#include <deque>
#include <functional>
#include <map>
#include <random>
#include <set>

using namespace llvm;
using namespace tileiras;

using Cycle = MarkedGraph::Cycle;

namespace {

/// Returns the vertices of a cycle, in its order.
SmallVector<unsigned> getVertices(const MarkedGraph &graph,
                                  const Cycle &cycle) {
  return map_to_vector(
      cycle.edges, [&](unsigned edge) { return graph.getEdges()[edge].from; });
}

/// A closed path that visits each vertex once from the least on, whose numbers
/// are those of its edges and vertices.
void expectSimpleCycle(const MarkedGraph &graph, const Cycle &cycle) {
  int64_t latency = 0, tokens = 0;
  std::set<unsigned> visited;
  for (auto [position, index] : enumerate(cycle.edges)) {
    const MarkedGraph::Edge &edge = graph.getEdges()[index];
    unsigned next = cycle.edges[(position + 1) % cycle.edges.size()];
    EXPECT_EQ(edge.to, graph.getEdges()[next].from);
    EXPECT_TRUE(visited.insert(edge.from).second);
    latency += graph.getLatency(edge.from) + edge.latency;
    tokens += edge.tokens;
  }
  ASSERT_FALSE(cycle.edges.empty());
  EXPECT_EQ(*visited.begin(), graph.getEdges()[cycle.edges[0]].from);
  EXPECT_EQ(cycle.latency, latency);
  EXPECT_EQ(cycle.tokens, tokens);
}

/// A ring of `stages` between a producer and a consumer.
MarkedGraph makeRing(int64_t producer, int64_t consumer, int64_t stages) {
  MarkedGraph graph;
  graph.addVertex(producer);
  graph.addVertex(consumer);
  graph.addEdge(0, 0, 1);
  graph.addEdge(1, 1, 1);
  graph.addEdge(0, 1, 0);
  graph.addEdge(1, 0, stages);
  return graph;
}

//===----------------------------------------------------------------------===//
// Examples
//===----------------------------------------------------------------------===//

TEST(MarkedGraphTest, RatesOfARing) {
  MarkedGraph two = makeRing(40, 100, 2);
  EXPECT_FALSE(two.findDeadlock());
  std::optional<Cycle> critical = two.findCriticalCycle();
  ASSERT_TRUE(critical);
  EXPECT_EQ(critical->getRatio(), (CycleRatio{100, 1}));
  EXPECT_EQ(getVertices(two, *critical), SmallVector<unsigned>({1}));

  MarkedGraph one = makeRing(40, 100, 1);
  critical = one.findCriticalCycle();
  EXPECT_EQ(critical->getRatio(), (CycleRatio{140, 1}));
  EXPECT_EQ(getVertices(one, *critical), SmallVector<unsigned>({0, 1}));
  EXPECT_EQ(critical->edges, SmallVector<unsigned>({2, 3}));

  EXPECT_TRUE(makeRing(40, 100, 0).findDeadlock());
}

TEST(MarkedGraphTest, GraphsWithoutCycles) {
  MarkedGraph graph;
  EXPECT_FALSE(graph.findDeadlock());
  EXPECT_FALSE(graph.findCriticalCycle());
  graph.addVertex(5);
  graph.addVertex(7);
  graph.addEdge(0, 1, 0, 3);
  EXPECT_FALSE(graph.findDeadlock());
  EXPECT_FALSE(graph.findCriticalCycle());
  EXPECT_EQ(graph.getStarts(0), (SmallVector<int64_t>{0, 8}));
}

TEST(MarkedGraphTest, CyclesWithoutLatencyAreCritical) {
  MarkedGraph graph;
  graph.addVertex();
  graph.addEdge(0, 0, 3);
  std::optional<Cycle> critical = graph.findCriticalCycle();
  ASSERT_TRUE(critical);
  EXPECT_EQ(critical->getRatio(), (CycleRatio{0, 1}));
  EXPECT_EQ(critical->tokens, 3);
}

TEST(MarkedGraphTest, TheWitnessIsTheShortestDeadlock) {
  MarkedGraph graph;
  for (unsigned i = 0; i < 6; ++i)
    graph.addVertex(1);
  // 0 -> 1 -> 2 -> 0, and 3 -> 4 -> 3.
  graph.addEdge(0, 1, 0);
  graph.addEdge(1, 2, 0);
  graph.addEdge(2, 0, 0);
  graph.addEdge(3, 4, 1);
  graph.addEdge(4, 3, 0, 10);
  graph.addEdge(3, 4, 0, 100);
  std::optional<Cycle> deadlock = graph.findDeadlock();
  ASSERT_TRUE(deadlock);
  EXPECT_EQ(deadlock->edges, SmallVector<unsigned>({5, 4}));
  EXPECT_EQ(deadlock->latency, 112);
  EXPECT_EQ(deadlock->tokens, 0);
  // An operation that waits for itself.
  graph.addEdge(5, 5, 0);
  EXPECT_EQ(graph.findDeadlock()->edges, SmallVector<unsigned>({6}));
}

TEST(MarkedGraphTest, NegativeTokensAreFound) {
  MarkedGraph graph = makeRing(1, 1, 2);
  EXPECT_FALSE(graph.findNegativeEdge());
  graph.addEdge(0, 1, -1);
  graph.addEdge(0, 1, -2);
  EXPECT_EQ(graph.findNegativeEdge(), 4u);
}

TEST(MarkedGraphTest, RatiosAreComparedExactly) {
  EXPECT_EQ((CycleRatio{4, 2}), (CycleRatio{2, 1}));
  EXPECT_LT((CycleRatio{100, 3}), (CycleRatio{67, 2}));
  EXPECT_EQ((CycleRatio{100, 3}).getCeiling(), 34);
  EXPECT_EQ((CycleRatio{99, 3}).getCeiling(), 33);
  // Doubles would not tell these apart.
  int64_t large = int64_t(1) << 62;
  EXPECT_LT((CycleRatio{large, large + 1}), (CycleRatio{large + 1, large + 2}));

  // 1/3 more than the other cycle, of 2^31 - 1 stages.
  int64_t most = (int64_t(1) << 31) - 1;
  MarkedGraph graph;
  graph.addVertex(most * 5);
  graph.addVertex(most * 5 + 1);
  graph.addEdge(0, 0, most);
  graph.addEdge(1, 1, most);
  EXPECT_EQ(getVertices(graph, *graph.findCriticalCycle()),
            SmallVector<unsigned>({1}));
}

//===----------------------------------------------------------------------===//
// Problems of attention
//===----------------------------------------------------------------------===//

/// The schedule of one iteration of attention on two replicas of query rows,
/// each with one accumulator S of Q K, which its probabilities P replace.
/// Vertices are Q K, P V, and the softmax's row maximum, rescaling of O and
/// exponentials.
struct Attention {
  enum Node { QK, PV, Max, Rescale, Exp, NumNodes };
  struct Issue {
    Node node;
    unsigned replica;
    bool operator==(const Issue &) const = default;
  };

  /// The order in which one thread issues MMAs.
  SmallVector<Issue> order;
  /// The iterations by which P V of each replica is late.
  int64_t stages[2] = {0, 0};
  int64_t latencies[NumNodes] = {512, 512, 140, 150, 832};
  int64_t handoff = 92;
  /// Other warps rescale.
  bool hasCorrection = false;

  MarkedGraph build() const {
    MarkedGraph graph;
    for (unsigned replica = 0; replica < 2; ++replica)
      for (int64_t latency : latencies)
        graph.addVertex(latency);
    addStream(graph, order);
    for (unsigned q = 0; q < 2; ++q) {
      if (hasCorrection) {
        addStream(graph, {{Max, q}, {Exp, q}});
        addStream(graph, {{Rescale, q}});
      } else {
        addStream(graph, {{Max, q}, {Rescale, q}, {Exp, q}});
      }
      auto add = [&](Node from, Node to, int64_t distance, int64_t latency) {
        int64_t tokens =
            distance + (to == PV) * stages[q] - (from == PV) * stages[q];
        graph.addEdge(at(from, q), at(to, q), tokens, latency);
      };
      add(QK, Max, 0, handoff);
      add(Max, Rescale, 0, hasCorrection ? handoff : 0);
      add(Max, Exp, 0, 0);
      add(Exp, PV, 0, handoff);
      add(Rescale, PV, 0, handoff);
      add(PV, Rescale, 1, handoff);
      // P is where S was.
      add(PV, QK, 1, 0);
    }
    return graph;
  }

private:
  static unsigned at(Node node, unsigned replica) {
    return replica * NumNodes + node;
  }
  static void addStream(MarkedGraph &graph, ArrayRef<Issue> stream) {
    for (auto [position, each] : enumerate(stream)) {
      bool isLast = position + 1 == stream.size();
      const Issue &next = stream[isLast ? 0 : position + 1];
      graph.addEdge(at(each.node, each.replica), at(next.node, next.replica),
                    isLast);
    }
  }
};

/// All orders of the four MMAs, with each P V in its iteration or the next one.
/// The cheapest is that of FlashAttention-4: Q K of replica 0, P V of the last
/// iteration of replica 1, Q K of replica 1, P V of replica 0.
TEST(MarkedGraphTest, OrderOfFlashAttention4IsTheBest) {
  using Issue = Attention::Issue;
  Attention problem;
  SmallVector<Issue> rest = {
      {Attention::QK, 1}, {Attention::PV, 0}, {Attention::PV, 1}};
  SmallVector<std::pair<CycleRatio, Attention>> live;
  unsigned numNegative = 0, numDeadlocks = 0;
  SmallVector<unsigned> places = {0, 1, 2};
  do {
    for (unsigned stages = 0; stages < 4; ++stages) {
      problem.order = {{Attention::QK, 0}};
      for (unsigned place : places)
        problem.order.push_back(rest[place]);
      problem.stages[0] = stages & 1;
      problem.stages[1] = stages >> 1;
      MarkedGraph graph = problem.build();
      if (graph.findNegativeEdge())
        ++numNegative;
      else if (graph.findDeadlock())
        ++numDeadlocks;
      else
        live.push_back({graph.findCriticalCycle()->getRatio(), problem});
    }
  } while (std::next_permutation(places.begin(), places.end()));
  EXPECT_EQ(numNegative, 0u);
  EXPECT_EQ(numDeadlocks, 18u);
  ASSERT_EQ(live.size(), 6u);
  sort(live, [](auto &a, auto &b) { return a.first < b.first; });

  Attention best = live[0].second;
  EXPECT_EQ(best.order, SmallVector<Issue>({{Attention::QK, 0},
                                            {Attention::PV, 1},
                                            {Attention::QK, 1},
                                            {Attention::PV, 0}}));
  EXPECT_EQ(best.stages[0], 0);
  EXPECT_EQ(best.stages[1], 1);
  // Two MMAs, the softmax and two hand-offs; the tensor bound is 2048.
  EXPECT_EQ(live[0].first, (CycleRatio{2330, 1}));
  EXPECT_EQ(live[1].first, (CycleRatio{2842, 1}));
  // Q K, P V, one replica after the other: nothing overlaps.
  EXPECT_EQ(live[5].first, (CycleRatio{2 * 2330, 1}));

  // Warps that only rescale O take this out of the critical cycle.
  best.hasCorrection = true;
  EXPECT_EQ(best.build().findCriticalCycle()->getRatio(),
            (CycleRatio{2330 - 150, 1}));
}

/// Two replicas that issue their own MMAs to one tensor unit, in turn. With P V
/// in its iteration all four MMAs and one softmax are in a cycle; one iteration
/// later the tensor unit alone limits the rate, which is FlashAttention-3's
/// order.
TEST(MarkedGraphTest, OrderOfFlashAttention3ReachesTheTensorBound) {
  enum { QK, Softmax, PV, NumNodes };
  auto getRatio = [](int64_t late) {
    MarkedGraph graph;
    for (unsigned replica = 0; replica < 2; ++replica)
      for (int64_t latency : {512, 852, 512})
        graph.addVertex(latency);
    for (unsigned first : {0u, unsigned(NumNodes)}) {
      graph.addEdge(first + QK, first + Softmax, 0);
      graph.addEdge(first + Softmax, first + PV, late);
      graph.addEdge(first + Softmax, first + QK, 1);
    }
    // The unit's order: Q K of both, P V of both.
    graph.addEdge(QK, NumNodes + QK, 0);
    graph.addEdge(NumNodes + QK, PV, 0);
    graph.addEdge(PV, NumNodes + PV, 0);
    graph.addEdge(NumNodes + PV, QK, 1);
    EXPECT_FALSE(graph.findDeadlock());
    return graph.findCriticalCycle()->getRatio();
  };
  EXPECT_EQ(getRatio(0), (CycleRatio{2388, 1}));
  EXPECT_EQ(getRatio(1), (CycleRatio{2048, 1}));
}

//===----------------------------------------------------------------------===//
// Definitions, by brute force
//===----------------------------------------------------------------------===//

/// Calls `visit` with the edges of each simple cycle.
void enumerateCycles(const MarkedGraph &graph,
                     const std::function<void(ArrayRef<unsigned>)> &visit) {
  SmallVector<unsigned> path;
  SmallVector<bool> isOnPath(graph.getNumVertices(), false);
  std::function<void(unsigned, unsigned)> extend = [&](unsigned first,
                                                       unsigned at) {
    for (auto [index, edge] : enumerate(graph.getEdges())) {
      if (edge.from != at || edge.to < first || isOnPath[edge.to])
        continue;
      path.push_back(index);
      if (edge.to == first) {
        visit(path);
      } else {
        isOnPath[edge.to] = true;
        extend(first, edge.to);
        isOnPath[edge.to] = false;
      }
      path.pop_back();
    }
  };
  for (unsigned first = 0; first < graph.getNumVertices(); ++first)
    extend(first, first);
}

/// The game of tokens without time: fires what can fire, `rounds` times each.
/// Returns whether all of them came to it.
bool canFire(const MarkedGraph &graph, unsigned rounds) {
  SmallVector<int64_t> tokens =
      map_to_vector(graph.getEdges(), [](auto &edge) { return edge.tokens; });
  SmallVector<unsigned> fired(graph.getNumVertices(), 0);
  bool changed = true;
  while (changed) {
    changed = false;
    for (unsigned vertex = 0; vertex < fired.size(); ++vertex) {
      bool isEnabled = fired[vertex] < rounds;
      for (auto [index, edge] : enumerate(graph.getEdges()))
        isEnabled &= edge.to != vertex || tokens[index] > 0;
      if (!isEnabled)
        continue;
      for (auto [index, edge] : enumerate(graph.getEdges())) {
        tokens[index] -= edge.to == vertex;
        tokens[index] += edge.from == vertex;
      }
      ++fired[vertex];
      changed = true;
    }
  }
  return all_of(fired, [&](unsigned times) { return times == rounds; });
}

/// The game of tokens with time, of a live graph in which each vertex reaches
/// each other: every vertex fires as early as it can. What happens next depends
/// only on the times of the last firings relative to each other, so the game
/// repeats when they do. Returns the cycles between two equal states and the
/// firings of a vertex in this time.
CycleRatio simulate(const MarkedGraph &graph) {
  int64_t depth = 1;
  for (const MarkedGraph::Edge &edge : graph.getEdges())
    depth = std::max(depth, edge.tokens);
  unsigned numVertices = graph.getNumVertices();
  // Starts of the last `depth` firings of each vertex, the latest first. What
  // the initial tokens stand for was done before time 0.
  using Row = std::vector<int64_t>;
  std::deque<Row> history(depth, Row(numVertices, INT64_MIN));
  std::map<std::vector<int64_t>, std::pair<int64_t, int64_t>> seen;
  for (int64_t iteration = 0;; ++iteration) {
    Row row(numVertices, 0);
    // Within an iteration vertices wait for each other: no cycle of this.
    for (unsigned round = 0; round < numVertices; ++round)
      for (const MarkedGraph::Edge &edge : graph.getEdges()) {
        int64_t from = edge.tokens == 0 ? row[edge.from]
                                        : history[edge.tokens - 1][edge.from];
        if (from != INT64_MIN)
          row[edge.to] = std::max(row[edge.to], from + graph.getDelay(edge));
      }
    history.push_front(row);
    history.pop_back();
    if (iteration < depth)
      continue;
    int64_t now = row[0];
    std::vector<int64_t> state;
    for (const Row &each : history)
      for (int64_t start : each)
        state.push_back(start - now);
    auto [before, isNew] = seen.insert({state, {iteration, now}});
    if (!isNew)
      return {now - before->second.second, iteration - before->second.first};
  }
}

/// A graph with a ring through all vertices if `isConnected`.
MarkedGraph makeRandom(std::mt19937 &random, bool isConnected) {
  auto below = [&](unsigned bound) { return random() % bound; };
  MarkedGraph graph;
  unsigned numVertices = 1 + below(6);
  for (unsigned vertex = 0; vertex < numVertices; ++vertex)
    graph.addVertex(below(12));
  // Few tokens, so that deadlocks are as frequent as live graphs.
  auto addEdge = [&](unsigned from, unsigned to) {
    graph.addEdge(from, to, below(3) ? below(3) : 0, below(3) ? 0 : below(7));
  };
  for (unsigned vertex = 0; isConnected && vertex < numVertices; ++vertex)
    addEdge(vertex, (vertex + 1) % numVertices);
  for (unsigned edge = below(2 * numVertices + 1); edge > 0; --edge)
    addEdge(below(numVertices), below(numVertices));
  return graph;
}

TEST(MarkedGraphTest, RandomGraphsAgreeWithAllTheirCycles) {
  std::mt19937 random(1);
  unsigned numLive = 0, numDeadlocks = 0, numAcyclic = 0;
  for (unsigned each = 0; each < 4000; ++each) {
    MarkedGraph graph = makeRandom(random, each % 2);
    std::optional<CycleRatio> largest;
    size_t shortestDeadlock = ~size_t(0);
    enumerateCycles(graph, [&](ArrayRef<unsigned> path) {
      CycleRatio ratio = {0, 0};
      for (unsigned edge : path) {
        ratio.latency += graph.getDelay(graph.getEdges()[edge]);
        ratio.tokens += graph.getEdges()[edge].tokens;
      }
      if (ratio.tokens == 0)
        shortestDeadlock = std::min(shortestDeadlock, path.size());
      else if (!largest || *largest < ratio)
        largest = ratio;
    });
    std::optional<Cycle> deadlock = graph.findDeadlock();
    ASSERT_EQ(deadlock.has_value(), shortestDeadlock != ~size_t(0));
    if (deadlock) {
      ++numDeadlocks;
      expectSimpleCycle(graph, *deadlock);
      EXPECT_EQ(deadlock->tokens, 0);
      EXPECT_EQ(deadlock->edges.size(), shortestDeadlock);
      continue;
    }
    std::optional<Cycle> critical = graph.findCriticalCycle();
    ASSERT_EQ(critical.has_value(), largest.has_value());
    if (!critical) {
      ++numAcyclic;
      continue;
    }
    ++numLive;
    expectSimpleCycle(graph, *critical);
    EXPECT_EQ(critical->getRatio(), *largest);
  }
  EXPECT_GT(numLive, 500u);
  EXPECT_GT(numDeadlocks, 500u);
  EXPECT_GT(numAcyclic, 100u);
}

TEST(MarkedGraphTest, RandomGraphsAgreeWithTheGameOfTokens) {
  std::mt19937 random(2);
  unsigned numLive = 0, numRationals = 0;
  for (unsigned each = 0; each < 4000; ++each) {
    MarkedGraph graph = makeRandom(random, /*isConnected=*/true);
    bool isLive = !graph.findDeadlock();
    EXPECT_EQ(isLive, canFire(graph, 1));
    EXPECT_EQ(isLive, canFire(graph, 5));
    if (!isLive)
      continue;
    ++numLive;
    CycleRatio ratio = graph.findCriticalCycle()->getRatio();
    EXPECT_EQ(ratio, simulate(graph));
    numRationals += ratio.latency % ratio.tokens != 0;
  }
  EXPECT_GT(numLive, 1000u);
  EXPECT_GT(numRationals, 100u);
}

//===----------------------------------------------------------------------===//
// Laws
//===----------------------------------------------------------------------===//

TEST(MarkedGraphTest, StartsKeepEveryDelay) {
  std::mt19937 random(3);
  for (unsigned each = 0; each < 1000; ++each) {
    MarkedGraph graph = makeRandom(random, each % 2);
    if (graph.findDeadlock())
      continue;
    std::optional<Cycle> critical = graph.findCriticalCycle();
    int64_t least = critical ? critical->getRatio().getCeiling() : 0;
    EXPECT_EQ(graph.getStarts(least - 1).has_value(), !critical);
    for (int64_t interval : {least, least + 5}) {
      std::optional<SmallVector<int64_t>> starts = graph.getStarts(interval);
      ASSERT_TRUE(starts);
      SmallVector<bool> isHeldUp(starts->size(), false);
      for (const MarkedGraph::Edge &edge : graph.getEdges()) {
        int64_t earliest = (*starts)[edge.from] + graph.getDelay(edge) -
                           interval * edge.tokens;
        EXPECT_GE((*starts)[edge.to], earliest);
        isHeldUp[edge.to] |= (*starts)[edge.to] == earliest;
      }
      for (auto [start, held] : zip(*starts, isHeldUp))
        EXPECT_TRUE(start == 0 || held);
    }
  }
}

/// Another stage of an operation moves tokens from the edges on one side of it
/// to those on the other, and changes no cycle.
TEST(MarkedGraphTest, RetimingChangesNoRate) {
  std::mt19937 random(4);
  unsigned numRetimed = 0;
  for (unsigned each = 0; each < 2000; ++each) {
    MarkedGraph graph = makeRandom(random, /*isConnected=*/true);
    SmallVector<int64_t> stages;
    MarkedGraph retimed;
    for (unsigned vertex = 0; vertex < graph.getNumVertices(); ++vertex) {
      retimed.addVertex(graph.getLatency(vertex));
      stages.push_back(random() % 2);
    }
    for (const MarkedGraph::Edge &edge : graph.getEdges())
      retimed.addEdge(edge.from, edge.to,
                      edge.tokens + stages[edge.to] - stages[edge.from],
                      edge.latency);
    if (retimed.findNegativeEdge())
      continue;
    ++numRetimed;
    ASSERT_EQ(graph.findDeadlock().has_value(),
              retimed.findDeadlock().has_value());
    if (!graph.findDeadlock()) {
      EXPECT_EQ(graph.findCriticalCycle()->getRatio(),
                retimed.findCriticalCycle()->getRatio());
    }
  }
  EXPECT_GT(numRetimed, 500u);
}

TEST(MarkedGraphTest, MoreStagesAreNeverSlower) {
  for (int64_t stages = 1; stages < 6; ++stages)
    EXPECT_LE(makeRing(100, 90, stages + 1).findCriticalCycle()->getRatio(),
              makeRing(100, 90, stages).findCriticalCycle()->getRatio());
}

} // namespace
