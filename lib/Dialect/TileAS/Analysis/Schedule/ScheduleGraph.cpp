//===- ScheduleGraph.cpp - A scheduled loop as a marked graph -------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Dialect/TileAS/Analysis/Schedule/ScheduleGraph.h"

#include "tileiras/Dialect/TileAS/IR/TileAS.h"

#include "mlir/IR/Matchers.h"
#include "mlir/Transforms/RegionUtils.h"
#include "llvm/ADT/MapVector.h"
#include "llvm/Support/MathExtras.h"

#include <map>

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;
using nv_tileaa::StridedMemRefType;

StringRef tileiras::getName(ScheduleEdgeKind kind) {
  switch (kind) {
  case ScheduleEdgeKind::Stream:
    return "stream";
  case ScheduleEdgeKind::Data:
    return "data";
  case ScheduleEdgeKind::Capacity:
    return "capacity";
  case ScheduleEdgeKind::Order:
    return "order";
  }
  llvm_unreachable("unknown kind of edge");
}

//===----------------------------------------------------------------------===//
// The graph
//===----------------------------------------------------------------------===//

unsigned ScheduleGraph::addNode(const Node &node, int64_t issue) {
  nodes.push_back(node);
  return graph.addVertex(issue);
}

void ScheduleGraph::addEdge(unsigned from, unsigned to, int64_t tokens,
                            int64_t latency, Edge edge) {
  edges.push_back(edge);
  graph.addEdge(from, to, tokens, latency);
}

std::string ScheduleGraph::describe(const MarkedGraph::Cycle &cycle) const {
  std::string text;
  llvm::raw_string_ostream os(text);
  auto printNode = [&](unsigned index) {
    const Node &node = nodes[index];
    os << node.op->getName() << " (partition " << node.partition << ", replica "
       << node.replica << ")";
  };
  for (unsigned index : cycle.edges) {
    const MarkedGraph::Edge &edge = graph.getEdges()[index];
    printNode(edge.from);
    os << " -> " << getName(edges[index].kind) << ", " << edge.tokens
       << (edge.tokens == 1 ? " token -> " : " tokens -> ");
  }
  printNode(graph.getEdges()[cycle.edges.front()].from);
  return text;
}

ScheduleGraph ScheduleGraph::unroll(unsigned factor, ArrayRef<int32_t> split,
                                    int64_t handoff) const {
  ScheduleGraph unrolled;
  unrolled.iterations = factor;
  for (unsigned iteration = 0; iteration < factor; ++iteration)
    for (auto [index, node] : llvm::enumerate(nodes)) {
      Node copy = node;
      copy.iteration = iteration;
      unrolled.addNode(copy, graph.getLatency(index));
    }
  for (auto [index, edge] : llvm::enumerate(graph.getEdges())) {
    bool isSplit = llvm::is_contained(split, nodes[edge.from].partition) &&
                   nodes[edge.from].partition == nodes[edge.to].partition;
    bool isStream = edges[index].kind == ScheduleEdgeKind::Stream;
    for (unsigned iteration = 0; iteration < factor; ++iteration) {
      int64_t target = int64_t(iteration) + edge.tokens, tokens = edge.tokens,
              latency = edge.latency;
      unsigned to = iteration;
      if (!isSplit || !isStream) {
        tokens = llvm::divideFloorSigned(target, factor);
        to = target - tokens * factor;
        if (isSplit && to != iteration &&
            edges[index].kind != ScheduleEdgeKind::Order)
          latency += handoff;
      }
      unrolled.addEdge(iteration * nodes.size() + edge.from,
                       to * nodes.size() + edge.to, tokens, latency,
                       edges[index]);
    }
  }
  return unrolled;
}

namespace {

/// An operation that another one waits for, that many iterations later.
struct Source {
  Operation *op;
  int64_t distance;
  Value carrier;
};

/// The accesses of an operation to one buffer.
struct Access {
  Operation *op;
  bool reads = false, writes = false;
};

//===----------------------------------------------------------------------===//
// Dependences of the loop
//===----------------------------------------------------------------------===//

/// Finds where values of a loop come from, and where MMAs in flight are
/// complete.
class LoopValues {
public:
  LoopValues(scf::ForOp loop,
             const DenseMap<Operation *, SchedulePlacement> &placed)
      : loop(loop), placed(placed) {}

  /// Returns the operations with placements that `op` takes values of, each
  /// with the shortest distance. Those on the way have none.
  SmallVector<Source> findSources(Operation *op) {
    SmallVector<Source> sources;
    DenseSet<Value> seen;
    SmallVector<Value> now, later;
    addOperands(op, now);
    for (int64_t distance = 0; !now.empty(); ++distance) {
      for (size_t next = 0; next < now.size(); ++next) {
        Value value = now[next];
        if (!seen.insert(value).second)
          continue;
        if (Value carried = getYielded(value)) {
          later.push_back(carried);
          continue;
        }
        Operation *def = getOpOfBody(value.getDefiningOp());
        if (!def)
          continue;
        if (placed.contains(def))
          sources.push_back({def, distance, value});
        else
          addOperands(def, now);
      }
      now = std::move(later);
      later.clear();
    }
    return sources;
  }

  /// Returns the operation after which an MMA in flight has read its operands:
  /// the wait that takes the future, this many iterations later, or itself.
  Source findCompletion(Operation *op) {
    auto dot = dyn_cast<AsyncDotOp>(op);
    SmallVector<Value> futures;
    if (dot)
      futures.push_back(dot.getResult());
    for (int64_t distance = 0; distance < 2 && !futures.empty(); ++distance) {
      SmallVector<Value> carried;
      for (Value future : futures)
        for (OpOperand &use : future.getUses()) {
          auto wait = dyn_cast<FutureWaitOp>(use.getOwner());
          if (wait && !isa<FutureType>(wait.getResult().getType()) &&
              placed.contains(wait))
            return {wait, distance, future};
          if (use.getOwner() == loop.getBody()->getTerminator())
            carried.push_back(loop.getRegionIterArg(use.getOperandNumber()));
        }
      futures = std::move(carried);
    }
    return {op, 0, Value()};
  }

  /// Returns the operation of the body that is or contains `op`; null if it is
  /// outside.
  Operation *getOpOfBody(Operation *op) {
    return op ? loop.getBody()->findAncestorOpInBlock(*op) : nullptr;
  }

private:
  /// Adds what an operation and its regions take from outside of it.
  static void addOperands(Operation *op, SmallVectorImpl<Value> &values) {
    llvm::append_range(values, op->getOperands());
    SetVector<Value> captured;
    getUsedValuesDefinedAbove(op->getRegions(), captured);
    llvm::append_range(values, captured);
  }

  /// Returns the value that an argument of the body is in the next iteration;
  /// null of other values.
  Value getYielded(Value value) {
    auto argument = dyn_cast<BlockArgument>(value);
    if (!argument || argument.getOwner() != loop.getBody() ||
        argument == loop.getInductionVar())
      return Value();
    return loop.getTiedLoopYieldedValue(argument)->get();
  }

  scf::ForOp loop;
  const DenseMap<Operation *, SchedulePlacement> &placed;
};

//===----------------------------------------------------------------------===//
// Construction
//===----------------------------------------------------------------------===//

class GraphBuilder {
public:
  GraphBuilder(scf::ForOp loop, const LoopPlacements &placements,
               const ScheduleCosts &costs)
      : loop(loop), placements(placements), costs(costs),
        values(loop, placements.at) {}

  ScheduleGraph build() {
    addNodes();
    addStreams();
    for (Operation &op : loop.getBody()->without_terminator())
      if (placements.at.contains(&op))
        for (const Source &source : values.findSources(&op))
          connect(source.op, &op, source.distance,
                  {ScheduleEdgeKind::Data, source.carrier});
    for (auto &[allocation, accesses] : collectAccesses())
      addBufferEdges(allocation, accesses);
    addOrderEdges();
    SmallVector<int32_t> split;
    int32_t factor = 1;
    for (auto [partition, replicas] : llvm::enumerate(placements.replicas))
      if (replicas.byIterations && replicas.count > 1) {
        split.push_back(partition);
        factor = replicas.count;
      }
    return factor == 1 ? std::move(graph)
                       : graph.unroll(factor, split, costs.handoff);
  }

private:
  PartitionReplicas getReplicas(int32_t partition) const {
    return size_t(partition) < placements.replicas.size()
               ? placements.replicas[partition]
               : PartitionReplicas();
  }

  /// Returns the replicas that execute the same iterations.
  int32_t countReplicas(int32_t partition) const {
    PartitionReplicas replicas = getReplicas(partition);
    return replicas.byIterations ? 1 : replicas.count;
  }

  /// Returns what an operation has for a replica: its own value, or the only
  /// one.
  static int64_t select(ArrayRef<int32_t> values, unsigned replica) {
    if (values.empty())
      return 0;
    return replica < values.size() ? values[replica] : values.back();
  }

  void addNodes() {
    for (Operation &op : loop.getBody()->without_terminator()) {
      auto found = placements.at.find(&op);
      if (found == placements.at.end())
        continue;
      const SchedulePlacement &at = found->second;
      for (int32_t partition : at.partitions) {
        size_t numReplicas = countReplicas(partition);
        if (numReplicas == 1)
          numReplicas =
              std::max<size_t>({1, at.stages.size(), at.orders.size()});
        for (unsigned replica = 0; replica < numReplicas; ++replica)
          if (!at.onlyReplica || *at.onlyReplica == int32_t(replica))
            nodesOf[{&op, partition}].push_back(graph.addNode(
                {&op, partition, replica, select(at.stages, replica),
                 select(at.orders, replica)},
                costs.getIssue(&op)));
      }
    }
  }

  /// Returns the replica whose threads execute a node.
  unsigned getStream(const ScheduleGraph::Node &node) const {
    return countReplicas(node.partition) == 1 ? 0 : node.replica;
  }

  void addStreams() {
    std::map<std::pair<int32_t, unsigned>, SmallVector<unsigned>> streams;
    for (auto [index, node] : llvm::enumerate(graph.getNodes()))
      streams[{node.partition, getStream(node)}].push_back(index);
    for (auto &[key, stream] : streams) {
      llvm::sort(stream, [&](unsigned a, unsigned b) {
        return std::pair(graph.getNodes()[a].order, a) <
               std::pair(graph.getNodes()[b].order, b);
      });
      for (auto [position, node] : llvm::enumerate(stream)) {
        bool isLast = position + 1 == stream.size();
        graph.addEdge(node, stream[isLast ? 0 : position + 1], isLast,
                      /*latency=*/0, {ScheduleEdgeKind::Stream, Value()});
      }
    }
  }

  //===--------------------------------------------------------------------===//
  // Data and capacity
  //===--------------------------------------------------------------------===//

  /// Adds an edge from each execution of an operation to the executions of
  /// another one that wait for it: those of the same replica, where both have
  /// replicas. A clone takes values of its own partition, if it is there.
  void connect(Operation *from, Operation *to, int64_t distance,
               ScheduleGraph::Edge edge) {
    for (int32_t target : placements.at.find(to)->second.partitions)
      for (int32_t source : selectPartitions(from, target, edge.kind))
        connect(nodesOf[{from, source}], nodesOf[{to, target}], distance, edge);
  }

  SmallVector<int32_t> selectPartitions(Operation *from, int32_t target,
                                        ScheduleEdgeKind kind) const {
    ArrayRef<int32_t> all = placements.at.find(from)->second.partitions;
    if (kind == ScheduleEdgeKind::Capacity)
      return SmallVector<int32_t>(all);
    return {llvm::is_contained(all, target) ? target : all.front()};
  }

  void connect(ArrayRef<unsigned> from, ArrayRef<unsigned> to, int64_t distance,
               ScheduleGraph::Edge edge) {
    for (unsigned target : to)
      for (unsigned source : from) {
        const ScheduleGraph::Node &a = graph.getNodes()[source],
                                  &b = graph.getNodes()[target];
        if (from.size() > 1 && to.size() > 1 && a.replica != b.replica)
          continue;
        bool crosses =
            a.partition != b.partition || getStream(a) != getStream(b);
        graph.addEdge(source, target, distance + b.stage - a.stage,
                      costs.getLatency(a.op) + (crosses ? costs.handoff : 0),
                      edge);
      }
  }

  /// Returns the allocation that a buffer uses the memory of; null if it is no
  /// buffer.
  Operation *getMemory(Value buffer) const {
    if (!buffer || !isa<StridedMemRefType>(buffer.getType()))
      return nullptr;
    AllocationOpInterface allocation = getAllocation(buffer);
    if (!allocation)
      return nullptr;
    Operation *memory = allocation;
    for (auto over = placements.over.find(memory);
         over != placements.over.end(); over = placements.over.find(memory))
      memory = over->second;
    return memory;
  }

  /// Returns the accesses to each buffer, in the order of the body.
  llvm::MapVector<Operation *, SmallVector<Access>> collectAccesses() {
    llvm::MapVector<Operation *, SmallVector<Access>> accesses;
    for (Operation &op : loop.getBody()->without_terminator())
      if (placements.at.contains(&op))
        op.walk([&](MemoryEffectOpInterface inner) {
          addAccesses(&op, inner, accesses);
        });
    return accesses;
  }

  void
  addAccesses(Operation *op, MemoryEffectOpInterface inner,
              llvm::MapVector<Operation *, SmallVector<Access>> &accesses) {
    SmallVector<MemoryEffects::EffectInstance> effects;
    inner.getEffects(effects);
    for (const MemoryEffects::EffectInstance &effect : effects) {
      Operation *memory = getMemory(effect.getValue());
      bool reads = isa<MemoryEffects::Read>(effect.getEffect()),
           writes = isa<MemoryEffects::Write>(effect.getEffect());
      if (!memory || (!reads && !writes) ||
          (reads && overwrites(inner, effect.getValue())))
        continue;
      SmallVector<Access> &of = accesses[memory];
      if (of.empty() || of.back().op != op)
        of.push_back({op});
      of.back().reads |= reads;
      of.back().writes |= writes;
    }
  }

  /// Returns whether an MMA does not add to what is in the buffer.
  static bool overwrites(Operation *op, Value buffer) {
    auto dot = dyn_cast<TmemDotOp>(op);
    return dot && dot.getC() == buffer && dot.getAccumulate() &&
           matchPattern(dot.getAccumulate(), m_Zero());
  }

  int64_t countCopies(Operation *allocation) const {
    auto found = placements.copies.find(allocation);
    if (found != placements.copies.end())
      return found->second;
    return cast<StridedMemRefType>(allocation->getResult(0).getType())
        .getStages();
  }

  void addBufferEdges(Operation *allocation, ArrayRef<Access> accesses) {
    if (llvm::none_of(accesses, [](const Access &each) { return each.writes; }))
      return;
    Value buffer = allocation->getResult(0);
    Operation *lastWriter = nullptr;
    Operation *firstWriter = nullptr;
    // What has read the tile that was last written.
    SmallVector<Operation *> readers, readersOfLastIteration;
    for (const Access &access : accesses) {
      if (access.reads && lastWriter)
        connect(lastWriter, access.op, 0, {ScheduleEdgeKind::Data, buffer});
      else if (access.reads)
        readersOfLastIteration.push_back(access.op);
      if (access.writes) {
        if (!firstWriter)
          firstWriter = access.op;
        if (readers.empty() && lastWriter && !access.reads)
          readers.push_back(lastWriter);
        for (Operation *reader : readers)
          addCapacity(reader, access.op, 0, buffer);
        readers.clear();
        lastWriter = access.op;
      } else {
        readers.push_back(access.op);
      }
    }
    for (Operation *reader : readersOfLastIteration)
      connect(lastWriter, reader, 1, {ScheduleEdgeKind::Data, buffer});
    if (readers.empty() && readersOfLastIteration.empty())
      readers.push_back(lastWriter);
    int64_t distance =
        readersOfLastIteration.empty() ? countCopies(allocation) : 1;
    for (Operation *reader : readers)
      addCapacity(reader, firstWriter, distance, buffer);
  }

  /// The writer waits until a reader, or an earlier writer, is done.
  void addCapacity(Operation *reader, Operation *writer, int64_t distance,
                   Value buffer) {
    Source done = values.findCompletion(reader);
    if (done.op != writer || distance != done.distance)
      connect(done.op, writer, distance - done.distance,
              {ScheduleEdgeKind::Capacity, buffer});
  }

  //===--------------------------------------------------------------------===//
  // Ordered sections
  //===--------------------------------------------------------------------===//

  void addOrderEdges() {
    // The nodes of each section, by replica.
    std::map<std::pair<int32_t, int32_t>,
             std::map<unsigned, SmallVector<unsigned>>>
        sections;
    for (auto [index, node] : llvm::enumerate(graph.getNodes()))
      if (std::optional<int32_t> ordered =
              placements.at.find(node.op)->second.ordered)
        sections[{node.partition, *ordered}][getStream(node)].push_back(index);
    for (auto &[key, replicas] : sections) {
      if (getReplicas(key.first).count < 2)
        continue;
      for (auto here = replicas.begin(); here != replicas.end(); ++here) {
        auto next = std::next(here);
        bool isLast = next == replicas.end();
        if (isLast)
          next = replicas.begin();
        auto byOrder = [&](unsigned a, unsigned b) {
          return graph.getNodes()[a].order < graph.getNodes()[b].order;
        };
        graph.addEdge(*std::max_element(here->second.begin(),
                                        here->second.end(), byOrder),
                      *std::min_element(next->second.begin(),
                                        next->second.end(), byOrder),
                      isLast, costs.handoff,
                      {ScheduleEdgeKind::Order, Value()});
      }
    }
  }

  scf::ForOp loop;
  const LoopPlacements &placements;
  const ScheduleCosts &costs;
  LoopValues values;
  ScheduleGraph graph;
  /// The vertices of an operation in a partition.
  std::map<std::pair<Operation *, int32_t>, SmallVector<unsigned>> nodesOf;
};

} // namespace

ScheduleGraph ScheduleGraph::build(scf::ForOp loop,
                                   const LoopPlacements &placements,
                                   const ScheduleCosts &costs) {
  return GraphBuilder(loop, placements, costs).build();
}
