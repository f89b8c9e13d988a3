//===- Graph.cpp - Graphs of work -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Graph.h"

#include "llvm/ADT/DenseSet.h"
#include "llvm/ADT/STLExtras.h"

using namespace llvm;

namespace tileiras::cuda {

CUgraphNodeType GraphNode::type() const {
  struct {
    CUgraphNodeType operator()(const Nothing &) {
      return CU_GRAPH_NODE_TYPE_EMPTY;
    }
    CUgraphNodeType operator()(const KernelLaunch &) {
      return CU_GRAPH_NODE_TYPE_KERNEL;
    }
    CUgraphNodeType operator()(const Copy &) {
      return CU_GRAPH_NODE_TYPE_MEMCPY;
    }
    CUgraphNodeType operator()(const Fill &) {
      return CU_GRAPH_NODE_TYPE_MEMSET;
    }
    CUgraphNodeType operator()(const HostCall &) {
      return CU_GRAPH_NODE_TYPE_HOST;
    }
    CUgraphNodeType operator()(const EventRecord &) {
      return CU_GRAPH_NODE_TYPE_EVENT_RECORD;
    }
    CUgraphNodeType operator()(const EventWait &) {
      return CU_GRAPH_NODE_TYPE_WAIT_EVENT;
    }
    CUgraphNodeType operator()(const Allocation &) {
      return CU_GRAPH_NODE_TYPE_MEM_ALLOC;
    }
    CUgraphNodeType operator()(const Release &) {
      return CU_GRAPH_NODE_TYPE_MEM_FREE;
    }
    CUgraphNodeType operator()(const Subgraph &) {
      return CU_GRAPH_NODE_TYPE_GRAPH;
    }
  } typeOf;
  return std::visit(typeOf, work);
}

bool Graph::contains(const GraphNode *node) const {
  return any_of(nodes, [&](const auto &each) { return each.get() == node; });
}

GraphNode *Graph::add(Work work, ArrayRef<GraphNode *> dependencies) {
  if (!all_of(dependencies, [&](GraphNode *node) { return contains(node); }))
    return nullptr;
  auto node = std::make_unique<GraphNode>();
  node->graph = this;
  node->work = std::move(work);
  node->dependencies = dependencies;
  nodes.push_back(std::move(node));
  return nodes.back().get();
}

std::vector<GraphNode *> Graph::inOrder() const {
  std::vector<GraphNode *> order;
  DenseSet<const GraphNode *> done;
  // The number of rounds is the length of the longest chain that was added
  // backwards; mostly one.
  while (order.size() < nodes.size()) {
    size_t before = order.size();
    for (const auto &node : nodes) {
      if (done.contains(node.get()) ||
          !all_of(node->dependencies,
                  [&](GraphNode *each) { return done.contains(each); }))
        continue;
      done.insert(node.get());
      order.push_back(node.get());
    }
    if (order.size() == before)
      return {};
  }
  return order;
}

std::unique_ptr<Graph> Graph::clone() const {
  auto copy = std::make_unique<Graph>();
  DenseMap<const GraphNode *, GraphNode *> twin;
  for (const auto &node : nodes)
    twin[node.get()] = copy->add(node->work, {});
  for (const auto &node : nodes)
    for (GraphNode *dependency : node->dependencies)
      twin[node.get()]->dependencies.push_back(twin[dependency]);
  return copy;
}

CUstreamCaptureMode &captureModeOfThread() {
  thread_local CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  return mode;
}

/// CUDA Driver API, cuThreadExchangeStreamCaptureMode.
bool Capture::forbidsHere() const {
  CUstreamCaptureMode threadMode = captureModeOfThread();
  if (threadMode == CU_STREAM_CAPTURE_MODE_RELAXED)
    return false;
  if (thread == std::this_thread::get_id())
    return mode != CU_STREAM_CAPTURE_MODE_RELAXED;
  return threadMode == CU_STREAM_CAPTURE_MODE_GLOBAL &&
         mode == CU_STREAM_CAPTURE_MODE_GLOBAL;
}

GraphExec::Step *GraphExec::find(const GraphNode *origin) {
  auto found =
      find_if(steps, [&](const Step &step) { return step.origin == origin; });
  return found == steps.end() ? nullptr : &*found;
}

bool instantiate(const Graph &graph, GraphExec &exec) {
  std::vector<GraphNode *> order = graph.inOrder();
  if (order.size() != graph.nodes.size())
    return false;
  exec.steps.clear();
  for (GraphNode *node : order)
    exec.steps.push_back({node, node->work});
  return true;
}

} // namespace tileiras::cuda
