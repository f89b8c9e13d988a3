//===- sizes.c - Sizes whose sums and products are no numbers ------ C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

#include <string.h>

enum { HOST = 1, DEVICE = 2 };
static const size_t Huge = (size_t)1 << 63, Half = (size_t)1 << 32;
static Address memory;
static char line[64];

static void allocations(void) {
  Address address;
  size_t pitch = 5;
  void *pointer;
  SHOW(cuMemAllocPitch_v2(&address, &pitch, Half, Half, 4));
  SHOW(cuMemAllocPitch_v2(&address, &pitch, (size_t)-1, 1, 4));
  printf("pitch %zu\n", pitch);
  SHOW(cuMemHostRegister_v2(line, (size_t)-1, 0));
  // More than any host has, for any EMULATED_MEMORY.
  SHOW(cuMemAlloc_v2(&address, (size_t)1 << 50));
  SHOW(cuMemAllocManaged(&address, (size_t)1 << 50, 1));
  SHOW(cuMemHostAlloc(&pointer, (size_t)1 << 50, 0));
  SHOW(cuMemAllocAsync(&address, (size_t)1 << 50, NULL));
}

static void fills(void) {
  SHOW(cuMemsetD32_v2(memory, 0, Huge / 2));
  SHOW(cuMemsetD2D8_v2(memory, Huge, 0, 1, 3));
  SHOW(cuMemsetD2D8_v2(memory, 0, 0, 1, Huge));
  SHOW(cuMemsetD8_v2(memory, 7, 64));
}

static int copyFlat(size_t pitch, size_t y, size_t width, size_t height) {
  struct Copy2D copy = {0};
  copy.srcMemoryType = HOST;
  copy.srcHost = line;
  copy.srcPitch = pitch;
  copy.srcY = y;
  copy.dstMemoryType = DEVICE;
  copy.dstDevice = memory;
  copy.dstPitch = 8;
  copy.widthInBytes = width;
  copy.height = height;
  return cuMemcpy2D_v2(&copy);
}

static void copies(void) {
  SHOW(copyFlat(Half, Half, 4, 4));
  SHOW(copyFlat(Huge, 0, 4, 4));
  SHOW(copyFlat(2, 0, 4, 4));
  SHOW(copyFlat(8, 0, 0, Huge));
  SHOW(copyFlat(8, 0, 4, 4));
  SHOW(cuMemcpyHtoD_v2(memory, NULL, 4));
  SHOW(cuMemcpyHtoD_v2(memory, line, (size_t)-1));
}

/// Larger than the driver's unit of copies, and not a multiple of it.
static void largeOnes(void) {
  enum { Count = 100003 };
  Address from, to;
  static unsigned words[Count];
  unsigned wrong = 0;
  CHECK(cuMemAlloc_v2(&from, sizeof(words)));
  CHECK(cuMemAlloc_v2(&to, sizeof(words)));
  CHECK(cuMemsetD32_v2(from, 0x01020304, Count));
  CHECK(cuMemcpyDtoDAsync_v2(to, from, sizeof(words), NULL));
  CHECK(cuMemcpyDtoH_v2(words, to, sizeof(words)));
  for (int i = 0; i < Count; ++i)
    wrong += words[i] != 0x01020304;
  printf("%u wrong\n", wrong);
}

static void occupancy(Handle add) {
  int blocks = -1;
  CHECK(cuOccupancyMaxActiveBlocksPerMultiprocessor(&blocks, add, 32,
                                                    (size_t)-1024));
  printf("%d blocks\n", blocks);
}

int main(void) {
  Handle module;
  setvbuf(stdout, NULL, _IONBF, 0); // in order with standard error
  begin();
  CHECK(cuMemAlloc_v2(&memory, sizeof(line)));
  allocations();
  fills();
  copies();
  largeOnes();
  occupancy(loadAdd(&module));
}
