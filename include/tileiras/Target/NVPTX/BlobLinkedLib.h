//===- BlobLinkedLib.h - Device libraries as an attribute -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Functions that one instruction cannot compute call a helper. The helpers come
// only from `blobLinkedLib` on the gpu.module: there is no search path and no
// default library.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H
#define TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tileiras {

/// The attribute of a gpu.module that holds the bitcode or its file's name.
inline constexpr llvm::StringLiteral kBlobLinkedLibAttr = "blobLinkedLib";

/// Reads the device library of `module`: null if it has none. The payload is
/// bitcode in an i8 array or resource, or the path of a file as a string.
/// Function bodies are read only when they are linked.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadBlobLinkedLib(mlir::gpu::GPUModuleOp module, llvm::LLVMContext &context);

/// Links the functions that `module` needs from `library` and makes them
/// internal.
llvm::Error linkDeviceLibrary(llvm::Module &module,
                              std::unique_ptr<llvm::Module> library);

/// Fails if `module` calls an undefined function, naming it and a caller. The
/// few functions that the CUDA driver provides are allowed.
llvm::Error checkSymbolsResolved(const llvm::Module &module);

/// Returns whether the CUDA driver links the function into every kernel.
bool isDriverProvided(llvm::StringRef symbol);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H
