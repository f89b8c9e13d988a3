//===- Graph.h - Graphs of work ---------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Graphs of work: nodes with dependencies, as clients build them or as the
// capture of streams records them. An executable graph is a copy in topological
// order.
//
//===----------------------------------------------------------------------===//
#ifndef TILEIRAS_CUDADRIVER_GRAPH_H
#define TILEIRAS_CUDADRIVER_GRAPH_H

#include "Work.h"

#include "llvm/ADT/ArrayRef.h"

#include <thread>

namespace tileiras::cuda {

struct GraphNode {
  Graph *graph = nullptr;
  Work work;
  std::vector<GraphNode *> dependencies;

  CUgraphNodeType type() const;
};

struct Graph {
  std::vector<std::unique_ptr<GraphNode>> nodes;

  /// Returns null if a dependency is not a node of this graph.
  GraphNode *add(Work work, llvm::ArrayRef<GraphNode *> dependencies);
  bool contains(const GraphNode *node) const;
  /// Returns the nodes in topological order; empty if they form a cycle.
  std::vector<GraphNode *> inOrder() const;
  std::unique_ptr<Graph> clone() const;
};

/// An executable graph: the state of the graph when it was instantiated.
struct GraphExec {
  struct Step {
    const GraphNode *origin; // names the step; may be gone
    Work work;
    bool enabled = true;
  };
  std::vector<Step> steps;

  Step *find(const GraphNode *origin);
};

/// Returns false if the graph has a cycle.
bool instantiate(const Graph &graph, GraphExec &exec);

/// The work that a stream records between cuStreamBeginCapture and …EndCapture.
/// All streams that have joined by waiting for events share it.
struct Capture {
  std::unique_ptr<Graph> graph;
  Stream *origin = nullptr;
  uint64_t id = 0;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id thread;
  /// A call has invalidated the capture: it ends with an error.
  bool isInvalid = false;

  /// Returns whether the calling thread must not make calls that may invalidate
  /// a capture.
  bool forbidsHere() const;
};

/// The capture mode that a thread has set.
CUstreamCaptureMode &captureModeOfThread();

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_GRAPH_H
