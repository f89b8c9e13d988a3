//===- concurrent.c - Calls while a grid runs ---------------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <pthread.h>
#include <sys/wait.h>
#include <unistd.h>

/// Prints that it runs, and never ends.
static const char *const endlessPtx =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".visible .entry endless(.param .u64 flag)\n"
    "{\n"
    "  .reg .b64 %d0;\n"
    "  .reg .b32 %r0;\n"
    "  .reg .pred %p0;\n"
    "  ld.param.u64 %d0, [flag];\n"
    "  mov.u32 %r0, 1;\n"
    "  st.volatile.global.u32 [%d0], %r0;\n"
    "again:\n"
    "  add.u32 %r0, %r0, 2;\n"
    "  setp.ne.u32 %p0, %r0, 0;\n"
    "  @%p0 bra again;\n"
    "  ret;\n"
    "}\n";

static Handle context, function, busy;
static Address flag;

static void *launch(void *unused) {
  void *parameters[] = {&flag};
  (void)unused;
  CHECK(cuCtxSetCurrent(context));
  SHOW(cuLaunchKernel(function, 2, 1, 1, 32, 1, 1, 0, busy, parameters, NULL));
  return NULL;
}

/// A child has no thread that could end the grid.
static void callInChild(void) {
  pid_t child = fork();
  if (child == 0) {
    Address memory;
    SHOW(cuMemAlloc_v2(&memory, 64));
    SHOW(cuInit(0));
    _exit(0);
  }
  waitpid(child, NULL, 0);
}

int main(void) {
  Handle module, free;
  Address memory;
  unsigned value = 7, copy = 0;
  pthread_t thread;
  setvbuf(stdout, NULL, _IONBF, 0);
  begin();
  CHECK(cuCtxGetCurrent(&context));
  CHECK(cuModuleLoadData(&module, endlessPtx));
  CHECK(cuModuleGetFunction(&function, module, "endless"));
  CHECK(cuStreamCreate(&busy, 1));
  CHECK(cuStreamCreate(&free, 1));
  CHECK(cuMemAllocManaged(&flag, 4, 1));
  pthread_create(&thread, NULL, launch, NULL);
  while (*(volatile unsigned *)flag != 1)
    ;
  SHOW(cuMemAlloc_v2(&memory, 4));
  SHOW(cuMemcpyHtoDAsync_v2(memory, &value, 4, free));
  SHOW(cuMemcpyDtoHAsync_v2(&copy, memory, 4, free));
  printf("copied %u\n", copy);
  SHOW(cuStreamQuery(busy));
  SHOW(cuStreamQuery(free));
  callInChild();
  SHOW(cuCtxDestroy_v2(context));
  pthread_join(thread, NULL);
}
