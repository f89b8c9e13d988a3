//===- host_pointers.c - Memory that the driver doesn't know ------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

int main(void) {
  static unsigned a[] = {1, 2}, b[] = {10, 20}, c[2];
  Address pa = (Address)a, pb = (Address)b, pc = (Address)c;
  unsigned n = 2;
  int kind = 0;
  void *parameters[] = {&pa, &pb, &pc, &n};
  Handle module, add;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  add = loadAdd(&module);
  SHOW(cuPointerGetAttribute(&kind, 2, pa)); // CU_POINTER_…_MEMORY_TYPE
  SHOW(cuLaunchKernel(add, 1, 1, 1, n, 1, 1, 0, NULL, parameters, NULL));
  printf("memory type %d, sums %u %u\n", kind, c[0], c[1]);
}
