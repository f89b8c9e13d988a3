//===- callbacks.c - Callbacks that wait for other threads --------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <pthread.h>
#include <unistd.h>

static Handle context, add, exec;

static void *callDriver(void *done) {
  size_t free, total;
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuMemGetInfo_v2(&free, &total));
  *(int *)done = 1;
  return NULL;
}

/// Like a Python callback that waits for the interpreter's lock, held by a thread that waits for the driver.
static int waitForThread(void) {
  pthread_t thread;
  int done = 0;
  pthread_create(&thread, NULL, callDriver, &done);
  pthread_join(thread, NULL);
  return done;
}

static void hostFunction(void *name) {
  printf("%s: %d\n", (const char *)name, waitForThread());
}

static void streamCallback(Handle stream, int result, void *name) {
  printf("%s: %d, %s\n", (const char *)name, waitForThread(), nameOf(result));
}

static size_t sharedOfBlock(int threads) {
  static int first = 1;
  if (first)
    printf("occupancy: %d\n", waitForThread());
  first = 0;
  return 0;
}

static void destroyExec(void *unused) {
  printf("destroyed: %s\n", nameOf(cuGraphExecDestroy(exec)));
}

static void destroyContext(void *unused) {
  printf("context: %s\n", nameOf(cuCtxDestroy_v2(context)));
}

struct HostNode {
  void (*function)(void *);
  void *data;
};

int main(void) {
  Handle module, graph, node;
  int blocks, threads;
  setvbuf(stdout, NULL, _IONBF, 0);
  alarm(20); // ends a deadlock
  begin();
  CHECK(cuCtxGetCurrent(&context));
  add = loadAdd(&module);
  CHECK(cuLaunchHostFunc(NULL, hostFunction, "host function"));
  CHECK(cuStreamAddCallback(NULL, streamCallback, "stream callback", 0));
  CHECK(cuOccupancyMaxPotentialBlockSize(&blocks, &threads, add, sharedOfBlock,
                                         0, 0));
  CHECK(cuGraphCreate(&graph, 0));
  struct HostNode waits = {hostFunction, "node"};
  CHECK(cuGraphAddHostNode(&node, graph, NULL, 0, &waits));
  struct HostNode destroys = {destroyExec, NULL};
  CHECK(cuGraphAddHostNode(&node, graph, &node, 1, &destroys));
  struct HostNode last = {hostFunction, "last node"};
  CHECK(cuGraphAddHostNode(&node, graph, &node, 1, &last));
  CHECK(cuGraphInstantiateWithFlags(&exec, graph, 0));
  CHECK(cuGraphLaunch(exec, NULL));
  SHOW(cuLaunchHostFunc(NULL, destroyContext, NULL));
}
