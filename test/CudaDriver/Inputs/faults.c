//===- faults.c - Mistakes of kernels and their result codes ------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

/// Runs a kernel of these instructions.
static int run(const char *body) {
  char ptx[2000];
  Handle module, kernel;
  snprintf(ptx, sizeof(ptx),
           ".version 8.0\n.target sm_80\n.address_size 64\n"
           ".const .u32 fixed = 1;\n.shared .b8 scratch[16];\n"
           ".global .align 4 .b8 text[4] = {104, 105, 0, 0};\n"
           ".extern .func __assertfail(.param .b64 m, .param .b64 f,"
           " .param .b32 l, .param .b64 n, .param .b64 c);\n"
           ".visible .entry k()\n{\n"
           ".reg .b32 %%r<4>;\n.reg .b64 %%d<4>;\n%s\nret;\n}\n",
           body);
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&kernel, module, "k"));
  int result = cuLaunchKernel(kernel, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL);
  CHECK(cuModuleUnload(module));
  return result;
}

int main(void) {
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  SHOW(run("ld.global.u32 %r0, [8];"));
  SHOW(run("ld.shared.u32 %r0, [scratch+1024];"));
  SHOW(run("mov.u64 %d0, fixed; cvta.const.u64 %d0, %d0; st.u32 [%d0], 0;"));
  SHOW(run("mov.u64 %d0, text; ld.global.u32 %r0, [%d0+2];"));
  SHOW(run("{ .param .b64 m; .param .b64 f; .param .b32 l; .param .b64 n;"
           " .param .b64 c; mov.u64 %d0, text; cvta.global.u64 %d0, %d0;"
           " st.param.b64 [m], %d0; st.param.b64 [f], %d0;"
           " st.param.b32 [l], 7; st.param.b64 [n], %d0;"
           " st.param.b64 [c], 1; call __assertfail, (m, f, l, n, c); }"));
  SHOW(run("barrier.sync 1, 64;"));
  SHOW(run("again: bra again;"));
  SHOW(run("ld.shared.u32 %r0, [scratch];"));
}
