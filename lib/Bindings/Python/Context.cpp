//===- Context.cpp - Contexts and their errors ----------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "Context.h"

#include "tileiras-c/Compiler.h"
#include "tileiras-c/CudaTileAttributes.h"
#include "tileiras-c/Registration.h"

#include <algorithm>
#include <iterator>

namespace nb = nanobind;
using namespace tileiras::python;

//===----------------------------------------------------------------------===//
// Diagnostics
//===----------------------------------------------------------------------===//

static const char *severityName(MlirDiagnosticSeverity severity) {
  switch (severity) {
  case MlirDiagnosticError:
    return kSeverityNames[TileirasSeverityError];
  case MlirDiagnosticWarning:
    return kSeverityNames[TileirasSeverityWarning];
  case MlirDiagnosticRemark:
    return kSeverityNames[TileirasSeverityRemark];
  case MlirDiagnosticNote:
    break;
  }
  return kSeverityNames[TileirasSeverityNote];
}

static Diagnostic convert(MlirDiagnostic diagnostic) {
  Diagnostic result;
  result.severity = severityName(mlirDiagnosticGetSeverity(diagnostic));
  result.message = printed([&](MlirStringCallback callback, void *out) {
    mlirDiagnosticPrint(diagnostic, callback, out);
  });
  MlirLocation place =
      mlirCudaTileFindFileLineCol(mlirDiagnosticGetLocation(diagnostic));
  if (mlirLocationIsAFileLineColRange(place)) {
    result.file = fromC(
        mlirIdentifierStr(mlirLocationFileLineColRangeGetFilename(place)));
    result.line = mlirLocationFileLineColRangeGetStartLine(place);
    result.column = mlirLocationFileLineColRangeGetStartColumn(place);
  }
  for (intptr_t i = 0, n = mlirDiagnosticGetNumNotes(diagnostic); i < n; ++i)
    result.notes.push_back(convert(mlirDiagnosticGetNote(diagnostic, i)));
  return result;
}

std::string Diagnostic::str() const {
  auto *name =
      std::find(std::begin(kSeverityNames), std::end(kSeverityNames), severity);
  TileirasDiagnostic c{
      static_cast<TileirasSeverity>(name - std::begin(kSeverityNames)),
      toC(file), line, column, toC(message)};
  std::string text = printed([&](MlirStringCallback callback, void *out) {
    tileirasDiagnosticPrint(c, callback, out);
  });
  text.pop_back(); // the newline
  for (const Diagnostic &note : notes)
    text += '\n' + note.str();
  return text;
}

void Diagnostic::warn(int stackLevel) const {
  nb::module_::import_("warnings")
      .attr("warn")(toPython(str()), nb::handle(PyExc_UserWarning), stackLevel);
}

void tileiras::python::throwError(const std::string &message,
                                  std::vector<Diagnostic> diagnostics) {
  nb::object type = nb::module_::import_("tileiras._errors").attr("MLIRError");
  nb::object error = type(message, diagnostics);
  PyErr_SetObject(type.ptr(), error.ptr());
  throw nb::python_error();
}

//===----------------------------------------------------------------------===//
// Contexts
//===----------------------------------------------------------------------===//

Context::Context() {
  tileirasRegisterAllPasses();
  MlirDialectRegistry registry = mlirDialectRegistryCreate();
  tileirasRegisterAllDialects(registry);
  context = mlirContextCreateWithRegistry(registry, /*threadingEnabled=*/false);
  mlirDialectRegistryDestroy(registry);
  mlirContextLoadAllAvailableDialects(context);
}

ContextRef tileiras::python::orNew(ContextRef context) {
  return context ? context : std::make_shared<Context>();
}

DiagnosticScope::DiagnosticScope(ContextRef context)
    : context(std::move(context)) {
  auto handle = [](MlirDiagnostic diagnostic, void *out) {
    static_cast<std::vector<Diagnostic> *>(out)->push_back(convert(diagnostic));
    return mlirLogicalResultSuccess();
  };
  handler = mlirContextAttachDiagnosticHandler(this->context->get(), handle,
                                               &diagnostics, nullptr);
}

DiagnosticScope::~DiagnosticScope() {
  mlirContextDetachDiagnosticHandler(context->get(), handler);
}

void DiagnosticScope::fail(const std::string &otherwise) {
  throwError(otherwise, diagnostics);
}

void DiagnosticScope::warn() const {
  for (const Diagnostic &diagnostic : diagnostics)
    diagnostic.warn(/*stackLevel=*/1);
}

//===----------------------------------------------------------------------===//
// Bindings
//===----------------------------------------------------------------------===//

void tileiras::python::bindContext(nb::module_ &module) {
  nb::class_<Context>(module, "Context",
                      "Owns types, attributes and locations. Objects of "
                      "different contexts don't mix.")
      .def(nb::init<>());

  nb::class_<Diagnostic>(module, "Diagnostic", "One message of the compiler.")
      .def_ro("severity", &Diagnostic::severity,
              "\"error\", \"warning\", \"remark\" or \"note\".")
      .def_prop_ro(
          "file", [](const Diagnostic &self) { return toPython(self.file); },
          "Empty if the location isn't known.")
      .def_ro("line", &Diagnostic::line, "From 1; 0 when it isn't known.")
      .def_ro("column", &Diagnostic::column, "From 1; 0 when it isn't known.")
      .def_prop_ro(
          "message",
          [](const Diagnostic &self) { return toPython(self.message); })
      .def_ro("notes", &Diagnostic::notes)
      .def("__str__",
           [](const Diagnostic &self) { return toPython(self.str()); })
      .def("__repr__", [](const Diagnostic &self) {
        return toPython("<Diagnostic " + self.str() + ">");
      });
}
