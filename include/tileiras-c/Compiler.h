//===- Compiler.h - C API of the compiler -------------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes in, bytes or messages out. A compilation shares nothing with another:
// threads may compile at the same time.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_COMPILER_H
#define TILEIRAS_C_COMPILER_H

#include "mlir-c/Support.h"

#ifdef __cplusplus
extern "C" {
#endif

/// What to compile for, and how. Start from tileirasCompileOptionsGetDefault.
typedef struct TileirasCompileOptions {
  /// How messages call the input.
  MlirStringRef inputName;
  /// "sm_90"; there is no default.
  MlirStringRef arch;
  /// 0 to 3.
  unsigned optLevel;
  /// "none", "lineinfo" or "full" (which needs level 0).
  MlirStringRef debugInfo;
  /// The stage to stop at: "tile", "tileaa", "tileas", "llvm", "llvmir", "ptx"
  /// or "cubin".
  MlirStringRef emit;
  /// The ptxas to use; empty: the environment says where to look.
  MlirStringRef ptxas;
  /// A cubin that no ptxas can make is an error, rather than PTX with a
  /// warning.
  bool requirePtxas;
  /// The input is MLIR text, not bytecode.
  bool isText;
} TileirasCompileOptions;

typedef enum TileirasSeverity {
  TileirasSeverityError,
  TileirasSeverityWarning,
  TileirasSeverityRemark,
  TileirasSeverityNote,
} TileirasSeverity;

/// One message. \p file is empty and the numbers are 0 when its place is not
/// known. The strings live as long as the compilation.
typedef struct TileirasDiagnostic {
  TileirasSeverity severity;
  MlirStringRef file;
  unsigned line;
  unsigned column;
  MlirStringRef message;
} TileirasDiagnostic;

typedef enum TileirasStatus {
  TileirasStatusSuccess,
  /// The input is not a valid program.
  TileirasStatusNotTileIR,
  /// The program is valid but could not be compiled.
  TileirasStatusFailed,
  /// An option has no such value.
  TileirasStatusBadOption,
} TileirasStatus;

/// What a compilation came to.
typedef struct TileirasCompilation {
  void *ptr;
} TileirasCompilation;

/// Level 3, no debug information, PTX.
MLIR_CAPI_EXPORTED TileirasCompileOptions
tileirasCompileOptionsGetDefault(void);

/// Compiles. Always gives a compilation, which the caller destroys.
MLIR_CAPI_EXPORTED TileirasCompilation
tileirasCompile(MlirStringRef input, const TileirasCompileOptions *options);
MLIR_CAPI_EXPORTED void tileirasCompilationDestroy(TileirasCompilation result);

MLIR_CAPI_EXPORTED TileirasStatus
tileirasCompilationGetStatus(TileirasCompilation result);
/// The text or binary; empty unless the compilation succeeded.
MLIR_CAPI_EXPORTED MlirStringRef
tileirasCompilationGetOutput(TileirasCompilation result);
/// The stage of the output: "ptx" for a "cubin" that no ptxas could make.
MLIR_CAPI_EXPORTED MlirStringRef
tileirasCompilationGetProduced(TileirasCompilation result);
MLIR_CAPI_EXPORTED intptr_t
tileirasCompilationGetNumDiagnostics(TileirasCompilation result);
MLIR_CAPI_EXPORTED TileirasDiagnostic
tileirasCompilationGetDiagnostic(TileirasCompilation result, intptr_t index);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_COMPILER_H
