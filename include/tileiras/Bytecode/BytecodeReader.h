//===- BytecodeReader.h - Tile IR bytecode to cuda_tile ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
// Reads Tile IR bytecode of versions 13.1 to 13.5. Input is not trusted: any
// bytes give a module or located diagnostics, in time and memory proportional
// to the size of the input.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_BYTECODE_BYTECODEREADER_H
#define TILEIRAS_BYTECODE_BYTECODEREADER_H

#include "tileiras/Bytecode/BytecodeVersion.h"

#include "mlir/IR/BuiltinOps.h"
#include "mlir/IR/OwningOpRef.h"
#include "llvm/Support/MemoryBufferRef.h"

namespace tileiras {

struct BytecodeReaderOptions {
  /// Accepts files whose header announces preview content. Preview operations
  /// themselves are not known and are refused by name.
  bool allowPreview = false;
};

/// Returns whether the bytes start as Tile IR bytecode does.
bool isTileIRBytecode(llvm::StringRef bytes);

/// Returns whether the bytes start as MLIR's own bytecode does, which users
/// mistake for Tile IR's.
bool isMLIRBytecode(llvm::StringRef bytes);

/// Reads a file into a builtin module that holds one `cuda_tile.module
/// @kernels`, and verifies it. Returns null after an error, which the context's
/// diagnostic handlers received: "error at offset N: …" without location for an
/// error of the file, an operation's location for an error of the verifier. The
/// buffer need not outlive the call.
mlir::OwningOpRef<mlir::ModuleOp>
readBytecode(llvm::MemoryBufferRef buffer, mlir::MLIRContext *context,
             const BytecodeReaderOptions &options = {});

} // namespace tileiras

#endif // TILEIRAS_BYTECODE_BYTECODEREADER_H
