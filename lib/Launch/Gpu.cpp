//===- Gpu.cpp - Kernels on a GPU -------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/Gpu.h"

#include "llvm/ADT/STLExtras.h"

using namespace llvm;
using namespace tileiras::cuda;

namespace tileiras::launch {

namespace {

// The values are those of CUdevice_attribute.
constexpr int ComputeCapabilityMajor = 75, ComputeCapabilityMinor = 76;
// The value is that of CUtensorMapL2promotion; CUTLASS, too, promotes to lines
// of 128 bytes.
constexpr int L2Promotion128 = 2;

/// Two CUevents that bracket a run.
class EventPair {
public:
  explicit EventPair(const Driver &driver) : driver(driver) {}
  ~EventPair() {
    for (CUevent event : {start, end})
      if (event)
        driver.cuEventDestroy_v2(event);
  }

  Error create() {
    for (CUevent *event : {&start, &end})
      if (Error error =
              driver.check(driver.cuEventCreate(event, 0), "cuEventCreate"))
        return error;
    return Error::success();
  }

  CUevent start = nullptr, end = nullptr;

private:
  const Driver &driver;
};

} // namespace

Expected<std::unique_ptr<Gpu>> Gpu::open(StringRef path, int ordinal) {
  Expected<Driver> driver = Driver::load(path);
  if (!driver)
    return driver.takeError();
  std::unique_ptr<Gpu> gpu(new Gpu(*driver));
  if (Error error = gpu->initialise(ordinal))
    return std::move(error);
  return gpu;
}

Error Gpu::initialise(int ordinal) {
  if (Error error = driver.check(driver.cuDeviceGet(&device, ordinal),
                                 "GPU number " + Twine(ordinal)))
    return error;
  char text[256] = {};
  int major = 0, minor = 0;
  driver.cuDeviceGetName(text, sizeof(text) - 1, device);
  driver.cuDeviceGetAttribute(&major, ComputeCapabilityMajor, device);
  driver.cuDeviceGetAttribute(&minor, ComputeCapabilityMinor, device);
  name = text;
  architecture = ("sm_" + Twine(major) + Twine(minor)).str();
  CUcontext retained = nullptr;
  if (Error error =
          driver.check(driver.cuDevicePrimaryCtxRetain(&retained, device),
                       "cuDevicePrimaryCtxRetain"))
    return error;
  context = retained;
  return driver.check(driver.cuCtxSetCurrent(context), "cuCtxSetCurrent");
}

Gpu::~Gpu() {
  for (CUmodule module : modules)
    driver.cuModuleUnload(module);
  for (CUdeviceptr address : allocations)
    driver.cuMemFree_v2(address);
  if (context)
    driver.cuDevicePrimaryCtxRelease_v2(device);
}

Expected<uint64_t> Gpu::allocate(uint64_t size, StringRef name) {
  CUdeviceptr address = 0;
  if (Error error = driver.check(
          driver.cuMemAlloc_v2(&address, std::max<uint64_t>(size, 1)),
          name + " of " + Twine(size) + " bytes"))
    return std::move(error);
  allocations.push_back(address);
  return address;
}

Error Gpu::copyIn(uint64_t address, ArrayRef<uint8_t> bytes) {
  return driver.check(
      driver.cuMemcpyHtoD_v2(address, bytes.data(), bytes.size()),
      "copying to the GPU");
}

Error Gpu::copyOut(uint64_t address, MutableArrayRef<uint8_t> bytes) {
  return driver.check(
      driver.cuMemcpyDtoH_v2(bytes.data(), address, bytes.size()),
      "copying from the GPU");
}

Error Gpu::encode(const emu::TensorMap &map,
                  uint8_t (&bytes)[emu::kTensorMapBytes]) {
  // The driver requires an aligned destination.
  alignas(emu::kTensorMapAlign) uint8_t encoded[emu::kTensorMapBytes];
  if (Error error = driver.check(driver.cuTensorMapEncodeTiled(
                                     encoded, int(map.element), map.rank,
                                     reinterpret_cast<void *>(map.address),
                                     map.extents.data(), map.strides.data(),
                                     map.box.data(), map.elementStrides.data(),
                                     int(map.interleave), int(map.swizzle),
                                     L2Promotion128, int(map.fill)),
                                 "cuTensorMapEncodeTiled"))
    return error;
  llvm::copy(encoded, bytes);
  return Error::success();
}

Expected<CUfunction> Gpu::load(const std::string &image,
                               const std::string &kernel) {
  std::string log(8192, '\0');
  CUjit_option options[] = {CU_JIT_ERROR_LOG_BUFFER,
                            CU_JIT_ERROR_LOG_BUFFER_SIZE_BYTES};
  void *values[] = {log.data(), reinterpret_cast<void *>(log.size() - 1)};
  CUmodule module = nullptr;
  CUresult loaded = driver.cuModuleLoadDataEx(
      &module, image.c_str(), std::size(options), options, values);
  StringRef said = StringRef(log.c_str()).trim();
  if (Error error = driver.check(
          loaded, "the driver does not load the kernel for " + name + " (" +
                      architecture + ")" + (said.empty() ? "" : ": ") + said))
    return std::move(error);
  modules.push_back(module);
  CUfunction function = nullptr;
  if (Error error = driver.check(
          driver.cuModuleGetFunction(&function, module, kernel.c_str()),
          "kernel '" + kernel + "'"))
    return std::move(error);
  return function;
}

CUresult Gpu::enqueue(CUfunction function, const GpuLaunch &shape,
                      ArrayRef<uint8_t> parameters) const {
  CUlaunchAttribute cluster = {};
  CUlaunchConfig config = {};
  config.grid = {shape.grid.x, shape.grid.y, shape.grid.z};
  config.block = {shape.block.x, shape.block.y, shape.block.z};
  config.sharedMemBytes = shape.dynamicShared;
  if (shape.cluster) {
    cluster.id = CU_LAUNCH_ATTRIBUTE_CLUSTER_DIMENSION;
    cluster.value.clusterDim = {shape.cluster->x, shape.cluster->y,
                                shape.cluster->z};
    config.attrs = &cluster;
    config.numAttrs = 1;
  }
  size_t size = parameters.size();
  void *extra[] = {reinterpret_cast<void *>(LaunchParamBufferPointer),
                   const_cast<uint8_t *>(parameters.data()),
                   reinterpret_cast<void *>(LaunchParamBufferSize), &size,
                   LaunchParamEnd};
  return driver.cuLaunchKernelEx(&config, function, nullptr, extra);
}

Error Gpu::launch(CUfunction function, const GpuLaunch &shape,
                  ArrayRef<uint8_t> parameters) {
  if (shape.dynamicShared)
    if (Error error = driver.check(
            driver.cuFuncSetAttribute(
                function, CU_FUNC_ATTRIBUTE_MAX_DYNAMIC_SHARED_SIZE_BYTES,
                shape.dynamicShared),
            Twine(shape.dynamicShared) + " bytes of dynamic shared memory"))
      return error;
  if (Error error = driver.check(enqueue(function, shape, parameters),
                                 "launching the kernel"))
    return error;
  return driver.check(driver.cuCtxSynchronize(), "running the kernel");
}

Expected<std::vector<float>> Gpu::time(CUfunction function,
                                       const GpuLaunch &shape,
                                       ArrayRef<uint8_t> parameters,
                                       unsigned count) {
  EventPair events(driver);
  if (Error error = events.create())
    return std::move(error);
  std::vector<float> times;
  while (times.size() < count) {
    float milliseconds = 0;
    CUresult result = driver.cuEventRecord(events.start, nullptr);
    if (result == CUDA_SUCCESS)
      result = enqueue(function, shape, parameters);
    if (result == CUDA_SUCCESS)
      result = driver.cuEventRecord(events.end, nullptr);
    if (result == CUDA_SUCCESS)
      result = driver.cuEventSynchronize(events.end);
    if (result == CUDA_SUCCESS)
      result =
          driver.cuEventElapsedTime(&milliseconds, events.start, events.end);
    if (Error error = driver.check(result, "timing the kernel"))
      return std::move(error);
    times.push_back(1000 * milliseconds);
  }
  return times;
}

} // namespace tileiras::launch
