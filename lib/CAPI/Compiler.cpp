//===- Compiler.cpp - C API of the compiler -------------------------------===//
//
// Part of the Tileiras project, under the Apache License v2.0 with LLVM
// Exceptions. See LICENSE.txt for license information.
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//

#include "tileiras-c/Compiler.h"

#include "tileiras/Pipelines/Compiler.h"

#include "mlir/CAPI/Support.h"
#include "mlir/CAPI/Wrap.h"

using namespace mlir;
using namespace tileiras;

namespace {
/// A result, or what was wrong with the options.
struct Compilation {
  CompileResult result;
  bool badOption = false;
};
} // namespace

DEFINE_C_API_PTR_METHODS(TileirasCompilation, Compilation)

TileirasCompileOptions tileirasCompileOptionsGetDefault(void) {
  TileirasCompileOptions options = {};
  options.inputName = wrap(StringRef("<input>"));
  options.optLevel = 3;
  options.debugInfo = wrap(debugInfoName(DebugInfoKind::None));
  options.emit = wrap(stageName(Stage::PTX));
  return options;
}

/// What no option value means, as an error without a place.
static Compilation *refuse(const Twine &message) {
  auto compilation = std::make_unique<Compilation>();
  compilation->badOption = true;
  CompileDiagnostic diagnostic;
  diagnostic.message = message.str();
  compilation->result.diagnostics.push_back(std::move(diagnostic));
  return compilation.release();
}

static const TargetInfo *findTarget(StringRef arch) {
  unsigned number;
  if (!arch.consume_front("sm_") || arch.getAsInteger(10, number))
    return nullptr;
  return lookupTarget(number);
}

static Compilation *run(StringRef input,
                        const TileirasCompileOptions &options) {
  CompileRequest request;
  request.input = input;
  request.inputName = unwrap(options.inputName).str();
  request.isText = options.isText;
  request.optLevel = options.optLevel;
  request.target = findTarget(unwrap(options.arch));
  if (!request.target)
    return refuse("unknown architecture '" + unwrap(options.arch) + "'");
  if (options.optLevel > 3)
    return refuse("expected an optimization level of 0 to 3, got " +
                  Twine(options.optLevel));
  auto debugInfo = parseDebugInfo(unwrap(options.debugInfo));
  if (!debugInfo)
    return refuse("expected debug information none, lineinfo or full, got '" +
                  unwrap(options.debugInfo) + "'");
  if (*debugInfo == DebugInfoKind::Full && options.optLevel != 0)
    return refuse("full debug information needs optimization level 0, got " +
                  Twine(options.optLevel));
  auto emit = parseStage(unwrap(options.emit));
  if (!emit)
    return refuse("unknown stage '" + unwrap(options.emit) + "'");
  request.debugInfo = *debugInfo;
  request.emit = *emit;
  request.ptxasPolicy =
      options.requirePtxas ? PtxasPolicy::Require : PtxasPolicy::Auto;
  request.ptxas = PtxasSearch::fromEnvironment();
  if (!unwrap(options.ptxas).empty())
    request.ptxas.named = unwrap(options.ptxas).str();
  return new Compilation{tileiras::compile(request)};
}

TileirasCompilation tileirasCompile(MlirStringRef input,
                                    const TileirasCompileOptions *options) {
  return wrap(run(unwrap(input), *options));
}

void tileirasCompilationDestroy(TileirasCompilation result) {
  delete unwrap(result);
}

TileirasStatus tileirasCompilationGetStatus(TileirasCompilation result) {
  if (unwrap(result)->badOption)
    return TileirasStatusBadOption;
  switch (unwrap(result)->result.status) {
  case CompileStatus::Success:
    return TileirasStatusSuccess;
  case CompileStatus::NotTileIR:
    return TileirasStatusNotTileIR;
  case CompileStatus::Failed:
    break;
  }
  return TileirasStatusFailed;
}

MlirStringRef tileirasCompilationGetOutput(TileirasCompilation result) {
  return wrap(StringRef(unwrap(result)->result.output));
}

MlirStringRef tileirasCompilationGetProduced(TileirasCompilation result) {
  return wrap(stageName(unwrap(result)->result.produced));
}

intptr_t tileirasCompilationGetNumDiagnostics(TileirasCompilation result) {
  return unwrap(result)->result.diagnostics.size();
}

static TileirasSeverity translate(CompileDiagnostic::Severity severity) {
  switch (severity) {
  case CompileDiagnostic::Severity::Error:
    return TileirasSeverityError;
  case CompileDiagnostic::Severity::Warning:
    return TileirasSeverityWarning;
  case CompileDiagnostic::Severity::Remark:
    return TileirasSeverityRemark;
  case CompileDiagnostic::Severity::Note:
    break;
  }
  return TileirasSeverityNote;
}

TileirasDiagnostic tileirasCompilationGetDiagnostic(TileirasCompilation result,
                                                    intptr_t index) {
  const CompileDiagnostic &diagnostic =
      unwrap(result)->result.diagnostics[index];
  return {translate(diagnostic.severity), wrap(StringRef(diagnostic.file)),
          diagnostic.line, diagnostic.column,
          wrap(StringRef(diagnostic.message))};
}
