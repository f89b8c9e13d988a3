//===- Driver.cpp - NVIDIA's driver, if it is installed -------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Launch/Driver.h"

using namespace llvm;

namespace tileiras::launch {

Expected<Driver> Driver::load(StringRef path) {
  std::string message;
  auto library =
      sys::DynamicLibrary::getPermanentLibrary(path.str().c_str(), &message);
  if (!library.isValid())
    return createStringError("no GPU can be used, because NVIDIA's driver is "
                             "not here: " +
                             message);
  Driver driver;
  if (Error error = driver.findFunctions(library, path))
    return std::move(error);
  if (Error error = driver.check(driver.cuInit(0), "cuInit"))
    return std::move(error);
  return driver;
}

Error Driver::findFunctions(sys::DynamicLibrary library, StringRef path) {
  StringRef missing;
  auto find = [&](auto *&function, const char *name) {
    function = reinterpret_cast<std::remove_reference_t<decltype(function)>>(
        library.getAddressOfSymbol(name));
    if (!function)
      missing = name;
  };
#define DRIVER_FUNCTION(NAME, ...) find(NAME, #NAME);
#include "tileiras/Launch/DriverFunctions.def"
#undef DRIVER_FUNCTION
  if (missing.empty())
    return Error::success();
  return createStringError(path + " is too old, or no driver: it lacks " +
                           missing);
}

Error Driver::check(CUresult result, const Twine &what) const {
  if (result == cuda::CUDA_SUCCESS)
    return Error::success();
  const char *name = nullptr, *text = nullptr;
  cuGetErrorName(result, &name);
  cuGetErrorString(result, &text);
  return createStringError(what + ": " + (name ? name : "unknown error") +
                           (text ? std::string(" (") + text + ")" : ""));
}

} // namespace tileiras::launch
