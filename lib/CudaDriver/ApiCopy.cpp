//===- ApiCopy.cpp - Entry points: copies and fills -----------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// All functions end in `Copy` and `Fill`. The synchronous ones use the default
// stream.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include "llvm/Support/CheckedArithmetic.h"

using namespace llvm;

namespace tileiras::cuda {

static CopyEnd host(const void *pointer) {
  return {reinterpret_cast<uintptr_t>(pointer), true};
}

static CUresult copyLine(Call call, CopyEnd destination, CopyEnd source,
                         size_t bytes, CUstream stream) {
  return enterContext(call, [&](Driver &driver, Context &context) {
    return submit(driver, context, stream,
                  Copy{{destination}, {source}, bytes});
  });
}

//===-- Lines of bytes --------------------------------------------------===//

CUDA_API CUresult cuMemcpyAsync(CUdeviceptr destination, CUdeviceptr source,
                                size_t bytes, CUstream stream) {
  return copyLine(__func__, {destination}, {source}, bytes, stream);
}

CUDA_API CUresult cuMemcpyHtoDAsync_v2(CUdeviceptr destination,
                                       const void *source, size_t bytes,
                                       CUstream stream) {
  return copyLine(__func__, {destination}, host(source), bytes, stream);
}

CUDA_API CUresult cuMemcpyDtoHAsync_v2(void *destination, CUdeviceptr source,
                                       size_t bytes, CUstream stream) {
  return copyLine(__func__, host(destination), {source}, bytes, stream);
}

CUDA_API CUresult cuMemcpyDtoDAsync_v2(CUdeviceptr destination,
                                       CUdeviceptr source, size_t bytes,
                                       CUstream stream) {
  return copyLine(__func__, {destination}, {source}, bytes, stream);
}

CUDA_API CUresult cuMemcpy(CUdeviceptr destination, CUdeviceptr source,
                           size_t bytes) {
  return copyLine(__func__, {destination}, {source}, bytes, nullptr);
}

CUDA_API CUresult cuMemcpyHtoD_v2(CUdeviceptr destination, const void *source,
                                  size_t bytes) {
  return copyLine(__func__, {destination}, host(source), bytes, nullptr);
}

CUDA_API CUresult cuMemcpyDtoH_v2(void *destination, CUdeviceptr source,
                                  size_t bytes) {
  return copyLine(__func__, host(destination), {source}, bytes, nullptr);
}

CUDA_API CUresult cuMemcpyDtoD_v2(CUdeviceptr destination, CUdeviceptr source,
                                  size_t bytes) {
  return copyLine(__func__, {destination}, {source}, bytes, nullptr);
}

//===-- Boxes -----------------------------------------------------------===//

/// Moves the box's origin to byte \p x of row \p y of plane \p z. Returns false
/// if that isn't an address.
static bool moveOrigin(Box &box, size_t x, size_t y, size_t z) {
  auto row = checkedMulAddUnsigned(box.height, z, y);
  if (!row)
    return false;
  auto offset = checkedMulAddUnsigned(box.pitch, *row, x);
  if (!offset || !checkedAddUnsigned<uint64_t>(box.origin.address, *offset))
    return false;
  box.origin = box.origin + *offset;
  return true;
}

/// Describes one end of a copy. Returns false for an array, which has no
/// address.
static bool makeEnd(CUmemorytype type, const void *hostPointer,
                    CUdeviceptr device, size_t pitch, size_t height, Box &box) {
  if (type != CU_MEMORYTYPE_HOST && type != CU_MEMORYTYPE_DEVICE &&
      type != CU_MEMORYTYPE_UNIFIED)
    return false;
  box.origin = type == CU_MEMORYTYPE_HOST ? host(hostPointer) : CopyEnd{device};
  box.pitch = pitch;
  box.height = height;
  return true;
}

bool makeCopy(const CUDA_MEMCPY3D &box, Copy &copy) {
  copy.width = box.widthInBytes;
  copy.height = box.height;
  copy.depth = box.depth;
  return makeEnd(box.srcMemoryType, box.srcHost, box.srcDevice, box.srcPitch,
                 box.srcHeight, copy.source) &&
         moveOrigin(copy.source, box.srcXInBytes, box.srcY, box.srcZ) &&
         makeEnd(box.dstMemoryType, box.dstHost, box.dstDevice, box.dstPitch,
                 box.dstHeight, copy.destination) &&
         moveOrigin(copy.destination, box.dstXInBytes, box.dstY, box.dstZ);
}

static CUDA_MEMCPY3D withDepth(const CUDA_MEMCPY2D &flat) {
  CUDA_MEMCPY3D box = {};
  box.srcXInBytes = flat.srcXInBytes;
  box.srcY = flat.srcY;
  box.srcMemoryType = flat.srcMemoryType;
  box.srcHost = flat.srcHost;
  box.srcDevice = flat.srcDevice;
  box.srcPitch = flat.srcPitch;
  box.dstXInBytes = flat.dstXInBytes;
  box.dstY = flat.dstY;
  box.dstMemoryType = flat.dstMemoryType;
  box.dstHost = flat.dstHost;
  box.dstDevice = flat.dstDevice;
  box.dstPitch = flat.dstPitch;
  box.widthInBytes = flat.widthInBytes;
  box.height = flat.height;
  box.depth = 1;
  return box;
}

CUDA_API CUresult cuMemcpy3DAsync_v2(const CUDA_MEMCPY3D *box,
                                     CUstream stream) {
  return enterContext({__func__, box}, [&](Driver &driver, Context &context) {
    Copy copy;
    return makeCopy(*box, copy)
               ? submit(driver, context, stream, std::move(copy))
               : CUDA_ERROR_INVALID_VALUE;
  });
}

CUDA_API CUresult cuMemcpy3D_v2(const CUDA_MEMCPY3D *box) {
  return cuMemcpy3DAsync_v2(box, nullptr);
}

CUDA_API CUresult cuMemcpy2DAsync_v2(const CUDA_MEMCPY2D *flat,
                                     CUstream stream) {
  if (!flat)
    return CUDA_ERROR_INVALID_VALUE;
  CUDA_MEMCPY3D box = withDepth(*flat);
  return cuMemcpy3DAsync_v2(&box, stream);
}

CUDA_API CUresult cuMemcpy2D_v2(const CUDA_MEMCPY2D *flat) {
  return cuMemcpy2DAsync_v2(flat, nullptr);
}

CUDA_API CUresult cuMemcpy2DUnaligned_v2(const CUDA_MEMCPY2D *flat) {
  return cuMemcpy2DAsync_v2(flat, nullptr);
}

//===-- Fills -----------------------------------------------------------===//

static CUresult fillBox(Call call, CUdeviceptr destination, size_t pitch,
                        uint32_t value, unsigned elementSize, size_t width,
                        size_t height, CUstream stream) {
  return enterContext(call, [&](Driver &driver, Context &context) {
    return submit(
        driver, context, stream,
        Fill{{{destination}, pitch}, value, elementSize, width, height});
  });
}

// The width of an element is in the name; each width has four functions.
#define FILL(BITS, TYPE)                                                       \
  CUDA_API CUresult cuMemsetD##BITS##Async(CUdeviceptr to, TYPE value,         \
                                           size_t count, CUstream stream) {    \
    return fillBox(__func__, to, 0, value, BITS / 8, count, 1, stream);        \
  }                                                                            \
  CUDA_API CUresult cuMemsetD##BITS##_v2(CUdeviceptr to, TYPE value,           \
                                         size_t count) {                       \
    return fillBox(__func__, to, 0, value, BITS / 8, count, 1, nullptr);       \
  }                                                                            \
  CUDA_API CUresult cuMemsetD2D##BITS##Async(CUdeviceptr to, size_t pitch,     \
                                             TYPE value, size_t width,         \
                                             size_t height, CUstream stream) { \
    return fillBox(__func__, to, pitch, value, BITS / 8, width, height,        \
                   stream);                                                    \
  }                                                                            \
  CUDA_API CUresult cuMemsetD2D##BITS##_v2(                                    \
      CUdeviceptr to, size_t pitch, TYPE value, size_t width, size_t height) { \
    return fillBox(__func__, to, pitch, value, BITS / 8, width, height,        \
                   nullptr);                                                   \
  }

FILL(8, unsigned char)
FILL(16, unsigned short)
FILL(32, unsigned)

#undef FILL

} // namespace tileiras::cuda
