//===- tensor_map_notes.c - Maps that a launch makes -------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

/// Launches 'copy' on an array of n elements, of which it copies the first.
static int copy(Handle function, unsigned n) {
  Address array, out;
  float first = 42;
  CHECK(cuMemAlloc_v2(&array, 64));
  CHECK(cuMemAlloc_v2(&out, 64));
  CHECK(cuMemsetD8_v2(array, 0, 64));
  CHECK(cuMemcpyHtoD_v2(array, &first, sizeof(first)));
  void *arguments[] = {&array, &n, &out};
  int result =
      cuLaunchKernel(function, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL);
  if (result)
    return result;
  float copied = 0;
  CHECK(cuMemcpyDtoH_v2(&copied, out, sizeof(copied)));
  printf("copied %g\n", copied);
  return 0;
}

int main(int count, char **paths) {
  Handle module, copies, early;
  size_t offset, size;
  Address array;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  CHECK(cuModuleLoad(&module, paths[count - 1]));
  CHECK(cuModuleGetFunction(&copies, module, "copy"));
  SHOW(cuFuncGetParamInfo(copies, 2, &offset, &size));
  SHOW(cuFuncGetParamInfo(copies, 3, &offset, &size));
  SHOW(copy(copies, 8));
  SHOW(copy(copies, 0));
  CHECK(cuModuleGetFunction(&early, module, "early"));
  SHOW(cuFuncGetParamInfo(early, 0, &offset, &size));
  CHECK(cuMemAlloc_v2(&array, 64));
  void *arguments[] = {&array};
  SHOW(cuLaunchKernel(early, 1, 1, 1, 1, 1, 1, 0, NULL, arguments, NULL));
}
