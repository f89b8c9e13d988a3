//===- Compiler.cpp - The compiler, from Python ---------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
//
// tileiras.compile and tileiras.passmanager.pipeline. Python's lock is released
// while the compiler runs; its messages become exceptions and warnings.
//
//===----------------------------------------------------------------------===//

#include "IR.h"

#include "tileiras-c/Compiler.h"

#include <nanobind/stl/optional.h>

#include <optional>

namespace nb = nanobind;
using namespace nb::literals;
using namespace tileiras::python;

/// Notes belong to the message before them.
static std::vector<Diagnostic> diagnosticsOf(TileirasCompilation result) {
  std::vector<Diagnostic> diagnostics;
  for (intptr_t i = 0, n = tileirasCompilationGetNumDiagnostics(result); i < n;
       ++i) {
    TileirasDiagnostic c = tileirasCompilationGetDiagnostic(result, i);
    Diagnostic diagnostic{kSeverityNames[c.severity],
                          fromC(c.file),
                          c.line,
                          c.column,
                          fromC(c.message),
                          {}};
    if (c.severity == TileirasSeverityNote && !diagnostics.empty())
      diagnostics.back().notes.push_back(std::move(diagnostic));
    else
      diagnostics.push_back(std::move(diagnostic));
  }
  return diagnostics;
}

static std::string pipeline(const std::string &arch, const std::string &from,
                            const std::string &to,
                            std::optional<unsigned> optLevel,
                            bool enableExtendedSmem) {
  TileirasCompileOptions options = tileirasCompileOptionsGetDefault();
  options.arch = toC(arch);
  options.emit = toC(to);
  options.optLevel = optLevel.value_or(options.optLevel);
  options.deviceLibrary = toC("none");
  options.enableExtendedSmem = enableExtendedSmem;
  MlirLogicalResult result;
  std::string text = printed([&](MlirStringCallback callback, void *out) {
    result = tileirasPrintPipeline(&options, toC(from), callback, out);
  });
  if (mlirLogicalResultIsFailure(result))
    throw nb::value_error(text.c_str());
  return text;
}

static nb::bytes
compile(nb::bytes input, const std::string &arch,
        std::optional<unsigned> optLevel, const std::string &emit,
        const std::string &debugInfo, const std::string &ptxas,
        std::optional<unsigned> ptxasTimeout, const std::string &deviceLibrary,
        bool enableExtendedSmem, const std::string &remarks,
        const std::string &cache, const std::string &pythonPrefix,
        const std::string &program, nb::bytes name, bool isText,
        std::optional<nb::list> collected) {
  TileirasCompileOptions options = tileirasCompileOptionsGetDefault();
  options.inputName = mlirStringRefCreate(name.c_str(), name.size());
  options.arch = toC(arch);
  options.optLevel = optLevel.value_or(options.optLevel);
  options.debugInfo = toC(debugInfo);
  options.emit = toC(emit);
  options.ptxas = toC(ptxas);
  options.ptxasTimeout = ptxasTimeout.value_or(options.ptxasTimeout);
  options.deviceLibrary = toC(deviceLibrary);
  options.remarks = toC(remarks);
  options.cacheDirectory = toC(cache);
  options.pythonPrefix = toC(pythonPrefix);
  options.program = toC(program);
  options.isText = isText;
  options.enableExtendedSmem = enableExtendedSmem;
  MlirStringRef bytes = mlirStringRefCreate(input.c_str(), input.size());
  TileirasCompilation result;
  {
    nb::gil_scoped_release others;
    result = tileirasCompile(bytes, &options);
  }
  TileirasStatus status = tileirasCompilationGetStatus(result);
  MlirStringRef output = tileirasCompilationGetOutput(result);
  nb::bytes made(output.data, output.length);
  std::vector<Diagnostic> diagnostics = diagnosticsOf(result);
  tileirasCompilationDestroy(result);
  if (status == TileirasStatusBadOption)
    throw nb::value_error(diagnostics.front().message.c_str());
  if (status != TileirasStatusSuccess)
    throwError("unable to compile", std::move(diagnostics));
  if (collected) {
    for (const Diagnostic &diagnostic : diagnostics)
      collected->append(nb::cast(diagnostic));
    return made;
  }
  for (const Diagnostic &diagnostic : diagnostics)
    diagnostic.warn(/*stackLevel=*/2);
  return made;
}

void tileiras::python::bindCompiler(nb::module_ &module) {
  module.def("compile", compile, "input"_a, "arch"_a, "opt_level"_a.none(),
             "emit"_a, "debug_info"_a, "ptxas"_a, "ptxas_timeout"_a.none(),
             "device_library"_a, "enable_extended_smem"_a, "remarks"_a,
             "cache"_a, "python_prefix"_a, "program"_a, "name"_a, "is_text"_a,
             "diagnostics"_a.none() = nb::none(), "See tileiras.compile.");
  module.def("pipeline", pipeline, "arch"_a, "from_stage"_a, "to_stage"_a,
             "opt_level"_a.none() = nb::none(),
             "enable_extended_smem"_a = false,
             "See tileiras.passmanager.pipeline.");
}
