//===- Work.h - Work on streams and in graphs -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All work of a stream is a value here. A stream performs it at once, and a
// stream that is being captured makes it a node of a graph, so there is one
// implementation of each kind.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_CUDADRIVER_WORK_H
#define TILEIRAS_CUDADRIVER_WORK_H

#include "Library.h"
#include "Memory.h"

#include <memory>
#include <variant>

namespace tileiras::cuda {

struct Driver;

struct KernelLaunch {
  Kernel *kernel = nullptr;
  emu::LaunchConfig config;
  std::vector<uint8_t> parameters;
};

struct Copy {
  Box destination, source;
  size_t width = 0, height = 1, depth = 1;
};

struct Fill {
  Box destination;
  uint32_t value = 0;
  unsigned elementSize = 1;
  size_t width = 0, height = 1;
};

struct HostCall {
  CUhostFn function = nullptr;
  void *userData = nullptr;
};

struct EventRecord {
  Event *event = nullptr;
};
struct EventWait {
  Event *event = nullptr;
};

/// Memory that a graph allocates has its address from the creation of the node
/// on, and keeps it as long as the node or a graph made from it lives.
struct Allocation {
  CUdeviceptr address = 0;
  size_t size = 0;
  std::shared_ptr<void> lease;
};
struct Release {
  CUdeviceptr address = 0;
};

struct Subgraph {
  std::shared_ptr<Graph> graph;
};
struct Nothing {};

using Work =
    std::variant<Nothing, KernelLaunch, Copy, Fill, HostCall, EventRecord,
                 EventWait, Allocation, Release, Subgraph>;

/// Allocates memory of a graph.
CUresult leaseMemory(Driver &driver, Context &context, size_t size,
                     llvm::StringRef caller, Allocation &allocation);

/// Performs work now, after the work for which the stream has to wait. A fault
/// of a kernel is reported and sticks to the context.
CUresult perform(Driver &driver, Context &context, CUstream stream,
                 const Work &work);

/// Performs work now, or records it if the stream is being captured.
CUresult submit(Driver &driver, Context &context, CUstream stream, Work work);

/// Returns false if an end of the copy isn't plain memory.
bool makeCopy(const CUDA_MEMCPY3D &box, Copy &copy);

/// Checks a launch and copies its parameters.
CUresult prepareLaunch(Driver &driver, Kernel *kernel,
                       const CUlaunchConfig &config, void **parameters,
                       void **extra, KernelLaunch &launch);

} // namespace tileiras::cuda

#endif // TILEIRAS_CUDADRIVER_WORK_H
