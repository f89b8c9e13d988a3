//===- driver.h - What the test programs need of the driver API ---- C ----===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef DRIVER_H
#define DRIVER_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

typedef unsigned long long Address;
typedef void *Handle;

/// CUDA_MEMCPY2D.
struct Copy2D {
  size_t srcX, srcY;
  int srcMemoryType;
  const void *srcHost;
  Address srcDevice;
  void *srcArray;
  size_t srcPitch;
  size_t dstX, dstY;
  int dstMemoryType;
  void *dstHost;
  Address dstDevice;
  void *dstArray;
  size_t dstPitch;
  size_t widthInBytes, height;
};

int cuInit(unsigned);
int cuGetErrorName(int, const char **);
int cuGetErrorString(int, const char **);
int cuGetProcAddress_v2(const char *, void **, int, uint64_t, int *);
int cuDeviceGet(int *, int);
int cuDeviceGetAttribute(int *, int, int);
int cuCtxCreate_v2(Handle *, unsigned, int);
int cuCtxDestroy_v2(Handle);
int cuCtxSetCurrent(Handle);
int cuCtxGetCurrent(Handle *);
int cuCtxSynchronize(void);
int cuCtxSetLimit(int, size_t);
int cuCtxGetLimit(size_t *, int);
int cuModuleLoad(Handle *, const char *);
int cuModuleLoadData(Handle *, const void *);
int cuModuleLoadDataEx(Handle *, const void *, unsigned, int *, void **);
int cuModuleGetFunction(Handle *, Handle, const char *);
int cuModuleGetGlobal_v2(Address *, size_t *, Handle, const char *);
int cuModuleUnload(Handle);
int cuFuncGetAttribute(int *, int, Handle);
int cuFuncGetParamInfo(Handle, size_t, size_t *, size_t *);
int cuFuncSetAttribute(Handle, int, int);
int cuOccupancyMaxActiveBlocksPerMultiprocessor(int *, Handle, int, size_t);
int cuOccupancyMaxPotentialBlockSize(int *, int *, Handle, size_t (*)(int),
                                     size_t, int);
int cuMemAlloc_v2(Address *, size_t);
int cuMemAllocAsync(Address *, size_t, Handle);
int cuMemAllocManaged(Address *, size_t, unsigned);
int cuMemAllocPitch_v2(Address *, size_t *, size_t, size_t, unsigned);
int cuMemFree_v2(Address);
int cuMemFreeAsync(Address, Handle);
int cuMemGetInfo_v2(size_t *, size_t *);
int cuMemHostAlloc(void **, size_t, unsigned);
int cuMemHostRegister_v2(void *, size_t, unsigned);
int cuMemHostUnregister(void *);
int cuMemcpyHtoD_v2(Address, const void *, size_t);
int cuMemcpyDtoH_v2(void *, Address, size_t);
int cuMemcpyHtoDAsync_v2(Address, const void *, size_t, Handle);
int cuMemcpyDtoHAsync_v2(void *, Address, size_t, Handle);
int cuMemcpy2D_v2(const struct Copy2D *);
int cuMemcpyDtoDAsync_v2(Address, Address, size_t, Handle);
int cuMemsetD8_v2(Address, unsigned char, size_t);
int cuMemsetD32_v2(Address, unsigned, size_t);
int cuMemsetD32Async(Address, unsigned, size_t, Handle);
int cuMemsetD2D8_v2(Address, size_t, unsigned char, size_t, size_t);
int cuPointerGetAttribute(void *, int, Address);
int cuLaunchKernel(Handle, unsigned, unsigned, unsigned, unsigned, unsigned,
                   unsigned, unsigned, Handle, void **, void **);
int cuLaunchKernelEx(const void *, Handle, void **, void **);
int cuLaunchHostFunc(Handle, void (*)(void *), void *);
int cuStreamAddCallback(Handle, void (*)(Handle, int, void *), void *,
                        unsigned);
int cuStreamCreate(Handle *, unsigned);
int cuStreamWaitEvent(Handle, Handle, unsigned);
int cuStreamBeginCapture_v2(Handle, int);
int cuStreamIsCapturing(Handle, int *);
int cuStreamQuery(Handle);
int cuThreadExchangeStreamCaptureMode(int *);
int cuStreamEndCapture(Handle, Handle *);
int cuStreamSynchronize(Handle);
int cuEventCreate(Handle *, unsigned);
int cuEventRecord(Handle, Handle);
int cuEventElapsedTime(float *, Handle, Handle);
int cuGraphCreate(Handle *, unsigned);
int cuGraphAddHostNode(Handle *, Handle, const Handle *, size_t, const void *);
int cuGraphGetNodes(Handle, Handle *, size_t *);
int cuGraphInstantiateWithFlags(Handle *, Handle, unsigned long long);
int cuGraphLaunch(Handle, Handle);
int cuGraphExecDestroy(Handle);
int cuGraphDestroy(Handle);

static const char *nameOf(int result) {
  const char *name = "(no result code)";
  cuGetErrorName(result, &name);
  return name;
}

/// Ends the program unless the call succeeds.
#define CHECK(CALL)                                                            \
  do {                                                                         \
    int result = (CALL);                                                       \
    if (result) {                                                              \
      printf("%s: %s\n", #CALL, nameOf(result));                               \
      exit(1);                                                                 \
    }                                                                          \
  } while (0)

/// Prints the result of a call that must fail.
#define SHOW(CALL)                                                             \
  do {                                                                         \
    printf("%s: %s\n", #CALL, nameOf(CALL));                                   \
  } while (0)

/// The text of a client's exception.
static const char *textOf(int result) {
  const char *text = "(no text)";
  cuGetErrorString(result, &text);
  return text;
}

static void begin(void) {
  Handle context;
  int device;
  CHECK(cuInit(0));
  CHECK(cuDeviceGet(&device, 0));
  CHECK(cuCtxCreate_v2(&context, 0, device));
}

/// c[i] = a[i] + b[i] for i < n, one thread an element; counts its launches.
static const char *const addPtx =
    ".version 8.0\n"
    ".target sm_80\n"
    ".address_size 64\n"
    ".visible .global .align 4 .u32 launches;\n"
    ".visible .entry add(.param .u64 a, .param .u64 b, .param .u64 c,\n"
    "                    .param .u32 n)\n"
    "{\n"
    "  .reg .pred %p<2>;\n"
    "  .reg .b32 %r<8>;\n"
    "  .reg .b64 %d<8>;\n"
    "  mov.u32 %r0, %ctaid.x;\n"
    "  mov.u32 %r1, %ntid.x;\n"
    "  mov.u32 %r2, %tid.x;\n"
    "  mad.lo.u32 %r3, %r0, %r1, %r2;\n"
    "  setp.eq.u32 %p1, %r3, 0;\n"
    "  @%p1 red.global.add.u32 [launches], 1;\n"
    "  ld.param.u32 %r4, [n];\n"
    "  setp.ge.u32 %p0, %r3, %r4;\n"
    "  @%p0 bra done;\n"
    "  ld.param.u64 %d0, [a];\n"
    "  ld.param.u64 %d1, [b];\n"
    "  ld.param.u64 %d2, [c];\n"
    "  mul.wide.u32 %d3, %r3, 4;\n"
    "  add.u64 %d0, %d0, %d3;\n"
    "  add.u64 %d1, %d1, %d3;\n"
    "  add.u64 %d2, %d2, %d3;\n"
    "  ld.global.u32 %r5, [%d0];\n"
    "  ld.global.u32 %r6, [%d1];\n"
    "  add.u32 %r5, %r5, %r6;\n"
    "  st.global.u32 [%d2], %r5;\n"
    "done:\n"
    "  ret;\n"
    "}\n";

static Handle loadAdd(Handle *module) {
  Handle add;
  CHECK(cuModuleLoadData(module, addPtx));
  CHECK(cuModuleGetFunction(&add, *module, "add"));
  return add;
}

/// A kernel without an end.
static Handle loadSpin(void) {
  Handle module, spin;
  CHECK(cuModuleLoadData(&module, ".version 8.0\n"
                                  ".target sm_80\n"
                                  ".visible .entry spin()\n"
                                  "{\n"
                                  "again:\n"
                                  "  bra again;\n"
                                  "}\n"));
  CHECK(cuModuleGetFunction(&spin, module, "spin"));
  return spin;
}

#endif // DRIVER_H
