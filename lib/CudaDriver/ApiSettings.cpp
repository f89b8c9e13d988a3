//===- ApiSettings.cpp - Entry points: settings of the emulation ----------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// NVIDIA's driver doesn't have these functions. Clients that know the emulated
// one, such as the pytest plugin, find them by dlsym or cuGetProcAddress.
//
//===----------------------------------------------------------------------===//

#include "Driver.h"

using namespace llvm;

namespace tileiras::cuda {

/// Reads the settings of launches (LaunchSettings) from the environment again.
/// The device stays as it is. An invalid value changes nothing.
CUDA_API CUresult cuEmulatedReadSettings() {
  return enterIdle("cuEmulatedReadSettings", [](Driver &driver) -> CUresult {
    Expected<Settings> settings = Settings::fromEnvironment();
    if (!settings) {
      report(toString(settings.takeError()));
      return CUDA_ERROR_INVALID_VALUE;
    }
    static_cast<LaunchSettings &>(driver.settings) = std::move(*settings);
    return CUDA_SUCCESS;
  });
}

} // namespace tileiras::cuda
