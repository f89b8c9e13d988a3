//===- abi.cpp - The driver API's types are NVIDIA's ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include <cuda.h>

#include "Abi.h"

#define SAME_SIZE(TYPE) static_assert(sizeof(::TYPE) == sizeof(ours::TYPE))
#define SAME_PLACE(TYPE, THEIRS, OURS)                                         \
  static_assert(offsetof(::TYPE, THEIRS) == offsetof(ours::TYPE, OURS))
#define SAME_VALUE(NAME) static_assert(int(::NAME) == int(ours::NAME))

namespace ours = tileiras::cuda;

SAME_SIZE(CUuuid);
SAME_SIZE(CUipcMemHandle);
SAME_SIZE(CUmemPoolProps);
SAME_SIZE(CUlaunchAttribute);
SAME_PLACE(CUlaunchAttribute, value, value);
SAME_SIZE(CUlaunchConfig);
SAME_PLACE(CUlaunchConfig, blockDimX, block);
SAME_PLACE(CUlaunchConfig, sharedMemBytes, sharedMemBytes);
SAME_PLACE(CUlaunchConfig, hStream, stream);
SAME_PLACE(CUlaunchConfig, attrs, attrs);
SAME_PLACE(CUlaunchConfig, numAttrs, numAttrs);
SAME_SIZE(CUDA_MEMCPY2D);
SAME_PLACE(CUDA_MEMCPY2D, dstMemoryType, dstMemoryType);
SAME_PLACE(CUDA_MEMCPY2D, Height, height);
SAME_SIZE(CUDA_MEMCPY3D);
SAME_PLACE(CUDA_MEMCPY3D, srcHeight, srcHeight);
SAME_PLACE(CUDA_MEMCPY3D, dstMemoryType, dstMemoryType);
SAME_PLACE(CUDA_MEMCPY3D, Depth, depth);
SAME_SIZE(CUDA_KERNEL_NODE_PARAMS);
SAME_PLACE(CUDA_KERNEL_NODE_PARAMS, kernelParams, kernelParams);
SAME_PLACE(CUDA_KERNEL_NODE_PARAMS, kern, kernel);
SAME_SIZE(CUDA_MEMSET_NODE_PARAMS);
SAME_PLACE(CUDA_MEMSET_NODE_PARAMS, width, width);
SAME_SIZE(CUDA_HOST_NODE_PARAMS);
SAME_SIZE(CUDA_MEM_ALLOC_NODE_PARAMS);
SAME_PLACE(CUDA_MEM_ALLOC_NODE_PARAMS, dptr, dptr);
SAME_SIZE(CUDA_GRAPH_INSTANTIATE_PARAMS);

SAME_VALUE(CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION);
SAME_VALUE(CU_FUNC_ATTRIBUTE_CLUSTER_SCHEDULING_POLICY_PREFERENCE);
SAME_VALUE(CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES);
SAME_VALUE(CU_POINTER_ATTRIBUTE_MEMPOOL_HANDLE);
SAME_VALUE(CU_MEMPOOL_ATTR_USED_MEM_HIGH);
SAME_VALUE(CU_MEMORYTYPE_UNIFIED);
SAME_VALUE(CU_GRAPH_NODE_TYPE_MEM_FREE);

#define ATTRIBUTE(NUMBER, NAME, VALUE)                                         \
  static_assert(CU_DEVICE_ATTRIBUTE_##NAME == NUMBER);
#include "DeviceAttributes.def"

#define RESULT(NAME, NUMBER, TEXT) static_assert(::NAME == NUMBER);
#include "Results.def"
