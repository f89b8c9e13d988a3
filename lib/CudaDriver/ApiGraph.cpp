//===- ApiGraph.cpp - Entry points: graphs --------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// A graph's nodes hold work (Work.h). Instantiation sorts them topologically; a
// launch performs them one after another on the stream. Updates replace the
// work of a node by work of the same kind.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

/// Runs the body if \p graph is a graph, even one that is being captured.
template <class Body>
static CUresult enterGraph(Call call, Graph *graph, Body body) {
  return enterContext(call, [&](Driver &driver, Context &context) -> CUresult {
    return driver.isGraph(graph) ? body(driver, context)
                                 : CUDA_ERROR_INVALID_VALUE;
  });
}

//===-- Graphs and their nodes ------------------------------------------===//

CUDA_API CUresult cuGraphCreate(CUgraph *graph, unsigned flags) {
  return enter({__func__, graph}, [&](Driver &driver) {
    if (flags)
      return CUDA_ERROR_INVALID_VALUE;
    *graph = driver.graphs.create();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuGraphDestroy(CUgraph graph) {
  return enter(__func__, [&](Driver &driver) {
    return driver.graphs.destroy(graph) ? CUDA_SUCCESS
                                        : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuGraphClone(CUgraph *copy, CUgraph graph) {
  return enterGraph({__func__, copy}, graph, [&](Driver &driver, Context &) {
    *copy = driver.graphs.adopt(graph->clone());
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuGraphGetNodes(CUgraph graph, CUgraphNode *nodes,
                                  size_t *count) {
  return enterGraph({__func__, count}, graph, [&](Driver &, Context &) {
    for (size_t i = 0; nodes && i < *count; ++i)
      nodes[i] = i < graph->nodes.size() ? graph->nodes[i].get() : nullptr;
    *count =
        nodes ? std::min(*count, graph->nodes.size()) : graph->nodes.size();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuGraphNodeGetType(CUgraphNode node, CUgraphNodeType *type) {
  return enter({__func__, type}, [&](Driver &driver) {
    if (!driver.isNode(node))
      return CUDA_ERROR_INVALID_VALUE;
    *type = node->type();
    return CUDA_SUCCESS;
  });
}

//===-- Adding nodes ----------------------------------------------------===//

static CUresult addNode(CUgraphNode *node, Graph *graph, Work work,
                        const CUgraphNode *dependencies, size_t count) {
  if (count && !dependencies)
    return CUDA_ERROR_INVALID_VALUE;
  *node = graph->add(std::move(work), ArrayRef(dependencies, count));
  return *node ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

/// Adds a node whose work needs no further checks.
static CUresult addPlain(Call call, CUgraphNode *node, CUgraph graph,
                         const CUgraphNode *dependencies, size_t count,
                         Work work) {
  return enterGraph(call, graph, [&](Driver &, Context &) {
    return addNode(node, graph, std::move(work), dependencies, count);
  });
}

static CUresult makeLaunch(Driver &driver,
                           const CUDA_KERNEL_NODE_PARAMS &params,
                           KernelLaunch &launch) {
  CUlaunchConfig config{params.grid, params.block, params.sharedMemBytes,
                        nullptr,     nullptr,      0};
  return prepareLaunch(driver, params.func ? params.func : params.kernel,
                       config, params.kernelParams, params.extra, launch);
}

CUDA_API CUresult cuGraphAddKernelNode_v2(
    CUgraphNode *node, CUgraph graph, const CUgraphNode *dependencies,
    size_t count, const CUDA_KERNEL_NODE_PARAMS *params) {
  Call call(__func__, node, params);
  return enterGraph(call, graph, [&](Driver &driver, Context &) {
    KernelLaunch launch;
    if (CUresult result = makeLaunch(driver, *params, launch))
      return result;
    return addNode(node, graph, std::move(launch), dependencies, count);
  });
}

CUDA_API CUresult cuGraphAddMemcpyNode(CUgraphNode *node, CUgraph graph,
                                       const CUgraphNode *dependencies,
                                       size_t count, const CUDA_MEMCPY3D *box,
                                       CUcontext) {
  return enterGraph({__func__, node, box}, graph, [&](Driver &, Context &) {
    Copy copy;
    return makeCopy(*box, copy)
               ? addNode(node, graph, copy, dependencies, count)
               : CUDA_ERROR_INVALID_VALUE;
  });
}

static Fill makeFill(const CUDA_MEMSET_NODE_PARAMS &params) {
  return Fill{{{params.dst}, params.pitch},
              params.value,
              params.elementSize,
              params.width,
              params.height};
}

CUDA_API CUresult cuGraphAddMemsetNode(CUgraphNode *node, CUgraph graph,
                                       const CUgraphNode *dependencies,
                                       size_t count,
                                       const CUDA_MEMSET_NODE_PARAMS *params,
                                       CUcontext) {
  return enterGraph({__func__, node, params}, graph, [&](Driver &, Context &) {
    return addNode(node, graph, makeFill(*params), dependencies, count);
  });
}

CUDA_API CUresult cuGraphAddHostNode(CUgraphNode *node, CUgraph graph,
                                     const CUgraphNode *dependencies,
                                     size_t count,
                                     const CUDA_HOST_NODE_PARAMS *params) {
  return enterGraph({__func__, node, params}, graph, [&](Driver &, Context &) {
    return params->fn
               ? addNode(node, graph, HostCall{params->fn, params->userData},
                         dependencies, count)
               : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuGraphAddEmptyNode(CUgraphNode *node, CUgraph graph,
                                      const CUgraphNode *dependencies,
                                      size_t count) {
  return addPlain({__func__, node}, node, graph, dependencies, count,
                  Nothing{});
}

CUDA_API CUresult cuGraphAddEventRecordNode(CUgraphNode *node, CUgraph graph,
                                            const CUgraphNode *dependencies,
                                            size_t count, CUevent event) {
  return addPlain({__func__, node}, node, graph, dependencies, count,
                  EventRecord{event});
}

CUDA_API CUresult cuGraphAddEventWaitNode(CUgraphNode *node, CUgraph graph,
                                          const CUgraphNode *dependencies,
                                          size_t count, CUevent event) {
  return addPlain({__func__, node}, node, graph, dependencies, count,
                  EventWait{event});
}

CUDA_API CUresult cuGraphAddChildGraphNode(CUgraphNode *node, CUgraph graph,
                                           const CUgraphNode *dependencies,
                                           size_t count, CUgraph child) {
  return enterGraph({__func__, node}, graph, [&](Driver &driver, Context &) {
    if (!driver.isGraph(child))
      return CUDA_ERROR_INVALID_VALUE;
    return addNode(node, graph, Subgraph{child->clone()}, dependencies, count);
  });
}

CUDA_API CUresult cuGraphAddMemAllocNode(CUgraphNode *node, CUgraph graph,
                                         const CUgraphNode *dependencies,
                                         size_t count,
                                         CUDA_MEM_ALLOC_NODE_PARAMS *params) {
  Call call(__func__, node, params);
  return enterGraph(call, graph, [&](Driver &driver, Context &context) {
    Allocation allocation;
    if (CUresult result = leaseMemory(driver, context, params->bytesize,
                                      "cuGraphAddMemAllocNode", allocation))
      return result;
    params->dptr = allocation.address;
    return addNode(node, graph, std::move(allocation), dependencies, count);
  });
}

CUDA_API CUresult cuGraphAddMemFreeNode(CUgraphNode *node, CUgraph graph,
                                        const CUgraphNode *dependencies,
                                        size_t count, CUdeviceptr address) {
  return addPlain({__func__, node}, node, graph, dependencies, count,
                  Release{address});
}

CUDA_API CUresult cuGraphAddDependencies(CUgraph graph, const CUgraphNode *from,
                                         const CUgraphNode *to, size_t count) {
  return enterGraph(__func__, graph, [&](Driver &, Context &) {
    if (count && (!from || !to))
      return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; ++i)
      if (!graph->contains(from[i]) || !graph->contains(to[i]))
        return CUDA_ERROR_INVALID_VALUE;
    for (size_t i = 0; i < count; ++i)
      to[i]->dependencies.push_back(from[i]);
    return CUDA_SUCCESS;
  });
}

/// The data of edges is for launches that overlap, which these don't.
CUDA_API CUresult cuGraphAddDependencies_v2(CUgraph graph,
                                            const CUgraphNode *from,
                                            const CUgraphNode *to, const void *,
                                            size_t count) {
  return cuGraphAddDependencies(graph, from, to, count);
}

//===-- Execution -------------------------------------------------------===//

CUDA_API CUresult cuGraphInstantiateWithFlags(CUgraphExec *exec, CUgraph graph,
                                              unsigned long long) {
  return enterGraph({__func__, exec}, graph, [&](Driver &driver, Context &) {
    auto made = std::make_unique<GraphExec>();
    if (!instantiate(*graph, *made))
      return CUDA_ERROR_INVALID_VALUE;
    *exec = driver.graphExecs.adopt(std::move(made));
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuGraphInstantiate_v2(CUgraphExec *exec, CUgraph graph,
                                        CUgraphNode *errorNode, char *log,
                                        size_t logSize) {
  if (errorNode)
    *errorNode = nullptr;
  if (log && logSize)
    *log = '\0';
  return cuGraphInstantiateWithFlags(exec, graph, 0);
}

CUDA_API CUresult cuGraphInstantiateWithParams(
    CUgraphExec *exec, CUgraph graph, CUDA_GRAPH_INSTANTIATE_PARAMS *params) {
  if (!params)
    return CUDA_ERROR_INVALID_VALUE;
  CUresult result = cuGraphInstantiateWithFlags(exec, graph, params->flags);
  params->errorNode = nullptr;
  params->result = result ? 1 : 0; // CUDA_GRAPH_INSTANTIATE_ERROR, …_SUCCESS
  return result;
}

/// Runs the body if \p exec is an executable graph.
template <class Body>
static CUresult enterExec(Call call, GraphExec *exec, Body body) {
  return enterContext(call, [&](Driver &driver, Context &context) -> CUresult {
    return driver.graphExecs.contains(exec) ? body(driver, context)
                                            : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuGraphExecDestroy(CUgraphExec exec) {
  return enter(__func__, [&](Driver &driver) {
    return driver.graphExecs.destroy(exec) ? CUDA_SUCCESS
                                           : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuGraphUpload(CUgraphExec exec, CUstream) {
  return enterExec(__func__, exec,
                   [](Driver &, Context &) { return CUDA_SUCCESS; });
}

CUDA_API CUresult cuGraphLaunch(CUgraphExec exec, CUstream handle) {
  return enterExec(__func__, exec, [&](Driver &driver, Context &context) {
    Stream *stream = driver.streamOf(handle, context);
    if (!stream)
      return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    // The steps are copied, as a host function may destroy or change the graph.
    for (const GraphExec::Step &step : std::vector(exec->steps))
      if (step.enabled)
        if (CUresult result = perform(driver, context, handle, step.work))
          return result;
    return CUDA_SUCCESS;
  });
}

//===-- Updates of executable graphs ------------------------------------===//

/// Replaces the work of the step of \p node, by the same kind.
static CUresult replaceStep(GraphExec *exec, CUgraphNode node, Work work) {
  GraphExec::Step *step = exec->find(node);
  if (!step || step->work.index() != work.index())
    return CUDA_ERROR_INVALID_VALUE;
  step->work = std::move(work);
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuGraphExecKernelNodeSetParams_v2(
    CUgraphExec exec, CUgraphNode node, const CUDA_KERNEL_NODE_PARAMS *params) {
  return enterExec({__func__, params}, exec, [&](Driver &driver, Context &) {
    KernelLaunch launch;
    if (CUresult result = makeLaunch(driver, *params, launch))
      return result;
    return replaceStep(exec, node, std::move(launch));
  });
}

CUDA_API CUresult cuGraphExecMemcpyNodeSetParams(CUgraphExec exec,
                                                 CUgraphNode node,
                                                 const CUDA_MEMCPY3D *box,
                                                 CUcontext) {
  return enterExec({__func__, box}, exec, [&](Driver &, Context &) {
    Copy copy;
    return makeCopy(*box, copy) ? replaceStep(exec, node, copy)
                                : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuGraphExecMemsetNodeSetParams(
    CUgraphExec exec, CUgraphNode node, const CUDA_MEMSET_NODE_PARAMS *params,
    CUcontext) {
  return enterExec({__func__, params}, exec, [&](Driver &, Context &) {
    return replaceStep(exec, node, makeFill(*params));
  });
}

CUDA_API CUresult cuGraphNodeSetEnabled(CUgraphExec exec, CUgraphNode node,
                                        unsigned enabled) {
  return enterExec(__func__, exec, [&](Driver &, Context &) {
    GraphExec::Step *step = exec->find(node);
    if (!step)
      return CUDA_ERROR_INVALID_VALUE;
    step->enabled = enabled;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuGraphNodeGetEnabled(CUgraphExec exec, CUgraphNode node,
                                        unsigned *enabled) {
  return enterExec({__func__, enabled}, exec, [&](Driver &, Context &) {
    GraphExec::Step *step = exec->find(node);
    if (!step)
      return CUDA_ERROR_INVALID_VALUE;
    *enabled = step->enabled;
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
