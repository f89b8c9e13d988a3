//===- Compiler.h - C API of the compiler -------------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Bytes in, bytes or messages out. A compilation shares nothing with another:
// threads may compile at the same time, and their stacks may be small. Handlers
// and masks of signals stay the host's.
//
// An internal error of LLVM fails the compilation and all that come after it,
// since it may leave LLVM in disorder; other faults of the compiler, such as a
// stray access, end the process. With `program`, both end another process.
//
// ABI: TileirasCompileOptions grows at its end only, and a member that is zero
// asks for the default. `structSize` says which members the caller knows; the
// library reads no others. So a program works with every libTileirasC that is
// as new as the header it was compiled with, or newer, and with an older one as
// long as it sets no member that the older one lacks. The other structs and the
// numbers of enumerators never change.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_COMPILER_H
#define TILEIRAS_C_COMPILER_H

#include "mlir-c/Support.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// What to compile for, and how. Start from tileirasCompileOptionsGetDefault.
/// Strings that are empty ask for the default.
typedef struct TileirasCompileOptions {
  /// sizeof(TileirasCompileOptions) for the caller.
  size_t structSize;
  /// How messages call the input.
  MlirStringRef inputName;
  /// "sm_90"; there is no default.
  MlirStringRef arch;
  /// "none", "lineinfo", "full", "variables" or "source-variables" (these
  /// need level 0).
  MlirStringRef debugInfo;
  /// The stage to stop at: one of tileirasGetStageNames().
  MlirStringRef emit;
  /// For cubins. "auto": the ptxas that the environment has, or PTX and a
  /// warning when none can do it; "require": an error when none can; "none":
  /// PTX; else the program to use.
  MlirStringRef ptxas;
  /// "libclc" (built in), "cuda" (the libdevice of a toolkit), "none", else a
  /// file of bitcode.
  MlirStringRef deviceLibrary;
  /// Which remarks to make: "none", "all", "memory" or "tensorcore".
  MlirStringRef remarks;
  /// For a process that is Python: its sys.prefix, where pip put wheels with
  /// ptxas and libdevice.
  MlirStringRef pythonPrefix;
  /// 0 to 3.
  unsigned optLevel;
  /// Seconds after which a ptxas is stopped; 0 for never.
  unsigned ptxasTimeout;
  /// The input is MLIR text, not bytecode.
  bool isText;
  /// Other than 0: for "ptx" too, kernels take the shared memory that ptxas
  /// grants with its option of that name, beyond what every launch has. The
  /// driver does not assemble such PTX. Cubins always may.
  size_t enableExtendedSmem;
  /// A folder in which results are kept, and looked for before anything is
  /// compiled. Empty: that of the variable TILEIRAS_CACHE, or none.
  MlirStringRef cacheDirectory;
  /// The program `tileiras` of this version, which compiles in the place of this
  /// process: where the compiler crashes, only that one ends, and the compilation
  /// fails. Empty: this process compiles.
  MlirStringRef program;
} TileirasCompileOptions;

typedef enum TileirasSeverity {
  TileirasSeverityError,
  TileirasSeverityWarning,
  TileirasSeverityRemark,
  TileirasSeverityNote,
} TileirasSeverity;

/// One message. Notes come after the message they belong to, remarks after all
/// others. \p file is empty and the numbers are 0 when its place is not
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

/// Fills in the defaults of the members that \p structSize bytes hold: those of
/// the program `tileiras`, but for the stage, which is "ptx".
MLIR_CAPI_EXPORTED void
tileirasCompileOptionsInit(TileirasCompileOptions *options, size_t structSize);

/// The defaults, for the caller's struct.
static inline TileirasCompileOptions tileirasCompileOptionsGetDefault(void) {
  TileirasCompileOptions options;
  tileirasCompileOptionsInit(&options, sizeof options);
  return options;
}

/// The names of the stages in their order, separated by ", ".
MLIR_CAPI_EXPORTED MlirStringRef tileirasGetStageNames(void);

/// The passes that a compilation with these options runs on a module in the
/// stage \p from (a name), as text for mlirParsePassPipeline. They end before
/// LLVM IR, which is not MLIR's. After a failure the callback gets what is
/// wrong instead.
MLIR_CAPI_EXPORTED MlirLogicalResult
tileirasPrintPipeline(const TileirasCompileOptions *options, MlirStringRef from,
                      MlirStringCallback callback, void *userData);

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

/// Writes a message as `tileiras` does, "FILE:LINE:COLUMN: error: MESSAGE",
/// then the line of the source, if the file can be read, and a caret below the
/// column. Each line ends in a newline.
MLIR_CAPI_EXPORTED void tileirasDiagnosticPrint(TileirasDiagnostic diagnostic,
                                                MlirStringCallback callback,
                                                void *userData);

#ifdef __cplusplus
}
#endif

#endif // TILEIRAS_C_COMPILER_H
