//===- Compiler.h - A compilation, in process -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The library form of the compiler: a request in, a result with output,
// messages and remarks out. The tool, the C API and Python all compile through
// `compile`, which runs the MLIR passes, LLVM and ptxas in the calling process
// on a separate stack, and never prints.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_COMPILER_H
#define TILEIRAS_PIPELINES_COMPILER_H

#include "tileiras/Pipelines/CompileRequest.h"
#include "tileiras/Pipelines/Pipelines.h"

#include <string>
#include <vector>

namespace tileiras {

/// One message, with its location in the user's source if that is known. A note
/// belongs to the message before it.
struct CompileDiagnostic {
  enum class Severity { Error, Warning, Remark, Note };
  Severity severity = Severity::Error;
  std::string file;
  unsigned line = 0;
  unsigned column = 0;
  std::string message;
};

enum class CompileStatus {
  Success,
  NotTileIR, ///< the input is not a valid program
  Failed,    ///< the program is valid but could not be compiled
};

struct CompileResult {
  CompileStatus status = CompileStatus::Failed;
  /// The text or binary of `produced`.
  std::string output;
  /// Stage::PTX for a cubin that no ptxas could make.
  Stage produced = Stage::Cubin;
  std::vector<CompileDiagnostic> diagnostics;
  /// The remarks that were asked for, as messages and as a YAML stream with a
  /// document for each (LLVM's format).
  std::vector<CompileDiagnostic> remarks;
  std::string remarksYAML;
  /// The ptxas that was used, for `--verbose`.
  std::string ptxasUsed;
  /// An equal compilation had left this result in the cache.
  bool fromCache = false;
  /// The compilation failed by a fault of the compiler.
  bool isInternalError = false;
};

/// The progress of a compilation, for messages if it ends early.
struct CompileProgress {
  std::string phase, pass;
  /// The location of the only kernel; severity and message are unused.
  CompileDiagnostic kernel;

  /// Follows a compilation. The callbacks that the request has are still
  /// called.
  void watch(CompileRequest &request);
};

/// Returns the result of a compilation that ended early, for a reason that has
/// no location in the program.
CompileResult failInternally(const CompileRequest &request,
                             const CompileProgress &progress,
                             const llvm::Twine &reason);

/// Returns the MLIR passes that a compilation runs on a module in stage \p
/// from.
PipelineOptions pipelineOf(const CompileRequest &request, Stage from);

/// Compiles one program. Threads may compile at the same time; their stacks may
/// be small. In the process of a host, it changes no handler and no mask of
/// signals.
///
/// After a fatal error of LLVM the result is an internal error, and so is the
/// result of each later call in this process, which compiles nothing more.
CompileResult compile(const CompileRequest &request);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILER_H
