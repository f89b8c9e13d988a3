//===- Context.h - Contexts and what goes wrong in them ---------*- C++ -*-===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// The bindings use the C API alone. Objects of C are values here, each with a
// reference to what it lives in: types and attributes in their context,
// operations in their module. Errors are diagnostics, which a scope collects
// and throws as one Python exception, tileiras.ir.MLIRError.
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

/// As Python's str. Bytes that are no UTF-8, as the names of files may have
/// them, become what os.fsencode takes back.
inline nanobind::object toPython(std::string_view text) {
  PyObject *object =
      PyUnicode_DecodeUTF8(text.data(), text.size(), "surrogateescape");
  if (!object)
    throw nanobind::python_error();
  return nanobind::steal(object);
}

/// What a print function of the C API writes.
template <typename Print> std::string printed(Print &&print) {
  std::string text;
  print(
      [](MlirStringRef part, void *out) {
        static_cast<std::string *>(out)->append(part.data, part.length);
      },
      static_cast<void *>(&text));
  return text;
}

/// In the order of TileirasSeverity.
inline constexpr const char *kSeverityNames[] = {"error", "warning", "remark",
                                                 "note"};

/// One message with its place; file is empty and the numbers are 0 without one.
struct Diagnostic {
  std::string severity;
  std::string file;
  unsigned line = 0, column = 0;
  std::string message;
  std::vector<Diagnostic> notes;

  /// As the compiler prints it (tileirasDiagnosticPrint), and after it the
  /// notes.
  std::string str() const;

  /// Becomes a warning of Python's.
  void warn(int stackLevel) const;
};

/// Throws tileiras.ir.MLIRError.
[[noreturn]] void throwError(const std::string &message,
                             std::vector<Diagnostic> diagnostics);

/// Runs what recurses over the nesting of a module, which throws nothing and
/// calls nothing of Python's, on a deep stack. Returns why LLVM gave up, if it
/// did.
template <typename Work> std::string tryOnDeepStack(Work work) {
  return printed([&](MlirStringCallback callback, void *out) {
    (void)tileirasRunOnDeepStack(
        [](void *data) { (*static_cast<Work *>(data))(); }, &work, callback,
        out);
  });
}

/// The same, but throws MLIRError.
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

/// \p context, or a new one in its place.
ContextRef orNew(ContextRef context);

/// Collects the diagnostics of a context while it lives.
class DiagnosticScope {
public:
  explicit DiagnosticScope(ContextRef context);
  ~DiagnosticScope();
  DiagnosticScope(const DiagnosticScope &) = delete;
  DiagnosticScope &operator=(const DiagnosticScope &) = delete;

  /// Throws what was collected; \p otherwise when that is nothing.
  [[noreturn]] void fail(const std::string &otherwise);
  /// What is no error becomes a Python warning.
  void warn() const;

private:
  ContextRef context;
  MlirDiagnosticHandlerID handler;
  std::vector<Diagnostic> diagnostics;
};

void bindContext(nanobind::module_ &module);

} // namespace tileiras::python

#endif // TILEIRAS_LIB_BINDINGS_PYTHON_CONTEXT_H
