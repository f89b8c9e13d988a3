//===- ApiMemory.cpp - Entry points: memory -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Allocates, frees and registers device, managed and host memory (Memory.h),
// and answers questions about addresses and capacity.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "llvm/Support/MathExtras.h"

using namespace llvm;

namespace tileiras::cuda {

static CUresult allocate(Driver &driver, Context &context, MemoryKind kind,
                         size_t bytes, StringRef caller, CUdeviceptr *address,
                         unsigned flags = 0) {
  Block *block;
  if (CUresult result =
          driver.memory.allocate(kind, bytes, &context, caller, &block))
    return result;
  block->flags = flags;
  *address = block->base;
  return CUDA_SUCCESS;
}

//===-- Device and managed memory ---------------------------------------===//

CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  Call call(__func__, address);
  return enterContext(call, [&](Driver &driver, Context &context) {
    if (driver.disturbsCapture())
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    return allocate(driver, context, MemoryKind::Device, bytes, "cuMemAlloc",
                    address);
  });
}

CUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch,
                                     size_t width, size_t height,
                                     unsigned elementSize) {
  Call call(__func__, address, pitch);
  return enterContext(call, [&](Driver &driver, Context &context) {
    if (elementSize != 4 && elementSize != 8 && elementSize != 16)
      return CUDA_ERROR_INVALID_VALUE;
    if (driver.disturbsCapture())
      return CUDA_ERROR_STREAM_CAPTURE_UNSUPPORTED;
    // A size that doesn't fit is larger than any memory.
    constexpr size_t Granularity = 512;
    size_t rounded = SaturatingAdd(width, Granularity - 1) & -Granularity;
    CUresult result = allocate(driver, context, MemoryKind::Device,
                               SaturatingMultiply(rounded, height),
                               "cuMemAllocPitch", address);
    if (!result)
      *pitch = rounded;
    return result;
  });
}

CUDA_API CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes,
                                    unsigned flags) {
  Call call(__func__, address);
  return enterContext(call, [&](Driver &driver, Context &context) {
    if (flags != 1 && flags != 2) // CU_MEM_ATTACH_GLOBAL, …_HOST
      return CUDA_ERROR_INVALID_VALUE;
    return allocate(driver, context, MemoryKind::Managed, bytes,
                    "cuMemAllocManaged", address, flags);
  });
}

CUDA_API CUresult cuMemFree_v2(CUdeviceptr address) {
  return enterIdle(__func__, [&](Driver &driver) {
    return address ? driver.memory.release(address, isDeviceMemory)
                   : CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  return enterContext({__func__, free, total}, [&](Driver &driver, Context &) {
    *total = driver.memory.capacity();
    *free = *total - driver.memory.used();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemGetAddressRange_v2(CUdeviceptr *base, size_t *size,
                                          CUdeviceptr address) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    Block *block = driver.memory.find(address);
    if (!block)
      return CUDA_ERROR_NOT_FOUND;
    if (base)
      *base = block->base;
    if (size)
      *size = block->size;
    return CUDA_SUCCESS;
  });
}

/// All memory is accessible from everywhere here; advice changes nothing.
CUDA_API CUresult cuMemPrefetchAsync_v2(CUdeviceptr address, size_t,
                                        CUmemLocation, unsigned, CUstream) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    return driver.memory.find(address) ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuMemAdvise_v2(CUdeviceptr address, size_t, int,
                                 CUmemLocation) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    return driver.memory.find(address) ? CUDA_SUCCESS
                                       : CUDA_ERROR_INVALID_VALUE;
  });
}

//===-- Host memory -----------------------------------------------------===//

CUDA_API CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  Call call(__func__, pointer);
  return enterContext(call, [&](Driver &driver, Context &context) {
    CUdeviceptr address = 0;
    CUresult result = allocate(driver, context, MemoryKind::Host, bytes,
                               "cuMemHostAlloc", &address, flags);
    if (!result)
      *pointer = reinterpret_cast<void *>(address);
    return result;
  });
}

CUDA_API CUresult cuMemAllocHost_v2(void **pointer, size_t bytes) {
  return cuMemHostAlloc(pointer, bytes, 0);
}

CUDA_API CUresult cuMemFreeHost(void *pointer) {
  return enterIdle(__func__, [&](Driver &driver) {
    if (!pointer)
      return CUDA_SUCCESS;
    return driver.memory.release(
        reinterpret_cast<uintptr_t>(pointer),
        [](MemoryKind kind) { return kind == MemoryKind::Host; });
  });
}

CUDA_API CUresult cuMemHostRegister_v2(void *pointer, size_t bytes,
                                       unsigned flags) {
  Call call(__func__, pointer);
  return enterContext(call, [&](Driver &driver, Context &context) {
    return driver.memory.registerHost(pointer, bytes, &context, flags);
  });
}

CUDA_API CUresult cuMemHostUnregister(void *pointer) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    driver.awaitGrid();
    CUresult result = driver.memory.release(
        reinterpret_cast<uintptr_t>(pointer),
        [](MemoryKind kind) { return kind == MemoryKind::Registered; });
    return result ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address,
                                               void *pointer, unsigned) {
  return enterContext({__func__, address}, [&](Driver &driver, Context &) {
    Block *block = driver.memory.find(reinterpret_cast<uintptr_t>(pointer));
    if (!block || !block->onHost())
      return CUDA_ERROR_INVALID_VALUE;
    *address = reinterpret_cast<uintptr_t>(pointer);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemHostGetFlags(unsigned *flags, void *pointer) {
  return enterContext({__func__, flags}, [&](Driver &driver, Context &) {
    Block *block = driver.memory.find(reinterpret_cast<uintptr_t>(pointer));
    if (!block || !block->onHost())
      return CUDA_ERROR_INVALID_VALUE;
    *flags = block->flags;
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
