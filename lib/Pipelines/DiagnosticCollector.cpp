//===- DiagnosticCollector.cpp - MLIR messages as values --------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "DiagnosticCollector.h"

#include "mlir/IR/BuiltinAttributes.h"
#include "mlir/IR/Location.h"

using namespace mlir;

namespace tileiras {

static CompileDiagnostic::Severity severityOf(DiagnosticSeverity severity) {
  switch (severity) {
  case DiagnosticSeverity::Error:
    return CompileDiagnostic::Severity::Error;
  case DiagnosticSeverity::Warning:
    return CompileDiagnostic::Severity::Warning;
  case DiagnosticSeverity::Remark:
    return CompileDiagnostic::Severity::Remark;
  case DiagnosticSeverity::Note:
    break;
  }
  return CompileDiagnostic::Severity::Note;
}

CompileDiagnostic makeDiagnostic(CompileDiagnostic::Severity severity,
                                 Location where, std::string message) {
  CompileDiagnostic result;
  result.severity = severity;
  result.message = std::move(message);
  // This is the first position inside the location: the one of a scope's own
  // location, and of the callee rather than the caller.
  LocationAttr loc = where;
  if (auto position = loc.findInstanceOf<FileLineColLoc>()) {
    result.file = position.getFilename().str();
    result.line = position.getLine();
    result.column = position.getColumn();
  } else if (auto name = loc.findInstanceOf<NameLoc>()) {
    // The name was given by nameUnknownLocations.
    result.message += " (" + name.getName().str() + ")";
  }
  return result;
}

static CompileDiagnostic convert(Diagnostic &diagnostic) {
  return makeDiagnostic(severityOf(diagnostic.getSeverity()),
                        diagnostic.getLocation(), diagnostic.str());
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context,
                                         std::vector<CompileDiagnostic> &list)
    : list(list),
      handler(context, [this](Diagnostic &diagnostic) { add(diagnostic); }) {}

/// Returns whether `next` is the conversion driver's error about an operation
/// for which a pattern just reported the reason.
static bool isEcho(const CompileDiagnostic &last,
                   const CompileDiagnostic &next) {
  return llvm::StringRef(next.message)
             .starts_with("failed to legalize operation") &&
         last.severity == CompileDiagnostic::Severity::Error &&
         last.file == next.file && last.line == next.line &&
         last.column == next.column;
}

void DiagnosticCollector::add(Diagnostic &diagnostic) {
  CompileDiagnostic converted = convert(diagnostic);
  if (!list.empty() && isEcho(list.back(), converted))
    return;
  list.push_back(std::move(converted));
  for (Diagnostic &note : diagnostic.getNotes())
    list.push_back(convert(note));
}

} // namespace tileiras
