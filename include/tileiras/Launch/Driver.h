//===- Driver.h - NVIDIA's driver, if it is installed -----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LAUNCH_DRIVER_H
#define TILEIRAS_LAUNCH_DRIVER_H

#include "tileiras/CudaDriver/Abi.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/ADT/Twine.h"
#include "llvm/Support/DynamicLibrary.h"
#include "llvm/Support/Error.h"

namespace tileiras::launch {

/// The functions of libcuda.so.1, loaded when a GPU is used, so that no program
/// needs the driver to start.
class Driver {
public:
  /// Loads \p path and initialises it.
  static llvm::Expected<Driver> load(llvm::StringRef path);

#define DRIVER_FUNCTION(NAME, ...)                                             \
  cuda::CUresult (*NAME)(__VA_ARGS__) = nullptr;
  using CUresult = cuda::CUresult;
  using CUdevice = cuda::CUdevice;
  using CUdeviceptr = cuda::CUdeviceptr;
  using CUcontext = cuda::CUcontext;
  using CUevent = cuda::CUevent;
  using CUstream = cuda::CUstream;
  using CUmodule = cuda::CUmodule;
  using CUfunction = cuda::CUfunction;
  using CUjit_option = cuda::CUjit_option;
  using CUlaunchConfig = cuda::CUlaunchConfig;
  using CUfunction_attribute = cuda::CUfunction_attribute;
#include "tileiras/Launch/DriverFunctions.def"
#undef DRIVER_FUNCTION

  /// Returns the driver's text for \p result after "WHAT: "; success for
  /// CUDA_SUCCESS.
  llvm::Error check(CUresult result, const llvm::Twine &what) const;

private:
  llvm::Error findFunctions(llvm::sys::DynamicLibrary library,
                            llvm::StringRef path);
};

} // namespace tileiras::launch

#endif // TILEIRAS_LAUNCH_DRIVER_H
