//===- ApiOccupancy.cpp - Entry points: occupancy -------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Computes occupancy from threads and shared memory by the limits of Gpus.def.
// PTX has no register allocation, so registers never limit it here.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

/// Returns the number of CTAs of that many threads and bytes of shared memory
/// that an SM holds at once. Registers are ignored: only an assembler knows how
/// many a kernel needs.
static int blocksPerSM(const Driver &driver, const Kernel &kernel, int threads,
                       size_t dynamicShared) {
  constexpr int WarpSize = 32, ReservedShared = 1024;
  const Gpu &gpu = driver.gpu;
  if (threads <= 0 || threads > kernel.maxThreads())
    return 0;
  if (dynamicShared > size_t(gpu.sharedPerBlock))
    return 0;
  int64_t shared = kernel.library->staticShared() + int64_t(dynamicShared);
  if (shared > gpu.sharedPerBlock)
    return 0;
  int warps = (threads + WarpSize - 1) / WarpSize;
  int blocks = std::min(gpu.blocksPerSM, gpu.threadsPerSM / WarpSize / warps);
  return int(
      std::min<int64_t>(blocks, gpu.sharedPerSM / (shared + ReservedShared)));
}

CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
    int *count, CUfunction function, int threads, size_t dynamicShared,
    unsigned) {
  return enterKernel({__func__, count}, function, [&](Driver &driver) {
    if (threads <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    *count = blocksPerSM(driver, *function, threads, dynamicShared);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuOccupancyMaxActiveBlocksPerMultiprocessor(
    int *count, CUfunction function, int threads, size_t dynamicShared) {
  return cuOccupancyMaxActiveBlocksPerMultiprocessorWithFlags(
      count, function, threads, dynamicShared, 0);
}

/// Returns the largest block among those that keep the most threads busy.
CUDA_API CUresult cuOccupancyMaxPotentialBlockSizeWithFlags(
    int *gridSize, int *blockSize, CUfunction function,
    CUoccupancyB2DSize sharedOfBlock, size_t dynamicShared, int limit,
    unsigned) {
  Call call(__func__, gridSize, blockSize);
  return enterKernel(call, function, [&](Driver &driver) {
    int maxThreads = function->maxThreads(), best = 0, blocks = 0;
    if (limit > 0)
      maxThreads = std::min(maxThreads, limit);
    for (int threads = maxThreads; threads > 0;
         threads -= (threads - 1) % 32 + 1) {
      size_t shared = dynamicShared;
      if (sharedOfBlock) {
        Unlocked unlocked(driver);
        shared = sharedOfBlock(threads);
      }
      if (!driver.owns(function))
        return CUDA_ERROR_INVALID_HANDLE;
      int count = blocksPerSM(driver, *function, threads, shared);
      if (count * threads > best * blocks) {
        best = threads;
        blocks = count;
      }
    }
    *blockSize = best;
    *gridSize = blocks * driver.settings.multiprocessors;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuOccupancyMaxPotentialBlockSize(
    int *gridSize, int *blockSize, CUfunction function,
    CUoccupancyB2DSize sharedOfBlock, size_t dynamicShared, int limit) {
  return cuOccupancyMaxPotentialBlockSizeWithFlags(
      gridSize, blockSize, function, sharedOfBlock, dynamicShared, limit, 0);
}

CUDA_API CUresult cuOccupancyAvailableDynamicSMemPerBlock(size_t *bytes,
                                                          CUfunction function,
                                                          int blocks,
                                                          int threads) {
  return enterKernel({__func__, bytes}, function, [&](Driver &driver) {
    if (blocks <= 0 || threads <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    int64_t available = std::min<int64_t>(
        driver.gpu.sharedPerSM / blocks - 1024, driver.gpu.sharedPerBlock);
    *bytes =
        std::max<int64_t>(0, available - function->library->staticShared());
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
