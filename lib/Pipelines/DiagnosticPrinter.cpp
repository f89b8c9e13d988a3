//===- DiagnosticPrinter.cpp - Messages in the forms that users read ------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras/Pipelines/DiagnosticPrinter.h"

#include "PlainText.h"
#include "SourceExcerpt.h"

#include "llvm/ADT/StringSwitch.h"
#include "llvm/Support/JSON.h"
#include "llvm/Support/WithColor.h"
#include "llvm/Support/raw_ostream.h"

using namespace llvm;

namespace tileiras {

std::optional<DiagnosticsFormat> parseDiagnosticsFormat(StringRef name) {
  return StringSwitch<std::optional<DiagnosticsFormat>>(name)
      .Case("text", DiagnosticsFormat::Text)
      .Case("mlir", DiagnosticsFormat::MLIR)
      .Case("json", DiagnosticsFormat::JSON)
      .Default(std::nullopt);
}

static StringRef severityName(CompileDiagnostic::Severity severity) {
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

//===----------------------------------------------------------------------===//
// Text
//===----------------------------------------------------------------------===//

static HighlightColor colorOf(CompileDiagnostic::Severity severity) {
  switch (severity) {
  case CompileDiagnostic::Severity::Error:
    return HighlightColor::Error;
  case CompileDiagnostic::Severity::Warning:
    return HighlightColor::Warning;
  case CompileDiagnostic::Severity::Remark:
    return HighlightColor::Remark;
  case CompileDiagnostic::Severity::Note:
    break;
  }
  return HighlightColor::Note;
}

static void printText(const CompileDiagnostic &diagnostic, raw_ostream &os) {
  if (!diagnostic.file.empty())
    WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true)
        << plainName(diagnostic.file) << ":" << diagnostic.line << ":"
        << diagnostic.column << ": ";
  WithColor(os, colorOf(diagnostic.severity))
      << severityName(diagnostic.severity) << ": ";
  WithColor(os, raw_ostream::SAVEDCOLOR, /*Bold=*/true)
      << plainMessage(diagnostic.message);
  os << "\n";
  if (!diagnostic.file.empty())
    printExcerpt({diagnostic.file, diagnostic.line, diagnostic.column}, "", os);
}

//===----------------------------------------------------------------------===//
// The other forms
//===----------------------------------------------------------------------===//

static void printMLIR(const CompileDiagnostic &diagnostic, raw_ostream &os) {
  if (!diagnostic.file.empty())
    os << "loc(\"" << plainName(diagnostic.file) << "\":" << diagnostic.line
       << ":" << diagnostic.column << "): ";
  os << severityName(diagnostic.severity) << ": "
     << plainMessage(diagnostic.message) << "\n";
}

static json::Object toJSON(const CompileDiagnostic &diagnostic) {
  json::Object object{{"severity", severityName(diagnostic.severity)},
                      {"message", json::fixUTF8(diagnostic.message)}};
  if (!diagnostic.file.empty()) {
    object["file"] = json::fixUTF8(diagnostic.file);
    object["line"] = diagnostic.line;
    object["column"] = diagnostic.column;
  }
  return object;
}

static void printJSON(ArrayRef<CompileDiagnostic> diagnostics,
                      raw_ostream &os) {
  while (!diagnostics.empty()) {
    json::Object object = toJSON(diagnostics.consume_front());
    json::Array notes;
    while (!diagnostics.empty() &&
           diagnostics.front().severity == CompileDiagnostic::Severity::Note)
      notes.push_back(toJSON(diagnostics.consume_front()));
    object["notes"] = std::move(notes);
    os << json::Value(std::move(object)) << "\n";
  }
}

void printDiagnostics(ArrayRef<CompileDiagnostic> diagnostics,
                      DiagnosticsFormat format, raw_ostream &os) {
  if (format == DiagnosticsFormat::JSON)
    return printJSON(diagnostics, os);
  for (const CompileDiagnostic &diagnostic : diagnostics)
    format == DiagnosticsFormat::Text ? printText(diagnostic, os)
                                      : printMLIR(diagnostic, os);
}

} // namespace tileiras
