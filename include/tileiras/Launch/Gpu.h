//===- Gpu.h - Kernels on a GPU ---------------------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Launches kernels on a GPU through the driver API. The block size is the
// kernel's (.reqntid), as it is on the emulator, and not the (1, 1, 1) that
// clients of tile kernels pass; parameters are passed as one packed buffer,
// which includes tensor maps.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_GPU_H
#define TILEIRAS_LAUNCH_GPU_H

#include "tileiras/Emulator/Program/Program.h"
#include "tileiras/Launch/DeviceMemory.h"
#include "tileiras/Launch/Driver.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace tileiras::launch {

/// The extents of one launch.
struct GpuLaunch {
  emu::Dim3 grid, block;
  std::optional<emu::Dim3> cluster;
  unsigned dynamicShared = 0; // bytes
};

/// One GPU. Its allocations and loaded modules live as long as it does.
class Gpu : public DeviceMemory {
public:
  /// Opens the GPU of that ordinal, with the driver at \p driver.
  static llvm::Expected<std::unique_ptr<Gpu>> open(llvm::StringRef driver,
                                                   int ordinal);
  ~Gpu() override;

  /// For example "NVIDIA H100 80GB HBM3" and "sm_90".
  llvm::StringRef getName() const { return name; }
  llvm::StringRef getArchitecture() const { return architecture; }

  llvm::Expected<uint64_t> allocate(uint64_t size,
                                    llvm::StringRef name) override;
  llvm::Error copyIn(uint64_t address, llvm::ArrayRef<uint8_t> bytes) override;
  llvm::Error copyOut(uint64_t address,
                      llvm::MutableArrayRef<uint8_t> bytes) override;
  llvm::Error encode(const emu::TensorMap &map,
                     uint8_t (&bytes)[emu::kTensorMapBytes]) override;

  /// Loads a cubin, or PTX that the driver assembles, for kernel \p kernel.
  llvm::Expected<cuda::CUfunction> load(const std::string &image,
                                        const std::string &kernel);

  /// Runs a kernel to its end. \p parameters are the bytes of its parameters.
  llvm::Error launch(cuda::CUfunction function, const GpuLaunch &shape,
                     llvm::ArrayRef<uint8_t> parameters);

  /// Runs it \p count times more, and returns the time of each run in
  /// microseconds, between two events.
  llvm::Expected<std::vector<float>> time(cuda::CUfunction function,
                                          const GpuLaunch &shape,
                                          llvm::ArrayRef<uint8_t> parameters,
                                          unsigned count);

private:
  explicit Gpu(Driver driver) : driver(driver) {}

  llvm::Error initialise(int ordinal);
  cuda::CUresult enqueue(cuda::CUfunction function, const GpuLaunch &shape,
                         llvm::ArrayRef<uint8_t> parameters) const;

  Driver driver;
  std::string name, architecture;
  cuda::CUdevice device = 0;
  cuda::CUcontext context = nullptr;
  std::vector<cuda::CUdeviceptr> allocations;
  std::vector<cuda::CUmodule> modules;
};

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_GPU_H
