//===- ApiLookup.cpp - Entry points: finding entry points -----------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"
#include "Log.h"

using namespace llvm;

namespace tileiras::cuda {

/// The flags select the meaning of the null stream; there is one default stream
/// here.
CUDA_API CUresult cuGetProcAddress_v2(const char *name, void **address,
                                      int version, uint64_t,
                                      CUdriverProcAddressQueryResult *status) {
  if (!name || !address)
    return CUDA_ERROR_INVALID_VALUE;
  CUdriverProcAddressQueryResult found;
  *address = findEntryPoint(name, version, found);
  if (status)
    *status = found;
  if (found == CU_GET_PROC_ADDRESS_SUCCESS)
    return CUDA_SUCCESS;
  report(Twine("a client asked for '") + name + "' of API version " +
         Twine(version) + ", which this driver doesn't have");
  return CUDA_ERROR_NOT_FOUND;
}

CUDA_API CUresult cuGetProcAddress(const char *name, void **address,
                                   int version, uint64_t flags) {
  return cuGetProcAddress_v2(name, address, version, flags, nullptr);
}

/// Private interfaces of NVIDIA's libraries, the runtime API's among them.
CUDA_API CUresult cuGetExportTable(const void **table, const CUuuid *) {
  if (!table)
    return CUDA_ERROR_INVALID_VALUE;
  *table = nullptr;
  report("a client asked for a private interface of NVIDIA's driver; the CUDA "
         "runtime library needs some and cannot work on this driver");
  return CUDA_ERROR_NOT_FOUND;
}

} // namespace tileiras::cuda
