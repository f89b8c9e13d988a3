//===- load.c - Loads a file and looks for a kernel in it ---------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

/// Arguments: a file of PTX or a cubin, and a kernel's name.
int main(int count, char **arguments) {
  Handle module, kernel;
  int threads, shared;
  begin();
  CHECK(cuModuleLoad(&module, arguments[1]));
  CHECK(cuModuleGetFunction(&kernel, module, arguments[2]));
  CHECK(cuFuncGetAttribute(&threads, 0, kernel));
  CHECK(cuFuncGetAttribute(&shared, 1, kernel));
  printf("%s: %d threads, %d bytes of shared memory\n", arguments[2], threads,
         shared);
}
