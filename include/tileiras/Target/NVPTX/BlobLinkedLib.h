//===- BlobLinkedLib.h - Device libraries as an attribute -------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Math that one instruction cannot do is a call of a helper. The helpers come
// in with `blobLinkedLib` on the gpu.module and in no other way: no search
// path, no default library.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H
#define TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H

#include "mlir/Dialect/GPU/IR/GPUDialect.h"

#include "llvm/IR/Module.h"
#include "llvm/Support/Error.h"

#include <memory>

namespace tileiras {

/// The attribute of a gpu.module that holds or names the bitcode.
inline constexpr llvm::StringLiteral kBlobLinkedLibAttr = "blobLinkedLib";

/// Reads the device library of `module`: null when it has none. The payload is
/// bitcode in an i8 array or resource, or the path of a file as a string.
/// Function bodies are read only when they are linked.
llvm::Expected<std::unique_ptr<llvm::Module>>
loadBlobLinkedLib(mlir::gpu::GPUModuleOp module, llvm::LLVMContext &context);

/// Links what `module` needs of `library` and makes it internal.
llvm::Error linkDeviceLibrary(llvm::Module &module,
                              std::unique_ptr<llvm::Module> library);

/// Fails when `module` calls a function that nobody defines, naming it and a
/// caller. The few functions that the CUDA driver provides are fine.
llvm::Error checkSymbolsResolved(const llvm::Module &module);

/// True for the functions that the CUDA driver links into every kernel.
bool isDriverProvided(llvm::StringRef symbol);

} // namespace tileiras

#endif // TILEIRAS_TARGET_NVPTX_BLOBLINKEDLIB_H
