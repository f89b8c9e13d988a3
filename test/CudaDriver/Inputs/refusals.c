//===- refusals.c - What the driver refuses with a word on why ----- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

int cuGetExportTable(const void **, const void *);
int cuIpcGetMemHandle(void *, Address);
int cuIpcOpenMemHandle_v2(Address *, void *, unsigned);
int cuIpcCloseMemHandle(Address);

static void privateInterfaces(void) {
  const void *table;
  char handle[64];
  Address address;
  SHOW(cuGetExportTable(&table, handle));
  SHOW(cuIpcGetMemHandle(handle, 0));
  SHOW(cuIpcOpenMemHandle_v2(&address, handle, 0));
  SHOW(cuIpcCloseMemHandle(0));
}

static void fatBinaries(void) {
  static const unsigned char fat[] = {0x50, 0xed, 0x55, 0xba, 1, 0},
                             wrapper[] = {0xb1, 0x43, 0x62, 0x46, 1, 0};
  Handle module;
  SHOW(cuModuleLoadData(&module, fat));
  SHOW(cuModuleLoadData(&module, wrapper));
  SHOW(cuModuleLoadData(&module, "x"));
  SHOW(cuModuleLoad(&module, "/nowhere/k.ptx"));
}

/// Variables of a module are the emulator's own, with separate bounds.
static void variables(Handle module) {
  Address launches;
  size_t size;
  char bytes[100];
  CHECK(cuModuleGetGlobal_v2(&launches, &size, module, "launches"));
  SHOW(cuMemcpyDtoH_v2(bytes, launches, sizeof(bytes)));
  SHOW(cuMemcpyHtoD_v2(launches, bytes, sizeof(bytes)));
  SHOW(cuModuleGetGlobal_v2(&launches, &size, module, "landings"));
}

static void wrongBlock(void) {
  Handle module, kernel;
  CHECK(cuModuleLoadData(&module, ".version 8.0\n.target sm_80\n"
                                  ".visible .entry k()\n"
                                  ".reqntid 32\n{ ret; }\n"));
  CHECK(cuModuleGetFunction(&kernel, module, "k"));
  SHOW(cuLaunchKernel(kernel, 1, 1, 1, 64, 1, 1, 0, NULL, NULL, NULL));
}

int main(void) {
  Handle module;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  loadAdd(&module);
  privateInterfaces();
  fatBinaries();
  variables(module);
  wrongBlock();
}
