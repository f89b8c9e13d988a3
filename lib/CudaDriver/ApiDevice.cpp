//===- ApiDevice.cpp - Entry points: initialisation and devices -----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// There is one device, whose attributes are those of the emulated GPU
// (DeviceAttributes.def, Gpus.def) and of the settings.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

#include <cstdio>
#include <cstring>

using namespace llvm;

namespace tileiras::cuda {

/// The driver API version of this library.
constexpr int DriverVersion = 13000;

CUDA_API CUresult cuInit(unsigned flags) {
  return flags ? CUDA_ERROR_INVALID_VALUE : Driver::initialize();
}

CUDA_API CUresult cuDriverGetVersion(int *version) {
  if (!version)
    return CUDA_ERROR_INVALID_VALUE;
  *version = DriverVersion;
  return CUDA_SUCCESS;
}

CUDA_API CUresult cuGetErrorName(CUresult error, const char **text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = resultName(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

CUDA_API CUresult cuGetErrorString(CUresult error, const char **text) {
  if (!text)
    return CUDA_ERROR_INVALID_VALUE;
  *text = resultText(error);
  return *text ? CUDA_SUCCESS : CUDA_ERROR_INVALID_VALUE;
}

//===-- Devices ---------------------------------------------------------===//

/// Runs the body if \p device is the only device.
template <class Body>
static CUresult enterDevice(Call call, CUdevice device, Body body) {
  return enter(call, [&](Driver &driver) -> CUresult {
    return device == 0 ? body(driver) : CUDA_ERROR_INVALID_DEVICE;
  });
}

CUDA_API CUresult cuDeviceGetCount(int *count) {
  return enter({__func__, count}, [&](Driver &) {
    *count = 1;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGet(CUdevice *device, int ordinal) {
  return enterDevice({__func__, device}, ordinal, [&](Driver &) {
    *device = ordinal;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGetName(char *name, int length, CUdevice device) {
  return enterDevice({__func__, name}, device, [&](Driver &driver) {
    if (length <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    std::snprintf(name, length, "Tileiras emulator, compute capability %d.%d",
                  driver.settings.major, driver.settings.minor);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGetUuid(CUuuid *uuid, CUdevice device) {
  return enterDevice({__func__, uuid}, device, [&](Driver &driver) {
    std::memcpy(uuid->bytes, "tileiras emulate", sizeof(uuid->bytes));
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGetUuid_v2(CUuuid *uuid, CUdevice device) {
  return cuDeviceGetUuid(uuid, device);
}

CUDA_API CUresult cuDeviceTotalMem_v2(size_t *bytes, CUdevice device) {
  return enterDevice({__func__, bytes}, device, [&](Driver &driver) {
    *bytes = driver.memory.capacity();
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceComputeCapability(int *major, int *minor,
                                            CUdevice device) {
  return enterDevice({__func__, major, minor}, device, [&](Driver &driver) {
    *major = driver.settings.major;
    *minor = driver.settings.minor;
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceGetPCIBusId(char *id, int length, CUdevice device) {
  return enterDevice({__func__, id}, device, [&](Driver &) {
    if (length <= 0)
      return CUDA_ERROR_INVALID_VALUE;
    std::snprintf(id, length, "0000:01:00.0");
    return CUDA_SUCCESS;
  });
}

static int attributeOf(const Settings &settings, const Gpu &gpu,
                       int attribute) {
  switch (attribute) {
#define ATTRIBUTE(NUMBER, NAME, VALUE)                                         \
  case NUMBER:                                                                 \
    return VALUE;
#include "DeviceAttributes.def"
  }
  return 0;
}

CUDA_API CUresult cuDeviceGetAttribute(int *value, int attribute,
                                       CUdevice device) {
  return enterDevice({__func__, value}, device, [&](Driver &driver) {
    constexpr int Last = 150; // the last one of API 13
    if (attribute < 1 || attribute > Last)
      return CUDA_ERROR_INVALID_VALUE;
    *value = attributeOf(driver.settings, driver.gpu, attribute);
    return CUDA_SUCCESS;
  });
}

CUDA_API CUresult cuDeviceCanAccessPeer(int *can, CUdevice device,
                                        CUdevice peer) {
  return enterDevice({__func__, can}, device | peer, [&](Driver &) {
    *can = 0; // no device is its own peer
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
