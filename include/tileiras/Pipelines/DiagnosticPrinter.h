//===- DiagnosticPrinter.h - Messages in the forms that users read --------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// Prints the messages and remarks of a compilation in the form that
// `--diagnostics-format` and `--remark-format` select. Names in messages come
// from programs, so control characters are escaped.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_DIAGNOSTICPRINTER_H
#define TILEIRAS_PIPELINES_DIAGNOSTICPRINTER_H

#include "tileiras/Pipelines/Compiler.h"

#include "llvm/ADT/ArrayRef.h"

namespace llvm {
class raw_ostream;
} // namespace llvm

namespace tileiras {

/// The values of `--diagnostics-format`.
enum class DiagnosticsFormat {
  /// Like clang: `FILE:LINE:COLUMN: error: MESSAGE`, then the line of the
  /// source, if it can be read, and a caret below the column; in colours on a
  /// terminal.
  Text,
  /// `loc("FILE":LINE:COLUMN): error: MESSAGE`
  MLIR,
  /// One object per line, with `severity`, `message`, and if there is a
  /// location `file`, `line` and `column`; `notes` is an array of such objects.
  JSON,
};

std::optional<DiagnosticsFormat> parseDiagnosticsFormat(llvm::StringRef name);

/// Prints messages, each followed by its notes.
void printDiagnostics(llvm::ArrayRef<CompileDiagnostic> diagnostics,
                      DiagnosticsFormat format, llvm::raw_ostream &os);

/// Prints remarks, as CompileResult has them in YAML, in the form of the closed
/// tool: by function and category, each with its kind, its location, the line
/// of the source, if it can be read, its name and its other arguments.
void printRemarks(llvm::StringRef yaml, llvm::raw_ostream &os);

/// Returns the missed remarks on matrix instructions, copies in flight, warps
/// and registers, as errors.
std::vector<CompileDiagnostic> scheduleErrors(llvm::StringRef yaml);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_DIAGNOSTICPRINTER_H
