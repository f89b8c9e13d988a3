//===- ApiMemory.cpp - Entry points: memory and what is known of it *- C++
//-*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  if (!address)
    return CUDA_ERROR_INVALID_VALUE;
  if (CUresult result =
          driver.memory.allocate(kind, bytes, &context, caller, &block))
    return result;
  block->flags = flags;
  *address = block->base;
  return CUDA_SUCCESS;
}

//===-- Device and managed memory ---------------------------------------===//

CUDA_API CUresult cuMemAlloc_v2(CUdeviceptr *address, size_t bytes) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    return allocate(driver, context, MemoryKind::Device, bytes, "cuMemAlloc",
                    address);
  });
}

CUDA_API CUresult cuMemAllocPitch_v2(CUdeviceptr *address, size_t *pitch,
                                     size_t width, size_t height,
                                     unsigned elementSize) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    if (elementSize != 4 && elementSize != 8 && elementSize != 16)
      return CUDA_ERROR_INVALID_VALUE;
    *pitch = alignTo(width, 512);
    return allocate(driver, context, MemoryKind::Device, *pitch * height,
                    "cuMemAllocPitch", address);
  });
}

CUDA_API CUresult cuMemAllocManaged(CUdeviceptr *address, size_t bytes,
                                    unsigned flags) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    if (flags != 1 && flags != 2) // CU_MEM_ATTACH_GLOBAL, …_HOST
      return CUDA_ERROR_INVALID_VALUE;
    return allocate(driver, context, MemoryKind::Managed, bytes,
                    "cuMemAllocManaged", address, flags);
  });
}

static bool isClientsToFree(MemoryKind kind) {
  return kind == MemoryKind::Device || kind == MemoryKind::Managed;
}

CUDA_API CUresult cuMemFree_v2(CUdeviceptr address) {
  return enter(__func__, [&](Driver &driver) {
    return address ? driver.memory.release(address, isClientsToFree)
                   : CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemGetInfo_v2(size_t *free, size_t *total) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
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

/// Memory is everywhere at once here; advice changes nothing.
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

//===-- Asynchronous allocation -----------------------------------------===//

static CUresult allocateOnStream(Driver &driver, Context &context,
                                 CUdeviceptr *address, size_t bytes,
                                 MemoryPool *pool, CUstream handle) {
  Stream *stream = driver.streamOf(handle, context);
  if (!stream)
    return CUDA_ERROR_INVALID_HANDLE;
  if (stream->capture) {
    Allocation allocation;
    if (CUresult result =
            leaseMemory(driver, context, bytes, "cuMemAllocAsync", allocation))
      return result;
    *address = allocation.address;
    return submit(driver, context, handle, std::move(allocation));
  }
  CUresult result = allocate(driver, context, MemoryKind::Device, bytes,
                             "cuMemAllocAsync", address);
  if (!result)
    driver.memory.find(*address)->pool = pool;
  return result;
}

CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes,
                                  CUstream stream) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    return allocateOnStream(driver, context, address, bytes,
                            &driver.defaultPool, stream);
  });
}

CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes,
                                          CUmemoryPool pool, CUstream stream) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    if (pool != &driver.defaultPool && !driver.pools.contains(pool))
      return CUDA_ERROR_INVALID_HANDLE;
    return allocateOnStream(driver, context, address, bytes, pool, stream);
  });
}

CUDA_API CUresult cuMemFreeAsync(CUdeviceptr address, CUstream handle) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    Stream *stream = driver.streamOf(handle, context);
    if (!stream)
      return CUDA_ERROR_INVALID_HANDLE;
    if (stream->capture)
      return submit(driver, context, handle, Release{address});
    return driver.memory.release(address, isClientsToFree);
  });
}

//===-- Pools -----------------------------------------------------------===//

CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool,
                                            CUdevice device) {
  return enter(__func__, [&](Driver &driver) {
    if (device != 0)
      return CUDA_ERROR_INVALID_DEVICE;
    *pool = &driver.defaultPool;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGetMemPool(CUmemoryPool *pool, CUdevice device) {
  return cuDeviceGetDefaultMemPool(pool, device);
}

CUDA_API CUresult cuMemPoolCreate(CUmemoryPool *pool,
                                  const CUmemPoolProps *properties) {
  return enter(__func__, [&](Driver &driver) {
    if (!properties)
      return CUDA_ERROR_INVALID_VALUE;
    *pool = driver.pools.create();
    return CUDA_SUCCESS;
  });
}

/// Runs the body if \p pool is one.
template <class Body>
static CUresult enterPool(const char *name, MemoryPool *pool, Body body) {
  return enter(name, [&](Driver &driver) -> CUresult {
    return pool == &driver.defaultPool || driver.pools.contains(pool)
               ? body(driver)
               : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUDA_API CUresult cuMemPoolDestroy(CUmemoryPool pool) {
  return enter(__func__, [&](Driver &driver) {
    return driver.pools.destroy(pool) ? CUDA_SUCCESS
                                      : CUDA_ERROR_INVALID_HANDLE;
  });
}

CUDA_API CUresult cuMemPoolTrimTo(CUmemoryPool pool, size_t) {
  return enterPool(__func__, pool, [](Driver &) { return CUDA_SUCCESS; });
}

/// Switches are ints, sizes 64 bits wide.
static bool isSwitch(CUmemPool_attribute attribute) {
  return attribute < CU_MEMPOOL_ATTR_RELEASE_THRESHOLD;
}

CUDA_API CUresult cuMemPoolSetAttribute(CUmemoryPool pool,
                                        CUmemPool_attribute attribute,
                                        const void *value) {
  return enterPool(__func__, pool, [&](Driver &) {
    if (attribute < 1 || attribute > CU_MEMPOOL_ATTR_USED_MEM_HIGH)
      return CUDA_ERROR_INVALID_VALUE;
    pool->attributes[attribute] = isSwitch(attribute)
                                      ? *static_cast<const int *>(value)
                                      : *static_cast<const uint64_t *>(value);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemPoolGetAttribute(CUmemoryPool pool,
                                        CUmemPool_attribute attribute,
                                        void *value) {
  return enterPool(__func__, pool, [&](Driver &) {
    if (attribute < 1 || attribute > CU_MEMPOOL_ATTR_USED_MEM_HIGH)
      return CUDA_ERROR_INVALID_VALUE;
    uint64_t known = pool->attributes[attribute];
    if (isSwitch(attribute))
      *static_cast<int *>(value) = int(known);
    else
      *static_cast<uint64_t *>(value) = known;
    return CUDA_SUCCESS;
  });
}

//===-- Host memory -----------------------------------------------------===//

CUDA_API CUresult cuMemHostAlloc(void **pointer, size_t bytes, unsigned flags) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    CUdeviceptr address = 0;
    CUresult result = allocate(driver, context, MemoryKind::Host, bytes,
                               "cuMemHostAlloc", &address, flags);
    *pointer = reinterpret_cast<void *>(address);
    return result;
  });
}

CUDA_API CUresult cuMemAllocHost_v2(void **pointer, size_t bytes) {
  return cuMemHostAlloc(pointer, bytes, 0);
}

CUDA_API CUresult cuMemFreeHost(void *pointer) {
  return enter(__func__, [&](Driver &driver) {
    if (!pointer)
      return CUDA_SUCCESS;
    return driver.memory.release(
        reinterpret_cast<uintptr_t>(pointer),
        [](MemoryKind kind) { return kind == MemoryKind::Host; });
  });
}

CUDA_API CUresult cuMemHostRegister_v2(void *pointer, size_t bytes,
                                       unsigned flags) {
  return enterContext(__func__, [&](Driver &driver, Context &context) {
    return driver.memory.registerHost(pointer, bytes, &context, flags);
  });
}

CUDA_API CUresult cuMemHostUnregister(void *pointer) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    CUresult result = driver.memory.release(
        reinterpret_cast<uintptr_t>(pointer),
        [](MemoryKind kind) { return kind == MemoryKind::Registered; });
    return result ? CUDA_ERROR_HOST_MEMORY_NOT_REGISTERED : CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuMemHostGetDevicePointer_v2(CUdeviceptr *address,
                                               void *pointer, unsigned) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    *address = reinterpret_cast<uintptr_t>(pointer);
    Block *block = driver.memory.find(*address);
    return block && block->onHost() ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuMemHostGetFlags(unsigned *flags, void *pointer) {
  return enterContext(__func__, [&](Driver &driver, Context &) {
    Block *block = driver.memory.find(reinterpret_cast<uintptr_t>(pointer));
    if (!block || !block->onHost())
      return CUDA_ERROR_INVALID_VALUE;
    *flags = block->flags;
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
