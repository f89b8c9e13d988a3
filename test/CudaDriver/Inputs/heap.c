//===- heap.c - How much memory kernels may take ------------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

static const char *const ptx =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".extern .func (.param .b64 result) malloc(.param .b64 bytes);\n"
    ".extern .func free(.param .b64 address);\n"
    ".visible .entry k(.param .u64 bytes, .param .u64 out)\n{\n"
    ".reg .b64 %b, %p, %o;\n"
    "ld.param.u64 %b, [bytes]; ld.param.u64 %o, [out];\n"
    "{ .param .b64 bytes; .param .b64 result; st.param.b64 [bytes], %b;\n"
    "call (result), malloc, (bytes); ld.param.b64 %p, [result]; }\n"
    "st.global.b64 [%o], %p;\n"
    "{ .param .b64 address; st.param.b64 [address], %p;\n"
    "call free, (address); }\n"
    "ret;\n}\n";

static const int mallocHeapSize = 2;

static void take(Handle kernel, Address out, uint64_t bytes) {
  uint64_t taken;
  void *arguments[] = {&bytes, &out};
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
  CHECK(cuMemcpyDtoH_v2(&taken, out, sizeof(taken)));
  printf("%llu bytes: %s\n", (unsigned long long)bytes, taken ? "yes" : "no");
}

int main(void) {
  Handle module, kernel;
  Address out;
  size_t limit;
  begin();
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&kernel, module, "k"));
  CHECK(cuMemAlloc_v2(&out, sizeof(uint64_t)));
  CHECK(cuCtxGetLimit(&limit, mallocHeapSize));
  printf("limit %zu\n", limit);
  take(kernel, out, limit);
  take(kernel, out, limit + 1);
  CHECK(cuCtxSetLimit(mallocHeapSize, limit + 1));
  CHECK(cuCtxGetLimit(&limit, mallocHeapSize));
  printf("limit %zu\n", limit);
  take(kernel, out, limit);
}
