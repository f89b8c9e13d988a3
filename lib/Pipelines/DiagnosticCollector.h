//===- DiagnosticCollector.h - MLIR messages as values ----------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// MLIR reports errors to handlers of its context. The collector keeps them as
// values, locates them in the user's source, and drops the conversion driver's
// repetitions.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_PIPELINES_DIAGNOSTICCOLLECTOR_H
#define TILEIRAS_PIPELINES_DIAGNOSTICCOLLECTOR_H

#include "tileiras/Pipelines/Compiler.h"

#include "mlir/IR/Diagnostics.h"

#include <vector>

namespace tileiras {

/// Returns a message about `where`: with its location in the user's source, or
/// else with its name (nameUnknownLocations).
CompileDiagnostic makeDiagnostic(CompileDiagnostic::Severity severity,
                                 mlir::Location where, std::string message);

/// Turns every diagnostic of `context` during its lifetime into entries of
/// `list`, with the location in the user's source.
class DiagnosticCollector {
public:
  DiagnosticCollector(mlir::MLIRContext *context,
                      std::vector<CompileDiagnostic> &list);

private:
  void add(mlir::Diagnostic &diagnostic);

  std::vector<CompileDiagnostic> &list;
  mlir::ScopedDiagnosticHandler handler;
};

} // namespace tileiras

#endif // TILEIRAS_PIPELINES_DIAGNOSTICCOLLECTOR_H
