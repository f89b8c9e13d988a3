//===- Compiler.h - C API of the compiler -------------------------*- C -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The functions take bytes and return bytes or messages. A compilation shares
// nothing with another: threads may compile at the same time, and their stacks
// may be small. Handlers and masks of signals stay the host's.
//
// An internal error of LLVM fails the compilation and all that come after it,
// since it may leave LLVM in disorder; other faults of the compiler, such as a
// stray access, end the process. With `program`, both end another process.
//
// ABI: TileirasCompileOptions grows at its end only, and a member that is zero
// asks for the default. `structSize` tells the members that the caller knows;
// the library reads no others. So a program works with every libTileirasC that
// is as new as the header it was compiled with, or newer, and with an older one
// as long as it sets no member that the older one lacks. The other structs and
// the numbers of enumerators never change.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_C_COMPILER_H
#define TILEIRAS_C_COMPILER_H

#include "mlir-c/Support.h"

#include <stddef.h>

#ifdef __cplusplus
extern "C" {
#endif

/// The target and the options of a compilation. Start from
/// tileirasCompileOptionsGetDefault. Empty strings ask for the default.
typedef struct TileirasCompileOptions {
  /// sizeof(TileirasCompileOptions) of the caller.
  size_t structSize;
  /// The name of the input in messages.
  MlirStringRef inputName;
  /// "sm_90"; there is no default.
  MlirStringRef arch;
  /// "none", "lineinfo", "full", "variables" or "source-variables" (these
  /// need level 0).
  MlirStringRef debugInfo;
  /// The stage to stop at: one of tileirasGetStageNames().
  MlirStringRef emit;
  /// For cubins. "auto": the ptxas of the environment, or PTX and a warning if
  /// none is new enough; "require": an error if none is; "none": PTX; else the
  /// program to use.
  MlirStringRef ptxas;
  /// "libclc" (built in), "cuda" (the libdevice of a toolkit), "none", else a
  /// file of bitcode.
  MlirStringRef deviceLibrary;
  /// The remarks to make: "none", "all", "memory" or "tensorcore".
  MlirStringRef remarks;
  /// For a process that is Python: its sys.prefix, where pip put wheels with
  /// ptxas and libdevice.
  MlirStringRef pythonPrefix;
  /// 0 to 3.
  unsigned optLevel;
  /// The number of seconds after which a ptxas is stopped; 0 for never.
  unsigned ptxasTimeout;
  /// True if the input is MLIR text, not bytecode.
  bool isText;
  /// Other than 0: for "ptx" too, kernels may use the shared memory that ptxas
  /// allows with its option of that name, beyond the amount that every launch
  /// has. The driver does not assemble such PTX. Cubins always may.
  size_t enableExtendedSmem;
  /// A folder of results, which is searched before compiling. Empty: the folder
  /// in the variable TILEIRAS_CACHE, or none.
  MlirStringRef cacheDirectory;
  /// The program `tileiras` of this version, which compiles instead of this
  /// process: if the compiler crashes, only that process ends, and the
  /// compilation fails. Empty: this process compiles.
  MlirStringRef program;
} TileirasCompileOptions;

typedef enum TileirasSeverity {
  TileirasSeverityError,
  TileirasSeverityWarning,
  TileirasSeverityRemark,
  TileirasSeverityNote,
} TileirasSeverity;

/// One message. Notes follow the message to which they belong, remarks all
/// others. \p file is empty and the numbers are 0 if the location is not known.
/// The strings live as long as the compilation.
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

/// The result of a compilation.
typedef struct TileirasCompilation {
  void *ptr;
} TileirasCompilation;

/// Fills in the defaults of the members that \p structSize bytes hold: those of
/// the program `tileiras`, but for the stage, which is "ptx".
MLIR_CAPI_EXPORTED void
tileirasCompileOptionsInit(TileirasCompileOptions *options, size_t structSize);

/// Returns the defaults, for the caller's struct.
static inline TileirasCompileOptions tileirasCompileOptionsGetDefault(void) {
  TileirasCompileOptions options;
  tileirasCompileOptionsInit(&options, sizeof options);
  return options;
}

/// Returns the names of the stages in their order, separated by ", ".
MLIR_CAPI_EXPORTED MlirStringRef tileirasGetStageNames(void);

/// Prints the passes that a compilation with these options runs on a module in
/// the stage \p from (a name), as text for mlirParsePassPipeline. They end
/// before LLVM IR, which is not MLIR's. After a failure the callback gets the
/// reason instead.
MLIR_CAPI_EXPORTED MlirLogicalResult
tileirasPrintPipeline(const TileirasCompileOptions *options, MlirStringRef from,
                      MlirStringCallback callback, void *userData);

/// Compiles. Always returns a compilation, which the caller destroys.
MLIR_CAPI_EXPORTED TileirasCompilation
tileirasCompile(MlirStringRef input, const TileirasCompileOptions *options);
MLIR_CAPI_EXPORTED void tileirasCompilationDestroy(TileirasCompilation result);

MLIR_CAPI_EXPORTED TileirasStatus
tileirasCompilationGetStatus(TileirasCompilation result);
/// Returns the text or binary; empty unless the compilation succeeded.
MLIR_CAPI_EXPORTED MlirStringRef
tileirasCompilationGetOutput(TileirasCompilation result);
/// Returns the stage of the output: "ptx" for a "cubin" that no ptxas could
/// make.
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
