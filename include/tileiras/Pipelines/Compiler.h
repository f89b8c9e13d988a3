//===- Compiler.h - A compilation, in process -------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_COMPILER_H
#define TILEIRAS_PIPELINES_COMPILER_H

#include "tileiras/Pipelines/CompileRequest.h"
#include "tileiras/Pipelines/Pipelines.h"

#include <string>
#include <vector>

namespace tileiras {

/// One message, with its place in the user's source when that is known. A note
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
  /// An equal compilation had left all this in the cache.
  bool fromCache = false;
  /// It failed by a fault of the compiler.
  bool isInternalError = false;
};

/// How far a compilation came, for messages about its end.
struct CompileProgress {
  std::string phase, pass;
  /// The place of the only kernel; its severity and message mean nothing.
  CompileDiagnostic kernel;

  /// Follows a compilation. What the request's functions did, they still do.
  void watch(CompileRequest &request);
};

/// The result of a compilation that ended by itself, for a reason that has no
/// place in the program.
CompileResult failInternally(const CompileRequest &request,
                             const CompileProgress &progress,
                             const llvm::Twine &reason);

/// The passes that a compilation runs on a module in stage \p from, as far as
/// they are MLIR's.
PipelineOptions pipelineOf(const CompileRequest &request, Stage from);

/// Compiles one program. Threads may compile at the same time; their stacks may
/// be small. In the process of a host, nothing of it is touched: no handler, no
/// mask of signals.
///
/// After a fatal error of LLVM the result is an internal error, and so is that
/// of each later call in this process, which compiles nothing more.
CompileResult compile(const CompileRequest &request);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_COMPILER_H
