//===- threads.c - Several threads use the driver at once ---------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <pthread.h>

enum { Threads = 4, Rounds = 50, N = 64 };

static Handle context, add;

/// Adds b to a over and over, in separate memory and on a separate stream. Returns the first sum.
static void *work(void *number) {
  Address a, b;
  Handle stream;
  unsigned n = N, sum;
  void *parameters[] = {&a, &b, &a, &n};
  CHECK(cuCtxSetCurrent(context));
  CHECK(cuStreamCreate(&stream, 1));
  CHECK(cuMemAlloc_v2(&a, 4 * N));
  CHECK(cuMemAlloc_v2(&b, 4 * N));
  CHECK(cuMemsetD32Async(a, 0, N, stream));
  CHECK(cuMemsetD32Async(b, (unsigned)(uintptr_t)number, N, stream));
  for (int i = 0; i < Rounds; ++i)
    CHECK(cuLaunchKernel(add, 1, 1, 1, N, 1, 1, 0, stream, parameters, NULL));
  CHECK(cuStreamSynchronize(stream));
  CHECK(cuMemcpyDtoH_v2(&sum, a, sizeof(sum)));
  CHECK(cuMemFree_v2(a));
  CHECK(cuMemFree_v2(b));
  return (void *)(uintptr_t)sum;
}

int main(void) {
  pthread_t threads[Threads];
  Handle module;
  begin();
  CHECK(cuCtxGetCurrent(&context));
  add = loadAdd(&module);
  for (uintptr_t i = 0; i < Threads; ++i)
    pthread_create(&threads[i], NULL, work, (void *)(i + 1));
  for (int i = 0; i < Threads; ++i) {
    void *sum;
    pthread_join(threads[i], &sum);
    printf("%u\n", (unsigned)(uintptr_t)sum);
  }
}
