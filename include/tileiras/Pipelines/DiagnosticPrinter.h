//===- DiagnosticPrinter.h - Messages as users read them ----*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
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
  /// As clang prints them: `FILE:LINE:COLUMN: error: MESSAGE`, then the line of
  /// the source, if it can be read, and a caret below the column; in colours on
  /// a terminal.
  Text,
  /// `loc("FILE":LINE:COLUMN): error: MESSAGE`
  MLIR,
  /// An object on a line of its own, with `severity`, `message`, and where
  /// there is a place `file`, `line` and `column`; `notes` is an array of such
  /// objects.
  JSON,
};

std::optional<DiagnosticsFormat> parseDiagnosticsFormat(llvm::StringRef name);

/// Prints messages, notes after what they belong to.
void printDiagnostics(llvm::ArrayRef<CompileDiagnostic> diagnostics,
                      DiagnosticsFormat format, llvm::raw_ostream &os);

/// Prints remarks, as CompileResult has them in YAML, as the closed tool does:
/// by function and category, each with its kind, its place, the line of the
/// source, if it can be read, its name and what else there is to say.
void printRemarks(llvm::StringRef yaml, llvm::raw_ostream &os);

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_DIAGNOSTICPRINTER_H
