//===- ApiPointer.cpp - Entry points: attributes of pointers --------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Each attribute of a pointer follows from the block that contains it
// (Memory.h); a pointer that the driver doesn't know has null attributes.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

namespace {
/// Writes one attribute, whose type depends on it.
class PointerAttribute {
public:
  PointerAttribute(Driver &driver, CUdeviceptr address)
      : address(address), block(driver.memory.find(address)) {
    if (block || !driver.settings.hostPointers || address < 4096)
      return;
    // The driver doesn't know this memory, which kernels may use nonetheless.
    unknown.base = address;
    unknown.kind = MemoryKind::Managed;
    unknown.context = &driver.primaryContext();
    block = &unknown;
  }

  bool known() const { return block; }

  CUresult get(CUpointer_attribute attribute, void *data) {
    switch (attribute) {
    case CU_POINTER_ATTRIBUTE_CONTEXT:
      return put(data, block->context);
    case CU_POINTER_ATTRIBUTE_MEMORY_TYPE:
      return put(data, block->kind == MemoryKind::Host ||
                               block->kind == MemoryKind::Registered
                           ? CU_MEMORYTYPE_HOST
                           : CU_MEMORYTYPE_DEVICE);
    case CU_POINTER_ATTRIBUTE_DEVICE_POINTER:
      return put(data, address);
    case CU_POINTER_ATTRIBUTE_HOST_POINTER:
      return block->onHost() ? put(data, address) : CUDA_ERROR_INVALID_VALUE;
    case CU_POINTER_ATTRIBUTE_SYNC_MEMOPS:
    case CU_POINTER_ATTRIBUTE_MAPPED:
      return put(data, 1u);
    case CU_POINTER_ATTRIBUTE_BUFFER_ID:
      return put(data, block->id);
    case CU_POINTER_ATTRIBUTE_IS_MANAGED:
      return put(data, unsigned(block->kind == MemoryKind::Managed));
    case CU_POINTER_ATTRIBUTE_DEVICE_ORDINAL:
      return put(data, 0);
    case CU_POINTER_ATTRIBUTE_RANGE_START_ADDR:
      return put(data, block->base);
    case CU_POINTER_ATTRIBUTE_RANGE_SIZE:
      return put(data, block->size);
    case CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE:
      return put(data, block->pool);
    case CU_POINTER_ATTRIBUTE_ALLOWED_HANDLE_TYPES:
      return put(data, uint64_t(0));
    case CU_POINTER_ATTRIBUTE_IS_LEGACY_CUDA_IPC_CAPABLE:
    case CU_POINTER_ATTRIBUTE_IS_GPU_DIRECT_RDMA_CAPABLE:
      return put(data, 0u);
    case CU_POINTER_ATTRIBUTE_ACCESS_FLAGS:
      return put(data, 3u); // reads and writes
    }
    return CUDA_ERROR_INVALID_VALUE;
  }

private:
  template <class T> CUresult put(void *data, T value) {
    *static_cast<T *>(data) = value;
    return CUDA_SUCCESS;
  }

  CUdeviceptr address;
  Block unknown, *block;
};
} // namespace

CUDA_API CUresult cuPointerGetAttribute(void *data,
                                        CUpointer_attribute attribute,
                                        CUdeviceptr address) {
  return enter({__func__, data}, [&](Driver &driver) {
    PointerAttribute pointer(driver, address);
    return pointer.known() ? pointer.get(attribute, data)
                           : CUDA_ERROR_INVALID_VALUE;
  });
}

/// For an unknown pointer, everything is null.
CUDA_API CUresult cuPointerGetAttributes(unsigned count,
                                         CUpointer_attribute *attributes,
                                         void **data, CUdeviceptr address) {
  return enter(__func__, [&](Driver &driver) {
    if (count &&
        (!attributes || !data || is_contained(ArrayRef(data, count), nullptr)))
      return CUDA_ERROR_INVALID_VALUE;
    PointerAttribute pointer(driver, address);
    for (unsigned i = 0; i < count; ++i) {
      if (pointer.known())
        pointer.get(attributes[i], data[i]);
      else if (attributes[i] == CU_POINTER_ATTRIBUTE_CONTEXT ||
               attributes[i] == CU_POINTER_ATTRIBUTE_DEVICE_POINTER)
        *static_cast<uint64_t *>(data[i]) = 0;
      else
        *static_cast<int *>(data[i]) = 0;
    }
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
