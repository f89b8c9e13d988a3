//===- capture.c - Calls that a capture forbids -------------------- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "driver.h"

enum { Global, ThreadLocal, Relaxed };

static void capture(Handle stream, int mode) {
  Handle graph = stream;
  Address memory;
  size_t pitch;
  int status;
  printf("mode %d\n", mode);
  CHECK(cuStreamBeginCapture_v2(stream, mode));
  SHOW(cuMemAlloc_v2(&memory, 64));
  SHOW(cuMemAllocPitch_v2(&memory, &pitch, 64, 2, 4));
  SHOW(cuCtxSynchronize());
  SHOW(cuMemsetD32Async(memory, 0, 1, stream));
  CHECK(cuStreamIsCapturing(stream, &status));
  printf("status %d\n", status);
  SHOW(cuStreamEndCapture(stream, &graph));
  printf("%s\n", graph ? "a graph" : "no graph");
}

int main(void) {
  Handle stream;
  int mode = Relaxed;
  begin();
  CHECK(cuStreamCreate(&stream, 1));
  capture(stream, Global);
  capture(stream, ThreadLocal);
  capture(stream, Relaxed);
  CHECK(cuThreadExchangeStreamCaptureMode(&mode));
  capture(stream, Global);
}
