//===- Context.h - Contexts and their errors --------------------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bindings use the C API alone. Objects of C are values here, each with a
// reference to its owner: types and attributes to their context, operations to
// their module. Errors are diagnostics, which a scope collects and throws as
// one Python exception, tileiras.ir.MLIRError.
//
//===----------------------------------------------------------------------===//

#ifndef TILEIRAS_LIB_BINDINGS_PYTHON_CONTEXT_H
#define TILEIRAS_LIB_BINDINGS_PYTHON_CONTEXT_H

#include "mlir-c/Diagnostics.h"
#include "tileiras-c/Module.h"

#include "mlir-c/IR.h"

#include <nanobind/nanobind.h>
#include <nanobind/stl/shared_ptr.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace tileiras::python {

inline MlirStringRef toC(std::string_view text) {
  return mlirStringRefCreate(text.data(), text.size());
}

inline std::string fromC(MlirStringRef text) {
  return std::string(text.data, text.length);
}

/// Converts to Python's str. Bytes that aren't UTF-8, as in names of files,
/// become characters that os.fsencode converts back.
inline nanobind::object toPython(std::string_view text) {
  PyObject *object =
      PyUnicode_DecodeUTF8(text.data(), text.size(), "surrogateescape");
  if (!object)
    throw nanobind::python_error();
  return nanobind::steal(object);
}

/// Returns the output of a print function of the C API.
template <typename Print> std::string printed(Print &&print) {
  std::string text;
  print(
      [](MlirStringRef part, void *out) {
        static_cast<std::string *>(out)->append(part.data, part.length);
      },
      static_cast<void *>(&text));
  return text;
}

/// The names are in the order of TileirasSeverity.
inline constexpr const char *kSeverityNames[] = {"error", "warning", "remark",
                                                 "note"};

/// One message with its location; without one, file is empty and the numbers
/// are 0.
struct Diagnostic {
  std::string severity;
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
  std::vector<Diagnostic> notes;

  /// Returns the text of the compiler (tileirasDiagnosticPrint), and after it
  /// the notes.
  std::string str() const;

  /// Issues a Python warning.
  void warn(int stackLevel) const;
};

/// Throws tileiras.ir.MLIRError.
[[noreturn]] void throwError(const std::string &message,
                             std::vector<Diagnostic> diagnostics);

/// Runs code that recurses over the nesting of a module, throws nothing and
/// never calls Python, on a deep stack. Returns the reason if LLVM ended in a
/// fatal error.
template <typename Work> std::string tryOnDeepStack(Work work) {
  return printed([&](MlirStringCallback callback, void *out) {
    (void)tileirasRunOnDeepStack(
        [](void *data) { (*static_cast<Work *>(data))(); }, &work, callback,
        out);
  });
}

/// Does the same, but throws MLIRError.
template <typename Work> void onDeepStack(Work work) {
  if (std::string reason = tryOnDeepStack(work); !reason.empty())
    throwError(reason, {});
}

/// An MLIR context that knows all dialects of the project.
class Context {
public:
  Context();
  ~Context() { mlirContextDestroy(context); }
  Context(const Context &) = delete;
  Context &operator=(const Context &) = delete;

  MlirContext get() const { return context; }

private:
  MlirContext context;
};
using ContextRef = std::shared_ptr<Context>;

/// Returns \p context, or a new one if it is null.
ContextRef orNew(ContextRef context);

/// Collects the diagnostics of a context while it lives.
class DiagnosticScope {
public:
  explicit DiagnosticScope(ContextRef context);
  ~DiagnosticScope();
  DiagnosticScope(const DiagnosticScope &) = delete;
  DiagnosticScope &operator=(const DiagnosticScope &) = delete;

  /// Throws the collected errors; \p otherwise if there are none.
  [[noreturn]] void fail(const std::string &otherwise);
  /// Turns each message that isn't an error into a Python warning.
  void warn() const;

private:
  ContextRef context;
  MlirDiagnosticHandlerID handler;
  std::vector<Diagnostic> diagnostics;
};

void bindContext(nanobind::module_ &module);

} // namespace tileiras::python

#endif // TILEIRAS_LIB_BINDINGS_PYTHON_CONTEXT_H
