//===- graph.c - Work that is noted down and run later ------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

enum { N = 256 };

static unsigned firstOf(Address array) {
  unsigned value;
  CHECK(cuMemcpyDtoH_v2(&value, array, sizeof(value)));
  return value;
}

/// Two streams: the second joins the capture by an event, and is waited for.
static Handle capture(Handle add, Address a, Address b, Address c) {
  Handle first, second, forked, joined, graph;
  unsigned n = N;
  void *parameters[] = {&a, &b, &c, &n};
  CHECK(cuStreamCreate(&first, 1));
  CHECK(cuStreamCreate(&second, 1));
  CHECK(cuEventCreate(&forked, 2));
  CHECK(cuEventCreate(&joined, 2));
  CHECK(cuStreamBeginCapture_v2(first, 0));
  CHECK(cuMemsetD32Async(a, 20, N, first));
  CHECK(cuEventRecord(forked, first));
  CHECK(cuStreamWaitEvent(second, forked, 0));
  CHECK(cuMemsetD32Async(b, 22, N, second));
  CHECK(cuEventRecord(joined, second));
  CHECK(cuStreamWaitEvent(first, joined, 0));
  CHECK(cuLaunchKernel(add, 1, 1, 1, N, 1, 1, 0, first, parameters, NULL));
  CHECK(cuMemcpyDtoDAsync_v2(a, c, 4 * N, first));
  SHOW(cuStreamSynchronize(second));
  SHOW(cuStreamEndCapture(second, &graph));
  CHECK(cuStreamEndCapture(first, &graph));
  CHECK(cuStreamSynchronize(second));
  return graph;
}

int main(void) {
  Address a, b, c;
  Handle module, exec, start, end;
  size_t nodes;
  float milliseconds;
  begin();
  Handle add = loadAdd(&module);
  CHECK(cuMemAllocAsync(&a, 4 * N, NULL));
  CHECK(cuMemAlloc_v2(&b, 4 * N));
  CHECK(cuMemAlloc_v2(&c, 4 * N));
  Handle graph = capture(add, a, b, c);
  CHECK(cuGraphGetNodes(graph, NULL, &nodes));
  printf("%zu nodes, result %u\n", nodes, firstOf(c));
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK(cuGraphDestroy(graph));
  CHECK(cuEventCreate(&start, 0));
  CHECK(cuEventCreate(&end, 0));
  CHECK(cuEventRecord(start, NULL));
  CHECK(cuGraphLaunch(exec, NULL));
  CHECK(cuEventRecord(end, NULL));
  printf("result %u, copied %u\n", firstOf(c), firstOf(a));
  CHECK(cuMemsetD32_v2(c, 0, N));
  CHECK(cuGraphLaunch(exec, NULL));
  printf("again %u\n", firstOf(c));
  CHECK(cuEventElapsedTime(&milliseconds, start, end));
  printf("took %s\n", milliseconds > 0 ? "a while" : "no time");
  CHECK(cuGraphExecDestroy(exec));
  SHOW(cuGraphLaunch(exec, NULL));
  CHECK(cuMemFreeAsync(a, NULL));
}
