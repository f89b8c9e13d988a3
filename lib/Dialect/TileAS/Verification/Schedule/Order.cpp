//===- Order.cpp - V3, V4, V5 and V8: when operations are executed --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each loop is a marked graph (ScheduleGraph.h). Its edges are looked at one by
// one before its cycles: what is wrong with two operations is reported there,
// not as a cycle through all that stand between them.
//
//===----------------------------------------------------------------------===//

#include "ScheduledLoop.h"
#include "tileiras/Dialect/TileAS/Analysis/Schedule/NodeCost.h"

using namespace mlir;
using namespace mlir::nv_tileas;
using namespace tileiras;

namespace {

class LoopVerifier : ScheduledLoop {
public:
  LoopVerifier(const ScheduledKernel &kernel, scf::ForOp loop,
               const MachineModel &model)
      : ScheduledLoop(kernel, loop), kernel(kernel), loop(loop), model(model),
        graph(getGraph()) {}

  LogicalResult verify() {
    if (failed(verifyStages()))
      return failure();
    for (unsigned edge = 0; edge < getEdges().size(); ++edge)
      if (failed(verifyEdge(edge)))
        return failure();
    if (std::optional<MarkedGraph::Cycle> cycle =
            graph.getGraph().findDeadlock())
      return reportDeadlock(*cycle);
    return verifyCycles();
  }

private:
  /// Returns whether the threads of both come to `to` after `from` in a kernel
  /// iteration, or others wait for each other.
  bool isInOrder(const MarkedGraph::Edge &edge) const {
    return !areInOneStream(edge.from, edge.to) || isBefore(edge.from, edge.to);
  }

  bool isSatisfied(const MarkedGraph::Edge &edge) const {
    return edge.tokens > 0 || (edge.tokens == 0 && isInOrder(edge));
  }

  LogicalResult verifyStages() {
    std::optional<int32_t> stages = getLoopInterval(loop).numStages;
    for (const Node &node : graph.getNodes()) {
      if (stages && node.stage >= *stages)
        return breaksRule(node.op, 3)
               << "expected a stage below the " << *stages
               << " of the loop, got " << node.stage;
      PartitionAttr partition = kernel.getPartitions()[node.partition];
      if (partition.getReplicas() > 1 &&
          partition.getBy() == ReplicaKind::Iterations &&
          node.stage != stageOfIterations(node))
        return breaksRule(node.op, 3)
               << "expected stage " << stageOfIterations(node)
               << ", that of the other operations of '" << partition.getName()
               << "', whose replicas have whole iterations, got " << node.stage;
    }
    return success();
  }

  /// Returns the stage of the first operation of the same partition.
  int64_t stageOfIterations(const Node &node) const {
    return llvm::find_if(graph.getNodes(),
                         [&](const Node &each) {
                           return each.partition == node.partition;
                         })
        ->stage;
  }

  //===--------------------------------------------------------------------===//
  // Edges
  //===--------------------------------------------------------------------===//

  LogicalResult verifyEdge(unsigned index) {
    const MarkedGraph::Edge &edge = getEdges()[index];
    if (isSatisfied(edge))
      return success();
    ScheduleGraph::Edge kind = graph.getEdge(index);
    switch (kind.kind) {
    case ScheduleEdgeKind::Data:
      return reportData(edge, kind.carrier);
    case ScheduleEdgeKind::Capacity:
      return reportCapacity(edge, kind.carrier);
    case ScheduleEdgeKind::Stream:
    case ScheduleEdgeKind::Order:
      return success();
    }
    llvm_unreachable("unknown kind of edge");
  }

  LogicalResult reportData(const MarkedGraph::Edge &edge, Value carrier) {
    const Node &from = getNode(edge.from), &to = getNode(edge.to);
    bool isToken = isa<nv_tileaa::MemTokenType>(carrier.getType());
    InFlightDiagnostic error = breaksRule(to.op, isToken ? 8 : 3);
    if (edge.tokens < 0)
      error << "expected a stage of at least " << to.stage - edge.tokens
            << ", since it takes " << (isToken ? "the token" : "the result")
            << " of an operation in stage " << from.stage << ", got "
            << to.stage;
    else
      error << "expected an order after the operation whose "
            << (isToken ? "token" : "result") << " it takes, " << from.order
            << ", got " << to.order;
    error.attachNote(from.op->getLoc()) << "it comes from here";
    return error;
  }

  LogicalResult reportCapacity(const MarkedGraph::Edge &edge, Value buffer) {
    const Node &from = getNode(edge.from), &to = getNode(edge.to);
    if (from.op->isBeforeInBlock(to.op)) {
      InFlightDiagnostic error =
          breaksRule(to.op, 5)
          << "expected to be executed after what uses the contents of the "
             "buffer that it overwrites";
      error.attachNote(from.op->getLoc()) << "they are used here";
      return error;
    }
    Operation *allocation = buffer.getDefiningOp();
    int64_t copies = getCopies(allocation);
    InFlightDiagnostic error =
        breaksRule(allocation, 5)
        << "expected at least "
        << copies - edge.tokens + (isInOrder(edge) ? 0 : 1) << " copies, got "
        << copies;
    error.attachNote(to.op->getLoc())
        << "this writes it, in stage " << to.stage;
    error.attachNote(from.op->getLoc())
        << "this is the last use, in stage " << from.stage;
    return error;
  }

  LogicalResult reportDeadlock(const MarkedGraph::Cycle &cycle) {
    ArrayRef<MarkedGraph::Edge> edges = getEdges();
    InFlightDiagnostic error =
        breaksRule(getNode(edges[cycle.edges.front()].from).op, 3)
        << "expected a token in each cycle, but these operations wait for each "
           "other: "
        << graph.describe(cycle);
    for (unsigned index : cycle.edges) {
      const Node &node = getNode(edges[index].to);
      error.attachNote(node.op->getLoc())
          << "partition '" << kernel.getName(node.partition) << "', replica "
          << node.replica << ", stage " << node.stage << ", order "
          << node.order << ", waits by an edge of kind "
          << getName(graph.getEdge(index).kind);
    }
    return error;
  }

  //===--------------------------------------------------------------------===//
  // Cycles
  //===--------------------------------------------------------------------===//

  std::optional<int64_t> getCycle(const Node &node) const {
    OpSchedule schedule = readSchedule(node.op);
    return schedule.getCycle(node.replica);
  }

  LogicalResult verifyCycles() {
    auto first = llvm::find_if(graph.getNodes(), [&](const Node &node) {
      return getCycle(node).has_value();
    });
    if (first == graph.getNodes().end())
      return success();
    std::optional<int64_t> ii = getLoopInterval(loop).ii;
    if (!ii)
      return breaksRule(first->op, 4)
             << "expected 'tileas.schedule.ii' on the loop of an operation "
                "with a cycle";
    for (auto [index, edge] : llvm::enumerate(getEdges()))
      if (failed(verifyDelay(edge, graph.getEdge(index).kind, *ii)))
        return failure();
    return verifyUnits(*ii);
  }

  /// Checks that `to` starts after `from` has issued, or its result is there.
  LogicalResult verifyDelay(const MarkedGraph::Edge &edge,
                            ScheduleEdgeKind kind, int64_t ii) {
    const Node &from = getNode(edge.from), &to = getNode(edge.to);
    std::optional<int64_t> start = getCycle(from), next = getCycle(to);
    if (!start || !next || kind == ScheduleEdgeKind::Order)
      return success();
    int64_t delay = 0;
    if (kind == ScheduleEdgeKind::Data) {
      delay = getNodeCost(from.op, model).latency;
      if (!areInOneStream(edge.from, edge.to))
        delay += model.getHandoff("mbarrier");
    }
    int64_t earliest = *start + delay - ii * edge.tokens;
    if (*next >= earliest)
      return success();
    InFlightDiagnostic error = breaksRule(to.op, 4)
                               << "expected a cycle of at least " << earliest
                               << ", got " << *next;
    error.attachNote(from.op->getLoc())
        << "it waits for this, from cycle " << *start << " on for " << delay
        << " cycles, and " << edge.tokens << " iterations of " << ii;
    return error;
  }

  LogicalResult verifyUnits(int64_t ii) {
    llvm::SmallMapVector<StringRef, int64_t, 8> busy;
    for (const Node &node : graph.getNodes())
      for (auto [unit, cycles] : getNodeCost(node.op, model).occupancy)
        busy[unit] += cycles;
    const auto *most = llvm::max_element(
        busy, [](auto &a, auto &b) { return a.second < b.second; });
    if (most == busy.end() || most->second <= ii)
      return success();
    return breaksRule(loop, 4) << "expected an interval of at least "
                               << most->second << " cycles, for which unit "
                               << most->first << " is busy, got " << ii;
  }

  const ScheduledKernel &kernel;
  scf::ForOp loop;
  const MachineModel &model;
  const ScheduleGraph &graph;
};

} // namespace

//===----------------------------------------------------------------------===//
// The kernel
//===----------------------------------------------------------------------===//

/// Only a loop that counts has stages and an order.
static LogicalResult verifyIsInLoop(Operation *op) {
  OpSchedule schedule = readSchedule(op);
  if (isa<scf::ForOp>(op->getParentOp()) ||
      (schedule.stages.empty() && schedule.orders.empty() &&
       schedule.cycles.empty()))
    return success();
  return breaksRule(op, 3) << "expected no stage, order or cycle outside of "
                              "the body of a loop that counts";
}

/// Returns whether a buffer is allocated wherever `other` is, and before it.
static bool isBefore(Operation *buffer, Operation *other) {
  Operation *here = buffer->getBlock()->findAncestorOpInBlock(*other);
  return here && buffer != here && buffer->isBeforeInBlock(here);
}

/// Returns the bytes of all copies of a buffer.
static int64_t countBytes(AllocationOpInterface buffer) {
  auto type =
      dyn_cast<nv_tileaa::StridedMemRefType>(buffer->getResult(0).getType());
  return type ? buffer.getBytes() / type.getStages() *
                    getBufferSchedule(buffer).copies
              : buffer.getBytes();
}

/// Checks the buffers that share bytes.
static LogicalResult verifyNames(const ScheduledKernel &kernel) {
  llvm::StringMap<AllocationOpInterface> names;
  WalkResult result = kernel.getFunction()->walk(
      [&](AllocationOpInterface buffer) -> WalkResult {
        StringRef name = getBufferSchedule(buffer).name;
        if (name.empty() || names.try_emplace(name, buffer).second)
          return WalkResult::advance();
        breaksRule(buffer, 5)
            << "expected one buffer of the name '" << name << "'";
        return WalkResult::interrupt();
      });
  if (result.wasInterrupted())
    return failure();
  result = kernel.getFunction()->walk(
      [&](AllocationOpInterface buffer) -> WalkResult {
        StringRef over = getBufferSchedule(buffer).over;
        AllocationOpInterface under = names.lookup(over);
        if (over.empty() || (under && isBefore(under, buffer) &&
                             under.getSpace() == buffer.getSpace() &&
                             countBytes(under) >= countBytes(buffer)))
          return WalkResult::advance();
        breaksRule(buffer, 5) << "expected an earlier buffer of the name '"
                              << over << "' in the same memory, with at least "
                              << countBytes(buffer) << " bytes";
        return WalkResult::interrupt();
      });
  return failure(result.wasInterrupted());
}

LogicalResult tileiras::verifyOrder(const ScheduledKernel &kernel,
                                    const TargetInfo &target) {
  if (failed(verifyNames(kernel)))
    return failure();
  const MachineModel &model = getMachineModel(target);
  WalkResult result = kernel.getFunction()->walk([&](Operation *op) {
    bool isExecuted = kernel.findScheduled(op) == op || kernel.isStructure(op);
    if (!isExecuted)
      return WalkResult::advance();
    return failed(verifyIsInLoop(op)) ? WalkResult::interrupt()
                                      : WalkResult::advance();
  });
  if (result.wasInterrupted())
    return failure();
  return forEachLoop(kernel, [&](scf::ForOp loop) {
    return LoopVerifier(kernel, loop, model).verify();
  });
}
