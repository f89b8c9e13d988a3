//===- EntryPoints.cpp - The table of entry points --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "EntryPoints.h"

#include "Log.h"

#include "llvm/ADT/ArrayRef.h"

using namespace llvm;

namespace tileiras::cuda {

// Only addresses are needed here; the definitions have the real parameters.
#define ENTRY(NAME, VERSION, SYMBOL) extern "C" CUresult SYMBOL();
#include "EntryPoints.def"

static CUresult refuse(StringRef name) {
  report(name + " cannot be emulated");
  return CUDA_ERROR_NOT_SUPPORTED;
}

#define REFUSED(NAME, VERSION, SYMBOL)                                         \
  CUDA_API CUresult SYMBOL() { return refuse(#NAME); }
#include "EntryPoints.def"

namespace {
struct EntryPoint {
  StringRef name;
  int version;
  void *address;
};
} // namespace

static ArrayRef<EntryPoint> entryPoints() {
#define LINE(NAME, VERSION, SYMBOL)                                            \
  {#NAME, VERSION, reinterpret_cast<void *>(SYMBOL)},
  static const EntryPoint table[] = {
#define ENTRY LINE
#define REFUSED LINE
#include "EntryPoints.def"
  };
#undef LINE
  return table;
}

void *findEntryPoint(StringRef name, int version,
                     CUdriverProcAddressQueryResult &result) {
  const EntryPoint *best = nullptr;
  result = CU_GET_PROC_ADDRESS_SYMBOL_NOT_FOUND;
  for (const EntryPoint &entry : entryPoints()) {
    if (entry.name != name)
      continue;
    result = CU_GET_PROC_ADDRESS_VERSION_NOT_SUFFICIENT;
    if (entry.version <= version && (!best || entry.version > best->version))
      best = &entry;
  }
  if (!best)
    return nullptr;
  result = CU_GET_PROC_ADDRESS_SUCCESS;
  return best->address;
}

} // namespace tileiras::cuda
