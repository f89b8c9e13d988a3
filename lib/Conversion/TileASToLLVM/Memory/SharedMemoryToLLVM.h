//===- SharedMemoryToLLVM.h - Buffers as addresses --------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The shared memory of a kernel is one array of bytes, a symbol of the module:
// `global_smem` where the module has one function, else `global_smem_<kernel>`.
// Its size is the function's attribute nv_tileas.shared_memory. A buffer is an
// address in it; its value is a memref descriptor (TileTypeConverter.h).
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_SHAREDMEMORYTOLLVM_H
#define TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_SHAREDMEMORYTOLLVM_H

#include "tileiras/Target/TargetInfo.h"

#include "mlir/Dialect/GPU/IR/GPUDialect.h"
#include "mlir/IR/Builders.h"

namespace tileiras::to_llvm {

/// Phase 2: checks the buffers (verifyBuffers) and creates the symbols, one for
/// every function that uses shared memory, at least as large as it needs. An
/// existing symbol is reused.
llvm::LogicalResult createSharedMemory(mlir::gpu::GPUModuleOp module,
                                       const TargetInfo &target);

/// Returns the address of the first byte of a buffer, from its converted value.
mlir::Value getBufferStart(mlir::OpBuilder &builder, mlir::Location loc,
                           mlir::Value buffer);

} // namespace tileiras::to_llvm

#endif // TILEIRAS_LIB_CONVERSION_TILEASTOLLVM_MEMORY_SHAREDMEMORYTOLLVM_H
