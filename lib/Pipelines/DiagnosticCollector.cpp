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

#include "llvm/Support/raw_ostream.h"

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

static CompileDiagnostic convert(Diagnostic &diagnostic) {
  CompileDiagnostic result;
  result.severity = severityOf(diagnostic.getSeverity());
  result.message = diagnostic.str();
  // The first place inside the location: that of a scope's own location, and
  // of the callee rather than the caller.
  LocationAttr loc = diagnostic.getLocation();
  if (auto place = loc.findInstanceOf<FileLineColLoc>()) {
    result.file = place.getFilename().str();
    result.line = place.getLine();
    result.column = place.getColumn();
  } else if (auto name = loc.findInstanceOf<NameLoc>()) {
    // Given by nameUnknownLocations.
    result.message += " (" + name.getName().str() + ")";
  }
  return result;
}

DiagnosticCollector::DiagnosticCollector(MLIRContext *context,
                                         std::vector<CompileDiagnostic> &list)
    : list(list),
      handler(context, [this](Diagnostic &diagnostic) { add(diagnostic); }) {}

/// Whether `next` is the conversion driver's complaint about an operation of
/// which a pattern just said what is wrong.
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

static llvm::StringRef severityName(CompileDiagnostic::Severity severity) {
  switch (severity) {
  case CompileDiagnostic::Severity::Error:
    return "error";
  case CompileDiagnostic::Severity::Warning:
    return "warning";
  case CompileDiagnostic::Severity::Remark:
    return "remark";
  case CompileDiagnostic::Severity::Note:
    break;
  }
  return "note";
}

std::string CompileDiagnostic::format() const {
  std::string text;
  llvm::raw_string_ostream os(text);
  if (!file.empty())
    os << "loc(\"" << file << "\":" << line << ":" << column << "): ";
  os << severityName(severity) << ": " << message;
  return text;
}

} // namespace tileiras
