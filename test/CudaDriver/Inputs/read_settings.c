//===- read_settings.c - Settings change between launches ---------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#define _POSIX_C_SOURCE 200112L
#include "driver.h"

int cuEmulatedReadSettings(void);

int main(void) {
  int major;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  Handle spin = loadSpin();
  setenv("EMULATED_MAX_INSTRUCTIONS", "100", 1);
  setenv("EMULATED_CC", "8.0", 1);
  SHOW(cuEmulatedReadSettings());
  SHOW(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
  CHECK(cuDeviceGetAttribute(&major, 75, 0));
  printf("capability %d\n", major);
  setenv("EMULATED_MAX_INSTRUCTIONS", "few", 1);
  SHOW(cuEmulatedReadSettings());
  SHOW(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
  setenv("EMULATED_MAX_INSTRUCTIONS", "200", 1);
  SHOW(cuEmulatedReadSettings());
  SHOW(cuLaunchKernel(spin, 1, 1, 1, 32, 1, 1, 0, NULL, NULL, NULL));
}
