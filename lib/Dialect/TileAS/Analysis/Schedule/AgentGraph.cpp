//===- AgentGraph.cpp - The agents of a loop as a marked graph ------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/AgentGraph.h"

#include "tileiras/Dialect/TileAS/Analysis/Schedule/StageUses.h"

#include "llvm/ADT/MapVector.h"
#include "llvm/ADT/SetVector.h"
#include "llvm/ADT/TypeSwitch.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

StringRef tileiras::getName(AgentGraph::Kind kind) {
  switch (kind) {
  case AgentGraph::Kind::Work:
    return "work";
  case AgentGraph::Kind::Acquire:
    return "acquire";
  case AgentGraph::Kind::Commit:
    return "commit";
  case AgentGraph::Kind::Wait:
    return "wait";
  case AgentGraph::Kind::Release:
    return "release";
  case AgentGraph::Kind::Enter:
    return "enter";
  case AgentGraph::Kind::Leave:
    return "leave";
  }
  llvm_unreachable("unknown kind of event");
}

std::string AgentGraph::describe(const MarkedGraph::Cycle &cycle) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto print = [&](unsigned index) {
    const Event &event = events[index];
    if (event.kind == Kind::Work)
      os << event.op->getName();
    else
      os << getName(event.kind);
    os << " of partition " << event.partition;
  };
  for (unsigned edge : cycle.edges) {
    print(graph.getEdges()[edge].from);
    os << " -> ";
  }
  print(graph.getEdges()[cycle.edges.front()].from);
  return text;
}

std::string AgentGraph::summarize(const MarkedGraph::Cycle &cycle) const {
  llvm::SmallSetVector<int32_t, 4> partitions;
  for (unsigned edge : cycle.edges)
    partitions.insert(events[graph.getEdges()[edge].from].partition);
  std::string text;
  llvm::raw_string_ostream os(text);
  os << cycle.edges.size() << " events of partition"
     << (partitions.size() == 1 ? " " : "s ");
  llvm::interleaveComma(partitions, os);
  return text;
}

std::string AgentGraph::describeDeadlock() const {
  if (!isConsistent)
    return "agents wait for uses of pipelines that come later";
  std::optional<MarkedGraph::Cycle> deadlock = graph.findDeadlock();
  return deadlock ? describe(*deadlock) : "";
}

namespace tileiras {

class AgentGraphBuilder {
public:
  using Kind = AgentGraph::Kind;

  AgentGraphBuilder(const PlacedLoop &placed,
                    ArrayRef<PlacedPartition> partitions,
                    const ScheduleCosts &costs)
      : placed(placed), partitions(partitions), costs(costs) {}

  std::optional<AgentGraph> build() {
    for (auto [partition, loop] : placed.loops)
      if (partitions[partition].isByIterations)
        result.iterations = partitions[partition].replicas;
    for (auto [partition, loop] : placed.loops)
      for (unsigned agent = 0; agent < partitions[partition].replicas; ++agent)
        if (!addAgent(partition, agent, loop))
          return std::nullopt;
    for (const auto &[pipeline, sides] : pipelines)
      if (!addPipeline(cast<PipelineType>(pipeline.getType()), sides))
        return std::nullopt;
    for (const auto &[order, sections] : orders)
      addOrder(sections);
    alignAgents();
    for (const MarkedGraph::Edge &edge : edges)
      result.graph.addEdge(edge.from, edge.to, edge.tokens, edge.latency);
    return std::move(result);
  }

private:
  /// An access of a round: use `round` * `stride` + `use` of a pipeline.
  struct Access {
    unsigned event;
    int64_t use, stride;
    unsigned agent;
    /// The copies and MMAs that have to be complete, too.
    SmallVector<unsigned> after;
  };
  struct Sides {
    SmallVector<Access> acquires, commits, waits, releases;
  };
  struct Sections {
    SmallVector<Access> enters, leaves;
    unsigned numAgents = 1;
  };
  /// The events of one agent, in their order.
  struct Stream {
    int32_t partition;
    unsigned agent;
    /// The iterations of a round that it has, and the one that it is in.
    unsigned iterations, iteration = 0;
    unsigned number;
    SmallVector<unsigned> events, mmas;
    /// Which MMAs an event waits for: the number of those started before it,
    /// less those that may be in flight.
    SmallVector<std::pair<unsigned, int64_t>> waits;
    /// Copies since the last stage was acquired.
    SmallVector<unsigned> copies;
    /// Cycles of threads since the last event, and before the first one.
    int64_t threads = 0, beforeFirst = 0;
  };

  //===--------------------------------------------------------------------===//
  // Streams
  //===--------------------------------------------------------------------===//

  bool addAgent(int32_t partition, unsigned agent, scf::ForOp loop) {
    bool isByIterations = partitions[partition].isByIterations;
    Stream stream;
    stream.number = numStreams++;
    stream.partition = partition;
    stream.agent = agent;
    stream.iterations = isByIterations ? 1 : result.iterations;
    for (; stream.iteration < stream.iterations; ++stream.iteration)
      if (!addEvents(loop, *loop.getBody(), stream))
        return false;
    if (stream.events.empty())
      return true;
    // The first event of the next round.
    addEdge(stream.events.back(), stream.events.front(), 1,
            stream.threads + stream.beforeFirst);
    for (size_t mma = 0; mma < stream.mmas.size(); ++mma) {
      bool isLast = mma + 1 == stream.mmas.size();
      addEdge(stream.mmas[mma], stream.mmas[isLast ? 0 : mma + 1], isLast,
              getLatency(stream.mmas[mma]));
    }
    for (auto [event, number] : stream.waits)
      addWaitForMma(stream, event, number);
    return true;
  }

  /// MMA number n of this round, or n + all MMAs of the last one, …
  void addWaitForMma(const Stream &stream, unsigned event, int64_t number) {
    if (stream.mmas.empty())
      return;
    int64_t tokens = 0;
    for (; number < 0; ++tokens)
      number += stream.mmas.size();
    addEdge(stream.mmas[number], event, tokens,
            getLatency(stream.mmas[number]));
  }

  int64_t getLatency(unsigned event) const {
    return costs.getLatency(result.events[event].op);
  }

  unsigned addEvent(Operation *op, Kind kind, Stream &stream) {
    unsigned event =
        result.graph.addVertex(kind == Kind::Work ? costs.getIssue(op) : 0);
    result.events.push_back({op, kind, stream.partition, stream.agent});
    streamOf.push_back(stream.number);
    if (stream.events.empty())
      stream.beforeFirst = stream.threads;
    else
      addEdge(stream.events.back(), event, 0, stream.threads);
    stream.threads = 0;
    stream.events.push_back(event);
    return event;
  }

  /// Adds the events of a block, but not those of loops in it.
  bool addEvents(scf::ForOp loop, Block &block, Stream &stream) {
    for (Operation &op : block.without_terminator())
      if (!addEvents(loop, &op, stream))
        return false;
    return true;
  }

  bool addEvents(scf::ForOp loop, Operation *op, Stream &stream) {
    std::optional<Kind> first =
        TypeSwitch<Operation *, std::optional<Kind>>(op)
            .Case<ProducerAcquireOp, ProduceOneOp, ProduceOneAsyncOp>(
                [](Operation *) { return Kind::Acquire; })
            .Case<ConsumerWaitOp, ConsumeOneOp, ConsumeOneAsyncOp>(
                [](Operation *) { return Kind::Wait; })
            .Case([](ProducerCommitOp) { return Kind::Commit; })
            .Case([](ConsumerReleaseOp) { return Kind::Release; })
            .Case([](OrderWaitOp) { return Kind::Enter; })
            .Case([](OrderArriveOp) { return Kind::Leave; })
            .Default(std::nullopt);
    if (first && !addAccess(loop, op, *first, stream))
      return false;
    // The body of a reduction, or of a loop in the loop, is no event.
    bool isEntered =
        op->getNumRegions() != 0 && !isa<ReduceOp, LoopLikeOpInterface>(op);
    if (!first && !isEntered)
      addWork(op, stream);
    if (isEntered)
      for (Region &region : op->getRegions())
        for (Block &block : region)
          if (!addEvents(loop, block, stream))
            return false;
    if (isa<ProduceOneOp, ProduceOneAsyncOp>(op))
      return addAccess(loop, op, Kind::Commit, stream);
    return !isa<ConsumeOneOp>(op) || addAccess(loop, op, Kind::Release, stream);
  }

  void addWork(Operation *op, Stream &stream) {
    if (isAsyncMma(op)) {
      stream.mmas.push_back(addEvent(op, Kind::Work, stream));
    } else if (isa<TiledTmaLoadOp, AsyncCopyOp>(op)) {
      stream.copies.push_back(addEvent(op, Kind::Work, stream));
    } else if (auto wait = dyn_cast<FutureWaitOp>(op)) {
      stream.waits.emplace_back(addEvent(op, Kind::Work, stream),
                                int64_t(stream.mmas.size()) - 1 -
                                    int64_t(wait.getPending().value_or(0)));
    } else if (isa<TmemWaitOp>(op)) {
      stream.waits.emplace_back(addEvent(op, Kind::Work, stream),
                                int64_t(stream.mmas.size()) - 1);
    } else {
      stream.threads += costs.getIssue(op);
    }
  }

  //===--------------------------------------------------------------------===//
  // Accesses
  //===--------------------------------------------------------------------===//

  bool addAccess(scf::ForOp loop, Operation *op, Kind kind, Stream &stream) {
    if (kind == Kind::Acquire)
      stream.copies.clear();
    Access access{addEvent(op, kind, stream), 0, 0, stream.agent, {}};
    bool isSection = kind == Kind::Enter || kind == Kind::Leave;
    std::optional<StageUse> use = findStageUse(loop, getIterator(op));
    if (!use || use->stride == 0)
      return false;
    int64_t numAgents = partitions[stream.partition].replicas;
    bool isByIterations = partitions[stream.partition].isByIterations;
    access.stride = use->stride * stream.iterations;
    access.use = use->offset + stream.iteration * use->stride;
    if (isByIterations && !isSection)
      access.use += stream.agent * use->stride / numAgents;
    if (isSection) {
      Value order = isa<OrderWaitOp>(op) ? cast<OrderWaitOp>(op).getOrder()
                                         : cast<OrderArriveOp>(op).getOrder();
      Sections &sections = orders[lookThroughCapture(order)];
      sections.numAgents = numAgents;
      (kind == Kind::Enter ? sections.enters : sections.leaves)
          .push_back(access);
      return true;
    }
    Value pipeline = getPipelineAccess(op).pipeline;
    addCompletion(cast<PipelineType>(pipeline.getType()), kind, stream, access);
    Sides &sides = pipelines[pipeline];
    SmallVector<Access> &side = kind == Kind::Acquire  ? sides.acquires
                                : kind == Kind::Commit ? sides.commits
                                : kind == Kind::Wait   ? sides.waits
                                                       : sides.releases;
    side.push_back(access);
    return true;
  }

  static Value getIterator(Operation *op) {
    if (auto wait = dyn_cast<OrderWaitOp>(op))
      return wait.getIterator();
    if (auto arrive = dyn_cast<OrderArriveOp>(op))
      return arrive.getIterator();
    return getPipelineAccess(op).iterator;
  }

  static void addCompletion(PipelineType pipeline, Kind kind,
                            const Stream &stream, Access &access) {
    if (kind != Kind::Commit && kind != Kind::Release)
      return;
    CompletionAttr completion =
        kind == Kind::Commit ? pipeline.getFull() : pipeline.getEmpty();
    if (completion.getKind() == CompletionKind::Mma && !stream.mmas.empty())
      access.after.push_back(stream.mmas.back());
    if (completion.getKind() == CompletionKind::Tx ||
        completion.getKind() == CompletionKind::CpAsync)
      access.after = stream.copies;
  }

  //===--------------------------------------------------------------------===//
  // Edges between agents
  //===--------------------------------------------------------------------===//

  /// The use of `to` waits for the use of `from` that is `distance` before it.
  void connect(const Access &from, const Access &to, int64_t distance) {
    int64_t uses = from.use - to.use + distance;
    if (uses % to.stride != 0)
      return;
    int64_t tokens = uses / to.stride;
    addEdge(from.event, to.event, tokens, costs.handoff);
    for (unsigned event : from.after)
      addEdge(event, to.event, tokens, costs.handoff + getLatency(event));
  }

  /// Returns whether both sides go on as fast, so that it is known which events
  /// wait for which.
  static bool isEven(const Sides &sides) {
    if (sides.acquires.empty())
      return false;
    int64_t stride = sides.acquires.front().stride;
    auto isEvenSide = [&](ArrayRef<Access> side) {
      return !side.empty() && llvm::all_of(side, [&](const Access &access) {
        return access.stride == stride;
      });
    };
    return isEvenSide(sides.acquires) && isEvenSide(sides.commits) &&
           isEvenSide(sides.waits) && isEvenSide(sides.releases);
  }

  bool addPipeline(PipelineType type, const Sides &sides) {
    if (!isEven(sides))
      return false;
    for (const Access &wait : sides.waits)
      for (const Access &commit : sides.commits)
        connect(commit, wait, 0);
    for (const Access &acquire : sides.acquires)
      for (const Access &release : sides.releases)
        connect(release, acquire, type.getStages());
    return true;
  }

  void addOrder(const Sections &sections) {
    for (const Access &enter : sections.enters)
      for (const Access &leave : sections.leaves)
        if (leave.agent + 1 == enter.agent)
          connect(leave, enter, 0);
        else if (enter.agent == 0 && leave.agent + 1 == sections.numAgents)
          connect(leave, enter, 1);
  }

  void addEdge(unsigned from, unsigned to, int64_t tokens, int64_t latency) {
    edges.push_back({from, to, tokens, latency});
  }

  /// Lets the rounds of an agent begin later, until no edge has a negative
  /// number of tokens. If agents still change when each could have waited for
  /// all others, then they never cease to.
  void alignAgents() {
    SmallVector<int64_t> late(numStreams, 0);
    auto count = [&](const MarkedGraph::Edge &edge) {
      return edge.tokens + late[streamOf[edge.to]] - late[streamOf[edge.from]];
    };
    bool changed = true;
    for (unsigned round = 0; changed && round <= numStreams; ++round) {
      changed = false;
      for (const MarkedGraph::Edge &edge : edges)
        if (int64_t tokens = count(edge); tokens < 0) {
          late[streamOf[edge.to]] -= tokens;
          changed = true;
        }
    }
    result.isConsistent = !changed;
    for (MarkedGraph::Edge &edge : edges)
      edge.tokens = changed ? 0 : count(edge);
  }

  const PlacedLoop &placed;
  ArrayRef<PlacedPartition> partitions;
  const ScheduleCosts &costs;
  AgentGraph result;
  SmallVector<MarkedGraph::Edge> edges;
  llvm::MapVector<Value, Sides> pipelines;
  llvm::MapVector<Value, Sections> orders;
  /// Of each event.
  SmallVector<unsigned> streamOf;
  unsigned numStreams = 0;
};

} // namespace tileiras

std::optional<AgentGraph>
AgentGraph::build(const PlacedLoop &loop, ArrayRef<PlacedPartition> partitions,
                  const ScheduleCosts &costs) {
  return AgentGraphBuilder(loop, partitions, costs).build();
}
