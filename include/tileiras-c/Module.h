//===- Module.h - C API: modules from text and bytecode -----------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Errors are reported to the diagnostic handlers of the context.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_MODULE_H
#define TILEIRAS_C_MODULE_H

#include "mlir-c/IR.h"

#ifdef __cplusplus
extern "C" {
#endif

/// Parses text into a module, and verifies it. Messages call the file \p name.
/// Unlike for mlirModuleCreateParse, the text need not end in a null character.
/// Returns null after an error. The caller owns the module.
MLIR_CAPI_EXPORTED MlirModule tileirasParseModule(MlirContext context,
                                                  MlirStringRef text,
                                                  MlirStringRef name);

/// Runs \p work to its end, on this thread and a stack of 64 MiB. MLIR's own
/// functions recurse over nested IR, as passes, printing and verification do;
/// the functions of this header and of Compiler.h have such a stack already.
/// Fails if LLVM ended in a fatal error, after which this process runs no work
/// any more; the callback then gets the reason.
MLIR_CAPI_EXPORTED MlirLogicalResult
tileirasRunOnDeepStack(void (*work)(void *data), void *data,
                       MlirStringCallback callback, void *userData);

/// Checks that MLIR's parser can read text, of a type or an attribute, on such
/// a stack: it recurses over nested text. A failure has a diagnostic.
MLIR_CAPI_EXPORTED MlirLogicalResult tileirasCheckNesting(MlirContext context,
                                                          MlirStringRef text,
                                                          MlirStringRef name);

/// Returns whether the bytes start as Tile IR bytecode does.
MLIR_CAPI_EXPORTED bool tileirasIsBytecode(MlirStringRef bytes);

/// Reads Tile IR bytecode into a module that holds one cuda_tile.module, and
/// verifies it. Returns null after an error. The caller owns the module.
MLIR_CAPI_EXPORTED MlirModule tileirasReadBytecode(MlirContext context,
                                                   MlirStringRef bytes,
                                                   MlirStringRef name);

/// Writes a cuda_tile.module, or a module that holds one and nothing else, as
/// bytecode of \p version ("13.1" to "13.5"; empty: the newest). The callback
/// gets the bytes in one piece or more, and none after an error.
MLIR_CAPI_EXPORTED MlirLogicalResult
tileirasWriteBytecode(MlirOperation module, MlirStringRef version,
                      MlirStringCallback callback, void *userData);

/// Calls back with each location of file, line and column inside any location;
/// a callee precedes its caller.
MLIR_CAPI_EXPORTED void
tileirasLocationVisitFiles(MlirLocation location,
                           void (*callback)(MlirLocation file, void *userData),
                           void *userData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_MODULE_H
