//===- print.c - A kernel that prints ------------------------------ C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

static const char *const ptx =
    ".version 8.0\n.target sm_80\n.address_size 64\n"
    ".global .b8 text[4] = {104, 105, 10, 0};\n"
    ".extern .func (.param .b32 result) vprintf(.param .b64 format,"
    " .param .b64 arguments);\n"
    ".visible .entry k()\n{\n"
    ".reg .b32 %r;\n.reg .b64 %d;\n"
    "{ .param .b64 format; .param .b64 arguments; .param .b32 result;\n"
    "mov.u64 %d, text; cvta.global.u64 %d, %d; st.param.b64 [format], %d;\n"
    "st.param.b64 [arguments], 0;\n"
    "call (result), vprintf, (format, arguments);\n"
    "ld.param.b32 %r, [result]; }\n"
    "ret;\n}\n";

int main(void) {
  Handle module, kernel;
  begin();
  CHECK(cuModuleLoadData(&module, ptx));
  CHECK(cuModuleGetFunction(&kernel, module, "k"));
  CHECK(cuLaunchKernel(kernel, 1, 1, 1, 1, 1, 1, 0, NULL, NULL, NULL));
  fprintf(stderr, "still here\n");
}
