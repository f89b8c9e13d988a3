//===- DeviceLibrary.cpp - The library of math helpers --------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Target/NVPTX/DeviceLibrary.h"

#include "llvm/ADT/StringExtras.h"

using namespace llvm;

namespace tileiras {

Expected<std::string> resolveDeviceLibrary(StringRef name,
                                           const ToolkitSearch &search) {
  if (name == "none")
    return std::string();
  if (name != "cuda")
    return name.str();
  auto found = findInToolkits(search, "nvvm/libdevice/libdevice.10.bc");
  if (found.empty())
    return createStringError(
        "no libdevice.10.bc found in pip packages, in "
        "$CUDA_HOME/nvvm/libdevice, in $CUDA_ROOT/nvvm/libdevice or next to "
        "PATH");
  return found.front().path;
}

/// Returns `__nv_powf` for `_Z3powff`; empty for a name that isn't mangled like
/// that. Operands are f (float), d (double) or i; libdevice marks float at the
/// end.
static std::string libdeviceName(StringRef mangled) {
  unsigned length;
  if (!mangled.consume_front("_Z") || mangled.consumeInteger(10, length) ||
      length >= mangled.size())
    return "";
  StringRef name = mangled.take_front(length);
  bool isFloat = mangled[length] == 'f';
  return ("__nv_" + (name == "pown" ? "powi" : name) + (isFloat ? "f" : ""))
      .str();
}

void adoptLibdeviceNames(Module &module, const Module &library) {
  for (Function &function : module) {
    if (!function.isDeclaration() || library.getFunction(function.getName()))
      continue;
    std::string name = libdeviceName(function.getName());
    const Function *other = library.getFunction(name);
    if (other && other->getFunctionType() == function.getFunctionType())
      function.setName(name);
  }
}

} // namespace tileiras
