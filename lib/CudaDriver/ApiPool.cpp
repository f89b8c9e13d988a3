//===- ApiPool.cpp - Entry points: memory pools on streams ----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Stream-ordered allocation. A pool keeps no memory: it only counts the
// allocations that name it, and its attributes are stored and returned.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

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
  Block *block;
  if (CUresult result = driver.memory.allocate(
          MemoryKind::Device, bytes, &context, "cuMemAllocAsync", &block))
    return result;
  block->pool = pool;
  *address = block->base;
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuMemAllocAsync(CUdeviceptr *address, size_t bytes,
                                  CUstream stream) {
  Call call(__func__, address);
  return enterContext(call, [&](Driver &driver, Context &context) {
    return allocateOnStream(driver, context, address, bytes,
                            &driver.defaultPool, stream);
  });
}

CUDA_API CUresult cuMemAllocFromPoolAsync(CUdeviceptr *address, size_t bytes,
                                          CUmemoryPool pool, CUstream stream) {
  Call call(__func__, address);
  return enterContext(call, [&](Driver &driver, Context &context) {
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
    driver.awaitGrid();
    return driver.memory.release(address, isDeviceMemory);
  });
}

//===-- Pools -----------------------------------------------------------===//

CUDA_API CUresult cuDeviceGetDefaultMemPool(CUmemoryPool *pool,
                                            CUdevice device) {
  return enter({__func__, pool}, [&](Driver &driver) {
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
  return enter({__func__, pool, properties}, [&](Driver &driver) {
    *pool = driver.pools.create();
    return CUDA_SUCCESS;
  });
}

/// Runs the body if \p pool is a pool.
template <class Body>
static CUresult enterPool(Call call, MemoryPool *pool, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
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
  return enterPool({__func__, value}, pool, [&](Driver &) {
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
  return enterPool({__func__, value}, pool, [&](Driver &) {
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

} // namespace tileiras::cuda
