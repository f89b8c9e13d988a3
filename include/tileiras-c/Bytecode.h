//===- Bytecode.h - C API of Tile IR bytecode ---------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_BYTECODE_H
#define TILEIRAS_C_BYTECODE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Whether the bytes start as Tile IR bytecode does.
MLIR_CAPI_EXPORTED bool tileirasIsBytecode(MlirStringRef bytes);

/// Reads bytecode into a module that holds one cuda_tile.module, and verifies
/// it. \p name is the file's in messages. Null after an error, which the
/// handlers of the context have got. The caller owns the module.
MLIR_CAPI_EXPORTED MlirModule tileirasReadBytecode(MlirContext context,
                                                   MlirStringRef bytes,
                                                   MlirStringRef name);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_BYTECODE_H
