//===- Graph.h - Graphs of work ---------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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

  /// Null when a dependency is not of this graph.
  GraphNode *add(Work work, llvm::ArrayRef<GraphNode *> dependencies);
  bool contains(const GraphNode *node) const;
  /// Each node behind those that it depends on; empty when they form a circle.
  std::vector<GraphNode *> inOrder() const;
  std::unique_ptr<Graph> clone() const;
};

/// A graph that is ready to run: what it was when it was instantiated.
struct GraphExec {
  struct Step {
    const GraphNode *origin; // names the step; may be gone
    Work work;
    bool enabled = true;
  };
  std::vector<Step> steps;

  Step *find(const GraphNode *origin);
};

/// False when the graph has a circle.
bool instantiate(const Graph &graph, GraphExec &exec);

/// What a stream notes down between cuStreamBeginCapture and …EndCapture. All
/// streams that have joined by waiting for events share it.
struct Capture {
  std::unique_ptr<Graph> graph;
  Stream *origin = nullptr;
  uint64_t id = 0;
  CUstreamCaptureMode mode = CU_STREAM_CAPTURE_MODE_GLOBAL;
  std::thread::id thread;
  /// A call has disturbed it: it ends with an error.
  bool isSpoilt = false;

  /// Must the calling thread not do what may disturb a capture?
  bool forbidsHere() const;
};

/// How a thread has said that it wants to be kept from that.
CUstreamCaptureMode &captureModeOfThread();

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_GRAPH_H
