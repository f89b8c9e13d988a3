//===- GuardedCompile.cpp - A compilation that can't crash ------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "GuardedCompile.h"

#include "CrashGuard.h"

#include "tileiras/Pipelines/Reproducer.h"

using namespace llvm;

namespace tileiras {

/// Says nothing where the program can't be read again: then reading it crashed.
static std::optional<CompileDiagnostic> reproduce(const CompileRequest &request,
                                                  const std::string &file) {
  bool isWritten = false;
  auto crash = runGuarded([&] { isWritten = writeReproducer(request, file); });
  if (crash || !isWritten)
    return std::nullopt;
  CompileDiagnostic note;
  note.severity = CompileDiagnostic::Severity::Note;
  note.message = "'" + file +
                 "' has the program and its passes: tileiras-opt "
                 "--run-reproducer runs them again";
  return note;
}

CompileResult compileGuarded(CompileRequest request,
                             const std::string &reproducer) {
  std::string phase, pass;
  request.onPhase = [&, report = std::move(request.onPhase)](StringRef name) {
    phase = name.str();
    pass.clear();
    if (report)
      report(name);
  };
  request.onPass = [&, report = std::move(request.onPass)](StringRef name) {
    pass = name.str();
    if (report)
      report(name);
  };

  CompileResult result;
  auto crash = runGuarded([&] { result = compile(request); });
  if (!crash)
    return result;
  CompileDiagnostic error;
  error.message = "internal compiler error while " + phase +
                  (pass.empty() ? "" : ", in '" + pass + "',") + " for '" +
                  request.inputName + "': " + *crash +
                  "; this is a bug in tileiras";
  result = {};
  result.diagnostics.push_back(error);
  if (!reproducer.empty())
    if (auto note = reproduce(request, reproducer))
      result.diagnostics.push_back(*note);
  return result;
}

} // namespace tileiras
