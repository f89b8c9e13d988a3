//===- errors.c - Mistakes of clients and kernels are named -------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

static void misuse(Handle add) {
  Address memory, pitched;
  Handle nothing = NULL;
  void *address;
  size_t pitch;
  int status;
  char byte = 0;
  SHOW(cuModuleGetFunction(&nothing, add, "add"));
  SHOW(cuMemFree_v2(12345));
  SHOW(cuMemAlloc_v2(&memory, (size_t)1 << 60));
  SHOW(cuLaunchKernel(add, 1, 1, 1, 2048, 1, 1, 0, NULL, NULL, NULL));
  SHOW(cuLaunchKernel(add, 1, 1, 1, 1, 1, 1, 100000, NULL, NULL, NULL));
  SHOW(cuFuncSetAttribute(add, 8, 100000));
  SHOW(cuStreamSynchronize(add));
  CHECK(cuMemAlloc_v2(&memory, 16));
  SHOW(cuMemcpyHtoD_v2(memory + 16, &byte, 1));
  printf("text: %s\n", textOf(1));
  SHOW(cuMemsetD32_v2(memory, 0, 5));
  SHOW(cuMemsetD32_v2(memory + 1, 0, 1));
  printf("text: %s\n", textOf(1));
  CHECK(cuMemAllocPitch_v2(&pitched, &pitch, 100, 3, 4));
  SHOW(cuMemsetD2D8_v2(pitched, pitch, 0, 100, 4));
  SHOW(cuGetProcAddress_v2("cuMakeCoffee", &address, 13000, 0, &status));
  printf("status %d\n", status);
  SHOW(cuGetProcAddress_v2("cuLaunchKernelEx", &address, 11000, 0, &status));
  printf("status %d\n", status);
  SHOW(cuGetProcAddress_v2("cuEventDestroy", &address, 2000, 0, &status));
}

static void badCode(void) {
  char log[100] = "";
  int options[] = {5, 6}; // error log and its size
  void *values[] = {log, (void *)sizeof(log)};
  Handle module;
  SHOW(cuModuleLoadDataEx(&module, ".version 8.0\n.target sm_80\nnonsense", 2,
                          options, values));
  printf("log: %s\n", log);
}

static void strayKernel(Handle add) {
  Address memory;
  unsigned n = 64;
  CHECK(cuMemAlloc_v2(&memory, 4 * (n - 1)));
  void *parameters[] = {&memory, &memory, &memory, &n};
  SHOW(cuLaunchKernel(add, 1, 1, 1, n, 1, 1, 0, NULL, parameters, NULL));
  printf("text: %s\n", textOf(700));
  printf("another: %s\n", textOf(719));
  SHOW(cuCtxSynchronize());
  printf("later: %s\n", textOf(700));
  SHOW(cuMemcpyDtoH_v2(&n, memory, sizeof(n)));
}

int main(void) {
  Handle module;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  SHOW(cuCtxSynchronize());
  begin();
  Handle add = loadAdd(&module);
  misuse(add);
  badCode();
  strayKernel(add);
}
