//===- spin.c - A kernel without an end ---------------------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

int main(void) {
  Handle module, spin;
  begin();
  CHECK(cuModuleLoadData(&module, ".version 8.0\n"
                                  ".target sm_80\n"
                                  ".visible .entry spin()\n"
                                  "{\n"
                                  "again:\n"
                                  "  bra again;\n"
                                  "}\n"));
  CHECK(cuModuleGetFunction(&spin, module, "spin"));
  CHECK(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
}
