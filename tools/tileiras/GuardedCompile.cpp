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
#include "tileiras/Pipelines/Serialization.h"

#include <algorithm>
#include <sys/mman.h>

using namespace llvm;

namespace tileiras {

namespace {

/// The progress of the child, in memory that it shares with this process.
class SharedProgress {
public:
  SharedProgress() {
    void *memory = mmap(nullptr, sizeof(Words), PROT_READ | PROT_WRITE,
                        MAP_SHARED | MAP_ANONYMOUS, -1, 0);
    words = memory == MAP_FAILED ? nullptr : static_cast<Words *>(memory);
  }
  SharedProgress(const SharedProgress &) = delete;
  ~SharedProgress() {
    if (words)
      munmap(words, sizeof(Words));
  }

  void watch(CompileRequest &request) {
    if (!words)
      return;
    auto writeBefore = [this](auto &function) {
      function = [this, inner = std::move(function)](auto... arguments) {
        write();
        if (inner)
          inner(arguments...);
      };
    };
    writeBefore(request.onPhase);
    writeBefore(request.onPass);
    writeBefore(request.onKernel);
    progress.watch(request);
  }

  /// Returns the progress that the child wrote last.
  CompileProgress read() const {
    CompileProgress result;
    if (!words)
      return result;
    result.phase = words->phase;
    result.pass = words->pass;
    result.kernel.file = words->file;
    result.kernel.line = words->line;
    result.kernel.column = words->column;
    return result;
  }

private:
  struct Words {
    char phase[64], pass[128], file[4096];
    unsigned line, column;
  };

  template <size_t N> static void copy(StringRef text, char (&to)[N]) {
    size_t size = std::min(text.size(), N - 1);
    std::copy_n(text.begin(), size, to);
    to[size] = 0;
  }

  void write() {
    copy(progress.phase, words->phase);
    copy(progress.pass, words->pass);
    copy(progress.kernel.file, words->file);
    words->line = progress.kernel.line;
    words->column = progress.kernel.column;
  }

  CompileProgress progress; // the child's
  Words *words;
};

} // namespace

/// Returns nullopt if the program can't be read again: then reading it crashed.
static std::optional<CompileDiagnostic> reproduce(const CompileRequest &request,
                                                  const std::string &file) {
  constexpr unsigned kSeconds = 5;
  GuardedEnd end = runGuarded(
      [&] { return writeReproducer(request, file) ? "written" : ""; },
      kSeconds);
  if (end.kind != GuardedEnd::Done || end.text.empty())
    return std::nullopt;
  CompileDiagnostic note;
  note.severity = CompileDiagnostic::Severity::Note;
  note.message = "'" + file +
                 "' has the program and its passes: tileiras-opt "
                 "--run-reproducer runs them again";
  return note;
}

static CompileResult compileInChild(CompileRequest request) {
  SharedProgress progress;
  progress.watch(request);
  request.ownsProcess = true;
  GuardedEnd end = runGuarded([&] { return encodeResult(compile(request)); });
  if (end.kind == GuardedEnd::NotStarted)
    return compile(request);
  if (end.kind == GuardedEnd::Crashed)
    return failInternally(request, progress.read(), end.text);
  if (auto result = decodeResult(end.text))
    return std::move(*result);
  return failInternally(request, progress.read(), "its result is damaged");
}

CompileResult compileGuarded(CompileRequest request,
                             const std::string &reproducer) {
  CompileResult result = compileInChild(request);
  if (result.isInternalError && !reproducer.empty())
    if (auto note = reproduce(request, reproducer))
      result.diagnostics.push_back(*note);
  return result;
}

} // namespace tileiras
