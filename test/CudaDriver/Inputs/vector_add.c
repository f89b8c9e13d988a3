//===- vector_add.c - Memory, a launch, what is known of them ------ C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

enum { N = 1000 };

static void showDevice(void) {
  int major, minor, threads;
  CHECK(cuDeviceGetAttribute(&major, 75, 0));
  CHECK(cuDeviceGetAttribute(&minor, 76, 0));
  CHECK(cuDeviceGetAttribute(&threads, 39, 0));
  printf("compute capability %d.%d, %d threads per SM\n", major, minor,
         threads);
}

static void showFunction(Handle function) {
  int threads, blocks;
  CHECK(cuFuncGetAttribute(&threads, 0, function));
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, function, 256, 0));
  printf("%d threads per block, %d blocks of 256 per SM\n", threads, blocks);
}

static void showPointer(const char *name, Address pointer) {
  int type;
  unsigned managed;
  size_t size;
  CHECK(cuPointerGetAttribute(&type, 2, pointer));
  CHECK(cuPointerGetAttribute(&managed, 8, pointer));
  CHECK(cuPointerGetAttribute(&size, 12, pointer));
  printf("%s: memory type %d, managed %u, %zu bytes\n", name, type, managed,
         size);
}

/// c = a + b with a on the device, b registered host memory and c managed; the first argument is the number of CTAs.
int main(int argc, char **argv) {
  unsigned ctas = argc > 1 ? (unsigned)atoi(argv[1]) : 4;
  static unsigned host[N], b[N];
  Address a, c, launches;
  Handle module;
  size_t size;
  unsigned n = N, count, wrong = 0;
  begin();
  showDevice();
  Handle add = loadAdd(&module);
  showFunction(add);
  for (unsigned i = 0; i < N; ++i) {
    host[i] = i * i;
    b[i] = 3 * i;
  }
  CHECK(cuMemAlloc_v2(&a, sizeof(host)));
  CHECK(cuMemcpyHtoD_v2(a, host, sizeof(host)));
  CHECK(cuMemHostRegister_v2(b, sizeof(b), 0));
  CHECK(cuMemAllocManaged(&c, sizeof(host), 1));
  showPointer("a", a + 8);
  showPointer("b", (Address)(uintptr_t)b);
  showPointer("c", c);
  void *parameters[] = {&a, &(Address){(uintptr_t)b}, &c, &n};
  CHECK(cuLaunchKernel(add, ctas, 1, 1, 256, 1, 1, 0, NULL, parameters, NULL));
  CHECK(cuCtxSynchronize());
  for (unsigned i = 0; i < N; ++i)
    wrong += ((unsigned *)(uintptr_t)c)[i] != i * i + 3 * i;
  CHECK(cuModuleGetGlobal_v2(&launches, &size, module, "launches"));
  CHECK(cuMemcpyDtoH_v2(&count, launches, size));
  printf("%u wrong, launched %u times\n", wrong, count);
  CHECK(cuMemHostUnregister(b));
  CHECK(cuMemFree_v2(a));
  CHECK(cuMemFree_v2(c));
  CHECK(cuModuleUnload(module));
}
