//===- DeviceLibrary.h - The library of math helpers ------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_DEVICELIBRARY_H
#define TILEIRAS_TARGET_NVPTX_DEVICELIBRARY_H

#include "tileiras/Target/NVPTX/EmbeddedLibrary.h"
#include "tileiras/Target/Toolkit/ToolkitSearch.h"

#include "llvm/ADT/StringRef.h"
#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <string>

namespace tileiras {

/// Resolves `--device-library`: "libclc" (built in) is kEmbeddedLibrary, "cuda"
/// the path of the first libdevice.10.bc of `search`, "none" the empty string,
/// and any other value is the path of a file of bitcode.
llvm::Expected<std::string> resolveDeviceLibrary(llvm::StringRef name,
                                                 const ToolkitSearch &search);

/// Kernels call OpenCL's built-in functions (`_Z3logf`). If `library` has
/// CUDA's functions instead (`__nv_logf`), this gives the undefined functions
/// of `module` their names in the library.
void adoptLibdeviceNames(llvm::Module &module, const llvm::Module &library);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_DEVICELIBRARY_H
